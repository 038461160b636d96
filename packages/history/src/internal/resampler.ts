/** Bars of longer windows, made of bars in ascending order, one at a time. */
import type { Bar } from "@candela/market/Bar"
import { UnfitBars } from "../UnfitBars.js"

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

/** A bar, as columns hold it: `NaN` where it lacks a value. */
export interface Values {
  readonly timestamp: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly vwap: number
  readonly transactions: number
  readonly otc: boolean
  readonly ticker: string | undefined
}

/** A bar, with its ticker where the rows have one. */
export type TickerBar = Bar & { readonly ticker?: string }

/** The bar of a window so far. */
class Combined {
  private readonly ticker: string | undefined
  private readonly otc: boolean
  private readonly open: number
  private readonly onlyVwap: number
  private high: number
  private low: number
  private close: number
  private volume: number
  private transactions: number
  private bars = 1
  /** The volume-weighted mean of the averages so far, and their volume. */
  private mean = NaN
  private weight = 0

  constructor(
    private readonly timestamp: number,
    /** The instant at which the next window begins. */
    readonly end: number,
    first: Values,
  ) {
    this.ticker = first.ticker
    this.otc = first.otc
    this.open = first.open
    this.high = first.high
    this.low = first.low
    this.close = first.close
    this.volume = first.volume
    this.transactions = first.transactions
    this.onlyVwap = first.vwap
    this.weigh(first)
  }

  /** A mean that lacks the average of a bar becomes `NaN`, and stays it. */
  private weigh({ volume, vwap }: Values) {
    if (!(volume > 0)) return
    const isFirst = this.weight === 0
    this.weight += volume
    this.mean = isFirst ? vwap : this.mean + (vwap - this.mean) * (volume / this.weight)
  }

  add(bar: Values) {
    this.bars++
    if (bar.high > this.high) this.high = bar.high
    if (bar.low < this.low) this.low = bar.low
    this.close = bar.close
    this.volume += bar.volume
    this.transactions += bar.transactions
    this.weigh(bar)
  }

  result(): TickerBar {
    const { close, high, low, open, otc, ticker, timestamp, transactions, volume } = this
    const vwap = this.bars === 1 ? this.onlyVwap : this.mean
    return {
      ...(ticker === undefined ? {} : { ticker }),
      volume,
      ...(Number.isNaN(vwap) ? {} : { vwap }),
      open,
      close,
      high,
      low,
      timestamp,
      ...(Number.isNaN(transactions) ? {} : { transactions }),
      ...(otc ? { otc } : {}),
    }
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
  private done: Array<TickerBar> = []

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
  take(): ReadonlyArray<TickerBar> {
    const { done } = this
    this.done = []
    return done
  }

  /** The bars of the windows that are still open. */
  finish(): ReadonlyArray<TickerBar> {
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
