/**
 * Subject of a command: the histories of a market with a range.
 *
 * @module
 */
import type * as Universe from "@candela/history/Universe"
import * as Market from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type { FileSystem } from "@effect/platform/FileSystem"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Option from "../../command/Option.js"
import type { UsageError } from "../../command/UsageError.js"
import type * as Options from "./Options.js"
import * as Universes from "./Universes.js"

/** Histories of a market with their range. */
export interface Part {
  readonly universe: Universe.Universe
  readonly range: Universe.Range
}

/** Universe with the range of the options, which ends today by default. */
export const of = (
  universe: Universe.Universe,
  { from, to }: Option.Values<typeof Options.range>,
): Effect.Effect<Part> =>
  Effect.map(Clock.currentTimeMillis, (now) => ({
    universe,
    range: { from, to: to ?? dateOf(Market[universe.market].zone, now) },
  }))

/** Parts of the options, one per market. */
export const all = (
  options: Option.Values<typeof Options.bars & typeof Options.range>,
): Effect.Effect<ReadonlyArray<Part>, UsageError, FileSystem> =>
  Effect.flatMap(
    Universes.required(options),
    Effect.forEach((universe) => of(universe, options)),
  )
