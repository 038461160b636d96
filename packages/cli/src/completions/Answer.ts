/**
 * Answer to a script: possible continuations, including tickers.
 *
 * @module
 */
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import type * as Command from "../command/Command.js"
import * as Shared from "../commands/shared.js"
import { Settings } from "../connect/Settings.js"
import type { Terminal } from "../terminal/Terminal.js"
import { complete } from "./Complete.js"
import * as Shell from "./Shell.js"

/** Value of a shared option, as far as written. */
const valueOf = (line: ReadonlyArray<string>, name: string): string | undefined => {
  const at = line.indexOf(`--${name}`)
  return at === -1 ? line.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) : line[at + 1]
}

/** Settings of the half-written command. They allow no output on standard error. */
const settingsOf = (line: ReadonlyArray<string>): typeof Settings.Service => ({
  url: valueOf(line, "url"),
  profile: valueOf(line, "profile"),
  sandbox: line.includes("--sandbox"),
  quiet: true,
  verbose: false,
  jsonErrors: false,
})

/** Answers a script: takes its input, and returns the text for it. */
export const to = (
  shell: Shell.Name,
  commands: ReadonlyArray<Command.CommandNode>,
  input: string,
): Effect.Effect<string, never, Terminal | FileSystem | Path> =>
  Effect.gen(function* () {
    const line = Shell.read(shell, input)
    const written = line.at(-1) ?? ""
    const found = yield* complete(commands, Shared.all, line)
    if (found._tag !== "Tickers") return Shell.write(shell, written, found)
    const { beginningWith } = yield* Effect.promise(() => import("./Tickers.js"))
    const tickers = yield* Effect.provideService(beginningWith(found.written), Settings, settingsOf(line))
    const candidates = tickers.map((ticker) => ({ word: found.prefix + ticker, text: "" }))
    return Shell.write(shell, written, { _tag: "Words", candidates })
  })
