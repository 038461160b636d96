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

/** Reads a text in UTF-8. `name` names it in errors, after the option. */
const ofBytes = <R>(
  option: string,
  name: string,
  bytes: Stream.Stream<Uint8Array, UsageError, R>,
): Effect.Effect<string, UsageError, R> =>
  Effect.gen(function* () {
    const decoder = new TextDecoder("utf-8", { fatal: true })
    const decode = (part?: Uint8Array) =>
      Effect.try({
        try: () => decoder.decode(part, { stream: part !== undefined }),
        catch: () => refuse(option, `${name} is no text in UTF-8.`),
      })
    const { text } = yield* Stream.runFoldEffect(bytes, { text: "", size: 0 }, ({ size, text }, part) =>
      // protects: A file without an end does not take all memory.
      // mutant: "that is too long": > most → < 0
      size + part.length > most
        ? refuse(option, `${name} has more than ${most / 1024 / 1024} MiB.`)
        : Effect.map(decode(part), (more) => ({ text: text + more, size: size + part.length })),
    )
    return text + (yield* decode())
  })

/** Reads a file of text in UTF-8. `option` names it in errors: `--query-file`. */
export const ofFile = (option: string, file: string): Effect.Effect<string, UsageError, FileSystem> =>
  Effect.flatMap(FileSystem, (fs) =>
    ofBytes(
      option,
      file,
      Stream.mapError(fs.stream(file), ({ message }) => refuse(option, `${file} cannot be read: ${message}`)),
    ),
  )

/** Reads standard input, piped or typed until its end. */
export const ofInput = (option: string): Effect.Effect<string, UsageError, Terminal> =>
  Effect.flatMap(Terminal, ({ in: input }) => ofBytes(option, "standard input", input.bytes))

/** Reads piped standard input. `what` are its contents in errors, in the plural: `tickers`. */
export const ofStandardInput = (option: string, what: string): Effect.Effect<string, UsageError, Terminal> =>
  Effect.flatMap(Terminal, ({ in: input }) =>
    input.isTerminal
      ? refuse(option, `reads ${what} from standard input: pipe them in, or name a file.`)
      : ofInput(option),
  )
