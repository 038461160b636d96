import type { SnapshotItem } from "@candela/snapshots/Snapshot"
import { Snapshots } from "@candela/snapshots/Snapshots"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { serviceOf } from "./support.js"
import { call, server, vendor } from "./vendor.js"

/** An item of ours, as far as a plain JSON parser can read it: it rounds nanoseconds. */
const rounded = (item: SnapshotItem): unknown =>
  JSON.parse(JSON.stringify(item, (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value)))

describe("the vendor's client gets what ours gets of the unified snapshot:", () => {
  layer(server, { excludeTestServices: true })((it) => {
    it.scoped("of a kind, of a range and of asked tickers, in either order", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const { list } = yield* serviceOf(Snapshots)
        for (const order of ["asc", "desc"] as const) {
          for (const [their, our] of [
            [{ type: "stocks" }, { type: "stocks" }],
            [{ type: "options" }, { type: "options" }],
            [{ type: "indices" }, { type: "indices" }],
            [
              { tickerGte: "C:", tickerLt: "D" },
              { "ticker.gte": "C:", "ticker.lt": "D" },
            ],
            [{ tickerAnyOf: "AAPL,NONE,X:BTCUSD" }, { "ticker.any_of": ["AAPL", "NONE", "X:BTCUSD"] }],
          ] as const) {
            const common = { order, limit: 250 }
            const got = yield* call(() => theirs.getSnapshots({ ...common, ...their } as never))
            const { results } = yield* list({ ...common, ...our })
            assert.isAbove(results.length, 2)
            assert.deepEqual<unknown>(got.results, results.map(rounded))
          }
        }
      }),
    )
  })
})
