/**
 * Makes a plan: the jobs of a universe, and their cost.
 *
 * @module
 */
import * as Preview from "@candela/core/Preview"
import type * as RateLimit from "@candela/core/RateLimit"
import * as Request from "@candela/core/Request"
import { Store } from "@candela/history/Store"
import type { StoreError } from "@candela/history/StoreError"
import type { Universe } from "@candela/history/Universe"
import * as BarRange from "@candela/market/BarRange"
import * as Calendar from "@candela/market/Calendar"
import * as Markets from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import { BackfillError } from "../../BackfillError.js"
import * as Jobs from "./jobs.js"
import * as Kept from "./kept.js"
import * as Tables from "../database/tables.js"

/** Options of a plan. */
export interface PlanOptions {
  /** Universe: `Universe.bars` of stocks, currencies or crypto. */
  readonly universe: Universe
  /** Range of days, `yyyy-mm-dd` in the market's zone, both inclusive. */
  readonly range: Jobs.DayRange
  /** Rate limit for computing the plan's duration. Default: none. */
  readonly rateLimit?: RateLimit.Window | undefined
  /**
   * Maximum number of jobs of one ticker in a message of the cluster. Default 60. Consecutive jobs
   * of a message are fetched as one stream, so larger messages take fewer requests.
   */
  readonly batchSize?: number | undefined
  /** Number of attempts before a job is set aside. Default 5. */
  readonly attempts?: number | undefined
}

/** Plan, with the maximum cost of its jobs: histories have gaps. */
export interface Plan {
  /** Identifier of the plan: the same universe and range have the same one. */
  readonly plan: string
  /** Number of tickers. */
  readonly tickers: number
  /** Number of waiting jobs: a ticker and a month each, or a year for bars of a day and longer. */
  readonly jobs: number
  /**
   * Number of requests of a single runner. One request has the splits, or dividends, of 50 tickers, and daily bars
   * of stocks are requested by trading day if these are fewer than the tickers that lack the same time. Each runner
   * beyond the first may send two more for its lists, and it compares days with its own share of the tickers.
   */
  readonly requests: number
  /** Maximum number of bars. */
  readonly rows: number
  /** Usual number of bars. */
  readonly expectedRows: number
  /** Expected size of the files, in bytes. */
  readonly bytes: number
  /** Minimum duration under the rate limit; absent without a limit. */
  readonly duration: Duration.Duration | undefined
}

const digest = (text: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (bytes) => Encoding.encodeHex(new Uint8Array(bytes)).slice(0, 12),
  )

const isDay = (day: string): boolean => {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** Time interval, `[from, to)` in epoch milliseconds. */
type Time = readonly [from: number, to: number]

/** Computes the number of requests for some time, once for all tickers: it is the same for each. */
const counting = (universe: Universe) => {
  const { endpoint, multiplier, tickers, timespan } = universe
  const key = Request.nameOf(endpoint, "Ticker") ?? "ticker"
  const known = new Map<string, number>()
  return ([from, to]: Time) =>
    Effect.gen(function* () {
      const name = `${from} ${to}`
      const request = { [key]: tickers[0]!, multiplier, timespan, from, to: to - 1, adjusted: false }
      const requests = known.get(name) ?? (yield* Preview.of(endpoint, request as never)).requests
      known.set(name, requests)
      return requests
    })
}

/** Returns the time of each stretch of waiting jobs: consecutive ones of a batch are fetched together. */
const stretches = (
  { market }: Universe,
  range: Jobs.DayRange,
  names: ReadonlyArray<string>,
  jobs: string,
  batchSize: number,
): ReadonlyArray<Time> =>
  Arr.chunksOf(Jobs.waiting(jobs, [...names.keys()]), batchSize)
    .flatMap(Jobs.runs)
    .map((run) => {
      const { from } = Jobs.daysOf(names[run[0]!]!, range)
      const { to } = Jobs.daysOf(names[run.at(-1)!]!, range)
      const instants = BarRange.instants({ from, to, zone: Markets[market].zone })
      return [instants.from, instants.to + 1]
    })

/** Jobs of a ticker, and their requests. */
interface Needs {
  /** States of the jobs. */
  readonly jobs: string
  /** Number of waiting jobs. */
  readonly waiting: number
  /** Number of requests for bars of one ticker. */
  readonly requests: number
  /** Number of requests by trading day for the same time of all tickers; `Infinity` if impossible. */
  readonly byDay: number
  /** Missing lists in the store. */
  readonly lists: ReadonlyArray<string>
}

/** Returns the number of trading days in a gap. */
const sessionsIn = ({ from, to }: Jobs.Gap): number => {
  const { zone } = Markets.stocks
  return Calendar.sessions(dateOf(zone, from), dateOf(zone, to - 1)).length
}

/** Number of tickers per query of the store: the answer is held in memory. */
const tickersAtOnce = 250

/** Returns the jobs of each ticker, from the missing time in the store, and the store's estimate of their cost. */
const examine = (universe: Universe, range: Jobs.DayRange, names: ReadonlyArray<string>, batchSize: number) =>
  Effect.gen(function* () {
    const store = yield* Store
    const requestsFor = counting(universe)
    // Most tickers of a universe have the same missing time.
    const same = new Map<string, Needs>()
    const needsOf = (gaps: ReadonlyArray<Jobs.Gap>) =>
      Effect.gen(function* () {
        const name = JSON.stringify(gaps)
        const before = same.get(name)
        if (before !== undefined) return before
        const jobs = Jobs.planned(universe.market, names, gaps)
        const bars = gaps.filter(({ dataset }) => dataset === "bars")
        const times = stretches(universe, range, names, jobs, batchSize).flatMap(([from, to]) =>
          bars
            .map((gap): Time => [Math.max(from, gap.from), Math.min(to, gap.to)])
            .filter(([first, last]) => first < last),
        )
        const requests = (yield* Effect.forEach(times, requestsFor)).reduce((sum, one) => sum + one, 0)
        const lists = Jobs.lists.filter((list) => gaps.some(({ dataset }) => dataset === list))
        const byDay = Jobs.isDaily(universe) ? bars.reduce((sum, gap) => sum + sessionsIn(gap), 0) : Infinity
        const needs: Needs = { jobs, waiting: jobs.split(Jobs.letter.waiting).length - 1, requests, byDay, lists }
        same.set(name, needs)
        return needs
      })
    const parts = yield* Effect.forEach(Arr.chunksOf(universe.tickers, tickersAtOnce), (tickers) =>
      Effect.gen(function* () {
        const some = { ...universe, tickers }
        const missing = Arr.groupBy(yield* store.missing(some, range), ({ ticker }) => ticker)
        const { bytes, expectedRows, rows } = yield* store.preview(some, range)
        const examined = yield* Effect.forEach(tickers, (ticker) =>
          Effect.map(
            needsOf((missing[ticker] ?? []).map(({ dataset, from, to }) => ({ dataset, from, to }))),
            (needs) => ({ ...needs, needs, ticker }),
          ),
        )
        return { examined, cost: { bytes, expectedRows, rows } }
      }),
    )
    const sum = (key: "bytes" | "expectedRows" | "rows") => parts.reduce((all, { cost }) => all + cost[key], 0)
    return {
      examined: parts.flatMap(({ examined }) => examined),
      cost: { rows: sum("rows"), expectedRows: sum("expectedRows"), bytes: sum("bytes") },
    }
  })

/** Default maximum number of jobs of one ticker in a message. */
const defaultBatchSize = 60

/** Ticker with the states of its jobs. */
interface Examined {
  readonly ticker: string
  readonly jobs: string
}

/** Reads the states of a plan's jobs from the database. */
const known = (plan: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{
      ticker: string
      jobs: string
    }>`SELECT ticker, jobs FROM backfill_tickers WHERE plan = ${plan}`
    return new Map(rows.map(({ jobs, ticker }) => [ticker, jobs]))
  })

/** Whether a done job waits again: its rows will be counted once more. */
const isAgain = (before: string, after: string): boolean =>
  Array.from(before).some((state, index) => state === Jobs.letter.done && after[index] === Jobs.letter.waiting)

/** Counts the bars of still-done jobs, for tickers of which another done job waits again. */
const counted = (plan: string, universe: Universe, names: ReadonlyArray<string>, examined: ReadonlyArray<Examined>) =>
  Effect.gen(function* () {
    const before = yield* Tables.persistent(known(plan))
    const merged = examined.map(({ jobs, ticker }) => ({ ticker, jobs: Jobs.merged(before.get(ticker) ?? "", jobs) }))
    const changed = merged.filter(({ jobs, ticker }) => isAgain(before.get(ticker) ?? "", jobs))
    const rows = yield* Effect.forEach(changed, ({ jobs, ticker }) =>
      Effect.map(
        Kept.rows({ ...universe, tickers: [ticker] }),
        (rows) => [ticker, Jobs.rowsDone(jobs, names, rows)] as const,
      ),
    )
    return new Map(rows)
  })

/** Writes a plan and its jobs in one transaction, merged with their known states. */
const write = (
  plan: string,
  { attempts = 5, batchSize = defaultBatchSize, range, universe }: PlanOptions,
  examined: ReadonlyArray<Examined>,
  /** Corrected number of bars, for tickers whose counted number is wrong. */
  counted: ReadonlyMap<string, number>,
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const now = yield* Clock.currentTimeMillis
    const { market, multiplier, timespan } = universe
    yield* Effect.gen(function* () {
      yield* sql`INSERT INTO backfill_plans ${sql.insert({
        ...{ plan, market, timespan, multiplier, from_day: range.from, to_day: range.to },
        ...{ page_of: batchSize, attempts, state: "open", detail: "", created_at: now },
      })} ON CONFLICT (plan) DO UPDATE SET page_of = excluded.page_of, attempts = excluded.attempts`
      const before = yield* known(plan)
      const rows = examined.map(({ jobs, ticker }) => ({
        ...{ plan, ticker, jobs: before.has(ticker) ? Jobs.merged(before.get(ticker)!, jobs) : jobs },
        ...{ round: 0, next_at: 0, row_count: 0 },
      }))
      yield* Effect.forEach(
        Arr.chunksOf(rows, 500),
        (some) =>
          sql`INSERT INTO backfill_tickers ${sql.insert(some)} ON CONFLICT (plan, ticker) DO UPDATE SET jobs = excluded.jobs, next_at = 0`,
        { discard: true },
      )
      yield* Effect.forEach(
        counted,
        ([ticker, rows]) =>
          sql`UPDATE backfill_tickers SET row_count = ${rows} WHERE plan = ${plan} AND ticker = ${ticker}`,
        { discard: true },
      )
    }).pipe(Tables.transaction, Tables.persistent)
  })

/** Makes a plan, or updates the one of the same universe and range from the store. */
export const make = (
  options: PlanOptions,
): Effect.Effect<Plan, BackfillError | StoreError | Request.Refusal, SqlClient.SqlClient | Store> =>
  Effect.gen(function* () {
    const { range, rateLimit, universe } = options
    const { market, multiplier, tickers, timespan } = universe
    if (!isDay(range.from) || !isDay(range.to) || range.from > range.to) {
      const detail = `the range from ${range.from} to ${range.to} names no days: write yyyy-mm-dd, the first one first`
      return yield* new BackfillError({ reason: "request", detail })
    }
    if (tickers.length === 0) {
      return yield* new BackfillError({ reason: "request", detail: "the universe has no ticker" })
    }
    const plan = yield* digest(
      JSON.stringify([market, timespan, multiplier, range.from, range.to, [...tickers].sort()]),
    )
    yield* Tables.make
    const names = Jobs.periods(timespan, range)
    const { cost, examined } = yield* examine(universe, range, names, options.batchSize ?? defaultBatchSize)
    // protects: Bars of a job that waits only for its splits are counted once.
    // mutant: "for splits alone counts the bars of its jobs once": yield* counted(plan, universe, names, examined → new
    // Map(
    yield* write(plan, options, examined, yield* counted(plan, universe, names, examined))
    const alike = new Map<Needs, number>()
    for (const { needs } of examined) alike.set(needs, (alike.get(needs) ?? 0) + 1)
    const bars = [...alike].reduce(
      (all, [{ byDay, requests }, tickers]) => all + Math.min(tickers * requests, byDay),
      0,
    )
    const requests = Jobs.lists
      .map((list) => examined.filter(({ lists }) => lists.includes(list)).length)
      .reduce((all, tickers) => all + Math.ceil(tickers / Jobs.tickersOfRequest), bars)
    return {
      plan,
      tickers: tickers.length,
      jobs: examined.reduce((all, { waiting }) => all + waiting, 0),
      requests,
      ...cost,
      duration: rateLimit && Preview.duration({ requests }, rateLimit),
    }
  })
