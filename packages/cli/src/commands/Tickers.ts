/**
 * Tickers of a command: as arguments with blanks between them, or in files, one a line, or with blanks or commas
 * between them.
 *
 * @module
 */
import type { FileSystem } from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "../command/Option.js"
import * as TextInput from "../command/TextInput.js"
import { UsageError } from "../command/UsageError.js"
import type { Terminal } from "../terminal/Terminal.js"

/** Argument of one or more tickers, each of which counts once. */
export const argument = (text: string): Option.Option<ReadonlyArray<string>> => ({
  ...Option.repeated(
    { value: "TICKER", text, example: "AAPL", completes: "ticker" },
    (texts): Either.Either<ReadonlyArray<string>, string> => Either.right([...new Set(texts)]),
  ),
  required: true,
})

/** Reads the tickers of a file, or of standard input for `-`. Its code and that of files is loaded on use. */
export const read = (
  option: string,
  file: string,
): Effect.Effect<ReadonlyArray<string>, UsageError, FileSystem | Terminal> =>
  Effect.gen(function* () {
    const { parse } = yield* Effect.promise(() => import("@candela/backfill/Universes"))
    const text = yield* file === "-"
      ? TextInput.ofStandardInput(`--${option} -`, "tickers")
      : TextInput.ofFile(`--${option}`, file)
    const name = file === "-" ? "standard input" : file
    return yield* Either.mapLeft(parse(text, { name }), ({ message }) => new UsageError({ message }))
  })
