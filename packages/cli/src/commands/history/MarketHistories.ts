/**
 * Subject of a command: the histories of a market with a range.
 *
 * @module
 */
import type * as Universe from "@candela/history/Universe"
import * as BarRange from "@candela/market/BarRange"
import * as Market from "@candela/market/Market"
import type * as TimeZone from "@candela/market/TimeZone"
import type { FileSystem } from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import type * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import * as DateText from "../../dates/DateText.js"
import * as Zone from "../../output/table/Zone.js"
import type { Terminal } from "../../terminal/Terminal.js"
import type * as Options from "./Options.js"
import * as Universes from "./Universes.js"

/** Histories of a market with their range. */
export interface MarketHistories<U extends Universe.AnyUniverse = Universe.Universe> {
  readonly universe: U
  readonly range: Universe.Range
}

const today: DateText.DateText = { _tag: "Ago", count: 0, unit: "d" }

/** End of a range in the form of the library: a day, or epoch milliseconds. */
const boundOf = (
  text: DateText.DateText,
  edge: DateText.Edge,
  zone: TimeZone.Zone,
): Effect.Effect<string | number, UsageError> =>
  text._tag === "Instant"
    ? Effect.mapError(DateText.millisOf(text), (message) => new UsageError({ message }))
    : DateText.dateOf(text, edge, zone)

const shown = (bound: string | number) => (typeof bound === "number" ? new Date(bound).toISOString() : bound)

/**
 * Universe with the range of the options, which ends today by default. Fails for a range that ends before it begins.
 */
export const of = <U extends Universe.AnyUniverse>(
  universe: U,
  { from, to }: Option.Values<typeof Options.range>,
): Effect.Effect<MarketHistories<U>, UsageError> =>
  Effect.gen(function* () {
    const { zone } = Zone.marketOfService(universe.market) ?? Market.stocks
    const range = { from: yield* boundOf(from, "first", zone), to: yield* boundOf(to ?? today, "last", zone) }
    const instants = BarRange.instants({ ...range, zone })
    // protects: A range that ends before it begins is a usage error of every command.
    // mutant: "a range that ends before it begins": never
    if (instants.from > instants.to) {
      const end = `${to === undefined ? "today," : "--to"} ${shown(range.to)}`
      return yield* new UsageError({
        message: `--from ${shown(range.from)} is after ${end}: write the earlier one as --from.`,
      })
    }
    return { universe, range }
  })

/** Day of an option, in New York. */
export const dayOf = (day: DateText.Day | undefined): Effect.Effect<string | undefined> =>
  day === undefined ? Effect.succeed(undefined) : DateText.dateOf(day, "only", Market.stocks.zone)

/** Parts of the options, one per market. */
export const all = (
  options: Option.Values<typeof Options.bars & typeof Options.range>,
): Effect.Effect<ReadonlyArray<MarketHistories>, UsageError, FileSystem | Terminal> =>
  Effect.flatMap(
    Universes.required(options),
    Effect.forEach((universe) => of(universe, options)),
  )
