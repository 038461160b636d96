/**
 * Store of a command: its contents, and what is missing.
 *
 * @module
 */
import type { MissingError } from "@candela/history/MissingError"
import type { Store } from "@candela/history/Store"
import type { StoreError } from "@candela/history/StoreError"
import type * as Universe from "@candela/history/Universe"
import { FileSystem } from "@effect/platform/FileSystem"
import { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import { Failed } from "../../command/Failed.js"
import { UsageError } from "../../command/UsageError.js"
import type { Terminal } from "../../terminal/Terminal.js"
import * as Location from "./Location.js"
import * as Text from "./Text.js"

/** Runs a program with the store of `--store`. */
export const over =
  (store: string) =>
  <A, E, R>(
    self: Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E | UsageError | StoreError, Exclude<R, Store> | FileSystem | Path | Terminal> =>
    Effect.provide(self, Location.layer(store))

const names = (folder: string): Effect.Effect<ReadonlyArray<string>, never, FileSystem> =>
  Effect.flatMap(FileSystem, (fs) => Effect.orElseSucceed(fs.readDirectory(folder), () => []))

/** Lists in a store that were kept by day, under the names of their endpoints. */
export const lists = (folder: string): Effect.Effect<ReadonlyArray<string>, never, FileSystem> =>
  Effect.map(names(folder), (names) =>
    names.filter((name) => /^\w+(\.\w+)+$/.test(name) && !/^_?lock\./.test(name)).sort(),
  )

/** Rejects a folder without histories, such as a misspelt one. An object store is checked by its readers. */
export const requireStore = (folder: string): Effect.Effect<void, UsageError, FileSystem | Path> =>
  Effect.gen(function* () {
    if ((yield* Location.parse(folder))._tag === "Objects") return
    if ((yield* names(folder)).includes("bars") || (yield* lists(folder)).length > 0) return
    const path = yield* Path
    return yield* new UsageError({
      message: `There is no history in ${path.resolve(folder)}. Fill it first: candela history sync --store ${folder} --tickers AAPL --timespan day --from 2025-01-02`,
    })
  })

/** Error of days missing in a store, with the command that fetches them. */
export const lacking =
  (folder: string, universe: Universe.AnyUniverse) =>
  (error: MissingError): Failed => {
    const [lacks] = error.message.split(" Call store.sync")
    const tickers = [...new Set(error.missing.map(({ ticker }) => ticker))]
    return new Failed({
      message: `${lacks} Fetch them: candela history ${Text.fetching(folder, universe, tickers)} --from ${error.from} --to ${error.to}, or read what is there: --gaps allow`,
    })
  }
