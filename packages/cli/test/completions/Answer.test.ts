import { Sandbox } from "@candela/sandbox/Sandbox"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Command from "../../src/command/Command.js"
import * as Option from "../../src/command/Option.js"
import * as Answer from "../../src/completions/Answer.js"
import * as Shell from "../../src/completions/Shell.js"
import { localService } from "../commands/localService.js"
import { data } from "../commands/run.js"
import * as TestTerminal from "../TestTerminal.js"

const bars = Command.make("bars", {
  summary: "Bars of a stock",
  arguments: { ticker: Option.text({ value: "TICKER", text: "The ticker.", completes: "ticker" }) },
  options: {
    timespan: Option.word(["minute", "hour", "day"], { value: "SPAN", text: "The unit. It counts." }),
    adjusted: Option.flag("Adjusts for splits."),
    "ex_date.gte": Option.optional(Option.text({ value: "DATE", text: "First day.", example: "2024-01-02" })),
    "ticker.any_of": Option.optional(Option.list({ value: "TICKERS", text: "Others.", completes: "ticker" })),
    fields: Option.optional({ ...Option.list({ value: "FIELDS", text: "Fields." }), words: ["open", "close"] }),
    out: Option.optional(Option.text({ value: "FILE", text: "A file.", completes: "file" })),
    store: Option.optional(Option.text({ value: "FOLDER", text: "A store.", completes: "directory" })),
  },
  examples: [],
  run: () => Effect.void,
})

const isTrue = (text: string) => Either.right(text === "true")

/** A command with a boolean. */
const quotes = Command.make("quotes", {
  summary: "Quotes",
  arguments: { ticker: Option.text({ value: "TICKER", text: "The ticker." }) },
  options: {
    adjusted: Option.optional(
      Option.of({ value: "BOOLEAN", isBoolean: true, text: "Adjusts.", words: ["true", "false"] }, isTrue),
    ),
  },
  examples: [],
  run: () => Effect.void,
})

const commands: ReadonlyArray<Command.CommandNode> = [
  Command.group("stocks", { summary: "Stocks", commands: Effect.succeed([bars, quotes]) }),
  Command.lazy("status", {
    summary: "State. Of all",
    load: Effect.succeed({ ...bars, name: "status", arguments: {} }),
  }),
  Command.lazy("broken", { summary: "Never loaded", load: Effect.die("it was loaded") }),
]

const answer = (shell: Shell.Name, input: string, cache: string, variables: Record<string, string> = {}) =>
  Effect.suspend(() => {
    const { terminal } = TestTerminal.make({
      variables: { XDG_CACHE_HOME: cache, CANDELA_SANDBOX_DATA: data, ...variables },
    })
    return Answer.to(shell, commands, input).pipe(Effect.provide(TestTerminal.layer({}, terminal)))
  })

const wordsOf = (text: string) =>
  text
    .split("\n")
    .slice(1, -1)
    .map((line) => line.split("\t")[0]!)

const temporary = () => mkdtempSync(join(tmpdir(), "candela-completions-"))

/** Tickers of the sandbox that were kept before. */
const keep = (cache: string, kept: object) => {
  const folder = join(cache, "candela/tickers")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "sandbox.json"), JSON.stringify(kept))
}

const shared = [
  "--sandbox",
  "--url",
  "--profile",
  "--quiet",
  "--verbose",
  "--json-errors",
  "--color",
  "--help",
  "--version",
]
const own = ["--timespan", "--adjusted", "--ex_date.gte", "--ticker.any_of", "--fields", "--out", "--store"]
const without = (...names: ReadonlyArray<string>) => [...own, ...shared].filter((name) => !names.includes(name))

/** Half-written lines, and the words that may follow. */
const lines: ReadonlyArray<readonly [line: string, words: ReadonlyArray<string> | "files" | "directories"]> = [
  ["candela ", ["stocks", "status", "broken"]],
  ["candela st", ["stocks", "status"]],
  ["candela x", []],
  ["candela x ", []],
  ["candela stocks ", ["bars", "quotes"]],
  ["candela --sandbox stocks ", ["bars", "quotes"]],
  ["candela stocks quotes AAPL ", ["--adjusted", ...shared]],
  ["candela stocks quotes AAPL --a", ["--adjusted"]],
  ["candela stocks quotes AAPL --n", ["--no-adjusted"]],
  ["candela stocks quotes AAPL --no-adjusted --n", []],
  ["candela stocks quotes AAPL --no-adjusted --a", []],
  ["candela stocks quotes AAPL --adjusted --n", []],
  ["candela stocks quotes AAPL --adjusted ", ["true", "false"]],
  ["candela stocks quotes --adjusted AAPL --qu", ["--quiet"]],
  ["candela stocks quotes --adjusted AAPL ", shared],
  ["candela --url http://127.0.0.1 sto", ["stocks"]],
  ["candela --color ", ["auto", "always", "never"]],
  ["candela --color=a", ["--color=auto", "--color=always"]],
  ["candela --s", ["--sandbox"]],
  ["candela stocks bars --t", ["--timespan", "--ticker.any_of"]],
  ["candela stocks bars AAPL ", without()],
  ["candela stocks bars AAPL --timespan day --adjusted ", without("--timespan", "--adjusted")],
  ["candela stocks bars AAPL --timespan=day --ti", ["--ticker.any_of"]],
  ["candela stocks bars AAPL --timespan ", ["minute", "hour", "day"]],
  ["candela stocks bars AAPL --timespan m", ["minute"]],
  ["candela stocks bars AAPL --timespan=m", ["--timespan=minute"]],
  ["candela stocks bars AAPL --ex_date.gte ", ["2024-01-02"]],
  ["candela stocks bars AAPL --fields ", ["open", "close"]],
  ["candela stocks bars AAPL --fields open,", ["open,close"]],
  ["candela stocks bars AAPL --fields open,c", ["open,close"]],
  ["candela stocks bars AAPL --fields open --fi", ["--fields"]],
  ["candela stocks bars AAPL --out ", "files"],
  ["candela stocks bars AAPL --out=da", "files"],
  ["candela stocks bars AAPL --store d", "directories"],
  ["candela stocks bars AAPL --adjusted=", []],
  ["candela stocks bars AAPL --nothing=", []],
  ["candela stocks bars AAPL MSFT", []],
  ["candela stocks bars AAPL -- --t", []],
  ["candela status --ti", ["--timespan", "--ticker.any_of"]],
  [`candela stocks bars "AAPL" --timespan 'd`, ["day"]],
]

describe("completions", () => {
  for (const [line, expected] of lines) {
    it.effect(`completes "${line}"`, () =>
      Effect.gen(function* () {
        const cache = temporary()
        const found = yield* answer("zsh", `${Shell.split(line).slice(1).join("\n")}\n`, cache)
        if (typeof expected === "string") assert.strictEqual(found.split("\n")[0], expected)
        else assert.deepStrictEqual(wordsOf(found), expected)
        const inBash = yield* answer("bash", line, cache)
        assert.strictEqual(inBash.split("\n").length, found.split("\n").length)
      }),
    )
  }

  it.effect("shows the texts beside the words", () =>
    Effect.map(answer("fish", "st\n", temporary()), (text) =>
      assert.strictEqual(text, "words\nstocks\tStocks\nstatus\tState\n"),
    ),
  )

  it.effect("says what stands before the name of a file", () =>
    Effect.gen(function* () {
      const ask = (line: string) => answer("zsh", `${line.replaceAll(" ", "\n")}\n`, temporary())
      assert.strictEqual(yield* ask("stocks bars AAPL --out=da"), "files\n--out=\n")
      assert.strictEqual(yield* ask("stocks bars AAPL --store da"), "directories\n\n")
    }),
  )

  it.live("gives bash what stands behind its own separators", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(wordsOf(yield* answer("bash", "candela stocks bars --timespan=m", temporary())), [
        "minute",
      ])
      const cache = temporary()
      keep(cache, { "C:EURU": { at: Date.now(), isWhole: true, tickers: ["C:EURUSD"] } })
      assert.strictEqual(yield* answer("bash", "candela --sandbox stocks bars C:EURU", cache), "words\nEURUSD\t\n")
    }),
  )

  it.live("offers tickers, and keeps them without a key", () =>
    Effect.gen(function* () {
      const cache = temporary()
      const folder = join(cache, "candela/tickers")
      const ask = (line: string) => Effect.map(answer("zsh", `${line.replaceAll(" ", "\n")}\n`, cache), wordsOf)
      // Kept tickers need no service, so that the time that a sandbox takes to begin plays no part.
      assert.deepStrictEqual(yield* ask("stocks bars AA"), [])
      const kept = { AA: { at: Date.now() - 1000, isWhole: true, tickers: ["AA", "AAPL"] } }
      keep(cache, kept)
      assert.deepStrictEqual(yield* ask("--sandbox stocks bars AA"), ["AA", "AAPL"])
      assert.deepStrictEqual(yield* ask("--sandbox stocks bars AAP"), ["AAPL"])
      assert.deepStrictEqual(yield* ask("--sandbox stocks bars X --ticker.any_of MSFT,AAP"), ["MSFT,AAPL"])
      assert.deepStrictEqual(yield* ask("--sandbox stocks bars --ticker.any_of=AAP"), ["--ticker.any_of=AAPL"])
      const old = { AA: { at: Date.now() - 100_000_000, isWhole: true, tickers: ["AAOLD"] } }
      for (const written of [JSON.stringify(old), "{ no json"]) {
        writeFileSync(join(folder, "sandbox.json"), written)
        assert.notInclude(yield* ask("--sandbox stocks bars AA"), "AAOLD")
      }
    }),
  )

  it.live("asks the service for tickers, and keeps nothing else", () =>
    Effect.gen(function* () {
      const cache = temporary()
      const sandbox = yield* Sandbox
      const variables = { MARKET_DATA_URL: sandbox.baseUrl, MARKET_DATA_API_KEY: "sandbox-key" }
      // The first one may take longer than a completion waits, on a busy machine.
      const ask = Effect.map(answer("zsh", "stocks\nbars\nMS\n", cache, variables), wordsOf)
      const found = yield* Effect.repeat(ask, { until: (words) => words.length > 0, times: 20 })
      assert.include(found, "MSFT")
      const folder = join(cache, "candela/tickers")
      const [file = "", ...others] = readdirSync(folder)
      assert.deepStrictEqual(others, [])
      const kept = readFileSync(join(folder, file), "utf8")
      assert.include(kept, "MSFT")
      assert.notInclude(kept, "sandbox-key")
    }).pipe(Effect.provide(Sandbox.layerServer({ keys: { "sandbox-key": "business" } }))),
  )

  it.live("offers and keeps only what a ticker can be, whatever the service or the kept file lists", () =>
    Effect.gen(function* () {
      const hostile = [
        "AA$(touch x)",
        "AA`x`",
        "AA;x",
        "AA x",
        "AA\u001b[2J",
        "AA\nAAX",
        "AA\tx",
        `AA${"A".repeat(50)}`,
        "AA\u202e",
        "AAé",
      ]
      const results = ["AA", ...hostile, "AA.B"].map((ticker) => ({ ticker, name: "n" }))
      const { url } = yield* localService((_, response) => {
        response.writeHead(200, { "content-type": "application/json" })
        response.end(JSON.stringify({ status: "OK", request_id: "r", results }))
      })
      const cache = temporary()
      const variables = { MARKET_DATA_URL: url, MARKET_DATA_API_KEY: "a-key-of-a-test" }
      for (const shell of Shell.names) {
        const line = shell === "bash" ? "candela stocks bars AA" : "stocks\nbars\nAA\n"
        const ask = Effect.map(answer(shell, line, cache, variables), wordsOf)
        const found = yield* Effect.repeat(ask, { until: (words) => words.length > 0, times: 20 })
        assert.deepStrictEqual(found, ["AA", "AA.B"])
      }
      const folder = join(cache, "candela/tickers")
      const kept = readFileSync(join(folder, readdirSync(folder)[0]!), "utf8")
      assert.notInclude(kept, "touch")
      keep(cache, { AA: { at: Date.now(), isWhole: true, tickers: ["AA$(touch x)", "AAX"] } })
      assert.notInclude(yield* answer("zsh", "--sandbox\nstocks\nbars\nAA\n", cache), "touch")
      assert.deepStrictEqual(wordsOf(yield* answer("zsh", "--sandbox\nstocks\nbars\nconstructor\n", temporary())), [])
    }).pipe(Effect.scoped),
  )

  it("gives the scripts no word that would end early, or act on the terminal", () => {
    const candidates = ["a\nb", "a\tb", "a\u001b[2J", "a\u009b", "a\u202eb", "ok"].map((word) => ({
      word,
      text: "t\u001bx",
    }))
    for (const shell of Shell.names)
      assert.strictEqual(Shell.write(shell, "", { _tag: "Words", candidates }), "words\nok\tt\\u001bx\n")
  })

  it.live("offers nothing where the service does not answer", () =>
    Effect.gen(function* () {
      const variables = { MARKET_DATA_URL: "http://127.0.0.1:1", MARKET_DATA_API_KEY: "secret" }
      const text = yield* answer("zsh", "stocks\nbars\nAA\n", temporary(), variables)
      assert.strictEqual(text, "words\n")
    }),
  )

  for (const shell of Shell.names) {
    const isThere = spawnSync(shell, ["--version"]).status === 0
    const reason = isThere ? "" : `: skipped, because ${shell} is not installed`
    it.skipIf(!isThere)(`${shell} reads its script${reason}`, () => {
      // Fish reads no pipe of Node.
      const file = join(temporary(), "script")
      writeFileSync(file, Shell.scripts[shell])
      const { status, stderr } = spawnSync(shell, ["-n", file], { encoding: "utf8" })
      assert.strictEqual(stderr, "")
      assert.strictEqual(status, 0)
    })
  }

  it("bash offers what the program answers", () => {
    const folder = temporary()
    // Stands for the program: says what it was handed over.
    const program = `#!/bin/sh\nprintf 'words\\n%s\\ttext\\nsecond word\\t\\n' "$(cat)"\n`
    writeFileSync(join(folder, "candela"), program, { mode: 0o755 })
    const test = `${Shell.scripts.bash}
COMP_LINE="candela stocks ba"; COMP_POINT=14; COMP_WORDS=(candela stocks ba); COMP_CWORD=2
_candela; printf '[%s]' "\${COMPREPLY[@]}"`
    const { stdout } = spawnSync("bash", ["-c", test], {
      encoding: "utf8",
      env: { PATH: `${folder}:${process.env.PATH}` },
    })
    assert.strictEqual(stdout, "[candela\\ stocks][second\\ word]")
  })
})
