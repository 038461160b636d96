import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { difference, run, runNearlyRight } from "./law.js"
import * as Rows from "./rows.js"

/** Thousands of documents, on a machine that may be busy with others. */
const LONG = 600_000

/** Numbers, texts, and what only the schema reads: law.all.test.ts tries all rows. */
const some = Rows.all.filter(({ name }) => ["Bar", "Dividend", "Inexpressible"].includes(name))

describe("the decoder's law", () => {
  it.effect(
    "holds for documents of every kind",
    () =>
      Effect.gen(function* () {
        const outcome = yield* run(Rows.all, 20_260, 250)
        // The documents are of every kind indeed.
        assert.isAbove(outcome.decoded, 65)
        assert.isAbove(outcome.refused, 32)
        assert.isAbove(outcome.truncated, 32)
        assert.isAbove(outcome.rows, 325)
      }),
    LONG,
  )

  it.effect(
    "holds for everything that is nearly one of some rows",
    () =>
      Effect.gen(function* () {
        const outcome = yield* runNearlyRight(some, 7)
        assert.isAbove(outcome.decoded, 100)
        assert.isAbove(outcome.refused, 100)
        assert.isAbove(outcome.truncated, 100)
      }),
    LONG,
  )

  it("tells values apart that are nearly the same", () => {
    assert.isUndefined(difference({ a: [1, { b: -0 }], c: 1n }, { c: 1n, a: [1, { b: -0 }] }))
    assert.isDefined(difference({ a: 0 }, { a: -0 }))
    assert.isDefined(difference({ a: 1 }, { a: 1n }))
    assert.isDefined(difference({ a: undefined }, {}))
    assert.isDefined(difference({ a: undefined }, { b: undefined }))
    assert.isDefined(difference([1], [1, 2]))
    assert.isDefined(difference([], {}))
  })
})
