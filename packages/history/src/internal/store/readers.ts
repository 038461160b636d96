/**
 * The operations of a store that only read.
 *
 * @module
 */
import * as Arrow from "@candela/files/Arrow"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type * as Store from "./types.js"
import type { StoreError } from "../../StoreError.js"
import { withTicker } from "../../TickerBar.js"
import type { Range, Universe } from "../../Universe.js"
import type * as Partition from "./partition.js"
import * as Read from "./read.js"

/** What is read of a universe's range now. */
type Ask = (universe: Universe, range: Range) => Effect.Effect<Omit<Read.Wanted, "universe" | "options">, StoreError>

/** The readers of a store. */
export const make = (
  place: Partition.Place,
  ask: Ask,
): Pick<Store.Service, "columns" | "read" | "arrow" | "connect" | "sql"> => {
  const columns = (universe: Universe, range: Range, options: Store.ReadOptions = {}) =>
    Stream.unwrap(Effect.map(ask(universe, range), (asked) => Read.read(place, { ...asked, universe, options })))

  return {
    // The chunks have the columns that the options name: the type says so, and `Read` sees to it.
    columns: columns as never,
    read: (universe, range, options) => Read.toRows(columns(universe, range, options)),
    arrow: (universe, range, options) =>
      columns(universe, range, options).pipe(
        Arrow.encode(withTicker(universe.endpoint), {
          format: "stream",
          request: { ...range, tickers: universe.tickers },
        }),
      ),
    connect: place.connect,
    sql: (text, params, options) =>
      Effect.scoped(Effect.flatMap(place.connect(options), (sql) => sql.rows(text, params))),
  }
}
