/**
 * Files of tickers: one a line, or with blanks or commas between them.
 *
 * @module
 */
import type { FileSystem } from "@effect/platform/FileSystem"
import * as PlatformFileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { UsageError } from "../command/UsageError.js"
import { Terminal } from "../terminal/Terminal.js"

const textOf = (option: string, file: string): Effect.Effect<string, UsageError, FileSystem | Terminal> =>
  Effect.gen(function* () {
    const refuse = (message: string) => new UsageError({ message })
    if (file !== "-") {
      const fs = yield* PlatformFileSystem.FileSystem
      return yield* Effect.mapError(fs.readFileString(file), ({ message }) =>
        refuse(`--${option} ${file} cannot be read: ${message}`),
      )
    }
    const { in: input } = yield* Terminal
    return input.isTerminal
      ? yield* refuse(`--${option} - reads tickers from standard input: pipe them in, or name a file.`)
      : yield* input.text
  })

/** Reads the tickers of a file, or of standard input for `-`. Its code and that of files is loaded on use. */
export const read = (
  option: string,
  file: string,
): Effect.Effect<ReadonlyArray<string>, UsageError, FileSystem | Terminal> =>
  Effect.gen(function* () {
    const { parse } = yield* Effect.promise(() => import("@candela/backfill/Universes"))
    const text = yield* textOf(option, file)
    const name = file === "-" ? "standard input" : file
    return yield* Either.mapLeft(parse(text, { name }), ({ message }) => new UsageError({ message }))
  })
