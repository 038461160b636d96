/**
 * Updates the folders of a universe.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { dateOf, dayMillis } from "@candela/market/TimeZone"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import type * as Store from "./types.js"
import { StoreError } from "../../StoreError.js"
import * as Ask from "./ask.js"
import * as Batches from "./batches.js"
import * as Days from "./days.js"
import { type Filling, fill, type Written } from "./fill.js"
import * as Intervals from "./intervals.js"
import type { Manifest } from "./manifest.js"
import { folderOf, type Place } from "./partition.js"
import type { Plan } from "./plan.js"
import type { Source } from "./source.js"

/** Returns the dataset and the ticker of a folder. */
export const nameOf = ({ dataset, ticker }: Source): { readonly dataset: string; readonly ticker: string } => ({
  dataset,
  ticker: ticker!,
})

/** Returns the total length of gaps, in milliseconds. A list counts as a day. */
const lengthOf = (source: Source, gaps: Intervals.Intervals): number =>
  source.requestOfMany === undefined ? gaps.reduce((sum, [from, to]) => sum + to - from, 0) : gaps.length * dayMillis

/** Counts written rows and files, and reports progress. */
const tally = (plans: ReadonlyArray<Plan>, onProgress: Store.SyncOptions["onProgress"]) => {
  const whole = plans.reduce((sum, { gaps, source }) => sum + lengthOf(source, gaps), 0)
  let [done, rows, files, bytes] = [0, 0, 0, 0]
  const changes: Array<Store.Change> = []
  const failures: Array<Store.Failure> = []
  const bars = plans.filter(({ source }) => source.dataset === "bars")
  const empty = new Set(
    bars.filter(({ manifest }) => Object.keys(manifest.files).length === 0).map(({ source }) => source.ticker!),
  )
  const damages = plans.flatMap(({ damages }) => damages)
  return {
    summary: (): Store.Summary => ({ rows, files, bytes, changes, failures, empty: [...empty], damages }),
    /** Others may have written bars meanwhile: these rows then change no file. */
    onFilled: ({ dataset, ticker }: Source, { files }: Manifest) => {
      if (dataset === "bars" && Object.keys(files).length > 0) empty.delete(ticker!)
    },
    onFailed: (source: Source, error: Store.Failure["error"]) => {
      failures.push({ ...nameOf(source), error })
    },
    onWritten: ({ difference, done: part, file, period, received, source }: Written) =>
      Effect.suspend(() => {
        const name = { ...nameOf(source), period: period.name }
        done += lengthOf(source, [part])
        rows += received
        files += file === undefined ? 0 : 1
        bytes += file?.bytes ?? 0
        if (difference !== undefined) changes.push({ ...name, ...difference })
        return onProgress?.({ ...name, rows: received, to: part[1], done: Math.min(1, done / whole) }) ?? Effect.void
      }),
  }
}

/** Maximum number of repetitions of a sync whose results other writers remove again. */
const mostRounds = 5

/** Input of a sync run. */
export interface Run {
  readonly plans: ReadonlyArray<Plan>
  /** Instant of planning. */
  readonly now: number
  /** Earliest instant that corrections reach. */
  readonly before: number
  /** Plans for time that is missing at the end although it was fetched: other writers may have removed it. Absent without other writers. */
  readonly missing: Effect.Effect<ReadonlyArray<Plan>, StoreError> | undefined
}

/** Executes plans. With one writer, the caller holds its lock. */
export const run = (
  place: Place,
  { before, missing, now, plans }: Run,
  { by, concurrency = 4, onFailure = "fail", onProgress }: Store.SyncOptions,
): Effect.Effect<Store.Summary, StoreError | MarketDataError, MarketData> =>
  Effect.suspend(() => {
    const batches = Batches.of(plans, now, by)
    const { onFailed, onFilled, onWritten, summary } = tally(
      batches.flatMap(({ plans }) => plans),
      onProgress,
    )

    const collect =
      (sources: ReadonlyArray<Source>) =>
      <A, R>(operation: Effect.Effect<A, StoreError | MarketDataError, R>) =>
        onFailure === "fail"
          ? operation
          : Effect.catchAll(operation, (error) =>
              Effect.sync(() => sources.forEach((source) => onFailed(source, error))),
            )

    /** Fills a folder and returns its plan without gaps; `undefined` if it failed and the others continue. */
    const fillOne = (plan: Plan, rows: Filling<MarketData>["rows"]) =>
      fill(place, plan, { rows, settled: plan.source.settled(before), knownAt: dateOf("UTC", now), onWritten }).pipe(
        Effect.tap((manifest) => Effect.sync(() => onFilled(plan.source, manifest))),
        Effect.map((manifest): Plan => ({
          ...plan,
          manifest,
          damaged: {},
          damages: [],
          isOld: false,
          strays: [],
          gaps: [],
        })),
        collect([plan.source]),
      )

    const fillByTicker = (plan: Plan) =>
      fillOne(plan, ([from, to]) => Ask.rows(plan.source.endpoint, plan.source.request(from, to)))

    const fillByList = (plans: ReadonlyArray<Plan>) =>
      Effect.gen(function* () {
        const { endpoint, requestOfMany } = plans[0]!.source
        const tickers = plans.map(({ source }) => source.ticker!)
        const pieces = yield* Ask.byTicker(endpoint, requestOfMany!(tickers))
        yield* Effect.forEach(
          plans,
          (plan) => fillOne(plan, () => Stream.fromIterable([pieces.get(plan.source.ticker!) ?? []].flat())),
          { discard: true },
        )
      })

    const fillByDay = (batch: Batches.ByDay) =>
      Effect.gen(function* () {
        let left = batch.plans
        for (const { days, time } of Batches.slicesOf(batch)) {
          const sources = left.map(({ source }) => source)
          const answer = yield* Effect.either(Days.fetch(sources, days, concurrency))
          if (Either.isLeft(answer)) {
            if (!Days.isOfSummary(answer.left)) return yield* answer.left
            yield* Effect.logWarning(`Bars are asked for ticker by ticker: ${answer.left.message}`)
            const rest = Intervals.intersection(batch.gaps, [[time[0]![0], Infinity]])
            return yield* Effect.forEach(left, (plan) => fillByTicker({ ...plan, gaps: rest }), {
              concurrency,
              discard: true,
            })
          }
          const rowsOf = ({ source }: Plan) => Stream.fromIterable(answer.right(source.ticker!))
          const filled = yield* Effect.forEach(
            left,
            (plan) => fillOne({ ...plan, gaps: time }, () => Stream.suspend(() => rowsOf(plan))),
            { concurrency },
          )
          left = filled.filter((plan) => plan !== undefined)
          if (left.length === 0) return
        }
      })

    const fillBatch = (batch: Batches.Batch) => {
      if (batch.by === "ticker") return fillByTicker(batch.plans[0])
      return (batch.by === "list" ? fillByList(batch.plans) : fillByDay(batch)).pipe(
        collect(batch.plans.map(({ source }) => source)),
      )
    }

    const fillAll = (batches: ReadonlyArray<Batches.Batch>) =>
      Effect.forEach(batches, fillBatch, { concurrency, discard: true })

    /** Fetches rows again that were removed meanwhile. */
    const again = (rounds: number): Effect.Effect<void, StoreError | MarketDataError, MarketData> =>
      Effect.flatMap(missing ?? Effect.succeed([]), (plans) => {
        const failed = new Set(summary().failures.map(({ dataset, ticker }) => `${dataset} ${ticker}`))
        const left = plans.filter(({ source }) => !failed.has(`${source.dataset} ${source.ticker}`))
        const [first] = left
        if (first === undefined) return Effect.void
        return rounds < mostRounds
          ? Effect.zipRight(fillAll(Batches.of(left, now, by)), again(rounds + 1))
          : Effect.fail(
              new StoreError({
                reason: "manifest",
                path: folderOf(place, first.source).path,
                detail: `another process takes out again and again what is written here. End it, or wait for its end, then sync again.`,
              }),
            )
      })

    const tell = Effect.forEach(summary().damages, ({ file, folder, problem }) =>
      Effect.logWarning(
        `${place.root}/${folder}/${file} was damaged (${problem}), and is taken out of the store: its rows are fetched again.`,
      ),
    )

    return tell.pipe(Effect.zipRight(fillAll(batches)), Effect.zipRight(again(0)), Effect.map(summary))
  })
