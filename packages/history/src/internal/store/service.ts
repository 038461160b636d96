/**
 * Operations of a store.
 *
 * @module
 */
import * as Absence from "@candela/core/Absence"
import * as Preview from "@candela/core/Preview"
import * as TimeZone from "@candela/market/TimeZone"
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
import * as Present from "./present.js"
import * as Readers from "./readers.js"
import * as Source from "./source.js"
import * as Sync from "./sync.js"
import * as Settled from "./settled.js"

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

  const timeOf = (universe: Universe, range: Range, now?: number) =>
    Either.fromNullable(Source.timeOf(universe.market, range, now), () =>
      refuse(
        `the range from ${range.from} to ${range.to} names no days: write yyyy-mm-dd or epoch milliseconds, the first one first`,
      ),
    )

  const settledAt = (source: Source.Source, now: number) => source.settled(now - Duration.toMillis(settleAfter))

  /** Plans the sync of a universe's folders at a time, only those of the given datasets. With `staleLists`, lists that were not requested today are requested. */
  const plansAt = (
    now: number,
    universe: Universe,
    range: Range,
    { datasets, refresh, staleLists = true }: Store.SyncOptions & { readonly staleLists?: boolean },
  ) =>
    Effect.gen(function* () {
      const time = yield* timeOf(universe, range, now)
      const again = refresh === undefined ? [] : yield* timeOf(universe, refresh, now)
      const listsOf = staleLists ? TimeZone.dateOf(Source.zoneOf(universe.market), now) : undefined
      return yield* Plan.makeAll(place, (yield* sourcesOf(universe)).filter(isOf(datasets)), (source) => ({
        ...{ time, refresh: again, now, listsOf },
        settled: settledAt(source, now),
      }))
    })

  const preview = (universe: Universe, range: Range, options: Store.SyncOptions = {}) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const plans = yield* plansAt(now, universe, range, options)
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
    Effect.gen(function* () {
      const present = yield* Present.make
      const plans = yield* plansAt(present.clock, universe, range, options)
      const missing = Effect.gen(function* () {
        const now = present.now()
        const again = yield* plansAt(now, universe, range, { datasets: options.datasets })
        return again.map((plan) => ({ ...plan, gaps: settledOf(plan, now) })).filter(({ gaps }) => gaps.length > 0)
      })
      return yield* Sync.run(
        place,
        { plans, present, settledAt, missing: place.isShared ? missing : undefined },
        options,
      )
    }).pipe((self) => Absence.judged(self), writing)

  /** Returns the gaps of a plan that have settled. */
  const settledOf = ({ gaps, source }: Plan.Plan, now: number) =>
    Intervals.intersection(gaps, [[Source.always[0], settledAt(source, now)]])

  const missing = (universe: Universe, range: Range, { datasets, settled = false }: Store.MissingOptions = {}) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const plans = yield* plansAt(now, universe, range, { datasets, staleLists: !settled })
      return plans.flatMap((plan) => {
        const { manifest, source, wanted } = plan
        const isList = source.requestOfMany !== undefined
        const gaps = settled ? settledOf(plan, now) : plan.gaps
        // Lists are requested completely: their gap is all of time.
        const shown = isList && gaps.length > 0 ? Intervals.of(wanted[0]?.[0] ?? now, wanted.at(-1)?.[1] ?? now) : gaps
        const doubtful = (manifest.provisional ?? []).flatMap(([from, to, doubtfulSince]) =>
          Intervals.intersection(shown, [[from, to]]).map(([from, to]) => ({ from, to, doubtfulSince })),
        )
        const rest = Intervals.difference(shown, Settled.doubtfulTime(manifest)).map(([from, to]) => ({ from, to }))
        return [...rest, ...doubtful]
          .sort((one, other) => one.from - other.from)
          .map((time): Store.Missing => ({ ...Source.nameOf(source), ...time }))
      })
    })

  const files = (universe: Universe, { datasets }: Store.FilesOptions = {}) =>
    Effect.flatMap(sourcesOf(universe), (sources) =>
      Effect.forEach(sources.filter(isOf(datasets)), (source) =>
        Effect.map(Partition.find(place, source), ({ manifest }) => {
          const { name } = Partition.folderOf(place, source)
          return Object.entries(manifest.files).map(([period, { bytes, file, rows }]) => ({
            ...Source.nameOf(source),
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
      return { sources: yield* sourcesOf(universe), time: yield* timeOf(universe, range), settledAt }
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
    keep: (endpoint, request, options) =>
      writing(Absence.judged(keep(place, settleAfter, endpoint, request as object, options))),
  }
}
