/**
 * Operations of a store.
 *
 * @module
 */
import * as Preview from "@candela/core/Preview"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Store from "./types.js"
import { StoreError } from "../../StoreError.js"
import type { Range, Universe } from "../../Universe.js"
import * as Batches from "./batches.js"
import * as Care from "./care.js"
import * as Intervals from "./intervals.js"
import { keep } from "./keep.js"
import * as Partition from "./partition.js"
import * as Plan from "./plan.js"
import * as Readers from "./readers.js"
import * as Source from "./source.js"
import * as Sync from "./sync.js"

/** Size of a bar in a Parquet file, in bytes: 250,000 bars took 3.3 MB. */
const bytesOfBar = 13

/** Base aggregates, the unit of a page's limit, per window of a timespan; days count if they have trades. */
const baseAggregates = { second: 1, minute: 1, hour: 60, day: 1, week: 5, month: 21, quarter: 63, year: 252 } as const

/** Whether a folder belongs to the given datasets; default all. */
const isOf =
  (datasets: ReadonlyArray<Store.Dataset> | undefined) =>
  ({ dataset }: Source.Source) =>
    datasets?.some((wanted) => wanted === dataset) ?? true

/** Makes the store in a place. */
export const make = (
  place: Partition.Place,
  { settleAfter = Duration.days(1) }: Pick<Store.Options, "settleAfter">,
): Store.Service => {
  const { root, writing } = place

  const refuse = (detail: string) => new StoreError({ reason: "request", path: root, detail })

  const sourcesOf = (universe: Universe) => Either.mapLeft(Source.of(universe), ({ message }) => refuse(message))

  const timeOf = (universe: Universe, range: Range, now: number) =>
    Either.fromNullable(Source.timeOf(universe.market, range, now), () =>
      refuse(
        `the range from ${range.from} to ${range.to} names no days: write yyyy-mm-dd or epoch milliseconds, the first one first`,
      ),
    )

  /** Plans the sync of a universe's folders at the current time, only those of the given datasets. */
  const plansOf = (universe: Universe, range: Range, { datasets, refresh }: Store.SyncOptions) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const before = now - Duration.toMillis(settleAfter)
      const time = yield* timeOf(universe, range, now)
      const again = refresh === undefined ? [] : yield* timeOf(universe, refresh, now)
      const plans = yield* Plan.makeAll(place, (yield* sourcesOf(universe)).filter(isOf(datasets)), (source) => ({
        ...{ time, refresh: again },
        settled: source.settled(before),
      }))
      return { plans, now, before }
    })

  const preview = (universe: Universe, range: Range, options: Store.SyncOptions = {}) =>
    Effect.gen(function* () {
      const { now, plans } = yield* plansOf(universe, range, options)
      // Bars of the same time cost the same for every ticker.
      const known = new Map<string, Omit<Store.Cost, "bytes">>()
      const costOf = ({ endpoint, request }: Source.Source, [from, to]: Intervals.Interval) =>
        Effect.gen(function* () {
          const time = `${from} ${to}`
          const cost =
            known.get(time) ?? (yield* Preview.of(endpoint as Universe["endpoint"], request(from, to) as never))
          known.set(time, cost)
          return cost
        })
      const costOfBars = (plans: ReadonlyArray<Plan.Plan>) =>
        Effect.forEach(
          plans.flatMap(({ gaps, source }) => gaps.map((gap) => [source, gap] as const)),
          ([source, gap]) => costOf(source, gap),
        )
      const costs = yield* Effect.forEach(Batches.of(plans, now, options.by), (batch) => {
        const { gaps, source } = batch.plans[0]!
        if (source.endpoint.kind !== "history") {
          return Effect.succeed(gaps.map(() => ({ requests: 1, rows: 0, expectedRows: 0 })))
        }
        const bars = costOfBars(batch.plans)
        if (batch.by !== "day") return bars
        const request = { requests: batch.sessions.length, rows: 0, expectedRows: 0 }
        return Effect.map(bars, (bars) => [request, ...bars.map((cost) => ({ ...cost, requests: 0 }))])
      })
      const sum = (key: "requests" | "rows" | "expectedRows") => costs.flat().reduce((sum, cost) => sum + cost[key], 0)
      const expectedRows = sum("expectedRows")
      return {
        requests: sum("requests"),
        rows: sum("rows"),
        expectedRows,
        bytes: Math.round((expectedRows / universe.multiplier / baseAggregates[universe.timespan]) * bytesOfBar),
      }
    })

  const sync = (universe: Universe, range: Range, options: Store.SyncOptions = {}) =>
    plansOf(universe, range, options).pipe(
      Effect.flatMap((planned) => {
        const isMissing = ({ gaps, source }: Plan.Plan) =>
          Intervals.intersection(gaps, [[Source.always[0], source.settled(planned.before)]]).length > 0
        const missing = Effect.map(plansOf(universe, range, { datasets: options.datasets }), ({ plans }) =>
          plans.filter(isMissing),
        )
        return Sync.run(place, { ...planned, missing: place.isShared ? missing : undefined }, options)
      }),
      writing,
    )

  const missing = (universe: Universe, range: Range, { datasets, settled = false }: Store.MissingOptions = {}) =>
    Effect.map(plansOf(universe, range, { datasets }), ({ before, plans }) =>
      plans.flatMap(({ gaps, source }) => {
        const wanted = settled ? Intervals.intersection(gaps, [[Source.always[0], source.settled(before)]]) : gaps
        return wanted.map(([from, to]) => ({ ...Sync.nameOf(source), from, to }))
      }),
    )

  const files = (universe: Universe, { datasets }: Store.FilesOptions = {}) =>
    Effect.flatMap(sourcesOf(universe), (sources) =>
      Effect.forEach(sources.filter(isOf(datasets)), (source) =>
        Effect.map(Partition.find(place, source), ({ manifest }) => {
          const { name } = Partition.folderOf(place, source)
          return Object.entries(manifest.files).map(([period, { bytes, file, rows }]) => ({
            ...Sync.nameOf(source),
            ...{ period, file: `${name}/${file}`, rows, bytes },
          }))
        }),
      ),
    ).pipe(Effect.map((folders) => folders.flat()))

  const doubt = (universe: Universe, range: Range) =>
    Effect.gen(function* () {
      const time = yield* timeOf(universe, range, yield* Clock.currentTimeMillis)
      const sources = yield* sourcesOf(universe)
      yield* Effect.forEach(
        sources.filter(({ dataset }) => dataset === "bars"),
        (source) =>
          Effect.flatMap(Partition.find(place, source), ({ manifest }) =>
            Intervals.intersection(manifest.intervals, time).length === 0
              ? Effect.void
              : Partition.commit(place, source, (current) => ({
                  ...current,
                  intervals: Intervals.difference(current.intervals, time),
                })),
          ),
        { discard: true },
      )
    }).pipe(writing)

  const foldersOf = (universe: Universe | undefined) =>
    universe === undefined
      ? place.folders
      : Effect.flatMap(sourcesOf(universe), (sources) => Care.foldersOf(place, sources))

  const verify = (universe?: Universe) =>
    Effect.gen(function* () {
      const report = yield* Effect.flatMap(foldersOf(universe), (folders) => Care.check(place, folders))
      if (report.damages.length === 0) return report
      // A file replaced meanwhile looks lost: check again while nobody writes.
      return yield* Effect.gen(function* () {
        const report = yield* Effect.flatMap(foldersOf(universe), (folders) => Care.check(place, folders))
        yield* Care.takeOut(place, report.damages)
        return report
      }).pipe(writing)
    })

  const remove = (universe: Universe) =>
    Effect.gen(function* () {
      const sources = yield* sourcesOf(universe)
      const isBars = ({ dataset }: Source.Source) => dataset === "bars"
      const removed = yield* Effect.flatMap(Care.foldersOf(place, sources.filter(isBars)), (folders) =>
        Care.removeFolders(folders),
      )
      const left = yield* place.folders
      const orphans = sources.filter(
        (source) =>
          !isBars(source) &&
          !left.some(
            ({ folder: { name } }) =>
              name.startsWith("bars/market=stocks/") && name.endsWith(`/${source.folder.at(-1)!}`),
          ),
      )
      const more = yield* Effect.flatMap(Care.foldersOf(place, orphans), (folders) => Care.removeFolders(folders))
      return { files: removed.files + more.files, bytes: removed.bytes + more.bytes }
    }).pipe(writing)

  const readers = Readers.make(place, (universe, range) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const settled = (source: Source.Source) => source.settled(now - Duration.toMillis(settleAfter))
      return { sources: yield* sourcesOf(universe), time: yield* timeOf(universe, range, now), settled }
    }),
  )

  return {
    ...readers,
    folder: root,
    preview,
    sync,
    missing,
    files,
    doubt,
    verify,
    compact: writing(Care.compact(place)),
    remove,
    keep: (endpoint, request, options) => writing(keep(place, settleAfter, endpoint, request as object, options)),
  }
}
