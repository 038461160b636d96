/** Values of an indicator, from bars in ascending order, one at a time. */
import * as Columns from "@candela/core/Columns"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type * as Formula from "@candela/market/Formula"
import { UnfitBars } from "../../UnfitBars.js"

/** Price of a bar from which an indicator is computed. */
export type Price = "open" | "high" | "low" | "close"

/** An indicator. */
export interface Indicator<Value> {
  /** Name for errors: `Indicator rsi`. */
  readonly name: string
  /** Formula of its values: `formula.most` is the number of bars on which a value depends. */
  readonly formula: Formula.Formula<Value>
  /** Price of each bar that is used. */
  readonly price: Price
}

/** A bar of any market: of futures, or of the others, with its ticker if the rows have one. */
export type PricedBar = { readonly [P in Price]: number } & { readonly ticker?: string } & (
    | { readonly timestamp: number }
    | { readonly window_start: bigint }
  )

/** A value with the time and the ticker of its bar. */
export interface AnyValue {
  timestamp?: number
  window_start?: bigint
  ticker?: string
  readonly value: number
  readonly signal?: number
  readonly histogram?: number
}

type Time = number | bigint

const timeOf = (bar: PricedBar): Time => ("window_start" in bar ? bar.window_start : bar.timestamp)

const millisOf = (time: Time): number => (typeof time === "bigint" ? Number(time / 1_000_000n) : time)

/** Prices of a ticker so far. */
interface Progress {
  last: Time
  readonly next: (price: number) => unknown
}

/** Computes the values of an indicator. Each ticker has its own. */
export class Computing<Value> {
  private readonly tickers = new Map<string | undefined, Progress>()
  private ticker: string | undefined
  /** Entry of the map for the ticker of the last bar. */
  private current: Progress | undefined

  constructor(private readonly indicator: Indicator<Value>) {}

  /** Returns the time and the ticker of a bar. */
  placeOf(bar: PricedBar): { readonly timestamp: number; readonly ticker: string | undefined } {
    return { timestamp: millisOf(timeOf(bar)), ticker: bar.ticker }
  }

  /** Returns the values of some bars, or an error at a bar that does not fit. */
  addRows(bars: Iterable<PricedBar>): Either.Either<ReadonlyArray<AnyValue>, UnfitBars> {
    const found: Array<AnyValue> = []
    for (const bar of bars) {
      const error = this.add(found, timeOf(bar), bar.ticker, bar[this.indicator.price])
      if (error !== undefined) return Either.left(error)
    }
    return Either.right(found)
  }

  /** {@link addRows} for columns. */
  addColumns({ columns, length }: Columns.Columns<PricedBar>): Either.Either<ReadonlyArray<AnyValue>, UnfitBars> {
    const found: Array<AnyValue> = []
    const all = columns as unknown as Readonly<Record<string, ArrayLike<never>>>
    const times = (all["window_start"] ?? all["timestamp"]) as ArrayLike<Time>
    const prices = all[this.indicator.price] as ArrayLike<number>
    const tickers = all["ticker"] as ArrayLike<string | undefined> | undefined
    for (let row = 0; row < length; row++) {
      const error = this.add(found, times[row]!, tickers?.[row], prices[row]!)
      if (error !== undefined) return Either.left(error)
    }
    return Either.right(found)
  }

  private add(found: Array<AnyValue>, time: Time, ticker: string | undefined, price: number): UnfitBars | undefined {
    if (this.current === undefined || ticker !== this.ticker) this.turnTo(ticker)
    const progress = this.current!
    // protects: Bars that do not ascend have no values, not wrong ones.
    // mutant: "fail at a bar that does not begin after the one before": !(time > progress.last) → false
    if (!(time > progress.last)) {
      return new UnfitBars({
        reason: "NotAscending",
        operator: this.indicator.name,
        timestamp: millisOf(time),
        ...(ticker === undefined ? {} : { ticker }),
      })
    }
    progress.last = time
    const value = progress.next(price) as AnyValue | undefined
    if (value === undefined) return undefined
    const own: AnyValue = typeof time === "bigint" ? { window_start: time, ...value } : { timestamp: time, ...value }
    if (ticker !== undefined) own.ticker = ticker
    found.push(own)
    return undefined
  }

  private turnTo(ticker: string | undefined) {
    this.ticker = ticker
    this.current = this.tickers.get(ticker)
    if (this.current !== undefined) return
    this.current = { last: -Infinity, next: this.indicator.formula.begin() }
    this.tickers.set(ticker, this.current)
  }
}

const number = /* @__PURE__ */ Field.required(Unit.Points)
const time = {
  timestamp: /* @__PURE__ */ Field.required(Unit.EpochMillis),
  window_start: /* @__PURE__ */ Field.required(Unit.EpochNanos),
  ticker: /* @__PURE__ */ Field.required(Schema.String),
}
const fields: Field.Fields = { ...time, value: number, signal: number, histogram: number }

/** Converts one or more values to columns. */
export const toColumns = (values: ReadonlyArray<AnyValue>): Columns.Columns<AnyValue> => {
  const own = Object.entries(fields).filter(([name]) => name in values[0]!)
  return Columns.fromRows(Field.struct(Object.fromEntries(own)) as unknown as Schema.Schema<AnyValue>, values)
}
