import { dayMillis, midnight } from "@candela/market/TimeZone"
import { Stocks } from "@candela/stocks"
import { Store } from "@candela/history"
import { Parquet } from "@candela/files"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream, TestClock } from "effect"
import { bar, days, requestsOf, service, stocks, supply } from "./support.js"

const at = (date: string) => midnight("America/New_York", date)

const daily = days("2023-12-01", "2024-02-29").map((day) => bar(day))
const split = { ticker: "AAPL", execution_date: "2020-08-31", split_from: 1, split_to: 4 }

/** A store in a temporary folder, and a service. */
const inFolder = <A, E>(
  use: (folder: string) => Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof environment>>>,
) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: "candela-store-" })
    return yield* Effect.provide(use(folder), environment(folder))
  }).pipe(Effect.scoped, Effect.provide(NodeContext.layer))

const environment = (folder: string) =>
  Layer.mergeAll(
    service(supply({ bars: () => daily, splits: () => [split] })),
    Layer.provideMerge(Store.layer(folder), NodeContext.layer),
  )

describe("a store of Parquet files", () => {
  it.effect("has the rows of the service, adds to a file what it lacks, and gives the same bytes by another way", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(at("2024-06-14") + dayMillis / 2)
        const store = yield* Store
        const fs = yield* FileSystem.FileSystem
        const universe = stocks(["AAPL"])
        yield* store.sync(universe, { from: "2023-12-10", to: "2024-01-05" })
        const { files } = yield* store.sync(universe, { from: "2023-12-01", to: "2024-02-29" })
        assert.strictEqual(files, 2)
        assert.strictEqual(yield* requestsOf(store.sync(universe, { from: "2023-12-01", to: "2024-02-29" })), 0)
        const names = yield* fs.readDirectory(folder, { recursive: true })
        const parquet = names.filter((name) => name.endsWith(".parquet")).sort()
        assert.match(
          parquet.join(" "),
          /^bars\/market=stocks\/timespan=1day\/ticker=AAPL\/2023\.\w{8}\.parquet bars\S*2024\.\w{8}\.parquet splits\/ticker=AAPL\/all\.\w{8}\.parquet$/,
        )
        const rows = yield* Effect.forEach(parquet.slice(0, 2), (name) =>
          Stream.runCollect(Parquet.read(`${folder}/${name}`, Stocks.endpoints.bars)),
        )
        assert.deepStrictEqual(
          rows.flatMap((chunk) => Chunk.toReadonlyArray(chunk)).map(({ close, timestamp }) => [timestamp, close]),
          daily.map(({ c, t }) => [t, c]),
        )
        const splits = yield* Stream.runCollect(Parquet.read(`${folder}/${parquet[2]}`, Stocks.endpoints.splits))
        assert.deepStrictEqual(Chunk.toReadonlyArray(splits), [split])
        const report = yield* store.verify()
        assert.deepStrictEqual([report.files, report.rows, report.damages], [3, daily.length + 1, []])

        yield* store.remove(universe)
        yield* store.sync(universe, { from: "2023-12-01", to: "2024-02-29" })
        assert.deepStrictEqual(
          (yield* fs.readDirectory(folder, { recursive: true })).filter((name) => name.endsWith(".parquet")).sort(),
          parquet,
        )
      }),
    ),
  )
})
