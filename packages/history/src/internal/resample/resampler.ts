/** Builds bars of longer windows from bars in ascending order, one at a time. */
import { UnfitBars } from "../../UnfitBars.js"
import { type AnyBar, toRow, type Values } from "./values.js"

/** Window that contains a bar. */
export interface Window {
  /** Timestamp of the resulting bar, epoch milliseconds. */
  readonly timestamp: number
  /** Start of the next window, epoch milliseconds. */
  readonly end: number
}

/** Windows for combining bars. */
export interface Windows {
  /** Description for errors: `30 minutes`. */
  readonly name: string
  /**
   * Returns the window that contains a bar, given its start in epoch milliseconds; `undefined` for
   * a bar that must be longer than a window.
   */
  readonly at: (epochMillis: number) => Window | undefined
}

/** Partial bar of an open window. */
class Combined {
  private readonly values: Values
  private readonly firstVwap: number
  private bars = 1
  /** Total volume of the averages so far. */
  private weight: number

  constructor(
    timestamp: number,
    /** Start of the next window, epoch milliseconds. */
    readonly end: number,
    first: Values,
  ) {
    this.values = { ...first, timestamp }
    this.firstVwap = first.vwap
    this.weight = Math.max(0, first.volume)
    if (this.weight === 0) this.values.vwap = NaN
  }

  add(bar: Values) {
    const { values } = this
    this.bars++
    if (bar.high > values.high) values.high = bar.high
    if (bar.low < values.low) values.low = bar.low
    values.close = bar.close
    values.volume += bar.volume
    // Values missing in a bar are `NaN`, and so are their sums.
    values.transactions += bar.transactions
    values.dollarVolume += bar.dollarVolume
    values.sessionEndDate = bar.sessionEndDate
    values.settlementPrice = bar.settlementPrice
    if (bar.volume > 0) this.weigh(bar)
  }

  /** Running mean: equal averages give exactly that mean, to the last bit. */
  private weigh({ volume, vwap }: Values) {
    const isFirst = this.weight === 0
    this.weight += volume
    const mean = this.values.vwap
    this.values.vwap = isFirst ? vwap : mean + (vwap - mean) * (volume / this.weight)
  }

  result(): AnyBar {
    return toRow(this.bars === 1 ? { ...this.values, vwap: this.firstVwap } : this.values)
  }
}

/**
 * Builds bars of windows. Bars of several tickers come one ticker after the other or merged by
 * time: a window closes when a bar of its ticker begins after it, when a bar of any ticker does, or
 * when the time goes back, as at the start of the next ticker.
 */
export class Resampler {
  /** Open window of each ticker. */
  private readonly open = new Map<string | undefined, Combined>()
  /** Start of the last bar of each ticker. */
  private readonly begins = new Map<string | undefined, { last: number }>()
  private ticker: string | undefined
  /** Entries of the maps for the ticker of the last bar. */
  private current: Combined | undefined
  private begin = { last: -Infinity }
  private now = -Infinity
  /** Earliest end of an open window. */
  private firstEnd = Infinity
  private done: Array<AnyBar> = []

  constructor(private readonly windows: Windows) {}

  /** Adds the next bar. Returns an error where it does not fit. */
  add(bar: Values): UnfitBars | undefined {
    const { ticker, timestamp } = bar
    if (ticker !== this.ticker) this.turnTo(ticker, timestamp)
    if (!(timestamp > this.begin.last)) return this.unfit("NotAscending", bar)
    this.begin.last = timestamp
    this.now = timestamp
    if (timestamp >= this.firstEnd) this.close(timestamp)
    if (this.current !== undefined) {
      this.current.add(bar)
      return undefined
    }
    const window = this.windows.at(timestamp)
    if (window === undefined) return this.unfit("WholeDay", bar)
    this.current = new Combined(window.timestamp, window.end, bar)
    this.open.set(ticker, this.current)
    this.firstEnd = Math.min(this.firstEnd, window.end)
    return undefined
  }

  /** Returns the bars completed since the last call. */
  take(): ReadonlyArray<AnyBar> {
    const { done } = this
    this.done = []
    return done
  }

  /** Closes all open windows and returns their bars. */
  finish(): ReadonlyArray<AnyBar> {
    this.close(Infinity)
    return this.take()
  }

  /** Switches to another ticker. */
  private turnTo(ticker: string | undefined, timestamp: number) {
    this.ticker = ticker
    if (timestamp < this.now) this.close(Infinity)
    this.current = this.open.get(ticker)
    this.begin = this.begins.get(ticker) ?? { last: -Infinity }
    this.begins.set(ticker, this.begin)
  }

  /** Closes the windows that end up to an instant. */
  private close(until: number) {
    this.firstEnd = Infinity
    for (const [ticker, combined] of this.open) {
      if (combined.end > until) this.firstEnd = Math.min(this.firstEnd, combined.end)
      else {
        this.done.push(combined.result())
        this.open.delete(ticker)
      }
    }
    this.current = this.open.get(this.ticker)
  }

  private unfit(reason: UnfitBars["reason"], { ticker, timestamp }: Values) {
    return new UnfitBars({
      reason,
      operator: `Resample to ${this.windows.name}`,
      timestamp,
      ...(ticker === undefined ? {} : { ticker }),
    })
  }
}
