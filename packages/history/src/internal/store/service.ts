/**
 * Operations of a store.
 *
 * @module
 */
import * as Absence from "@candela/core/internal/Absence"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as TimeZone from "@candela/market/TimeZone"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Place } from "./commit/place.js"
import type * as Store from "./model/store.js"
import { StoreError } from "../../StoreError.js"
import type { AnyUniverse, Range } from "../../Universe.js"
import * as Care from "./care/care.js"
import * as Cost from "./sync/cost.js"
import * as Intervals from "./layout/intervals.js"
import * as Export from "./sql/export.js"
import { keep } from "./sync/keep.js"
import * as Partition from "./partition/partition.js"
import * as Tasks from "./sync/tasks.js"
import * as Present from "./sync/present.js"
import * as Readers from "./read/readers.js"
import * as Source from "./layout/source.js"
import * as Sql from "./sql/open.js"
import type { Options as SqlOptions } from "./model/sql.js"
import * as Sync from "./sync/sync.js"
import * as Settled from "./layout/settled.js"
import * as Unfinished from "./commit/unfinished.js"

/** Whether a folder belongs to the given datasets; default all. */
const isOf =
  (datasets: ReadonlyArray<Store.Dataset> | undefined) =>
  ({ dataset }: Source.Source) =>
    datasets?.some((wanted) => wanted === dataset) ?? true

/** Makes the store in a place. */
export const make = (place: Place, settleAfter = Duration.days(1)): Store.Service => {
  const { root, writing } = place

  const refuse = (detail: string) => new StoreError({ reason: "request", path: root, detail })

  const sourcesOf = (universe: AnyUniverse) => Either.mapLeft(Source.of(universe), ({ message }) => refuse(message))

  const timeOf = (universe: AnyUniverse, range: Range, now?: number) =>
    Either.fromNullable(Source.timeOf(universe.market, range, now), () =>
      refuse(
        `the range from ${range.from} to ${range.to} names no days: write yyyy-mm-dd or epoch milliseconds, the first one first`,
      ),
    )

  const settledAt = (source: Source.Source, now: number) => source.settled(now - Duration.toMillis(settleAfter))

  /**
   * Makes the tasks of a sync of a universe's folders at a time, only those of the given datasets.
   * With `staleLists`, lists that were not requested today are requested.
   */
  const tasksAt = (
    now: number,
    universe: AnyUniverse,
    range: Range,
    { datasets, refresh, staleLists = true }: Store.SyncOptions & { readonly staleLists?: boolean },
  ) =>
    Effect.gen(function* () {
      const time = yield* timeOf(universe, range, now)
      const again = refresh === undefined ? [] : yield* timeOf(universe, refresh, now)
      const listsOf = staleLists ? TimeZone.dateOf(Source.zoneOf(universe.market), now) : undefined
      return yield* Tasks.makeAll(place, (yield* sourcesOf(universe)).filter(isOf(datasets)), (source) => ({
        ...{ time, refresh: again, now, listsOf },
        settled: settledAt(source, now),
      }))
    })

  const preview = (universe: AnyUniverse, range: Range, options: Store.SyncOptions = {}) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      return yield* Cost.of(yield* tasksAt(now, universe, range, options), now, options.by)
    })

  const sync = (universe: AnyUniverse, range: Range, options: Store.SyncOptions = {}) =>
    Effect.gen(function* () {
      const present = yield* Present.make
      const tasks = yield* tasksAt(present.clock, universe, range, options)
      const missing = Effect.gen(function* () {
        const now = present.now()
        const again = yield* tasksAt(now, universe, range, { datasets: options.datasets })
        return again.map((task) => ({ ...task, gaps: settledOf(task, now) })).filter(({ gaps }) => gaps.length > 0)
      })
      return yield* Sync.run(
        place,
        { tasks, present, settledAt, missing: place.isShared ? missing : undefined },
        options,
      )
    }).pipe((self) => Absence.judged(self), swept, writing)

  /** Removes what a sync that was killed left, before the next one of the only writer. */
  const swept = <R>(operation: Effect.Effect<Store.Summary, StoreError | MarketDataError, R>) =>
    place.isShared || place.local === undefined
      ? operation
      : Unfinished.run(place.local, {
          operation,
          isWhole: ({ failures }) => failures.length === 0,
          sweep: Care.compact(place),
        })

  /** Returns the gaps of a task that have settled. */
  const settledOf = ({ gaps, source }: Tasks.Task, now: number) =>
    Intervals.intersection(gaps, [[Source.always[0], settledAt(source, now)]])

  const missing = (universe: AnyUniverse, range: Range, { datasets, settled = false }: Store.MissingOptions = {}) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const tasks = yield* tasksAt(now, universe, range, { datasets, staleLists: !settled })
      return tasks.flatMap((task) => {
        const { manifest, source, wanted } = task
        const isList = source.requestOfMany !== undefined
        // protects: Settled time that is missing has none of the last days.
        // mutant: "has the last days, which each sync asks for again": settled ? → settled && now < 0 ?
        const gaps = settled ? settledOf(task, now) : task.gaps
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

  const files = (universe: AnyUniverse, { datasets }: Store.FilesOptions = {}) =>
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

  const verify = (universe?: AnyUniverse) =>
    Effect.flatMap(universe === undefined ? Effect.succeed(undefined) : sourcesOf(universe), (sources) =>
      Care.verify(place, sources),
    )

  const doubt = (universe: AnyUniverse, range: Range) =>
    Effect.gen(function* () {
      const time = yield* timeOf(universe, range, yield* Clock.currentTimeMillis)
      yield* Care.doubt(place, yield* sourcesOf(universe), time)
    })

  const remove = (universe: AnyUniverse) =>
    Effect.flatMap(sourcesOf(universe), (sources) => Care.remove(place, sources))

  const connect = (options: SqlOptions = {}) => Sql.ofPlace(place, options)

  const ask: Readers.Ask = (universe, range) =>
    Effect.gen(function* () {
      // protects: Stored bars are read whatever the clock says.
      // mutant: "need no clock": range) → range, yield* Clock.currentTimeMillis)
      return { sources: yield* sourcesOf(universe), time: yield* timeOf(universe, range), settledAt }
    })

  return {
    ...Readers.make(place, ask),
    export: Export.make(place, ask),
    folder: root,
    preview,
    sync,
    missing,
    files,
    doubt: (universe, range) => writing(doubt(universe, range)),
    verify,
    compact: writing(Care.compact(place)),
    remove: (universe) => writing(remove(universe)),
    connect,
    sql: (text, params, options) => Effect.scoped(Effect.flatMap(connect(options), (sql) => sql.rows(text, params))),
    keep: (endpoint, request, options) =>
      writing(Absence.judged(keep(place, settleAfter, endpoint, request as object, options))),
  }
}
