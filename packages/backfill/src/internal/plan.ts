/**
 * Makes a plan: which jobs a universe needs, and what they cost.
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
import { BackfillError } from "../BackfillError.js"
import * as Days from "./days.js"
import * as Jobs from "./jobs.js"
import * as Kept from "./kept.js"
import * as Lists from "./lists.js"
import * as Tables from "./tables.js"

/** What is planned. */
export interface Options {
  /** The bars: `Universe.bars` of stocks, currencies or crypto. */
  readonly universe: Universe
  /** The days, `yyyy-mm-dd` in the market's zone, both inclusive. */
  readonly range: Jobs.Days
  /** The rate limit under which the plan's time is told. Default: none. */
  readonly rateLimit?: RateLimit.Window | undefined
  /**
   * Largest number of jobs of one ticker in a message of the cluster. Default 60. Jobs of a message that follow each other are fetched as one stream, so more of them in a message take fewer requests.
   */
  readonly pageOf?: number | undefined
  /** Attempts before a job is set aside. Default 5. */
  readonly attempts?: number | undefined
}

/** A plan, with what its jobs cost at most: histories have gaps. */
export interface Plan {
  /** Names the plan: the same universe and range have the same name. */
  readonly plan: string
  /** Tickers. */
  readonly tickers: number
  /** Jobs that wait: a ticker and a month each, or a year for bars of a day and longer. */
  readonly jobs: number
  /**
   * Requests, of one runner. Splits, and dividends, of 50 tickers are one of them, and daily bars of stocks come by trading day where those are fewer than the tickers that lack the same time. Each
   * runner beyond the first may send two more for its lists, and it compares days with its own share of the tickers.
   */
  readonly requests: number
  /** Largest number of what a page counts: base aggregates of bars. */
  readonly rows: number
  /** Usual number of the same. */
  readonly expectedRows: number
  /** Expected size of the files, in bytes. */
  readonly bytes: number
  /** The least time that the rate limit makes the requests take; absent without a limit. */
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

/** Time, `[from, to)` in epoch milliseconds. */
type Time = readonly [from: number, to: number]

/** Tells the requests for some time, once for all tickers: they are those of any. */
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

/** The time of each stretch of jobs that wait: those of a page that follow each other are fetched together. */
const stretches = (
  { market }: Universe,
  range: Jobs.Days,
  names: ReadonlyArray<string>,
  jobs: string,
  pageOf: number,
): ReadonlyArray<Time> =>
  Arr.chunksOf(Jobs.waiting(jobs, [...names.keys()]), pageOf)
    .flatMap(Jobs.runs)
    .map((run) => {
      const { from } = Jobs.daysOf(names[run[0]!]!, range)
      const { to } = Jobs.daysOf(names[run.at(-1)!]!, range)
      const instants = BarRange.instants({ from, to, zone: Markets[market].zone })
      return [instants.from, instants.to + 1]
    })

/** What the jobs of a ticker come to. */
interface Needs {
  /** Their states. */
  readonly jobs: string
  /** Number of those that wait. */
  readonly waiting: number
  /** Requests of bars of one ticker. */
  readonly requests: number
  /** Requests of the same time for all tickers that lack it, by trading day; `Infinity` where there are none. */
  readonly byDay: number
  /** Which of the lists the store lacks. */
  readonly lists: ReadonlyArray<string>
}

/** The trading days of a gap. */
const sessionsIn = ({ from, to }: Jobs.Gap): number => {
  const { zone } = Markets.stocks
  return Calendar.sessions(dateOf(zone, from), dateOf(zone, to - 1)).length
}

/** Tickers of which the store is asked at once: what it says of each is in memory. */
const tickersAtOnce = 250

/** The jobs of each ticker, by what the store lacks, and what the store says of their cost. */
const examine = (universe: Universe, range: Jobs.Days, names: ReadonlyArray<string>, pageOf: number) =>
  Effect.gen(function* () {
    const store = yield* Store
    const requestsFor = counting(universe)
    // Most tickers of a universe lack the same time.
    const same = new Map<string, Needs>()
    const needsOf = (gaps: ReadonlyArray<Jobs.Gap>) =>
      Effect.gen(function* () {
        const name = JSON.stringify(gaps)
        const before = same.get(name)
        if (before !== undefined) return before
        const jobs = Jobs.planned(universe.market, names, gaps)
        const bars = gaps.filter(({ dataset }) => dataset === "bars")
        const times = stretches(universe, range, names, jobs, pageOf).flatMap(([from, to]) =>
          bars
            .map((gap): Time => [Math.max(from, gap.from), Math.min(to, gap.to)])
            .filter(([first, last]) => first < last),
        )
        const requests = (yield* Effect.forEach(times, requestsFor)).reduce((sum, one) => sum + one, 0)
        const lists = Lists.datasets.filter((list) => gaps.some(({ dataset }) => dataset === list))
        const byDay = Days.isDaily(universe) ? bars.reduce((sum, gap) => sum + sessionsIn(gap), 0) : Infinity
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

/** Largest number of jobs of one ticker in a message, unless a plan says it. */
const defaultPageOf = 60

/** A ticker with the states of its jobs. */
interface Examined {
  readonly ticker: string
  readonly jobs: string
}

/** The states of a plan's jobs that the database has. */
const known = (plan: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{
      ticker: string
      jobs: string
    }>`SELECT ticker, jobs FROM backfill_tickers WHERE plan = ${plan}`
    return new Map(rows.map(({ jobs, ticker }) => [ticker, jobs]))
  })

/** Whether a job that was done waits again: its rows will be counted once more. */
const isAgain = (before: string, after: string): boolean =>
  Array.from(before).some((state, index) => state === Jobs.letter.done && after[index] === Jobs.letter.waiting)

/** The bars of the jobs that are still done, of the tickers of which another job was done and waits again. */
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

/** Writes a plan and its jobs at once, beside what is known of them already. */
const write = (
  plan: string,
  { attempts = 5, pageOf = defaultPageOf, range, universe }: Options,
  examined: ReadonlyArray<Examined>,
  /** Bars that are counted of a ticker from now on, where those that were counted are not right. */
  counted: ReadonlyMap<string, number>,
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const now = yield* Clock.currentTimeMillis
    const { market, multiplier, timespan } = universe
    yield* Effect.gen(function* () {
      yield* sql`INSERT INTO backfill_plans ${sql.insert({
        ...{ plan, market, timespan, multiplier, from_day: range.from, to_day: range.to },
        ...{ page_of: pageOf, attempts, state: "open", detail: "", created_at: now },
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

/** Makes a plan, or brings the one of the same universe and range up to date with the store. */
export const make = (
  options: Options,
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
    const { cost, examined } = yield* examine(universe, range, names, options.pageOf ?? defaultPageOf)
    yield* write(plan, options, examined, yield* counted(plan, universe, names, examined))
    const alike = new Map<Needs, number>()
    for (const { needs } of examined) alike.set(needs, (alike.get(needs) ?? 0) + 1)
    const bars = [...alike].reduce(
      (all, [{ byDay, requests }, tickers]) => all + Math.min(tickers * requests, byDay),
      0,
    )
    const requests = Lists.datasets
      .map((list) => examined.filter(({ lists }) => lists.includes(list)).length)
      .reduce((all, tickers) => all + Math.ceil(tickers / Lists.tickersOfRequest), bars)
    return {
      plan,
      tickers: tickers.length,
      jobs: examined.reduce((all, { waiting }) => all + waiting, 0),
      requests,
      ...cost,
      duration: rateLimit && Preview.duration({ requests }, rateLimit),
    }
  })
