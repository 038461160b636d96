import { NodeContext } from "@effect/platform-node"
import { FileSystem, Path } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Chunk, Effect, Stream, TestClock } from "effect"
import { parquet } from "../../src/internal/store/parquet.js"
import * as Service from "../../src/internal/store/service.js"
import { bar, folder, universe, write } from "./fixture.js"

/** The store in a folder, on Monday, the 3rd of June 2024. */
const open = (root: string) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse("2024-06-03T18:00:00Z"))
    const [fs, path] = yield* Effect.all([FileSystem.FileSystem, Path.Path])
    return yield* Service.make({ fs, path, root, format: parquet }, {})
  })

const odd = ["123", "NULL", "2024-01-01", "X:BTCUSD", "BRK.B", "aapl", "AAPL"]
const range = { from: "2024-02-01", to: "2024-03-31" }

layer(NodeContext.layer)("reading a store", (it) => {
  it.scoped("gives the bars of a range with their tickers", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const bars = [bar("2024-02-29T15:00:00Z", 10), bar("2024-03-01T15:00:00Z", 11, { otc: true })]
      yield* write(root, odd.map((ticker) => ({ ticker, bars })))
      const store = yield* open(root)
      const rows = yield* Stream.runCollect(store.read(universe({}, odd), range))
      assert.deepStrictEqual(Chunk.toReadonlyArray(rows), odd.flatMap((ticker) => bars.map((bar) => ({ ...bar, ticker }))))
      const byTime = yield* Stream.runCollect(store.read(universe({}, odd), range, { order: "time" }))
      assert.deepStrictEqual(Chunk.toReadonlyArray(byTime), bars.flatMap((bar) => odd.map((ticker) => ({ ...bar, ticker }))))
    }),
  )
})
