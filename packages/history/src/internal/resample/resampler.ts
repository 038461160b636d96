/** Bars of longer windows, made of bars in ascending order, one at a time. */
import { UnfitBars } from "../../UnfitBars.js"
import { type AnyBar, toRow, type Values } from "./values.js"

/** The window that holds a bar. */
export interface Window {
  /** The timestamp of the bar that is made of it, in epoch milliseconds. */
  readonly timestamp: number
  /** The instant (epoch milliseconds) at which the window after it begins. */
  readonly end: number
}

/** Windows that bars are combined in. */
export interface Windows {
  /** What they are, for errors: `30 minutes`. */
  readonly name: string
  /** The window that holds a bar, given the start of the bar in epoch milliseconds; `undefined` for a bar that must be longer than a window. */
  readonly at: (epochMillis: number) => Window | undefined
}

/** The bar of a window so far. */
class Combined {
  private readonly values: Values
  private readonly firstVwap: number
  private bars = 1
  /** The volume of the averages so far. */
  private weight: number

  constructor(
    timestamp: number,
    /** The instant at which the next window begins. */
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
    // What one bar lacks is `NaN`, and so is its sum with others.
    values.transactions += bar.transactions
    values.dollarVolume += bar.dollarVolume
    values.sessionEndDate = bar.sessionEndDate
    values.settlementPrice = bar.settlementPrice
    if (bar.volume > 0) this.weigh(bar)
  }

  /** A running mean: averages that are all the same have that mean to the last bit. */
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
 * Makes bars of windows. Bars of several tickers come one ticker after the other or merged by time: a window is over when a bar of its ticker begins after it, when a bar of
 * any ticker does, or when the time goes back, as it does where the next ticker begins.
 */
export class Resampler {
  /** The open window of each ticker. */
  private readonly open = new Map<string | undefined, Combined>()
  /** Where the last bar of each ticker begins. */
  private readonly begins = new Map<string | undefined, { last: number }>()
  private ticker: string | undefined
  /** What the maps hold of the ticker of the last bar. */
  private current: Combined | undefined
  private begin = { last: -Infinity }
  private now = -Infinity
  /** The earliest end of an open window. */
  private firstEnd = Infinity
  private done: Array<AnyBar> = []

  constructor(private readonly windows: Windows) {}

  /** Takes the next bar. Gives an error where it does not fit. */
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

  /** The bars that are done since the last time. */
  take(): ReadonlyArray<AnyBar> {
    const { done } = this
    this.done = []
    return done
  }

  /** The bars of the windows that are still open. */
  finish(): ReadonlyArray<AnyBar> {
    this.close(Infinity)
    return this.take()
  }

  /** The next bar is of another ticker. */
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
