/**
 * Cost of a sync, shown in advance.
 *
 * @module
 */
import * as Preview from "@candela/core/Preview"
import type * as RateLimit from "@candela/core/RateLimit"
import { Store } from "@candela/history/Store"
import type { AnyUniverse } from "@candela/history/Universe"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Destination from "../../connect/Destination.js"
import * as Rate from "../../connect/Rate.js"
import { Settings } from "../../connect/Settings.js"
import { Terminal } from "../../terminal/Terminal.js"
import type { MarketHistories } from "./MarketHistories.js"
import * as Text from "./Text.js"

/** Maximum cost of a sync, with names in the service's style. */
export interface Cost {
  /** Number of requests. */
  readonly requests: number
  /** Maximum number of bars. */
  readonly rows: number
  /** Expected number of bars. */
  readonly expected_rows: number
  /** Expected size of the files. */
  readonly bytes: number
  /** Minimum duration under the rate limit, seconds; absent without a known limit. */
  readonly seconds?: number
}

/** Rate limit of the profile; `undefined` without one, or without a connection. */
export const rate = Effect.map(Effect.option(Destination.find), (found): RateLimit.Window | undefined =>
  found._tag === "Some" && found.value._tag === "Service" && found.value.rate !== undefined
    ? Rate.toWindow(found.value.rate)
    : undefined,
)

/** Options of a sync's requests. */
export interface Asking extends Pick<Store.SyncOptions, "by"> {
  /** Whether to request the whole range again. */
  readonly refresh: boolean
}

/** Computes the cost of syncing all parts. */
export const of = (
  parts: ReadonlyArray<MarketHistories<AnyUniverse>>,
  { by, refresh }: Asking,
  window: RateLimit.Window | undefined,
) =>
  Effect.gen(function* () {
    const store = yield* Store
    const costs = yield* Effect.forEach(parts, ({ range, universe }) =>
      store.preview(universe, range, { by, refresh: refresh ? range : undefined }),
    )
    const sum = (key: keyof Store.Cost) => costs.reduce((total, cost) => total + cost[key], 0)
    const requests = sum("requests")
    return {
      requests,
      rows: sum("rows"),
      expected_rows: sum("expectedRows"),
      bytes: sum("bytes"),
      ...(window && { seconds: Duration.toSeconds(Preview.duration({ requests }, window)) }),
    }
  })

/** Formats a cost in words. */
export const sentence = ({ bytes, expected_rows, requests, seconds = 0 }: Cost): string => {
  if (requests === 0) return "The store has all of this range: nothing is requested."
  const time = seconds === 0 ? "" : `, ${Duration.format(Duration.seconds(seconds))} under the rate limit`
  return `At most ${Text.count(requests, "request")} for about ${Text.count(expected_rows, "row")} (${Text.size(bytes)})${time}`
}

/** Writes a cost for people, unless `--quiet` is set. */
export const tell = (cost: Cost): Effect.Effect<void, unknown, Terminal> =>
  Effect.flatMap(Effect.all([Terminal, Settings]), ([{ err }, { quiet }]) =>
    quiet ? Effect.void : err.write(`${sentence(cost)}\n`),
  )
