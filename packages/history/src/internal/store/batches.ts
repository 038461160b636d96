/**
 * Batches of folders that share requests.
 *
 * @module
 */
import * as Calendar from "@candela/market/Calendar"
import { dateOf } from "@candela/market/TimeZone"
import * as Arr from "effect/Array"
import type * as Store from "./types.js"
import * as Intervals from "./intervals.js"
import type { Plan } from "./plan.js"
import { type Period, type Source, zoneOf } from "./source.js"

/** One folder, with a separate request for each gap. */
export interface ByTicker {
  readonly by: "ticker"
  readonly plans: readonly [Plan]
}

/** Lists of several tickers, in one request. */
export interface ByList {
  readonly by: "list"
  readonly plans: ReadonlyArray<Plan>
}

/** Daily bars of several stocks with the same gaps, with one request per trading day. */
export interface ByDay {
  readonly by: "day"
  readonly plans: ReadonlyArray<Plan>
  /** Gaps of the folders: common ones, or all of them together. */
  readonly gaps: Intervals.Intervals
  /** Trading days in these gaps. */
  readonly sessions: ReadonlyArray<Calendar.Session>
}

/** Folders that share requests. */
export type Batch = ByTicker | ByList | ByDay

/** Number of tickers per request for splits or dividends. Their rows mostly fit in one page, except with many dividends. */
const tickersOfRequest = 50

const isList = ({ source }: Plan) => source.requestOfMany !== undefined

/** Whether the summary of a trading day has rows for a folder. */
const isDaily = ({ dataset, market, timespan }: Source) =>
  dataset === "bars" && market === "stocks" && timespan === "1day"

/** Returns the trading days within some time. */
const sessionsOf = (source: Source, gaps: Intervals.Intervals): ReadonlyArray<Calendar.Session> =>
  gaps
    .flatMap(([from, to]) => {
      const zone = zoneOf(source.market)
      const records = source.endpoint.recordsFrom ?? ""
      const first = dateOf(zone, from)
      return Calendar.sessions(first < records ? records : first, dateOf(zone, to - 1))
    })
    .filter(({ midnight }) => gaps.some(([from, to]) => from <= midnight && midnight < to))

/** Returns the periods that overlap some time, in order. */
const periodsOf = (source: Source, gaps: Intervals.Intervals): ReadonlyArray<Period> => {
  const periods = new Map<string, Period>()
  for (const [from, to] of gaps) {
    for (let at = from; at < to;) {
      const period = source.period(at)
      periods.set(period.name, period)
      at = period.to
    }
  }
  return [...periods.values()]
}

/** Maximum number of bars in memory, some 70 bytes each: half a year of 10,000 stocks. A file of a year is then written twice. */
const mostHeld = 1_250_000

/** Part of a batch's time, within one period. */
export interface Slice {
  readonly time: Intervals.Intervals
  readonly days: ReadonlyArray<Calendar.Session>
}

/** Splits a batch into parts whose bars fit in memory, in ascending time. */
export const slicesOf = (
  { gaps, plans, sessions }: Pick<ByDay, "gaps" | "plans" | "sessions">,
  most: number = mostHeld,
): ReadonlyArray<Slice> =>
  periodsOf(plans[0]!.source, gaps).flatMap(({ from, to }) => {
    const days = sessions.filter(({ midnight }) => from <= midnight && midnight < to)
    const parts = Math.ceil(days.length / Math.max(1, Math.floor(most / plans.length)))
    const chunks = days.length === 0 ? [[]] : Arr.chunksOf(days, Math.ceil(days.length / parts))
    return chunks.map((days, index) => {
      const first = index === 0 ? from : days[0]!.midnight
      const next = chunks[index + 1]?.[0]?.midnight ?? to
      return { time: Intervals.intersection(gaps, [[first, next]]), days }
    })
  })

/** Makes a batch by day of folders, up to the last ended day: a day's summary appears after its session. */
const byDay = (plans: ReadonlyArray<Plan>, gaps: Intervals.Intervals, now: number): ByDay => {
  const { source } = plans[0]!
  const all = sessionsOf(source, gaps)
  const open = all.find(({ close }) => close > now)
  const over = open === undefined ? gaps : Intervals.intersection(gaps, [[-Infinity, open.midnight]])
  return {
    by: "day",
    plans: plans.map((plan) => ({ ...plan, gaps: Intervals.intersection(plan.gaps, over) })),
    gaps: over,
    sessions: all.filter(({ close }) => close <= now),
  }
}

/** Groups folders into batches. Without `by`, requests go by day where that takes fewer of them. */
export const of = (plans: ReadonlyArray<Plan>, now: number, by: Store.SyncOptions["by"]): ReadonlyArray<Batch> => {
  const lacking = plans.filter(({ gaps }) => gaps.length > 0)
  const lists = Object.values(Arr.groupBy(lacking.filter(isList), ({ source }) => source.dataset))
  const daily = by === "ticker" ? [] : lacking.filter(({ source }) => isDaily(source))
  const days = Object.values(Arr.groupBy(daily, ({ gaps }) => JSON.stringify(gaps)))
    .map((group) => byDay(group, group[0]!.gaps, now))
    .filter(
      ({ gaps, plans, sessions }) => by === "day" || (plans.length > 1 && sessions.length < plans.length * gaps.length),
    )
  const grouped = new Set(days.flatMap(({ plans }) => plans.map(({ source }) => source)))
  const alone = daily.filter(({ source }) => !grouped.has(source))
  if (alone.length > 1) {
    // Single days that tickers lack, not all of them the same ones.
    const gaps = alone.flatMap(({ gaps }) => gaps)
    const mixed = byDay(alone, Intervals.union([], gaps), now)
    if (mixed.sessions.length < gaps.length) days.push(mixed)
  }
  const together = new Set([...lists, ...days.map(({ plans }) => plans)].flat().map(({ source }) => source))
  return [
    ...lists.flatMap((list) => Arr.chunksOf(list, tickersOfRequest).map((plans): Batch => ({ by: "list", plans }))),
    ...days,
    ...plans.filter(({ source }) => !together.has(source)).map((plan): Batch => ({ by: "ticker", plans: [plan] })),
  ]
}
