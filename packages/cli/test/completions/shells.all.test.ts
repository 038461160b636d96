// The scripts in their shells, as a user has them: what is typed and completed is run by the shell itself.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as Shell from "../../src/completions/Shell.js"
import * as Process from "../process/support.js"
import * as Pty from "../pty/support.js"

/** How each shell begins without its user's configuration, and loads the completions. */
const shells: Readonly<Record<Shell.Name, { readonly args: ReadonlyArray<string>; readonly load: string }>> = {
  bash: { args: ["--norc", "--noprofile", "-i"], load: "source <(candela completions bash)" },
  zsh: {
    args: ["-f", "-i"],
    load: "unsetopt auto_remove_slash; autoload -U compinit; compinit -D -u; source <(candela completions zsh)",
  },
  fish: { args: ["--no-config", "-i"], load: "candela completions fish | source" },
}

/** A line that is typed up to the tabulator, and the words that the program is called with. */
const lines: ReadonlyArray<readonly [typed: string, words: ReadonlyArray<string>]> = [
  ["candela compl", ["completions"]],
  ["candela stocks bars AAPL --timespan mi", ["stocks", "bars", "AAPL", "--timespan", "minute"]],
  ["candela stocks bars AAPL --timespan=mi", ["stocks", "bars", "AAPL", "--timespan=minute"]],
  ["candela stocks bars AAPL --out unusu", ["stocks", "bars", "AAPL", "--out", "unusual name.csv"]],
  ["candela stocks bars AAPL --out=unusu", ["stocks", "bars", "AAPL", "--out=unusual name.csv"]],
  ["candela history read --store his", ["history", "read", "--store", "histories/"]],
  ["candela --sandbox forex bars C:EURU", ["--sandbox", "forex", "bars", "C:EURUSD"]],
]

/** Words that a shell would run, expand or split: what a service may list, if nothing else kept them out. */
const hostile: ReadonlyArray<string> = [
  "AB$(touch x)",
  "AB`touch x`",
  "AB${x:=touch}",
  "AB;touch x",
  "AB|touch x",
  "AB&touch x",
  "AB>x",
  "AB'x",
  'AB"x',
  "AB x",
  "AB\\x",
  "AB!!",
  "AB*",
  "AB{a,b}",
  "AB#x",
  "AB~",
  "AB%x",
  "ABé東",
]

/**
 * A folder with a program that completes every line by what stands in the file `answer`, and says
 * the words of all other lines.
 */
const answering = Effect.gen(function* () {
  const { candela } = yield* Process.bundle
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-shells-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true })),
  )
  const program = [
    "#!/bin/sh",
    `[ "$2" = answer ] && exec cat '${folder}/answer'`,
    `[ "$1" = completions ] && exec '${process.execPath}' '${candela}' "$@"`,
    `printf '<%s>' "$@"; echo`,
    "",
  ]
  writeFileSync(join(folder, "candela"), program.join("\n"), { mode: 0o755 })
  return folder
})

/**
 * A folder with a program that hands completions over to the command, and says the words of all
 * other lines; with files, and kept tickers.
 */
const prepared = Effect.gen(function* () {
  const { candela } = yield* Process.bundle
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-shells-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true })),
  )
  const program = [
    "#!/bin/sh",
    `[ $# -gt 1 ] && [ "$1" = completions ] && exec '${process.execPath}' '${candela}' "$@"`,
    `printf '<%s>' "$@"; echo`,
    "",
  ]
  writeFileSync(join(folder, "candela"), program.join("\n"))
  chmodSync(join(folder, "candela"), 0o755)
  writeFileSync(join(folder, "unusual name.csv"), "")
  mkdirSync(join(folder, "histories"))
  const tickers = join(folder, "cache/candela/tickers")
  mkdirSync(tickers, { recursive: true })
  const kept = { "C:EURU": { at: Date.now(), isWhole: true, tickers: ["C:EURUSD"] } }
  writeFileSync(join(tickers, "sandbox.json"), JSON.stringify(kept))
  return folder
})

/** A shell that has loaded the completions in a folder. */
const opened = (name: Shell.Name, folder: string) =>
  Effect.gen(function* () {
    const { args, load } = shells[name]
    const env = { PATH: `${folder}:${process.env["PATH"]}`, HOME: folder, XDG_CACHE_HOME: join(folder, "cache") }
    const screen = yield* Pty.open(name, args, { columns: 160, rows: 50, env })
    yield* screen.type(`cd '${folder}'; ${load}; printf '%s%s\\n' rea dy\r`)
    yield* screen.shows("ready")
    return screen
  })

describe("completions in", () => {
  for (const name of Object.keys(shells) as ReadonlyArray<Shell.Name>) {
    const isThere = spawnSync(name, ["--version"]).status === 0
    const reason = isThere ? "" : `: skipped, because ${name} is not installed`
    it.scopedLive.skipIf(!isThere)(`${name}${reason}`, () =>
      Effect.gen(function* () {
        const screen = yield* opened(name, yield* prepared)
        for (const [typed, words] of lines) {
          yield* screen.type(`${typed}\t\r`)
          yield* screen.shows(words.map((word) => `<${word}>`).join(""))
        }
        yield* screen.type("candela completions \t\t")
        for (const shell of Object.keys(shells)) yield* screen.shows(shell)
        assert.isFalse((yield* screen.lines).some((line) => line.includes("answer")))
      }),
    )

    it.scopedLive.skipIf(!isThere)(`${name} are words, whatever the program answers${reason}`, () =>
      Effect.gen(function* () {
        const folder = yield* answering
        const screen = yield* opened(name, folder)
        for (const [number, word] of hostile.entries()) {
          writeFileSync(join(folder, "answer"), `words\n${word}\t\n`)
          yield* screen.type(`candela ${number} A\t\r`)
          yield* screen.shows(`<${number}><${word}>`)
        }
        // A word that would act on the terminal is not offered, or is listed as text.
        writeFileSync(join(folder, "answer"), `words\nAB\u001b]0;title\u0007\u009b2J\t\nAC\t\n`)
        yield* screen.type("candela last A\t\r")
        yield* screen.shows(name === "bash" ? "<last><AC>" : "<last><A")
        assert.isFalse(existsSync(join(folder, "x")))
        assert.notInclude(screen.raw(), "\u001b]0;title")
      }),
    )
  }
})
