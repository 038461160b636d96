/**
 * Subject of a command: the histories of a market with a range.
 *
 * @module
 */
import type * as Universe from "@candela/history/Universe"
import * as BarRange from "@candela/market/BarRange"
import * as Market from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type { FileSystem } from "@effect/platform/FileSystem"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import type * as Options from "./Options.js"
import * as Universes from "./Universes.js"

/** Histories of a market with their range. */
export interface Part {
  readonly universe: Universe.Universe
  readonly range: Universe.Range
}

const shown = (bound: string | number) => (typeof bound === "number" ? new Date(bound).toISOString() : bound)

/**
 * Universe with the range of the options, which ends today by default. Fails for a range that ends before it begins.
 */
export const of = (
  universe: Universe.Universe,
  { from, to }: Option.Values<typeof Options.range>,
): Effect.Effect<Part, UsageError> =>
  Effect.gen(function* () {
    const { zone } = Market[universe.market]
    const range = { from, to: to ?? dateOf(zone, yield* Clock.currentTimeMillis) }
    const instants = BarRange.instants({ ...range, zone })
    // protects: A range that ends before it begins is a usage error of every command.
    // mutant: "a range that ends before it begins": never
    if (instants.from > instants.to) {
      const end = to === undefined ? `today, ${shown(range.to)}` : `--to ${shown(range.to)}`
      return yield* new UsageError({
        message: `--from ${shown(from)} is after ${end}: write the earlier one as --from.`,
      })
    }
    return { universe, range }
  })

/** Parts of the options, one per market. */
export const all = (
  options: Option.Values<typeof Options.bars & typeof Options.range>,
): Effect.Effect<ReadonlyArray<Part>, UsageError, FileSystem> =>
  Effect.flatMap(
    Universes.required(options),
    Effect.forEach((universe) => of(universe, options)),
  )
