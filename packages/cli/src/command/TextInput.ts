/**
 * Text of a file, or of standard input, that an option names.
 *
 * @module
 */
import { FileSystem } from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Terminal } from "../terminal/Terminal.js"
import { UsageError } from "./UsageError.js"

/** Most bytes of a file: no list of tickers and no query is as long, and a device never ends. */
const most = 16 * 1024 * 1024

const refuse = (option: string, problem: string) => new UsageError({ message: `${option} ${problem}` })

/** Reads a file of text in UTF-8. `option` names it in errors: `--query-file`. */
export const ofFile = (option: string, file: string): Effect.Effect<string, UsageError, FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const decoder = new TextDecoder("utf-8", { fatal: true })
    const decode = (bytes?: Uint8Array) =>
      Effect.try({
        try: () => decoder.decode(bytes, { stream: bytes !== undefined }),
        catch: () => refuse(option, `${file} is no text in UTF-8.`),
      })
    const { text } = yield* fs.stream(file).pipe(
      Stream.mapError(({ message }) => refuse(option, `${file} cannot be read: ${message}`)),
      Stream.runFoldEffect({ text: "", size: 0 }, ({ size, text }, bytes) =>
        // protects: A file without an end does not take all memory.
        // mutant: "that is too long": > most → < 0
        size + bytes.length > most
          ? refuse(option, `${file} has more than ${most / 1024 / 1024} MiB.`)
          : Effect.map(decode(bytes), (more) => ({ text: text + more, size: size + bytes.length })),
      ),
    )
    return text + (yield* decode())
  })

/** Reads piped standard input. `what` are its contents in errors, in the plural: `tickers`. */
export const ofStandardInput = (option: string, what: string): Effect.Effect<string, UsageError, Terminal> =>
  Effect.flatMap(Terminal, ({ in: input }) =>
    input.isTerminal ? refuse(option, `reads ${what} from standard input: pipe them in, or name a file.`) : input.text,
  )
