import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { BenchmarkError } from "../src/Benchmark.js"
import type { Measured } from "../src/Contender.js"
import * as Processes from "../src/Processes.js"

const measured = (milliseconds: number, checksum = "right"): Measured => ({
  milliseconds,
  rows: 1,
  checksum,
  peakRss: 1,
})

/** Contenders that only write down that it was their turn. */
const scripted = (log: Array<string>, ...names: ReadonlyArray<string>): ReadonlyArray<Processes.Participant> =>
  names.map((contender) => ({
    contender,
    measure: Effect.sync(() => {
      log.push(contender)
      return measured(log.length)
    }),
  }))

const amount = ({ milliseconds }: Measured) => milliseconds

describe("Processes.rounds", () => {
  it.effect("lets everyone run in every round, and nobody always first", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const series = yield* Processes.rounds({ rounds: 3, entries: scripted(log, "a", "b", "c"), amount })
      assert.strictEqual(log.join(""), "abcbcacab")
      assert.deepStrictEqual(series, [
        { contender: "a", amounts: [1, 6, 8] },
        { contender: "b", amounts: [2, 4, 9] },
        { contender: "c", amounts: [3, 5, 7] },
      ])
    }),
  )

  it.effect("runs each right before or after the one that it is compared with, and keeps that run beside it", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const entries = scripted(log, "base", "a", "b", "c")
      const series = yield* Processes.rounds({ rounds: 2, entries, base: "base", amount })
      assert.deepStrictEqual(log, ["a", "base", "b", "c", "base", "c", "base", "b", "base", "a"])
      assert.deepStrictEqual(series, [
        { contender: "base", amounts: [2, 5, 7, 9] },
        { contender: "a", amounts: [1, 10], beside: { base: "base", amounts: [2, 9] } },
        { contender: "b", amounts: [3, 8], beside: { base: "base", amounts: [2, 7] } },
        { contender: "c", amounts: [4, 6], beside: { base: "base", amounts: [5, 7] } },
      ])
    }),
  )

  it.effect("makes no more rounds than are asked for", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      yield* Processes.rounds({ rounds: 3, entries: scripted(log, "a", "b"), amount })
      assert.strictEqual(log.join(""), "ab")
    }).pipe(Effect.provideService(Processes.MostRounds, 1)),
  )

  it.effect("lets a contender take part in the first rounds only, beside the one that it is compared with", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const [base, own, other] = scripted(log, "base", "a", "b")
      const entries = [base!, own!, { ...other!, rounds: 1 }]
      const series = yield* Processes.rounds({ rounds: 2, entries, base: "base", amount })
      assert.deepStrictEqual(log, ["a", "base", "b", "base", "a"])
      assert.deepStrictEqual(series[2], { contender: "b", amounts: [3], beside: { base: "base", amounts: [2] } })
    }),
  )

  it.effect("keeps the first pages and the note", () =>
    Effect.gen(function* () {
      const measure = Effect.succeed({ ...measured(1), cold: 5, note: "said" })
      const series = yield* Processes.rounds({ rounds: 2, entries: [{ contender: "a", measure }], amount })
      assert.deepStrictEqual(series, [{ contender: "a", amounts: [1, 1], cold: [5, 5], note: "said" }])
    }),
  )

  const failing = (entries: ReadonlyArray<Processes.Participant>, expected?: Readonly<Record<string, string>>) =>
    Effect.map(
      Effect.flip(Processes.rounds({ rounds: 1, entries, amount, ...(expected === undefined ? {} : { expected }) })),
      ({ message }) => message,
    )

  it.effect("fails when two contenders read something else", () =>
    Effect.gen(function* () {
      const message = yield* failing([
        { contender: "a", measure: Effect.succeed(measured(1)) },
        { contender: "b", measure: Effect.succeed(measured(1, "wrong")) },
      ])
      assert.strictEqual(message, 'b read "wrong", but a says "right"')
    }),
  )

  it.effect("fails when all agree on what is not true", () =>
    Effect.gen(function* () {
      const message = yield* failing([{ contender: "a", measure: Effect.succeed(measured(1)) }], { rows: "truth" })
      assert.strictEqual(message, 'a read "right", but the server says "truth"')
    }),
  )

  it.effect("holds those that read other things apart", () =>
    Effect.gen(function* () {
      const series = yield* Processes.rounds({
        rounds: 1,
        entries: [
          { contender: "a", measure: Effect.succeed(measured(1)) },
          { contender: "b", measure: Effect.succeed(measured(2, "bytes")), reads: "bytes" },
        ],
        amount,
      })
      assert.strictEqual(series.length, 2)
    }),
  )

  it.effect("names the contender that failed", () =>
    Effect.gen(function* () {
      const message = yield* failing([{ contender: "a", measure: new BenchmarkError({ message: "out of paper" }) }])
      assert.strictEqual(message, "a: out of paper")
    }),
  )
})

describe("Processes.node", () => {
  it.live("gives what a program printed", () =>
    Effect.map(Processes.node(["--eval", "console.log(6 * 7)"]), (printed) => assert.strictEqual(printed, "42\n")),
  )

  it.live("fails with the program's own words", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(Processes.node(["--eval", "throw new Error('no ink')"]))
      assert.include(message, "ended with 1")
      assert.include(message, "no ink")
    }),
  )
})
