/** Checks streamed rows of any number of tickers, keeping only tallies by day for each ticker. */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { FieldBlock, Roles } from "./fields.js"
import { Levels, type Split } from "./levels.js"
import type { CheckScope } from "./scope.js"
import * as Slots from "./slots.js"
import { type Grid, gridOf, Tally } from "./tally.js"

/** Listing period of a ticker, in epoch milliseconds, the end exclusive; infinite where unknown. */
export interface Listed {
  readonly from: number
  readonly to: number
}

/** External knowledge of tickers. */
export interface Knowledge {
  readonly splits: (ticker: string) => ReadonlyArray<Split>
  /** Periods in which it was listed, in ascending order: each may be another company's. */
  readonly listed: (ticker: string) => ReadonlyArray<Listed>
  /** Smallest jump, as a factor above 1. */
  readonly jump: number
}

/** State of a ticker. */
export class TickerState {
  rows = 0
  readonly days = new Map<number, Tally>()
  /** Latest instant, in the order of the rows: milliseconds, and the nanoseconds beyond them. */
  millis = NaN
  nanos = 0
  tally: Tally | undefined
  /** Period of the listing that the last rows belong to. */
  period: Listed | undefined

  constructor(
    readonly ticker: string,
    readonly spans: ReadonlyArray<Endpoint.Span>,
    readonly listed: ReadonlyArray<Listed>,
    readonly levels: Levels,
  ) {}
}

const minute = 60_000
const unitMillis: Readonly<Record<string, number>> = { second: 1_000, minute, hour: 60 * minute }

/** An average may lie outside of the prices by its rounding to the market's decimals. */
const roundingOf = (decimals: number) => 10 ** -decimals

export class Checker {
  readonly states = new Map<string, TickerState>()
  readonly slotAt: (epochMillis: number) => Slots.Slot
  private readonly grids = new Map<Slots.Slot, Grid | undefined>()
  private readonly start: (epochMillis: number) => number
  /** Size of the counted windows, milliseconds; absent for bars of a day and longer. */
  readonly counted: number | undefined
  private readonly ticker: string
  private readonly rounding: number

  constructor(
    readonly scope: CheckScope,
    private readonly roles: Roles,
    private readonly knowledge: Knowledge,
  ) {
    const { market, size, tickers } = scope
    this.slotAt = Slots.make(market, size)
    this.start = size === undefined ? (at) => Math.floor(at / minute) * minute : Slots.windowsOf(market, size).start
    this.counted =
      size === undefined ? minute : Slots.isClock(size) ? size.multiplier * unitMillis[size.unit]! : undefined
    this.ticker = tickers.length === 1 ? tickers[0]! : ""
    this.rounding = roundingOf(Slots.markets[market].decimals)
    for (const ticker of tickers) this.stateOf(ticker)
  }

  private stateOf(ticker: string): TickerState {
    const known = this.states.get(ticker)
    if (known !== undefined) return known
    const { jump, listed, splits } = this.knowledge
    const levels = new Levels(splits(ticker), jump)
    const state = new TickerState(ticker, this.scope.spans(ticker), listed(ticker), levels)
    this.states.set(ticker, state)
    return state
  }

  /** Returns the counted windows of a slot, as far as they were requested. */
  gridOf(slot: Slots.Slot, spans: ReadonlyArray<Endpoint.Span>): Grid | undefined {
    const { begin, end, hours } = slot
    const own = spans.filter(({ from, to }) => from < end && to >= begin)
    if (hours === undefined || this.counted === undefined || own.length === 0) return undefined
    const [from, to] = [own[0]!.from, own.at(-1)!.to]
    if (from > begin || to < end - 1) return gridOf(hours, this.counted, this.start, from, to)
    // Tickers share the windows of a completely requested day.
    const known = this.grids.get(slot) ?? gridOf(hours, this.counted, this.start, begin, end)
    this.grids.set(slot, known)
    return known
  }

  private enter(state: TickerState, instant: number): Tally {
    const slot = this.slotAt(instant)
    const known = state.days.get(slot.day)
    if (known !== undefined) return (state.tally = known)
    const tally = new Tally(slot, this.gridOf(slot, state.spans), this.scope.order?.direction === "desc")
    state.days.set(slot.day, tally)
    state.levels.nextDay()
    return (state.tally = tally)
  }

  /** Checks rows in their order. */
  add(block: FieldBlock): void {
    let state: TickerState | undefined
    for (let index = 0; index < block.length; index++) {
      const ticker = block.ticker(index) ?? this.ticker
      if (state === undefined || state.ticker !== ticker) state = this.stateOf(ticker)
      this.row(state, block, index)
    }
  }

  private row(state: TickerState, block: FieldBlock, index: number): void {
    const instant = block.millis[index]!
    const { tally: current } = state
    const tally =
      current !== undefined && instant >= current.slot.begin && instant < current.slot.end
        ? current
        : this.enter(state, instant)
    state.rows++
    tally.rows++
    // protects: Rows outside of the range are found.
    // mutant: "a row after the range": tally.note("outside", instant → void (instant
    if (!isWithin(state.spans, instant)) return tally.note("outside", instant)
    const isNext = this.order(state, tally, instant, block.nanos?.[index] ?? 0)
    this.calendar(state, tally, instant)
    const isSound = this.values(tally, block.values, index, instant)
    if (isNext && isSound) this.level(state, tally, block, index, instant)
  }

  /** Whether a row follows the previous one in order. */
  private order(state: TickerState, tally: Tally, millis: number, nanos: number): boolean {
    const { order } = this.scope
    if (!Number.isNaN(state.millis)) {
      const ahead = millis - state.millis || nanos - state.nanos
      const forward = order?.direction === "desc" ? -ahead : ahead
      // The service promises no order for a list; a ticker still has one bar per day.
      if (forward === 0 && (order?.unique ?? this.roles.bar !== undefined)) {
        // protects: Rows that come twice are found.
        // mutant: "a row that comes twice": removed
        tally.note("duplicate", millis)
        return false
      }
      if (forward < 0 && order !== undefined) {
        // protects: Rows out of order are found.
        // mutant: "two rows that are swapped": removed
        tally.note("unordered", millis)
        return false
      }
    }
    state.millis = millis
    state.nanos = nanos
    return true
  }

  private calendar(state: TickerState, tally: Tally, instant: number): void {
    const { begin, end, hours } = tally.slot
    // protects: Rows while the market was closed are found.
    // mutant: "a row at night": never
    if (!this.isOpen(hours, instant, end)) tally.note("closed", instant)
    tally.see(instant)
    const period = periodOf(state.listed, begin, end)
    // protects: Rows of another company under the same name are found.
    // mutant: "tells rows of another company": never
    if (period === undefined) return tally.note("unlisted", instant)
    // protects: Prices are not compared with those of a company that had the ticker before.
    // mutant: "a ticker that two companies had": never
    if (period !== state.period) state.levels.restart()
    state.period = period
  }

  private isOpen(hours: Slots.Hours | undefined, instant: number, end: number): boolean {
    if (this.counted === undefined) return hours !== undefined
    const until = instant + (this.scope.size === undefined ? 1 : this.counted)
    // A window of several hours may contain the opening of the next session.
    return until > end || (hours !== undefined && until > hours.first && instant < hours.last)
  }

  /** Checks the values of a single row. Returns whether its prices can be compared with those of other rows. */
  private values(tally: Tally, values: FieldBlock["values"], index: number, instant: number): boolean {
    const { amounts, bar, prices, quote, vwap } = this.roles
    const { market } = this.scope
    let isPositive = true
    for (const price of prices) if (values[price]![index]! <= 0) isPositive = false
    // protects: Prices that are not positive are found.
    // mutant: "a price of zero": never
    if (!isPositive && market !== "futures") tally.note("price", instant)
    for (const amount of amounts) {
      if (values[amount]![index]! < 0) {
        // protects: Negative volumes are found.
        // mutant: "a negative volume": removed
        tally.note("negative", instant)
        break
      }
    }
    // protects: Bids above asks are found.
    // mutant: "and for bids above asks": never
    if (quote !== undefined && values[quote.bid_price]![index]! > values[quote.ask_price]![index]!)
      tally.note("crossed", instant)
    if (bar === undefined) return isPositive
    const high = values[bar.high]![index]!
    const low = values[bar.low]![index]!
    const open = values[bar.open]![index]!
    const close = values[bar.close]![index]!
    const holds = high >= open && high >= close && low <= open && low <= close
    // protects: Highs below and lows above the other prices are found.
    // mutant: "a high below the close": never
    if (!holds) tally.note("highLow", instant)
    // An average can only be compared with valid bounds.
    if (vwap === undefined || !holds) return isPositive && holds
    const average = values[vwap]![index]!
    const slack = this.rounding + 1e-9 * Math.abs(average)
    // protects: Averages outside of low and high are found.
    // mutant: "an average below the low": never
    if (average < low - slack || average > high + slack) tally.note("vwap", instant)
    return isPositive
  }

  private level(
    state: TickerState,
    tally: Tally,
    { adjusted, values }: FieldBlock,
    index: number,
    instant: number,
  ): void {
    const { bar, price, quote } = this.roles
    const end = this.counted === undefined ? tally.slot.end - 1 : instant
    let low: number, high: number, close: number
    if (bar !== undefined) {
      low = values[bar.low]![index]!
      high = values[bar.high]![index]!
      close = values[bar.close]![index]!
    } else {
      low = high = close = price === undefined ? middleOf(quote, values, index) : values[price]![index]!
      if (Number.isNaN(close)) return
    }
    // What the rows know of themselves stands above the request.
    // protects: What rows know of themselves stands above what the request says.
    // mutant: "are compared as the rows know of themselves": adjusted ?? this.scope. → this.scope.adjusted ??
    const fault = state.levels.next(instant, end, low, high, close, adjusted ?? this.scope.adjusted)
    if (fault === undefined) return
    const { reason, ...more } = fault
    tally.note(reason, instant, more)
  }
}

/** Period of a listing that overlaps a slot. */
const periodOf = (listed: ReadonlyArray<Listed>, begin: number, end: number): Listed | undefined => {
  for (const period of listed) if (end > period.from && begin < period.to) return period
  return undefined
}

/** Mid price of bid and ask, or the only one present; `NaN` without any. */
const middleOf = (quote: Roles["quote"], values: FieldBlock["values"], index: number): number => {
  if (quote === undefined) return NaN
  const bid = values[quote.bid_price]![index]!
  const ask = values[quote.ask_price]![index]!
  return Number.isNaN(bid) ? ask : Number.isNaN(ask) ? bid : (bid + ask) / 2
}

const isWithin = (spans: ReadonlyArray<Endpoint.Span>, instant: number): boolean => {
  for (const { from, to } of spans) if (instant >= from && instant <= to) return true
  return false
}
