import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import * as Sql from "../../src/Sql.js"
import { bar, folder, write } from "./fixture.js"

const odd = ["123", "NULL", "2024-01-01", "X:BTCUSD", "BRK.B", "aapl", "AAPL"]

layer(NodeContext.layer)("SQL over a store", (it) => {
  it.scoped("has the bars of every ticker, as they were", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const bars = [bar("2024-02-29T15:00:00Z", 10), bar("2024-03-01T15:00:00Z", 11, { otc: true })]
      yield* write(
        root,
        odd.map((ticker) => ({ ticker, bars })),
      )
      const sql = yield* Sql.open(root)
      const rows = yield* sql.rows("SELECT * FROM bars WHERE ticker = $1 ORDER BY timestamp", ["NULL"])
      assert.deepStrictEqual(
        rows,
        bars.map((bar) => ({ market: "stocks", timespan: "1minute", ticker: "NULL", otc: null, ...bar })),
      )
    }),
  )
})
