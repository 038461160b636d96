/** Applies an adjustment to bars, in rows and in columns. */
import * as Adjusted from "@candela/core/internal/Adjusted"
import * as Columns from "@candela/core/Columns"
import type { Bar } from "@candela/market/Bar"
import * as Either from "effect/Either"
import { UnfitBars } from "../../UnfitBars.js"
import { type Adjustment, type StepSpan, partAt } from "./steps.js"

/** Adjustment of each ticker. */
export type ByTicker = (ticker: string) => Adjustment

type Find = (timestamp: number, ticker: string | undefined) => StepSpan

/** Consecutive bars mostly have the same ticker: only a change of ticker causes a lookup. */
const finder = (adjustment: Adjustment | ByTicker): Find => {
  if (typeof adjustment !== "function") return partAt(adjustment)
  const finders = new Map<string, (timestamp: number) => StepSpan>()
  let last: string | undefined
  let find: (timestamp: number) => StepSpan
  return (timestamp, ticker) => {
    if (ticker === undefined) throw new TypeError(noTicker)
    if (ticker !== last) {
      find = finders.get(ticker) ?? partAt(adjustment(ticker))
      finders.set(ticker, find)
      last = ticker
    }
    return find(timestamp)
  }
}

const noTicker =
  "Adjust: these bars have no ticker, so none of several adjustments can be chosen; read the column `ticker` too, or adjust by the adjustment of one stock"

const isNeutral = ({ factor, from, to }: StepSpan) => from === to && factor === 1

/** Adjusts a price of a part of time. */
export const adjustPrice = (price: number, { factor, from, to }: StepSpan): number => ((price * from) / to) * factor

/** Whether bars that are adjusted or not (unknown: `undefined`) have what an adjustment changes. */
// protects: Bars that are adjusted for splits already are not adjusted again.
// mutant: "are refused by every way in which they arrive": adjusted === undefined → adjusted !== null
const isOfKind = ({ splits }: StepSpan, adjusted: boolean | undefined): boolean =>
  splits === undefined || adjusted === undefined || adjusted === (splits === "removed")

// protects: Bars of the day of a split that the clock calls announced are refused.
// mutant: "has its day by the bars, too": without !part.isAnnounced &&
const isFit = (part: StepSpan, adjusted: boolean | undefined): boolean => !part.isAnnounced && isOfKind(part, adjusted)

const unfit = (operator: string, part: StepSpan, adjusted: boolean | undefined, timestamp: number, ticker?: string) =>
  new UnfitBars({
    reason: isOfKind(part, adjusted) ? "Announced" : part.splits === "removed" ? "NotAdjusted" : "Adjusted",
    operator,
    timestamp,
    ...(ticker === undefined ? {} : { ticker }),
  })

/** What is known of bars afterwards: dividends alone change nothing. */
const adjustedBy = ({ splits }: StepSpan, adjusted: boolean | undefined): boolean | undefined =>
  splits === undefined ? adjusted : splits === "applied"

const adjustBar = <B extends Bar>(bar: B, part: StepSpan): B => {
  // Copying and then assigning takes half the time of a single literal.
  const copy: { -readonly [K in keyof typeof bar]: (typeof bar)[K] } = { ...bar }
  copy.open = adjustPrice(bar.open, part)
  copy.high = adjustPrice(bar.high, part)
  copy.low = adjustPrice(bar.low, part)
  copy.close = adjustPrice(bar.close, part)
  copy.volume = (bar.volume * part.to) / part.from
  if (bar.vwap !== undefined) copy.vwap = adjustPrice(bar.vwap, part)
  return copy
}

/** Adjusts arrays of bars. `operator` names the caller in errors. */
export const rows = (
  adjustment: Adjustment | ByTicker,
  operator: string,
): (<B extends Bar>(bars: ReadonlyArray<B>, adjusted?: boolean) => Either.Either<ReadonlyArray<B>, UnfitBars>) => {
  const find = finder(adjustment)
  return <B extends Bar>(bars: ReadonlyArray<B>, before = Adjusted.of(bars)) => {
    let after = before
    const made: Array<B> = []
    const copies: Array<B> = []
    for (const bar of bars) {
      const { ticker } = bar as { readonly ticker?: string }
      const part = find(bar.timestamp, ticker)
      if (!isFit(part, before)) return Either.left(unfit(operator, part, before, bar.timestamp, ticker))
      after = adjustedBy(part, after)
      // A bar that stays as it is may be in an array of the other kind, too, so it must not know which.
      // protects: Rows that adjusting leaves as they are stay unmarked, and those of an inverse are copies.
      // mutant: "are refused behind every operator": !(after === false && Adjusted.isSample(bar)) → after !== null
      if (isNeutral(part) && !(after === false && Adjusted.isSample(bar))) made.push(bar)
      else copies.push((made[made.length] = adjustBar(bar, part)))
    }
    return Either.right(Adjusted.mark(made, after, copies))
  }
}

const prices = ["open", "high", "low", "close", "vwap"] as const

/** Separate functions, so that each loop is compiled for arrays of numbers. */
const scalePrices = (prices: Float64Array, start: number, end: number, { factor, from, to }: StepSpan): void => {
  for (let row = start; row < end; row++) prices[row] = ((prices[row]! * from) / to) * factor
}

const scaleVolumes = (volumes: Float64Array, start: number, end: number, { from, to }: StepSpan): void => {
  for (let row = start; row < end; row++) volumes[row] = (volumes[row]! * to) / from
}

/** Rows from `start` to `end` (not included) with the same ticker and in the same part of time. */
interface Run {
  readonly start: number
  readonly end: number
  readonly part: StepSpan
}

/** Returns the runs of a chunk. */
const runsOf = (
  find: Find,
  timestamps: Float64Array,
  tickers: ReadonlyArray<string | undefined> | undefined,
): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  for (let start = 0, end = 0; start < timestamps.length; start = end) {
    const ticker = tickers?.[start]
    const part = find(timestamps[start]!, ticker)
    for (end = start + 1; end < timestamps.length; end++) {
      const timestamp = timestamps[end]!
      if (timestamp < part.start || timestamp >= part.until) break
      if (tickers !== undefined && tickers[end] !== ticker) break
    }
    runs.push({ start, end, part })
  }
  return runs
}

/**
 * Adjusts chunks one by one, column by column. A file may have been read without some of the columns. `inPlace` writes
 * to the arrays of the chunks, which nobody else may hold: it takes half the time.
 */
export const columns = (
  adjustment: Adjustment | ByTicker,
  operator: string,
  { inPlace = false }: { readonly inPlace?: boolean } = {},
): (<B extends Bar>(chunk: Columns.Columns<B>) => Either.Either<Columns.Columns<B>, UnfitBars>) => {
  const find = finder(adjustment)
  return <B extends Bar>(chunk: Columns.Columns<B>) => {
    const bars = chunk as unknown as Columns.Columns<Bar & { readonly ticker?: string }>
    const { ticker, timestamp } = bars.columns
    const all = runsOf(find, timestamp, typeof adjustment === "function" ? ticker : undefined)
    const wrong = all.find(({ part }) => !isFit(part, chunk.adjusted))
    if (wrong !== undefined) {
      return Either.left(unfit(operator, wrong.part, chunk.adjusted, timestamp[wrong.start]!, ticker?.[wrong.start]))
    }
    const after = all.reduce((known, { part }) => adjustedBy(part, known), chunk.adjusted)
    const runs = all.filter(({ part }) => !isNeutral(part))
    const scaled = (name: (typeof prices)[number] | "volume", scale: typeof scalePrices) => {
      if (!Object.hasOwn(bars.columns, name)) return []
      const values = inPlace ? bars.columns[name] : bars.columns[name].slice()
      for (const { end, part, start } of runs) scale(values, start, end, part)
      return [[name, values]]
    }
    const changed =
      runs.length === 0
        ? chunk
        : (Columns.replace(
            bars,
            Object.fromEntries([
              ...prices.flatMap((name) => scaled(name, scalePrices)),
              ...scaled("volume", scaleVolumes),
            ]),
          ) as unknown as Columns.Columns<B>)
    return Either.right(after === undefined ? changed : Columns.withAdjusted(changed, after))
  }
}
