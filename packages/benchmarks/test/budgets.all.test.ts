/** What a user pays while types are checked: `./scripts/bench` says it, too. */
import * as Catalog from "@candela/catalog/Catalog"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as TypeChecking from "../src/TypeChecking.js"
import { assertCompile } from "./node.js"

describe("budgets", () => {
  it.live(
    "programs that use one method, and every method, cost the type checker no more than their bounds",
    () =>
      Effect.gen(function* () {
        // The cost is what a user pays: that of the emitted declarations.
        yield* assertCompile(...Catalog.services.map(({ name }) => name))
        const one = yield* TypeChecking.oneMethod
        assert.isAbove(one, 1_000)
        assert.isAtMost(one, TypeChecking.MOST_FOR_ONE)
        assert.isAtMost(yield* TypeChecking.allMethods, TypeChecking.MOST_FOR_ALL)
      }),
    240_000,
  )
})
