/**
 * What a sync will cost, told before it is paid.
 *
 * @module
 */
import { Store } from "@candela/history/Store"
import type * as Universe from "@candela/history/Universe"
import * as Effect from "effect/Effect"
import * as Program from "./Program.js"

/** Histories of a market with their range. */
export interface Part {
  readonly universe: Universe.Universe
  readonly range: Universe.Range
}

/** The cost of syncing all parts. */
export const of = (parts: ReadonlyArray<Part>, refresh: boolean) =>
  Effect.gen(function* () {
    const store = yield* Store
    const costs = yield* Effect.forEach(parts, ({ range, universe }) =>
      store.preview(universe, range, { refresh: refresh ? range : undefined }),
    )
    const sum = (key: keyof Store.Cost) => costs.reduce((total, cost) => total + cost[key], 0)
    return { requests: sum("requests"), rows: sum("rows"), expectedRows: sum("expectedRows"), bytes: sum("bytes") }
  })

/** A cost in words. */
export const sentence = ({ bytes, expectedRows, requests }: Store.Cost): string =>
  requests === 0
    ? "The store has all of this range: nothing is asked for."
    : `At most ${Program.count(requests, "request")} for about ${Program.count(expectedRows, "row")} (${Program.size(bytes)})`
