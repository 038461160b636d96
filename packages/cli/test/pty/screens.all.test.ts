import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { makeFolder } from "../commands/run.js"
import { assertExpected } from "../expected.js"
import { bundle } from "../process/support.js"
import { open, type Screen } from "./support.js"

const lines = {
  bars: "stocks bars AAPL --timespan minute --multiplier 1 --from 2025-06-27 --to 2025-06-27 --limit 5",
  texts: "reference tickers --market stocks --limit 4",
  chart: "chart AAPL --from 2025-03-03 --to 2025-06-27",
  unknown: "chart NOPE --from 2025-06-02 --to 2025-06-27",
} as const

/** Command lines answered by cassettes: no time for data shows on the screens. */
class Cassettes extends Context.Tag("Cassettes")<
  Cassettes,
  { readonly replayed: (name: keyof typeof lines) => ReadonlyArray<string> }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const { path, run } = yield* makeFolder
      for (const [name, line] of Object.entries(lines)) yield* run(`record @${name}.json ${line} --sandbox --quiet`)
      return { replayed: (name) => ["replay", path(`${name}.json`), ...lines[name].split(" ")] }
    }),
  )
}

const narrow = { columns: 80, rows: 24 }
const wide = { columns: 160, rows: 48 }

const sizeOf = (columns: number) => (columns === 80 ? narrow : wide)

/** How colours are asked for, or refused. */
const ways = {
  auto: { env: {}, args: [], hasColors: true },
  always: { env: { NO_COLOR: "1" }, args: ["--color", "always"], hasColors: true },
  NO_COLOR: { env: { NO_COLOR: "1" }, args: [], hasColors: false },
  never: { env: {}, args: ["--color", "never"], hasColors: false },
} as const

/** What is run, in how many columns, how colours are chosen, and the exit code. */
const runs: ReadonlyArray<readonly [keyof typeof lines | "usage", 80 | 160, keyof typeof ways, number]> = [
  ["bars", 80, "auto", 0],
  ["bars", 160, "never", 0],
  ["texts", 80, "NO_COLOR", 0],
  ["texts", 160, "always", 0],
  ["chart", 80, "auto", 0],
  ["chart", 80, "never", 0],
  ["chart", 160, "always", 0],
  ["chart", 160, "NO_COLOR", 0],
  ["unknown", 80, "auto", 1],
  ["usage", 80, "NO_COLOR", 2],
  ["usage", 160, "always", 2],
]

const usage = ["stocks", "bars", "AAPL", "--timespan", "dya", "--multiplier", "0", "--from", "2025", "--to", "now"]

/** Compares a screen with the file that holds it, and its styles where it has colours. */
const assertScreen = (name: string, { lines, styled }: Screen, hasColors = false) =>
  Effect.map(hasColors ? styled : lines, (shown) =>
    assertExpected(`pty/screens/${name}.${hasColors ? "ansi" : "txt"}`, `${shown.join("\n")}\n`),
  )

layer(Cassettes.layer, { excludeTestServices: true, timeout: "2 minutes" })("screens", (it) => {
  for (const [name, columns, way, code] of runs) {
    it.scoped(`${name} in ${columns} columns, colours: ${way}`, () =>
      Effect.gen(function* () {
        const { candela } = yield* bundle
        const { args, env, hasColors } = ways[way]
        const line = name === "usage" ? usage : (yield* Cassettes).replayed(name)
        const screen = yield* open(process.execPath, [candela, ...args, ...line], { ...sizeOf(columns), env })
        assert.strictEqual(yield* screen.ended, code, (yield* screen.lines).join("\n"))
        yield* assertScreen(`${name}-${columns}`, screen, hasColors)
        // oxlint-disable-next-line no-control-regex -- the codes of styles
        if (!hasColors) assert.notMatch(screen.raw(), /\x1b\[[\d;]*m/)
      }),
    )
  }

  for (const size of [narrow, wide]) {
    it.scoped(`progress in ${size.columns} columns is one line, and gone at the end`, () =>
      Effect.gen(function* () {
        const { test } = yield* bundle
        const label = "AAPL, one-minute bars of all sessions, 2025-06-27"
        const screen = yield* open(process.execPath, [test, "progress", label], size)
        yield* screen.shows("1,234,567 rows")
        yield* assertScreen(`progress-${size.columns}`, screen)
        yield* screen.type("\x04")
        assert.strictEqual(yield* screen.ended, 0)
        assert.deepStrictEqual(yield* screen.lines, ["One row was left out.", "Done."])
      }),
    )
  }
})
