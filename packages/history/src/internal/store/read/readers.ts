/**
 * Read-only operations of a store.
 *
 * @module
 */
import type { Columns } from "@candela/core/Columns"
import * as Request from "@candela/core/Request"
import * as Arrow from "@candela/files/Arrow"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Integrity from "../../../Integrity.js"
import type { Place } from "../commit/place.js"
import type * as Store from "../model/store.js"
import type { StoreError } from "../../../StoreError.js"
import { type TickerBar, withTicker } from "../../../TickerBar.js"
import type { AnyUniverse, Range } from "../../../Universe.js"
import * as Names from "../layout/names.js"
import * as Read from "./read.js"

type Bars = Columns<TickerBar>

/** Resolves a universe and a range at the current time. */
export type Ask = (
  universe: AnyUniverse,
  range: Range,
) => Effect.Effect<Omit<Read.Wanted, "universe" | "options">, StoreError>

/** Request of a read, for the metadata of a file: adjusted, with the day up to which its lists are known. */
export const requestOf = (
  place: Place,
  { options: { adjust }, sources, universe }: Read.Wanted,
  range: Range,
): Effect.Effect<object, StoreError> =>
  Effect.map(adjust === undefined ? Effect.succeed(undefined) : Read.knownAt(place, sources), (knownAt) => ({
    ...range,
    tickers: universe.tickers,
    ...(adjust === undefined ? {} : { adjust, knownAt }),
  }))

/** Makes the read operations of a store. */
export const make = (
  place: Place,
  ask: Ask,
): Pick<Store.Service, "check" | "columns" | "read" | "arrow" | "knownAt" | "tickers"> => {
  const columns = (universe: AnyUniverse, range: Range, options: Store.ReadOptions = {}) =>
    Stream.unwrap(Effect.map(ask(universe, range), (asked) => Read.read(place, { ...asked, universe, options })))

  const check: Store.Service["check"] = (universe, range, options) =>
    Effect.gen(function* () {
      const { endpoint, multiplier, tickers, timespan } = universe
      const wanted = { ...(yield* ask(universe, range)), universe, options: { gaps: "allow" as const } }
      const key = Request.nameOf(endpoint, "Ticker") ?? "ticker"
      const requests = tickers.map((ticker) => ({ [key]: ticker, multiplier, timespan, ...range, adjusted: false }))
      const knowledge = { ...options, splits: yield* Read.splits(place, wanted) }
      // Not adjusted, all sessions, gaps allowed: only the store can fail.
      const bars = Read.read(place, wanted) as Stream.Stream<Bars, StoreError>
      return yield* Stream.run(bars, Integrity.report(endpoint, requests, knowledge))
    })

  const knownAt: Store.Service["knownAt"] = (universe) =>
    Effect.flatMap(ask(universe, { from: 0, to: 0 }), ({ sources }) => Read.knownAt(place, sources))

  return {
    check,
    knownAt,
    tickers: ({ market, ...size }) =>
      Effect.map(place.within(`bars/market=${market}/timespan=${Names.timespan(size)}`), (folders) =>
        Array.from(folders, (folder) => Names.valueOf("ticker", folder))
          .filter((ticker) => ticker !== undefined)
          .sort(),
      ),
    // The chunks have the columns that the options name: declared by the type, and ensured by `Read`.
    columns: columns as never,
    read: ((universe: AnyUniverse, range: Range, options?: Store.ReadOptions) =>
      Read.toRows(columns(universe, range, options))) as never,
    arrow: ((universe: AnyUniverse, range: Range, options: Store.ReadOptions = {}) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const request = yield* requestOf(place, { ...(yield* ask(universe, range)), universe, options }, range)
          const endpoint = withTicker(universe.endpoint)
          return Arrow.encode(endpoint, { format: "stream", request })(columns(universe, range, options))
        }),
      )) as never,
  }
}
