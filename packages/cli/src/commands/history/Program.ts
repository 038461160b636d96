/**
 * What the programs of the commands share: the store, the range, and words for people.
 *
 * @module
 */
import type { MissingError } from "@candela/history/MissingError"
import { Store } from "@candela/history/Store"
import type * as Universe from "@candela/history/Universe"
import * as Market from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import { FileSystem } from "@effect/platform/FileSystem"
import { Path } from "@effect/platform/Path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Failed } from "../../command/Failed.js"
import type * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import { Settings } from "../../connect/Settings.js"
import { Terminal } from "../../terminal/Terminal.js"
import type * as Options from "./Options.js"

/** The range that the options name, of a market. */
export const rangeOf = (
  { from, to }: Option.Values<typeof Options.range>,
  { market }: Universe.Universe,
): Effect.Effect<Universe.Range> =>
  Effect.map(Clock.currentTimeMillis, (now) => ({ from, to: to ?? dateOf(Market[market].zone, now) }))

/** Refuses a folder in which nothing has been kept. */
export const requireStore = (folder: string): Effect.Effect<void, UsageError, FileSystem | Path> =>
  Effect.gen(function* () {
    const [fs, path] = yield* Effect.all([FileSystem, Path])
    const names = yield* Effect.orElseSucceed(fs.readDirectory(folder), () => [])
    if (names.some((name) => name === "bars" || /^\w+\.\w+$/.test(name))) return
    return yield* new UsageError({
      message: `There is no history in ${path.resolve(folder)}. Fill it first: candela history sync --store ${folder} --tickers AAPL --timespan day --from 2025-01-02`,
    })
  })

/** Writes a line for people, unless they asked for quiet. */
export const say = (line: string): Effect.Effect<void, unknown, Terminal | Settings> =>
  Effect.flatMap(Effect.all([Terminal, Settings]), ([{ err }, { quiet }]) =>
    quiet ? Effect.void : err.write(`${line}\n`),
  )

/** Runs a program over the store in a folder. */
export const over =
  (folder: string) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Store> | FileSystem | Path> =>
    Effect.provide(self, Store.layer(folder))

/** A count with its word: `1 file`, `12,345 rows`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`

/** A size for people: `3.4 MB`. */
export const size = (bytes: number): string => {
  const units = ["bytes", "kB", "MB", "GB", "TB"]
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const number = bytes / 1000 ** power
  return `${power > 0 && number < 10 ? number.toFixed(1) : Math.round(number)} ${units[power]}`
}

/** How a universe is written on a command line. */
export const flagsOf = (folder: string, { multiplier, timespan }: Universe.Universe): string =>
  `--store ${folder} --timespan ${timespan}${multiplier === 1 ? "" : ` --multiplier ${multiplier}`}`

/** A store that lacks days, with the command that fetches them in place of the call. */
export const explained = (folder: string, universe: Universe.Universe) => (error: MissingError) => {
  const [lacks] = error.message.split(" Call store.sync")
  const tickers = [...new Set(error.missing.map(({ ticker }) => ticker))].join(",")
  return new Failed({
    message: `${lacks} Fetch them: candela history sync ${flagsOf(folder, universe)} --tickers ${tickers} --from ${error.from} --to ${error.to}, or read what is there: --gaps allow`,
  })
}

/** What was removed, in words. */
export const removed = ({ bytes, files }: Store.Removed): string =>
  files === 0 ? "Nothing to remove" : `${count(files, "file")} removed (${size(bytes)})`
