/**
 * The law of lapses, over every lapse and every way of reading in this process. The figure tries
 * the command, too, and further seeds; `lapses.test.ts` tries a sample.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Law from "../src/lapses/Law.js"
import * as World from "../src/lapses/World.js"
import { ways } from "../src/lapses/Ways.js"

describe("under every lapse", () => {
  for (const way of ways.filter(({ name }) => !name.startsWith("command"))) {
    it.live(`${way.name} gives the right rows, an error, or rows and words`, () =>
      Effect.gen(function* () {
        const cells = yield* Law.cells(yield* HttpClient.HttpClient, 1, [way])
        assert.deepStrictEqual(Law.violations(cells), [])
      }).pipe(Effect.provide(World.client)),
    )
  }
})
