/**
 * What a sync will cost, told before it is paid.
 *
 * @module
 */
import * as Preview from "@candela/core/Preview"
import type * as RateLimit from "@candela/core/RateLimit"
import { Store } from "@candela/history/Store"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Destination from "../../connect/Destination.js"
import * as Rate from "../../connect/Rate.js"
import { Settings } from "../../connect/Settings.js"
import { Terminal } from "../../terminal/Terminal.js"
import type { Part } from "./Part.js"
import * as Text from "./Text.js"

/** What a sync will cost, at most, in the names of the service's own style. */
export interface Cost {
  /** Requests. */
  readonly requests: number
  /** Largest number of rows, of what a page counts. */
  readonly rows: number
  /** Usual number of them. */
  readonly expected_rows: number
  /** Expected size of the files. */
  readonly bytes: number
  /** The least time that the rate limit makes the requests take; absent where no limit is known. */
  readonly seconds?: number
}

/** The rate limit of the profile; `undefined` where there is none, or no connection. */
export const rate = Effect.map(Effect.option(Destination.find), (found): RateLimit.Window | undefined =>
  found._tag === "Some" && found.value._tag === "Service" && found.value.rate !== undefined
    ? Rate.toWindow(found.value.rate)
    : undefined,
)

/** How a sync will ask. */
export interface Asking extends Pick<Store.SyncOptions, "by"> {
  /** Whether the whole range is asked for again. */
  readonly refresh: boolean
}

/** The cost of syncing all parts. */
export const of = (parts: ReadonlyArray<Part>, { by, refresh }: Asking, window: RateLimit.Window | undefined) =>
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

/** A cost in words. */
export const sentence = ({ bytes, expected_rows, requests, seconds = 0 }: Cost): string => {
  if (requests === 0) return "The store has all of this range: nothing is asked for."
  const time = seconds === 0 ? "" : `, ${Duration.format(Duration.seconds(seconds))} under the rate limit`
  return `At most ${Text.count(requests, "request")} for about ${Text.count(expected_rows, "row")} (${Text.size(bytes)})${time}`
}

/** Tells people a cost, unless they want quiet. */
export const tell = (cost: Cost): Effect.Effect<void, unknown, Terminal> =>
  Effect.flatMap(Effect.all([Terminal, Settings]), ([{ err }, { quiet }]) =>
    quiet ? Effect.void : err.write(`${sentence(cost)}\n`),
  )
