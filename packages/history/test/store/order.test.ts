import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import * as Order from "../../src/internal/store/order.js"
import type { Place } from "../../src/internal/store/partition.js"
import type { Source } from "../../src/internal/store/source.js"

const place = { folder: () => ({ path: "/store/bars" }) } as unknown as Place
const source = {
  endpoint: { kind: "history" },
  folder: [],
  instants: (rows: ReadonlyArray<number>) => (index: number) => rows[index],
} as unknown as Source

const written = (...pieces: ReadonlyArray<ReadonlyArray<number>>) =>
  Stream.runCount(Order.ascending(place, source)(Stream.fromIterable(pieces as never)))

describe("rows of an endpoint that declares no order", () => {
  it.effect("are refused unless they ascend, within a page and from page to page", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* written([1, 2], [], [3]), 3)
      for (const pieces of [[[2, 1]], [[1, 1]], [[1, 2], [2]], [[3], [], [1]]]) {
        assert.deepInclude(yield* Effect.flip(written(...pieces)), { reason: "rows", path: "/store/bars" })
      }
    }),
  )
})
