/**
 * Folders that are filled together, because one request has rows of them all.
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

/** One folder, each gap by a request of its own. */
export interface ByTicker {
  readonly by: "ticker"
  readonly plans: readonly [Plan]
}

/** Lists of several tickers, by one request. */
export interface ByList {
  readonly by: "list"
  readonly plans: ReadonlyArray<Plan>
}

/** Daily bars of several stocks that lack the same time, by a request for each trading day. */
export interface ByDay {
  readonly by: "day"
  readonly plans: ReadonlyArray<Plan>
  /** What each of them lacks. */
  readonly gaps: Intervals.Intervals
  /** The trading days of that time. */
  readonly sessions: ReadonlyArray<Calendar.Session>
}

/** Folders that are filled together. */
export type Batch = ByTicker | ByList | ByDay

/** Tickers whose splits or dividends are asked for at once. Their rows fit in one page, but for some with many dividends. */
const tickersOfRequest = 50

const isList = ({ source }: Plan) => source.requestOfMany !== undefined

/** Whether the summary of a trading day has rows of a folder. */
const isDaily = ({ dataset, market, timespan }: Source) =>
  dataset === "bars" && market === "stocks" && timespan === "1day"

/** The trading days of some time. */
const sessionsOf = (source: Source, gaps: Intervals.Intervals): ReadonlyArray<Calendar.Session> =>
  gaps
    .flatMap(([from, to]) => {
      const zone = zoneOf(source.market)
      const records = source.endpoint.recordsFrom ?? ""
      const first = dateOf(zone, from)
      return Calendar.sessions(first < records ? records : first, dateOf(zone, to - 1))
    })
    .filter(({ midnight }) => gaps.some(([from, to]) => from <= midnight && midnight < to))

/** The periods that some time is in, in their order. */
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

/** Bars that are held at a time, some 70 bytes each: half a year of 10,000 stocks. A file of a year is then written twice. */
const mostHeld = 1_250_000

/** Some time of a batch, within one period. */
export interface Slice {
  readonly time: Intervals.Intervals
  readonly days: ReadonlyArray<Calendar.Session>
}

/** A batch in parts whose bars fit in memory, in the order of time. */
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

/** The batch of folders that lack the same time, by days that are over: the summary of a day comes when its session has ended. */
const byDay = (plans: ReadonlyArray<Plan>, now: number): ByDay => {
  const { gaps, source } = plans[0]!
  const all = sessionsOf(source, gaps)
  const open = all.find(({ close }) => close > now)
  const over = open === undefined ? gaps : Intervals.intersection(gaps, [[-Infinity, open.midnight]])
  return {
    by: "day",
    plans: plans.map((plan) => ({ ...plan, gaps: over })),
    gaps: over,
    sessions: all.filter(({ close }) => close <= now),
  }
}

/** Puts folders together. Without `by`, days are asked for where they are fewer requests. */
export const of = (plans: ReadonlyArray<Plan>, now: number, by: Store.SyncOptions["by"]): ReadonlyArray<Batch> => {
  const lacking = plans.filter(({ gaps }) => gaps.length > 0)
  const lists = Object.values(Arr.groupBy(lacking.filter(isList), ({ source }) => source.dataset))
  const daily = by === "ticker" ? [] : lacking.filter(({ source }) => isDaily(source))
  const days = Object.values(Arr.groupBy(daily, ({ gaps }) => JSON.stringify(gaps)))
    .map((group) => byDay(group, now))
    .filter(
      ({ gaps, plans, sessions }) => by === "day" || (plans.length > 1 && sessions.length < plans.length * gaps.length),
    )
  const together = new Set([...lists, ...days.map(({ plans }) => plans)].flat().map(({ source }) => source))
  return [
    ...lists.flatMap((list) => Arr.chunksOf(list, tickersOfRequest).map((plans): Batch => ({ by: "list", plans }))),
    ...days,
    ...plans.filter(({ source }) => !together.has(source)).map((plan): Batch => ({ by: "ticker", plans: [plan] })),
  ]
}
