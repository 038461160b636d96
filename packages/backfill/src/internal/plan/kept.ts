/**
 * Stored bars of a ticker.
 *
 * @module
 */
import { Store } from "@candela/history/Store"
import type { StoreError } from "@candela/history/StoreError"
import type { Universe } from "@candela/history/Universe"
import * as Effect from "effect/Effect"

/** Returns the number of bars by period, from the manifests, for a universe of one ticker. */
export const rows = (universe: Universe): Effect.Effect<ReadonlyMap<string, number>, StoreError, Store> =>
  Effect.flatMap(Store, (store) =>
    Effect.map(
      store.files(universe, { datasets: ["bars"] }),
      (files) => new Map(files.map(({ period, rows }) => [period, rows] as const)),
    ),
  )
