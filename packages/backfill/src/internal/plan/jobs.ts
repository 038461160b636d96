/**
 * Jobs: a ticker and the period of one file in the store, a month, or a year for bars of a day and
 * longer. The states of a ticker's jobs are one text, a letter each.
 *
 * @module
 */
import type * as Store from "@candela/history/Store"
import * as Markets from "@candela/market/Market"
import type { Timespan } from "@candela/market/Timespan"
import { dateOf } from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import type { Market, Universe } from "@candela/history/Universe"

/** Letter of each state. */
export const letter = {
  /** In the store already when the plan was made. */
  present: "-",
  waiting: "w",
  done: "d",
  /** Done, and the service has no rows. */
  empty: "e",
  /** Set aside after its last attempt. */
  failed: "f",
  skipped: "s",
} as const

/** Datasets that come with the bars of stocks: lists of all tickers' splits and dividends. */
export const lists = ["splits", "dividends"] as const

/** Number of tickers per request for splits or dividends, the same as in the store. */
export const tickersOfRequest = 50

/** SQL order in which the jobs of tickers are sent: tickers with the most waiting jobs first. */
export const byNeed = "length(jobs) - length(replace(jobs, 'w', '')) DESC, ticker"

/** Whether the summary of a trading day has the bars of a plan. */
export const isDaily = ({ market, multiplier, timespan }: Omit<Universe, "endpoint" | "tickers">): boolean =>
  market === "stocks" && timespan === "day" && multiplier === 1

/** Days of a range, `yyyy-mm-dd` in the market's zone, both inclusive. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** Returns the periods that overlap a range, `2024-03` or `2024`, in ascending order. */
export const periods = (timespan: Timespan, { from, to }: DayRange): ReadonlyArray<string> => {
  const names: Array<string> = []
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  for (let year = first; year <= last; year++) {
    const name = String(year).padStart(4, "0")
    if (!Window.isClock(timespan)) {
      names.push(name)
      continue
    }
    for (let month = 1; month <= 12; month++) {
      const ofMonth = `${name}-${String(month).padStart(2, "0")}`
      if (ofMonth >= from.slice(0, 7) && ofMonth <= to.slice(0, 7)) names.push(ofMonth)
    }
  }
  return names
}

/** Number of days of a month, `2024-03`. */
const lengthOf = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()

/** Returns the days of a period within a range. */
export const daysOf = (period: string, { from, to }: DayRange): DayRange => {
  const first = period.length === 4 ? `${period}-01-01` : `${period}-01`
  const last = period.length === 4 ? `${period}-12-31` : `${period}-${lengthOf(period)}`
  return { from: first < from ? from : first, to: last > to ? to : last }
}

/** Missing time of a ticker in the store. */
export type Gap = Omit<Store.Store.Missing, "ticker">

/** Returns the states of a ticker's jobs before the first run: jobs with missing time in the store wait. */
export const planned = (market: Market, names: ReadonlyArray<string>, missing: ReadonlyArray<Gap>): string => {
  const { zone } = Markets[market]
  // Splits and dividends are always requested completely, up to the end of the range: they belong to the last period.
  const others = missing.some(({ dataset }) => dataset !== "bars") ? [names.at(-1)!] : []
  const gaps = missing
    .filter(({ dataset }) => dataset === "bars")
    .map(({ from, to }) => [dateOf(zone, from), dateOf(zone, to - 1)] as const)
  return names
    .map((name) =>
      others.includes(name) ||
      gaps.some(([from, to]) => name >= from.slice(0, name.length) && name <= to.slice(0, name.length))
        ? letter.waiting
        : letter.present,
    )
    .join("")
}

/**
 * Merges the states of jobs that are planned again: done jobs wait if the store lacks their time
 * now, set-aside or skipped ones stay so.
 */
export const merged = (before: string, now: string): string =>
  Array.from(now, (state, index) => {
    const old = before[index] ?? letter.present
    if (state === letter.present) return old === letter.waiting ? letter.present : old
    return old === letter.failed || old === letter.skipped ? old : state
  }).join("")

/** Returns the number of bars of done jobs, from the stored rows of each period. */
export const rowsDone = (jobs: string, names: ReadonlyArray<string>, rows: ReadonlyMap<string, number>): number =>
  names.reduce((sum, name, index) => sum + (jobs[index] === letter.done ? (rows.get(name) ?? 0) : 0), 0)

/** Returns the positions whose jobs wait. */
export const waiting = (jobs: string, positions: ReadonlyArray<number>): ReadonlyArray<number> =>
  positions.filter((index) => jobs[index] === letter.waiting)

/** Groups positions into consecutive runs. Jobs of a run are fetched together. */
export const runs = (positions: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<number>> => {
  const all: Array<Array<number>> = []
  for (const position of positions) {
    const last = all.at(-1)
    if (last !== undefined && last.at(-1)! + 1 === position) last.push(position)
    else all.push([position])
  }
  return all
}

/** Outcome of a job. */
export interface Result {
  /** Position of its period in the plan. */
  readonly index: number
  /** New state. */
  readonly state: string
  /** Number of received bars, or of stored bars of its period. */
  readonly rows: number
}

/** States after the results of jobs, and the rows of these jobs. */
export interface JobsAfter {
  readonly jobs: string
  readonly rows: number
}

/** Applies results to waiting jobs. Others stay unchanged: they were skipped, or another runner was first. */
export const settled = (jobs: string, results: ReadonlyArray<Result>): JobsAfter => {
  const states = [...jobs]
  let rows = 0
  for (const result of results) {
    // protects: Only jobs that wait get a result: what was left out stays left out, and rows count once.
    // mutant: "written together are those written one by one": removed
    if (states[result.index] !== letter.waiting) continue
    states[result.index] = result.state
    rows += result.rows
  }
  return { jobs: states.join(""), rows }
}
