/**
 * Lists by day: rows of an endpoint for today or a given day, saved under the date.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Calendar from "@candela/market/Calendar"
import { dateOf } from "@candela/market/TimeZone"
import * as Arr from "effect/Array"
import * as Chunk from "effect/Chunk"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import type { Place } from "../commit/place.js"
import type * as Store from "../model/store.js"
import { StoreError } from "../../../StoreError.js"
import * as Ask from "./ask.js"
import * as Intervals from "../layout/intervals.js"
import type { Entry } from "../layout/manifest.js"
import * as Names from "../layout/names.js"
import * as Partition from "../partition/partition.js"
import * as Present from "./present.js"
import * as Provisional from "../absence/provisional.js"
import { type Period, periodOf, type Source, zoneOf } from "../layout/source.js"
import * as Settled from "../layout/settled.js"
import * as Damage from "../partition/damage.js"

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
  timeColumn: "timestamp",
  isInParts: false,
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
  place: Place,
  settleAfter: Duration.Duration,
  endpoint: Endpoint.AnyRows,
  request: object,
  { day: given, name, replace = false }: Store.KeepOptions = {},
): Effect.Effect<Store.Kept, StoreError | MarketDataError, MarketData> =>
  Effect.gen(function* () {
    const refuse = (detail: string) => new StoreError({ reason: "request", path: place.root, detail })
    const named = yield* name === undefined
      ? Either.right([])
      : Either.mapBoth(Names.partition("name", name), { onLeft: ({ message }) => refuse(message), onRight: Arr.of })
    const present = yield* Present.make
    const market = marketOf(endpoint)
    const todayAt = (now: number) => dateOf(zoneOf(market), now)
    const asked = given ?? todayAt(present.clock)
    const period = periodOf(market, asked)
    if (asked.length !== todayAt(0).length || period === undefined || period.from > present.clock) {
      return yield* refuse(`there are no rows of the day ${JSON.stringify(asked)}: write yyyy-mm-dd, today or before`)
    }

    const sourceOn = (period: Period) => sourceOf(endpoint, request, period, [endpoint.name, ...named])
    const source = sourceOn(period)
    const folder = Partition.folderOf(place, source)
    const found = yield* Partition.find(place, source)
    // protects: A damaged manifest of kept lists does not take the lists with it.
    // mutant: "keeps its lists where a manifest is damaged": never
    if (found.damaged !== undefined) {
      return yield* new StoreError({
        reason: "manifest",
        path: folder.path,
        detail: `the manifest is damaged (${found.damaged}). The lists of earlier days, which the service may not give again, are left as they are: put the manifest back from a copy, or move the folder away, then keep the list again.`,
      })
    }
    const kept = (day: string, fetched: boolean, entry: Entry | undefined, doubtful = false): Store.Kept => ({
      ...{ day, rows: entry?.rows ?? 0, file: entry && `${folder.name}/${entry.file}`, fetched, doubtful },
    })
    const isThere = ({ from, name, to }: Period) =>
      Effect.gen(function* () {
        const entry = found.manifest.files[name]
        return (
          !replace &&
          Intervals.intersection(found.manifest.intervals, [[from, to]]).length > 0 &&
          Provisional.sinceOf(found.manifest, [from, to]) === undefined &&
          (entry === undefined || (yield* Damage.of(place, yield* folder.metadata, entry, "size")) === undefined)
        )
      })
    if (yield* isThere(period)) {
      if (found.isOld) yield* Partition.commit(place, source, (current) => current)
      return kept(asked, false, found.manifest.files[asked])
    }

    yield* folder.make
    if (!place.isShared) {
      const { names } = yield* folder.list
      yield* folder.remove(Partition.strays(found.manifest, names))
    }
    const ask = Effect.map(Stream.runCollect(Ask.rows(endpoint, request)), (answer) =>
      Chunk.toReadonlyArray(answer).filter(({ length }) => length > 0),
    )
    const first = yield* ask
    // protects: A kept list without rows is not final for a day on which the market is open.
    // mutant: "of a day on which the market is open is asked for again": undefined || → undefined &&
    const isExpected = given === undefined || hasSession(market, given)
    const pieces = first.length === 0 && isExpected ? yield* ask : first
    yield* present.listen
    // Today is the service's: this machine's clock may be on another day.
    // protects: A list of today is kept under the service's day.
    // mutant: "keeps a list of today under the service's day": told() → clock
    const day = given ?? todayAt(present.told())
    const ofDay = periodOf(market, day)!
    const entry = found.manifest.files[day]
    if (day !== asked && (yield* isThere(ofDay))) return kept(day, false, entry)
    const span = [ofDay.from, ofDay.to] as const
    const time = present.now()
    if (pieces.length === 0 && isExpected && !Provisional.confirmedIn(found.manifest, span, time)) {
      const since = Provisional.firstOf(found.manifest, span, present.told())
      // Rows that are there stay until a second answer agrees.
      yield* Partition.commit(place, source, (current) => Settled.doubt(current, [[...span, since]], [span]))
      yield* Effect.logWarning(
        `${folder.path}: the service gave no rows for ${day}, also when requested again. The next call requests them again.`,
      )
      return kept(day, true, entry, true)
    }
    // Today's view is final for today. Rows of a given day may still arrive.
    const isSettled = given === undefined || ofDay.to + Duration.toMillis(settleAfter) <= time
    const { manifest } = yield* Partition.replace(place, sourceOn(ofDay), found.manifest, {
      period: ofDay,
      rows: () => Effect.succeed(pieces),
      settled: isSettled ? [span] : [],
      knownAt: dateOf("UTC", time),
    })
    return kept(day, true, manifest.files[day])
  })

/** Whether a market is open on a day: then an answer without rows is doubtful. */
const hasSession = (market: string, day: string): boolean => {
  const name = Calendar.names.find((name) => name === market)
  return name !== undefined && Calendar.session(day, Calendar.of(name)) !== undefined
}
