import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { oneOf, runs } from "@candela/support/seeded"
import { run, runNearlyRight } from "./law.js"
import * as Rows from "./rows.js"

describe("the decoder's law", () => {
  it.effect(
    "holds for more documents of every kind, and for everything that is nearly any row",
    () =>
      Effect.gen(function* () {
        const outcomes = [yield* run(Rows.all, 30_260, runs(2_000)), yield* runNearlyRight(Rows.all, 7)]
        for (const { decoded, refused, truncated } of outcomes) {
          for (const count of [decoded, refused, truncated]) assert.isAbove(count, 260 / oneOf)
        }
      }),
    600_000,
  )
})
