/** Makes bars of trades, one after the other: the state of one bar, whatever the number of trades. */
import type { Bar } from "../Bar.js"
import type { Market } from "../Market.js"
import type { Windows } from "../Window.js"

/** What a trade changes in a bar, as bits. */
export const HIGH_LOW = 1
export const OPEN_CLOSE = 2
export const VOLUME = 4
export const ALL = 7

const nanosOfMilli = 1_000_000n

/** Removes the noise of a sum of decimals. */
const rounded = (value: number, decimals: number): number => {
  const scale = 10 ** decimals
  const units = value * scale
  return Math.abs(units) > Number.MAX_SAFE_INTEGER ? value : Math.round(units) / scale
}

export class BarMaker {
  /** Time of the last trade, in the unit of the trades: a trade before it is out of order. */
  private last: number | bigint | undefined
  /** End of the window, in the unit of the trades. */
  private end: number | bigint = 0
  private timestamp = 0
  private open = NaN
  private close = NaN
  private high = -Infinity
  private low = Infinity
  private volume = 0
  private value = 0
  private transactions = 0

  constructor(
    private readonly windows: Windows,
    private readonly market: Market,
  ) {}

  /** Whether a trade at this time follows those so far. */
  follows(time: number | bigint): boolean {
    return this.last === undefined || time >= this.last
  }

  /** Adds a trade, and returns the bar before it if it begins another window. */
  add(time: number | bigint, price: number, size: number, updates: number): Bar | undefined {
    const done = this.last === undefined || time < this.end ? undefined : this.take()
    if (this.last === undefined || time >= this.end) this.begin(time)
    this.last = time
    // protects: An odd lot is no high or low of a bar that is made of trades.
    // mutant: "are moved by a trade only in what each of its conditions allows": always
    if (updates & HIGH_LOW) {
      if (price > this.high) this.high = price
      if (price < this.low) this.low = price
    }
    // protects: A late report is no open or close of a bar that is made of trades.
    // mutant: "are moved by a trade only in what each of its conditions allows": always
    if (updates & OPEN_CLOSE) {
      if (Number.isNaN(this.open)) this.open = price
      this.close = price
    }
    if (updates & VOLUME) {
      this.volume += size
      this.value += size * price
      this.transactions++
    }
    return done
  }

  /** Returns the bar of the window so far; `undefined` if no trade of it makes an open. */
  take(): Bar | undefined {
    const { close, open, timestamp, transactions } = this
    if (Number.isNaN(open)) return undefined
    const { decimals } = this.market
    const volume = rounded(this.volume, decimals)
    const vwap = this.volume > 0 ? { vwap: rounded(this.value / this.volume, decimals) } : {}
    // A trade may be the open without being the high: no condition says so, and no bar should.
    const high = Math.max(this.high, open, close)
    const low = Math.min(this.low, open, close)
    return { volume, ...vwap, open, close, high, low, timestamp, transactions }
  }

  private begin(time: number | bigint): void {
    const millis = typeof time === "bigint" ? Number(time / nanosOfMilli) : time
    this.timestamp = this.windows.start(millis)
    const end = this.windows.next(millis)
    this.end = typeof time === "bigint" ? BigInt(end) * nanosOfMilli : end
    this.open = NaN
    this.close = NaN
    this.high = -Infinity
    this.low = Infinity
    this.volume = 0
    this.value = 0
    this.transactions = 0
  }
}
