/**
 * Batches of folders that share requests.
 *
 * @module
 */
import * as Calendar from "@candela/market/Calendar"
import { dateOf } from "@candela/market/TimeZone"
import * as Arr from "effect/Array"
import type * as Store from "../model/store.js"
import * as Intervals from "../layout/intervals.js"
import type { Task } from "./tasks.js"
import { type Period, type Source, zoneOf } from "../layout/source.js"

/** One folder, with a separate request for each gap. */
export interface TickerBatch {
  readonly by: "ticker"
  readonly tasks: readonly [Task]
}

/** Lists of several tickers, in one request. */
export interface ListBatch {
  readonly by: "list"
  readonly tasks: ReadonlyArray<Task>
}

/** Daily bars of several stocks with the same gaps, with one request per trading day. */
export interface DayBatch {
  readonly by: "day"
  readonly tasks: ReadonlyArray<Task>
  /** Gaps of the folders: common ones, or all of them together. */
  readonly gaps: Intervals.Intervals
  /** Trading days in these gaps. */
  readonly sessions: ReadonlyArray<Calendar.Session>
}

/** Folders that share requests. */
export type Batch = TickerBatch | ListBatch | DayBatch

/**
 * Number of tickers per request for splits or dividends. Their rows mostly fit in one page, except with many dividends.
 */
const tickersOfRequest = 50

const isList = ({ source }: Task) => source.requestOfMany !== undefined

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
export const periodsOf = (source: Source, gaps: Intervals.Intervals): ReadonlyArray<Period> => {
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

/** Divides a gap at the starts of its trading days. */
export const daysOf = (source: Source, [from, to]: Intervals.Interval): Intervals.Intervals => {
  const starts = source.slots([from, to]).map(([start]) => start)
  const cuts = starts.filter((start) => start > from)
  return [from, ...cuts].map((start, index) => [start, cuts[index] ?? to] as const)
}

/**
 * Maximum number of bars in memory, some 70 bytes each: half a year of 10,000 stocks. A file of a
 * year is then written twice.
 */
const mostHeld = 1_250_000

/** Part of a batch's time, within one period. */
export interface Slice {
  readonly time: Intervals.Intervals
  readonly days: ReadonlyArray<Calendar.Session>
}

/** Splits a batch into parts whose bars fit in memory, in ascending time. */
export const slicesOf = (
  { gaps, tasks, sessions }: Pick<DayBatch, "gaps" | "tasks" | "sessions">,
  most: number = mostHeld,
): ReadonlyArray<Slice> =>
  periodsOf(tasks[0]!.source, gaps).flatMap(({ from, to }) => {
    const days = sessions.filter(({ midnight }) => from <= midnight && midnight < to)
    const parts = Math.ceil(days.length / Math.max(1, Math.floor(most / tasks.length)))
    const chunks = days.length === 0 ? [[]] : Arr.chunksOf(days, Math.ceil(days.length / parts))
    return chunks.map((days, index) => {
      const first = index === 0 ? from : days[0]!.midnight
      const next = chunks[index + 1]?.[0]?.midnight ?? to
      return { time: Intervals.intersection(gaps, [[first, next]]), days }
    })
  })

/** Makes a batch by day of folders, up to the last ended day: a day's summary appears after its session. */
const byDay = (tasks: ReadonlyArray<Task>, gaps: Intervals.Intervals, now: number): DayBatch => {
  const { source } = tasks[0]!
  const all = sessionsOf(source, gaps)
  const open = all.find(({ close }) => close > now)
  const over = open === undefined ? gaps : Intervals.intersection(gaps, [[-Infinity, open.midnight]])
  return {
    by: "day",
    tasks: tasks.map((task) => ({ ...task, gaps: Intervals.intersection(task.gaps, over) })),
    gaps: over,
    // protects: A day of which the session still runs is not taken for whole.
    // mutant: "leaves a day of which the session runs for the next sync": without .filter(({ close }) => close <= now)
    sessions: all.filter(({ close }) => close <= now),
  }
}

/** Groups folders into batches. Without `by`, requests go by day where that takes fewer of them. */
export const of = (tasks: ReadonlyArray<Task>, now: number, by: Store.SyncOptions["by"]): ReadonlyArray<Batch> => {
  const lacking = tasks.filter(({ gaps }) => gaps.length > 0)
  const lists = Object.values(Arr.groupBy(lacking.filter(isList), ({ source }) => source.dataset))
  const daily = by === "ticker" ? [] : lacking.filter(({ source }) => isDaily(source))
  // protects: Tickers that lack other days are asked for by themselves.
  // mutant: "asks for the tickers that lack other days by themselves": { gaps }) => JSON.stringify(gaps) → ) => ""
  const days = Object.values(Arr.groupBy(daily, ({ gaps }) => JSON.stringify(gaps)))
    .map((group) => byDay(group, group[0]!.gaps, now))
    .filter(
      ({ gaps, tasks, sessions }) => by === "day" || (tasks.length > 1 && sessions.length < tasks.length * gaps.length),
    )
  const grouped = new Set(days.flatMap(({ tasks }) => tasks.map(({ source }) => source)))
  const alone = daily.filter(({ source }) => !grouped.has(source))
  if (alone.length > 1) {
    // Single days that tickers lack, not all of them the same ones.
    const gaps = alone.flatMap(({ gaps }) => gaps)
    const mixed = byDay(alone, Intervals.union([], gaps), now)
    if (mixed.sessions.length < gaps.length) days.push(mixed)
  }
  const together = new Set([...lists, ...days.map(({ tasks }) => tasks)].flat().map(({ source }) => source))
  return [
    ...lists.flatMap((list) => Arr.chunksOf(list, tickersOfRequest).map((tasks): Batch => ({ by: "list", tasks }))),
    ...days,
    ...tasks.filter(({ source }) => !together.has(source)).map((task): Batch => ({ by: "ticker", tasks: [task] })),
  ]
}
