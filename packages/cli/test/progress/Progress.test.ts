import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import * as Line from "../../src/progress/Line.js"
import * as Progress from "../../src/progress/Progress.js"
import { layer, make, type Process } from "../TestTerminal.js"

/** What is on standard error after each step of a program with progress, and at the end. */
const run = (process: Process, program: (progress: Progress.Progress) => Effect.Effect<void>) => {
  const { printed, terminal } = make(process)
  return Progress.make.pipe(
    Effect.flatMap(program),
    Effect.scoped,
    Effect.provide(layer(process, terminal)),
    Effect.map(() => printed()),
  )
}

const clear = "\r\u001b[2K"

describe("progress", () => {
  it.effect("is one line that is redrawn at most ten times a second, and gone at the end", () =>
    Effect.gen(function* () {
      const { err, out } = yield* run({ terminal: true }, ({ update }) =>
        Effect.gen(function* () {
          for (let rows = 0; rows < 1000; rows++) yield* update({ rows, pages: 1, done: rows / 2000 })
          yield* TestClock.adjust("100 millis")
          yield* update({ rows: 5000, pages: 2, done: 0.25 })
          yield* TestClock.adjust("1900 millis")
        }),
      )
      assert.deepStrictEqual(err.split(clear), [
        "",
        "999 rows  1 page  49%",
        "5,000 rows  2 pages  25%",
        // Nothing has come, but time has gone.
        "5,000 rows  2 pages  4,167 rows/s  25%  4 s left",
        "",
      ])
      assert.strictEqual(out, "")
    }),
  )

  it.effect("is a plain line every ten seconds where nobody looks", () =>
    Effect.gen(function* () {
      const { err } = yield* run({}, ({ update }) =>
        Effect.gen(function* () {
          yield* update({ label: "AAPL 2024-03", rows: 100, done: 0.5 })
          yield* TestClock.adjust("25 seconds")
        }),
      )
      assert.strictEqual(
        err,
        "AAPL 2024-03  100 rows  10 rows/s  50%  10 s left\nAAPL 2024-03  100 rows  5 rows/s  50%  20 s left\n",
      )
    }),
  )

  it.effect("is silent with --quiet, except for warnings", () =>
    Effect.gen(function* () {
      const { err } = yield* run({ terminal: true, settings: { quiet: true } }, ({ note, update }) =>
        Effect.gen(function* () {
          yield* update({ rows: 1 })
          yield* TestClock.adjust("1 minute")
          yield* note("A warning.")
        }),
      )
      assert.strictEqual(err, "A warning.\n")
    }),
  )

  it.effect("leaves warnings above its line, and is cut to the terminal", () =>
    Effect.gen(function* () {
      const { err } = yield* run({ terminal: true, columns: 12 }, ({ note, update }) =>
        Effect.gen(function* () {
          yield* update({ label: "a label that is long" })
          yield* TestClock.adjust("100 millis")
          yield* note("A warning.")
          yield* TestClock.adjust("100 millis")
        }),
      )
      assert.strictEqual(err, `${clear}a label th…${clear}A warning.\n${clear}a label th…${clear}`)
    }),
  )

  it("says nothing of time before it is known", () => {
    assert.strictEqual(Line.of({}, 2400), "Waiting for the first response, 2 s")
    assert.strictEqual(Line.of({ waiting: "Checking the files" }, 2400), "Checking the files, 2 s")
    assert.strictEqual(Line.of({ waiting: "Checking the files", label: "KO" }, 2400), "KO")
    assert.strictEqual(Line.of({ rows: 1, done: 0.001 }, 5000), "1 row  0 rows/s  0%")
    assert.strictEqual(Line.of({ rows: 10, done: 1 }, 5000), "10 rows  2 rows/s  100%")
    assert.deepStrictEqual([5, 80, 600, 7500, 7200].map(Line.duration), [
      "5 s",
      "1 min 20 s",
      "10 min",
      "2 h 5 min",
      "2 h",
    ])
  })

  it("cuts the label before what was counted", () => {
    const state = { label: "AAPL, one-minute bars of all sessions", rows: 1_234_567, pages: 25, done: 0.34 }
    const counted = "  1,234,567 rows  25 pages  411,522 rows/s  34%  6 s left"
    assert.strictEqual(Line.of(state, 3000), `${state.label}${counted}`)
    assert.strictEqual(Line.of(state, 3000, 80), `AAPL, one-minute bars…${counted}`)
    for (let columns = 10; columns < 120; columns++) assert.isAtMost(Line.of(state, 3000, columns).length, columns)
  })
})
