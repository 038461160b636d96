/**
 * Lists of a day: what an endpoint gives today, under today's date.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { dateOf, midnight } from "@candela/market/TimeZone"
import * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import type { Store } from "../../Store.js"
import { StoreError } from "../../StoreError.js"
import type { Market } from "../../Universe.js"
import * as Ask from "./ask.js"
import * as Durable from "./durable.js"
import * as Intervals from "./intervals.js"
import * as Names from "./names.js"
import * as Partition from "./partition.js"
import { periodOf, type Source, zones } from "./source.js"

/** The folder of an endpoint's lists, one file a day. */
const sourceOf = (endpoint: Endpoint.AnyRows, request: object, day: string, folder: ReadonlyArray<string>): Source => {
  const market = endpoint.name.split(".")[0] as Market
  const period = periodOf(market, day)!
  return {
    dataset: endpoint.name,
    market,
    timespan: undefined,
    ticker: undefined,
    folder,
    endpoint,
    period: () => period,
    instants: () => () => period.from,
    gaps: Intervals.difference,
    comparable: (settled) => settled,
    settled: (before) => before,
    request: () => request,
    requestOfMany: undefined,
  }
}

/** Keeps the rows of a request under the day on which they are asked for. The caller holds the lock. */
export const keep = (
  place: Partition.Place,
  endpoint: Endpoint.AnyRows,
  request: object,
  { name, replace = false }: Store.KeepOptions = {},
): Effect.Effect<Store.Kept, StoreError | MarketDataError, MarketData> =>
  Effect.gen(function* () {
    const encoded = name === undefined ? Either.right([]) : Either.map(Names.partition("name", name), (name) => [name])
    const named = yield* Either.mapLeft(
      encoded,
      ({ message }) => new StoreError({ reason: "request", path: place.root, detail: message }),
    )
    const zone = zones[endpoint.name.split(".")[0] as Market] ?? "UTC"
    const now = yield* Clock.currentTimeMillis
    const day = dateOf(zone, now)
    const source = sourceOf(endpoint, request, day, [endpoint.name, ...named])
    const folder = Partition.folderOf(place, source)
    const found = yield* Partition.find(place, source)
    const period = source.period(now)
    const kept = (fetched: boolean, entry = found.manifest.files[day]): Store.Kept => ({
      day,
      rows: entry?.rows ?? 0,
      file: entry && place.path.join(...source.folder, entry.file),
      fetched,
    })
    const known = Intervals.intersection(found.manifest.intervals, [[period.from, period.to]]).length > 0
    const entry = found.manifest.files[day]
    const isWhole = entry === undefined || (yield* Partition.damageOf(place, folder, entry, "size")) === undefined
    if (known && isWhole && !replace) return kept(false)

    yield* Effect.mapError(place.fs.makeDirectory(folder, { recursive: true }), Durable.failed("write", folder))
    yield* Durable.removeAll(place, folder, Partition.strays(found.manifest.files, found.names))
    const pieces = Chunk.toReadonlyArray(yield* Stream.runCollect(Ask.rows(endpoint, request)))
    const manifest = yield* Partition.replace(place, source, found.manifest, {
      period,
      pieces,
      settled: [[midnight(zone, day), period.to]],
      knownAt: dateOf("UTC", now),
    })
    return kept(true, manifest.files[day])
  })
