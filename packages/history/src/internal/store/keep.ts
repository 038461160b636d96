/**
 * Lists by day: rows of an endpoint for today or a given day, saved under the date.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { dateOf } from "@candela/market/TimeZone"
import * as Arr from "effect/Array"
import * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import type * as Store from "./types.js"
import { StoreError } from "../../StoreError.js"
import * as Ask from "./ask.js"
import * as Intervals from "./intervals.js"
import type { Entry } from "./manifest.js"
import * as Names from "./names.js"
import * as Partition from "./partition.js"
import { type Period, periodOf, type Source, zoneOf } from "./source.js"

/** Returns the market from an endpoint's name: `stocks` of `stocks.ratios`. */
const marketOf = (endpoint: Endpoint.AnyRows): string => endpoint.name.split(".")[0]!

/** Describes the folder of an endpoint's lists, with one file per day. */
const sourceOf = (
  endpoint: Endpoint.AnyRows,
  request: object,
  period: Period,
  folder: ReadonlyArray<string>,
): Source => ({
  dataset: endpoint.name,
  market: marketOf(endpoint),
  timespan: undefined,
  ticker: undefined,
  folder,
  endpoint,
  period: () => period,
  instants: () => () => period.from,
  gaps: Intervals.difference,
  comparable: (settled) => settled,
  settled: (before) => before,
  slots: () => Intervals.empty,
  request: () => request,
  requestOfMany: undefined,
})

/** Saves the rows of a request under a day. With one writer, the caller holds its lock. */
export const keep = (
  place: Partition.Place,
  settleAfter: Duration.DurationInput,
  endpoint: Endpoint.AnyRows,
  request: object,
  { day: given, name, replace = false }: Store.KeepOptions = {},
): Effect.Effect<Store.Kept, StoreError | MarketDataError, MarketData> =>
  Effect.gen(function* () {
    const refuse = (detail: string) => new StoreError({ reason: "request", path: place.root, detail })
    const named = yield* name === undefined
      ? Either.right([])
      : Either.mapBoth(Names.partition("name", name), { onLeft: ({ message }) => refuse(message), onRight: Arr.of })
    const now = yield* Clock.currentTimeMillis
    const today = dateOf(zoneOf(marketOf(endpoint)), now)
    const day = given ?? today
    const period = periodOf(marketOf(endpoint), day)
    if (day.length !== today.length || period === undefined || period.from > now) {
      return yield* refuse(`there are no rows of the day ${JSON.stringify(day)}: write yyyy-mm-dd, today or before`)
    }

    const source = sourceOf(endpoint, request, period, [endpoint.name, ...named])
    const folder = Partition.folderOf(place, source)
    const found = yield* Partition.find(place, source)
    const kept = (fetched: boolean, entry: Entry | undefined): Store.Kept => ({
      day,
      rows: entry?.rows ?? 0,
      file: entry && `${folder.name}/${entry.file}`,
      fetched,
    })
    const entry = found.manifest.files[day]
    const isThere =
      Intervals.intersection(found.manifest.intervals, [[period.from, period.to]]).length > 0 &&
      (entry === undefined || (yield* Partition.damageOf(place, yield* folder.list, entry, "size")) === undefined)
    if (isThere && !replace) return kept(false, entry)

    yield* folder.make
    if (!place.isShared) {
      const { names } = yield* folder.list
      yield* folder.remove(Partition.strays(found.manifest.files, names))
    }
    const pieces = Chunk.toReadonlyArray(yield* Stream.runCollect(Ask.rows(endpoint, request)))
    // Today's view is final for today. Rows of a given day may still arrive.
    const isSettled = given === undefined || period.to + Duration.toMillis(settleAfter) <= now
    const { manifest } = yield* Partition.replace(place, source, found.manifest, {
      period,
      rows: () => Effect.succeed(pieces),
      settled: isSettled ? [[period.from, period.to]] : [],
      knownAt: dateOf("UTC", now),
    })
    return kept(true, manifest.files[day])
  })
