import * as LiveFault from "@candela/testing/LiveFault"
import * as LiveFaults from "@candela/testing/LiveFaults"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, FastCheck } from "effect"

const rows = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, index) => ({ ev: "T", sym: "AAPL", p: index + 0.5, t: 10 + index })))
const struck = (frame: string, seed = 0.5): LiveFault.Struck => ({
  frame,
  items: (JSON.parse(frame) as ReadonlyArray<unknown>).map((item) => JSON.stringify(item)),
  draw: () => seed,
})

/** The steps of a fault in few words: the frames that are sent, and what else happens. */
const steps = (name: LiveFault.Name, frame: string, seed?: number) =>
  LiveFault.kinds[name].strike(struck(frame, seed))?.map((step) => ("frame" in step ? step.frame : step._tag))

describe("a fault of the live channel", () => {
  it("that is harmless leaves every row of a frame, once or twice, in any order", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.integer({ min: 1, max: 9 }),
        FastCheck.double({ min: 0, max: 0.99, noNaN: true }),
        (count, seed) => {
          const all = JSON.parse(rows(count)) as ReadonlyArray<object>
          for (const name of LiveFault.names) {
            const { consequence, on } = LiveFault.kinds[name]
            if (on !== "rows" || consequence !== "Harmless") continue
            const sent = (steps(name, rows(count), seed) ?? [rows(count)]).filter((text) => text.startsWith("["))
            const told = sent.flatMap((frame) => JSON.parse(frame) as ReadonlyArray<{ readonly ev: string }>)
            assert.sameDeepMembers(
              [...new Set(told.filter(({ ev }) => ev === "T").map((row) => JSON.stringify(row)))],
              all.map((row) => JSON.stringify(row)),
              name,
            )
          }
        },
      ),
    )
  })

  it("changes a frame as it says", () => {
    assert.deepStrictEqual(steps("DroppedRow", "[1,2,3]"), ["[1,3]"])
    assert.deepStrictEqual(steps("DuplicateRow", "[1,2,3]"), ["[1,2,2,3]"])
    assert.deepStrictEqual(steps("SwappedRows", "[1,2,3]"), ["[1,3,2]"])
    assert.isUndefined(steps("SwappedRows", "[1]"))
    assert.deepStrictEqual(steps("RepeatedFrame", "[1]"), ["[1]", "[1]"])
    assert.throws(() => JSON.parse(steps("InvalidJson", rows(1))![0]!) as unknown)
    assert.deepStrictEqual(
      [0, 0.4, 0.8].map((seed) => steps("OddNumber", '[{"ev":"A","s":12}]', seed)),
      [['[{"ev":"A","s":"12"}]'], ['[{"ev":"A","s":12.0}]'], ['[{"ev":"A","s":9223372036854775807}]']],
    )
    assert.deepStrictEqual(steps("MissingAck", "[1]"), [])
    assert.deepStrictEqual(steps("MissingAck", "[1,2]"), ["[1]"])
    assert.include(steps("NotAuthorized", "[1,2]")![0], "not authorized")
  })
})

describe("faults of the live channel", () => {
  const judged = (options: LiveFaults.Options, connections: number) =>
    Effect.gen(function* () {
      const faults = yield* LiveFaults.make(options)
      for (let connection = 0; connection < connections; connection++) {
        const judge = faults.connect("/stocks")
        for (let frame = 0; frame < 20; frame++) judge("rows", rows(5))
      }
      return yield* faults.met
    })

  it.effect("are the same with the same seed, and others with another one", () =>
    Effect.gen(function* () {
      const faults = { Cut: 0.1, DuplicateRow: 0.2 }
      const met = yield* judged({ seed: 1, faults }, 20)
      assert.isAbove(met.length, 60)
      assert.deepStrictEqual(yield* judged({ seed: 1, faults }, 20), met)
      assert.notDeepEqual(yield* judged({ seed: 2, faults }, 20), met)
    }),
  )

  it.effect("spare a frame after three in a row, so that programs come on", () =>
    Effect.gen(function* () {
      const met = yield* judged({ faults: { Cut: 1 } }, 1)
      assert.deepStrictEqual(met.map(({ frame }) => frame).slice(0, 6), [1, 2, 3, 5, 6, 7])
    }),
  )

  it.effect("are placed at a row of a connection, once", () =>
    Effect.gen(function* () {
      const rules = [{ fault: "Silence", path: "/stocks", connection: 2, row: 12 }] as const
      assert.deepStrictEqual(yield* judged({ rules }, 3), [
        { fault: "Silence", path: "/stocks", connection: 2, frame: 3 },
      ])
      assert.deepStrictEqual(yield* judged({ rules: [{ ...rules[0], path: "/crypto" }] }, 3), [])
    }),
  )

  it.effect("with impossible probabilities are a defect", () =>
    Effect.gen(function* () {
      for (const faults of [{ Cut: -1 }, { Cut: 0.6, End: 0.6 }])
        assert.isTrue(Exit.isFailure(yield* Effect.exit(LiveFaults.make({ faults }))))
    }),
  )
})
