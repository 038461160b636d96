import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { program } from "../../src/commands/index.js"
import { bundle } from "../process/support.js"
import { data } from "../commands/run.js"
import * as TestTerminal from "../TestTerminal.js"
import { open, type Size } from "./support.js"

const key = "a-key-that-nobody-may-see"

const candela = (args: ReadonlyArray<string>, size?: Size) =>
  Effect.flatMap(bundle, ({ candela }) => open(process.execPath, [candela, ...args], size))

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-pty-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true })),
)

describe("in a terminal", () => {
  it.scopedLive("help is as wide as it, and has colours unless NO_COLOR is set", () =>
    Effect.gen(function* () {
      const [narrow, wide] = yield* Effect.all(
        [
          candela(["help", "login"], { columns: 80, rows: 50 }),
          candela(["help", "login"], { columns: 160, rows: 50, env: { NO_COLOR: "1" } }),
        ],
        { concurrency: 2 },
      )
      assert.strictEqual(yield* narrow.ended, 0)
      assert.strictEqual(yield* wide.ended, 0)
      assert.include(narrow.raw(), "\x1b[1mUsage:\x1b[0m")
      assert.strictEqual(wide.raw(), stripVTControlCharacters(wide.raw()))
      for (const [screen, columns] of [
        [narrow, 80],
        [wide, 160],
      ] as const) {
        const { out } = yield* TestTerminal.line(program, ["help", "login"], { columns })
        // Nothing is broken by the terminal: its lines are those of the help.
        assert.strictEqual(`${(yield* screen.lines).join("\n")}\n`, out)
      }
    }),
  )

  it.scopedLive("an error is told in red, and what was probably meant", () =>
    Effect.gen(function* () {
      const screen = yield* candela(["logni"])
      assert.strictEqual(yield* screen.ended, 2)
      assert.deepStrictEqual(yield* screen.lines, [
        'candela has no command "logni". Did you mean login?',
        "Help: candela --help",
      ])
      const red = yield* candela(["login", "--rat", "5/min"])
      assert.strictEqual(yield* red.ended, 2)
      assert.include(red.raw(), "\x1b[31mcandela\x1b[0m: login has no option --rat. Did you mean --rate?")
    }),
  )

  it.scopedLive("a key is asked for, and never shown", () =>
    Effect.gen(function* () {
      const config = yield* folder
      const env = { XDG_CONFIG_HOME: config, MARKET_DATA_API_KEY: "" }
      const screen = yield* candela(["login"], { env })
      yield* screen.shows("Your API key")
      yield* screen.type(`${key}\r`)
      assert.strictEqual(yield* screen.ended, 0)
      assert.notInclude(screen.raw(), key)
      yield* screen.shows("The profile default is stored in")
      assert.include(readFileSync(join(config, "candela/profiles.json"), "utf8"), key)

      const cancelled = yield* candela(["login", "--profile", "other"], { env })
      yield* cancelled.shows("Your API key")
      yield* cancelled.type("\x03")
      assert.strictEqual(yield* cancelled.ended, 130)
      assert.notInclude(readFileSync(join(config, "candela/profiles.json"), "utf8"), "other")
    }),
  )

  it.scopedLive("Ctrl-C ends with 130", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const { test } = yield* bundle
      const screen = yield* open(process.execPath, [test, "wait", directory], { columns: 160 })
      yield* screen.shows(directory)
      yield* screen.type("\x03")
      assert.strictEqual(yield* screen.ended, 130)
    }),
  )

  it.scopedLive("a live chart has the whole screen, and Ctrl-C gives it back with the last chart", () =>
    Effect.gen(function* () {
      const env = { CANDELA_SANDBOX_DATA: data }
      const screen = yield* candela(["chart", "AAPL", "--live", "--sandbox", "--speed", "60"], { env })
      yield* screen.shows("● live")
      yield* screen.type("\x03")
      assert.strictEqual(yield* screen.ended, 130)
      // Before it, the first command of a machine says that it prepares the data set.
      const [first, ...lines] = (yield* screen.lines).filter((line) => !line.startsWith("Preparing "))
      assert.match(first!, /^AAPL {2}Minute bars/)
      assert.match(lines.at(-1)!, /\d\d:\d\d/)
      assert.isTrue(screen.raw().includes("\x1b[?25h\x1b[?1049l"), "the cursor is seen, on the first screen")
    }),
  )

  it.scopedLive("the width follows the terminal", () =>
    Effect.gen(function* () {
      const { test } = yield* bundle
      const screen = yield* open(process.execPath, [test, "size"])
      yield* screen.resize(123, 45)
      yield* screen.type("a line\r\x04")
      yield* screen.shows("a line 123x45 true")
    }),
  )
})
