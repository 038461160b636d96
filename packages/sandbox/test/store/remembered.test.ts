import * as Remembered from "@candela/sandbox/store/remembered"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Tables } from "../contract/support.js"

layer(Tables)("a remembered value", (it) => {
  it.effect("is computed once, and remembers no more keys than it may", () =>
    Effect.gen(function* () {
      const remembered = Remembered.make<string>(2)
      const computed: Array<string> = []
      const of = (key: string) =>
        remembered(
          key,
          Effect.sync(() => {
            computed.push(key)
            return key
          }),
        )
      for (const key of ["a", "b", "a", "c", "a"]) assert.strictEqual(yield* of(key), key)
      assert.deepStrictEqual(computed, ["a", "b", "c", "a"])
    }),
  )
})
