// The scripts in their shells, as a user has them: what is typed and completed is run by the shell itself.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
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

/** A folder with a program that hands completions over to the command, and says the words of all other lines; with files, and kept tickers. */
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

describe("completions in", () => {
  for (const [name, { args, load }] of Object.entries(shells)) {
    const isThere = spawnSync(name, ["--version"]).status === 0
    const reason = isThere ? "" : `: skipped, because ${name} is not installed`
    it.scopedLive.skipIf(!isThere)(`${name}${reason}`, () =>
      Effect.gen(function* () {
        const folder = yield* prepared
        const env = {
          PATH: `${folder}:${process.env["PATH"]}`,
          HOME: folder,
          XDG_CACHE_HOME: join(folder, "cache"),
        }
        const screen = yield* Pty.open(name, args, { columns: 160, rows: 50, env })
        yield* screen.type(`cd '${folder}'; ${load}; printf '%s%s\\n' rea dy\r`)
        yield* screen.shows("ready")
        for (const [typed, words] of lines) {
          yield* screen.type(`${typed}\t\r`)
          yield* screen.shows(words.map((word) => `<${word}>`).join(""))
        }
        yield* screen.type("candela completions \t\t")
        for (const shell of Object.keys(shells)) yield* screen.shows(shell)
        assert.isFalse((yield* screen.lines).some((line) => line.includes("answer")))
      }),
    )
  }
})
