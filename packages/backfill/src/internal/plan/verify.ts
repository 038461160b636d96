/**
 * Compares the finished jobs of a plan with the store, and makes jobs wait again: those with damaged
 * or missing files, and those whose bars have gaps or faults that were not yet requested again.
 *
 * @module
 */
import type * as Integrity from "@candela/history/Integrity"
import { Store } from "@candela/history/Store"
import type { StoreError } from "@candela/history/StoreError"
import type * as Universe from "@candela/history/Universe"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { BackfillError } from "../../BackfillError.js"
import * as Control from "./control.js"
import * as Jobs from "./jobs.js"
import * as Kept from "./kept.js"
import * as Plans from "./plans.js"
import * as Tables from "../database/tables.js"

/** Options of a verification. */
export interface VerifyOptions extends Control.Selection {
  /**
   * Whether to check the bars themselves, and their days against the market's calendar. Reads and
   * decodes every file. Default true.
   */
  readonly integrity?: boolean | undefined
  /** Number of tickers checked concurrently: a file of each is in memory. Default 4. */
  readonly concurrency?: number | undefined
  /** Runs for each finding as it is found. */
  readonly onFinding?: ((finding: Finding) => Effect.Effect<void>) | undefined
  /** Runs after each ticker. */
  readonly onProgress?: ((progress: VerifyProgress) => Effect.Effect<void>) | undefined
}

/** Progress of a verification. */
export interface VerifyProgress {
  /** Number of checked tickers. */
  readonly done: number
  /** Total number of tickers to check. */
  readonly tickers: number
  /** Number of rows in the checked files. */
  readonly rows: number
}

/** Kinds of findings, in the order of the checks. */
const problems = ["damage", "absent", "gap", "integrity"] as const

/**
 * Kind of problem. `damage`: a file is lost, its size, bytes or number of rows differ from its manifest, or the
 * manifest is unreadable. `absent`: the job is done, but the store lacks some of its time. `gap`: trading days without
 * bars between the first and the last bar of the ticker. `integrity`: days whose bars `Integrity` finds degraded.
 */
export type Problem = (typeof problems)[number]

/** Problem of a job that is done. */
export interface Finding {
  /** Ticker. */
  readonly ticker: string
  /** Dataset: `bars`, `splits` or `dividends`. */
  readonly dataset: string
  /** Period of the job, `2024-03` or `2024`; `all` for splits and dividends, which are one file. */
  readonly period: string
  /** Kind of problem. */
  readonly problem: Problem
  /** Description of the problem. */
  readonly detail: string
  /**
   * Whether a job of the plan waits again for it. Otherwise a fetch after an earlier finding gave
   * the same result, so the fault is the service's; or it is outside of the plan.
   */
  readonly waits: boolean
}

/** Result of a verification. */
export interface Verification {
  /** Identifier of the plan. */
  readonly plan: string
  /** Number of checked tickers. */
  readonly tickers: number
  /** Number of files compared with their manifests. */
  readonly files: number
  /** Number of rows in them. */
  readonly rows: number
  /** Total size, in bytes. */
  readonly bytes: number
  /** Number of jobs that wait again. */
  readonly jobs: number
  /** Number of findings of each kind. */
  readonly found: Readonly<Record<Problem, number>>
  /** First 1,000 findings, those of a ticker in ascending time. */
  readonly findings: ReadonlyArray<Finding>
}

/** Maximum number of findings in the result. */
const most = 1000

/** States of jobs whose time must be in the store. */
const over: ReadonlyArray<string> = [Jobs.letter.present, Jobs.letter.done, Jobs.letter.empty]

/** Finding before it is known whether its job waits again. */
type Found = Omit<Finding, "waits" | "ticker">

const problemsOfFiles: Readonly<Record<Store.Damage["problem"], string>> = {
  lost: "it is not there",
  size: "it has another size",
  digest: "it has other bytes",
  rows: "it has another number of rows than its manifest says",
  manifest: "it cannot be read",
  period: "it holds rows outside its period",
}

const ofDamage = ({ file, folder, period = "all", problem }: Store.Damage): Found => ({
  dataset: folder.split("/")[0]!,
  period,
  problem: "damage",
  detail: `${file}: ${problemsOfFiles[problem]}`,
})

const list = (dates: ReadonlyArray<string>): string =>
  dates.length > 3 ? `${dates.slice(0, 3).join(", ")} and ${dates.length - 3} other days` : dates.join(", ")

/** Returns the findings of some days of a period. */
const ofDays = (period: string, days: ReadonlyArray<Integrity.Day>): ReadonlyArray<Found> => {
  const missing = days.filter(({ status }) => status === "missing").map(({ date }) => date)
  const degraded = days.filter(({ status }) => status === "degraded")
  const reasons = new Set(degraded.flatMap(({ findings }) => findings.map(({ reason }) => reason)))
  const found = { dataset: "bars", period }
  return [
    ...(missing.length === 0 ? [] : [{ ...found, problem: "gap" as const, detail: `no bars on ${list(missing)}` }]),
    ...(degraded.length === 0
      ? []
      : [
          {
            ...found,
            problem: "integrity" as const,
            detail: `${[...reasons].join(", ")} on ${list(degraded.map(({ date }) => date))}`,
          },
        ]),
  ]
}

/** Fingerprint of faults: equal for the same faults of the same days. */
const fingerprint = (days: ReadonlyArray<Integrity.Day>): string =>
  JSON.stringify(days.map(({ date, findings, status }) => [date, status, findings.map(({ reason }) => reason)]))

/**
 * Returns the days with faults, by period. Before its first bar and after its last one a ticker may
 * not have been listed.
 */
const faults = (report: Integrity.Report, lengthOfName: number) => {
  const days = report.tickers.flatMap(({ days }) => days)
  const traded = days.filter(({ rows }) => rows > 0).map(({ date }) => date)
  const [first = "", last = ""] = [traded[0], traded.at(-1)]
  return Arr.groupBy(
    // protects: Days before a ticker was listed are no gap.
    // mutant: "finds nothing in a whole store": date > first && date < last → true
    days.filter(({ date, status }) => status === "degraded" || (status === "missing" && date > first && date < last)),
    ({ date }) => date.slice(0, lengthOfName),
  )
}

/**
 * Returns the checked range: the chosen periods with a month on both sides, because days are judged
 * by those around them.
 */
const rangeOf = ({ definition: { range }, has, names }: Control.Chosen): Universe.Range => {
  const chosen = names.filter((_, index) => has(index))
  const around = (date: string, days: number) =>
    new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
  const from = around(Jobs.daysOf(chosen[0]!, range).from, -31)
  const to = around(Jobs.daysOf(chosen.at(-1)!, range).to, 31)
  return { from: from < range.from ? range.from : from, to: to > range.to ? range.to : to }
}

/** Verifies one ticker, and returns its findings and the totals of its files. */
const ticker = (chosen: Control.Chosen, name: string, before: string, { integrity = true }: VerifyOptions) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* Store
    const { definition, has, names } = chosen
    const { plan, range } = definition
    const universe = Plans.universeOf(definition, [name])
    // Requests for these bars were accepted when the plan was made.
    const check = (universe: Universe.Universe, range: Universe.Range) =>
      Effect.catchTags(store.check(universe, range), { InvalidRequest: Effect.die, BadResolution: Effect.die })
    const isOver = (index: number) => has(index) && over.includes(before[index]!)

    // Damaged files are removed from the manifests, and count as missing from then on.
    const files = yield* store.verify(universe)
    // Days that the service gave no rows for are gaps, below, and not the fault of a job.
    const missing = (yield* store.missing(universe, range, { settled: true })).filter(
      ({ dataset, doubtfulSince }) => dataset !== "bars" || doubtfulSince === undefined,
    )
    const lacks = Jobs.planned(
      definition.market,
      names,
      missing.filter(({ dataset }) => dataset === "bars"),
    )
    const lists = new Set(missing.map(({ dataset }) => dataset).filter((dataset) => dataset !== "bars"))
    const waiting = new Set(names.flatMap((_, index) => (isOver(index) && lacks[index] === "w" ? [index] : [])))
    // Splits and dividends come with the last job.
    if (lists.size > 0) waiting.add(names.length - 1)
    const damages = files.damages.map(ofDamage)
    const absent = [
      ...[...lists].map((dataset) => ({ dataset, period: "all" })),
      ...[...waiting]
        .filter((index) => lacks[index] === "w")
        .map((index) => ({ dataset: "bars", period: names[index]! })),
    ].filter(
      (one) =>
        !damages.some(({ dataset, period }) => dataset === one.dataset && (period === one.period || period === "all")),
    )
    const gone = absent.map((one): Found => ({ ...one, problem: "absent", detail: "the store lacks some of its time" }))

    // Check the stored bars. Without its splits a ticker's prices would seem to jump.
    // protects: Bars are not judged without their splits.
    // mutant: "has damaged, lost and absent files fetched again": 0 → 9
    const inside = lists.size > 0 ? [] : names.filter((_, index) => isOver(index) && !waiting.has(index))
    const byPeriod =
      integrity && inside.length > 0 ? faults(yield* check(universe, rangeOf(chosen)), names[0]!.length) : {}
    const known = new Map(
      (yield* Tables.persistent(
        sql<{
          period: string
          found: string
        }>`SELECT period, found FROM backfill_findings WHERE plan = ${plan} AND ticker = ${name}`,
      )).map(({ found, period }) => [period, found]),
    )
    const degraded = inside.flatMap((period) => {
      const days = byPeriod[period]
      if (days === undefined) return []
      const found = fingerprint(days)
      // protects: A fault that the service has is fetched again once.
      // mutant: "has degraded bars fetched again once": known.get(period) !== found → found.length > 0
      return [{ period, days, found, isNew: known.get(period) !== found }]
    })
    for (const { isNew, period } of degraded) {
      if (!isNew) continue
      // protects: A degraded period is asked for again, though the manifest has it.
      // mutant: "has degraded bars fetched again once": removed
      yield* store.doubt(universe, Jobs.daysOf(period, range))
      waiting.add(names.indexOf(period))
    }

    // protects: Bars that a verification has fetched again are counted once.
    // mutant: "has damaged, lost and absent files fetched again": waiting.size > 0 ? yield* Kept.rows(universe) : →
    // undefined as ReadonlyMap<string, number> |
    const rows = waiting.size > 0 ? yield* Kept.rows(universe) : undefined
    const revised = yield* Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const stale = [...known.keys()].filter((period) => inside.includes(period) && byPeriod[period] === undefined)
      if (stale.length > 0) {
        yield* sql`DELETE FROM backfill_findings WHERE plan = ${plan} AND ticker = ${name} AND ${sql.in("period", stale)}`
      }
      for (const { found, isNew, period } of degraded) {
        if (!isNew) continue
        yield* sql`INSERT INTO backfill_findings ${sql.insert({ plan, ticker: name, period, found, at: now })}
          ON CONFLICT (plan, ticker, period) DO UPDATE SET found = excluded.found, at = excluded.at`
      }
      const to = (state: string, index: number) =>
        waiting.has(index) && over.includes(state) ? Jobs.letter.waiting : undefined
      return yield* Control.revise(chosen, name, to, rows)
    }).pipe(Tables.transaction, Tables.persistent)

    const again = new Set(revised)
    const waits = ({ dataset, period }: Found) =>
      dataset !== "bars"
        ? again.has(names.length - 1)
        : period === "all"
          ? again.size > 0
          : again.has(names.indexOf(period))
    const findings = [...damages, ...gone, ...degraded.flatMap(({ days, period }) => ofDays(period, days))].map(
      (found): Finding => ({ ticker: name, ...found, waits: waits(found) }),
    )
    return { findings, files, jobs: revised.length }
  })

/** Verifies the completed jobs of a plan. Sends no request. */
export const make = (
  plan: string,
  options: VerifyOptions = {},
): Effect.Effect<Verification, BackfillError | StoreError, SqlClient.SqlClient | Store> =>
  Effect.gen(function* () {
    yield* Tables.make
    const chosen = yield* Control.find(plan, options)
    const { concurrency = 4, onFinding, onProgress } = options
    const tickers = chosen.tickers.filter(({ jobs }) => over.some((state) => jobs.includes(state)))
    const found: Record<Problem, number> = { damage: 0, absent: 0, gap: 0, integrity: 0 }
    const findings: Array<Finding> = []
    let [done, files, rows, bytes, jobs] = [0, 0, 0, 0, 0]
    yield* Effect.forEach(
      tickers,
      ({ jobs: before, ticker: name }) =>
        Effect.gen(function* () {
          const one = yield* ticker(chosen, name, before, options)
          for (const finding of one.findings) {
            found[finding.problem]++
            if (findings.length < most) findings.push(finding)
            if (onFinding !== undefined) yield* onFinding(finding)
          }
          files += one.files.files
          rows += one.files.rows
          bytes += one.files.bytes
          jobs += one.jobs
          if (onProgress !== undefined) yield* onProgress({ done: ++done, tickers: tickers.length, rows })
        }),
      { concurrency, discard: true },
    )
    return { plan, tickers: tickers.length, files, rows, bytes, jobs, found, findings }
  })
