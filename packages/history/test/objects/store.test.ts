/** A store in an object store, over sockets and by the public layer. */
import { dayMillis, midnight } from "@candela/market/TimeZone"
import { Stocks } from "@candela/stocks"
import { Store } from "@candela/history"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream, TestClock } from "effect"
import { bar, days, requestsOf, service, stocks, supply } from "../store/support.js"
import { ObjectServer } from "@candela/support/objectServer"
import { optionsOf, prefix } from "./support.js"

const now = midnight("America/New_York", "2024-06-14") + dayMillis / 2

const daily = days("2023-05-01", "2024-06-14").map((day) => bar(day))
const split = (ticker: string) => ({ ticker, execution_date: "2020-08-31", split_from: 1, split_to: 4 })
const connection = service(
  supply({
    bars: () => daily,
    splits: (ticker) => [split(ticker)],
    ratios: () => [{ ticker: "AAPL", date: "2024-06-13", price: 1 }],
  }),
)

/** Names that need escapes in keys, in URLs and in signatures. */
const universe = stocks(["AAPL", "BRK.B", "BRpA", "TRUE"])
const range = { from: "2023-06-01", to: "2024-06-12" }

const listening = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = new ObjectServer()
    server.now = () => now
    server.pageSize = 3
    return { server, ...(await server.listen()) }
  }),
  ({ close }) => Effect.promise(close),
)

const inObjects = (server: ObjectServer, endpoint: string) =>
  Layer.provide(Store.layerObjects(optionsOf(server, { endpoint })), FetchHttpClient.layer)

/** What a store does in its life. */
const life = Effect.gen(function* () {
  const store = yield* Store
  yield* store.sync(stocks(["AAPL"]), { from: "2023-09-01", to: "2024-02-28" })
  yield* store.sync(universe, range)
  yield* store.doubt(stocks(["AAPL"]), { from: "2023-12-01", to: "2024-01-31" })
  yield* store.sync(universe, range)
  yield* store.remove(stocks(["BRK.B"]))
  const kept = yield* store.keep(Stocks.endpoints.ratios, {})
  const { damages, files, rows } = yield* store.verify()
  const again = yield* requestsOf(store.sync(stocks(["AAPL", "BRpA"]), { ...range, to: "2024-06-11" }))
  const bars = yield* Stream.runCollect(
    store.read(stocks(["AAPL", "BRpA"]), { from: "2023-07-01", to: "2024-02-01" }, { adjust: "splits" }),
  )
  return { kept, damages, files, rows, again, bars: Chunk.toReadonlyArray(bars) }
}).pipe(Effect.provide(connection))

describe("a store in an object store", () => {
  it.scoped("does what one in a folder does, and has the same bytes", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "candela-objects-" })
      const { server, url } = yield* listening
      const inFolder = yield* Effect.provide(life, Store.layer(folder))
      const there = yield* Effect.provide(life, inObjects(server, url))
      assert.deepStrictEqual(there, inFolder)
      assert.deepStrictEqual([there.damages, there.again], [[], 0])
      assert.isAbove(there.bars.length, 250)
      const names = (yield* fs.readDirectory(folder, { recursive: true })).filter((name) => /\/.*\.\w+$/.test(name))
      const files = yield* Effect.forEach(names.filter((name) => /\.(parquet|json)$/.test(name)).sort(), (name) =>
        Effect.map(fs.readFile(`${folder}/${name}`), (bytes) => [name, bytes] as const),
      )
      const objects = [...server.contents(prefix)]
      assert.deepStrictEqual(
        objects.map(([name]) => name),
        files.map(([name]) => name),
      )
      for (const [index, [name, bytes]] of objects.entries())
        assert.isTrue(Buffer.from(bytes).equals(files[index]![1]), name)
      assert.isAbove(objects.length, 15)
    }).pipe(Effect.provide(NodeContext.layer)),
  )

  it.scoped("reads a file with one request, and of a ticker that is complete nothing but manifest and listing", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const { server, url } = yield* listening
      server.pageSize = 1000
      yield* Effect.gen(function* () {
        const store = yield* Store
        const one = stocks(["AAPL"])
        yield* store.sync(one, range)
        server.requests.length = 0
        yield* store.sync(one, range)
        assert.isBelow(server.requests.length, 16)
        assert.isTrue(server.requests.every(({ method }) => method === "GET"))
        server.requests.length = 0
        yield* Stream.runDrain(store.columns(one, { from: "2023-07-01", to: "2023-08-01" }, { columns: ["close"] }))
        assert.deepStrictEqual(
          server.requests.map(({ target }) =>
            target
              .split("/")
              .at(-1)!
              .replace(/\.\w{8}\./, "."),
          ),
          ["_manifest.json", "2023.parquet"],
        )
        const refused = yield* Effect.flip(store.sql("SELECT 1"))
        assert.deepInclude(refused, { _tag: "StoreError", reason: "request", path: `s3://market-data/${prefix}` })
        assert.include(refused.message, "SQL reads the files of a folder alone")
      }).pipe(Effect.provide(inObjects(server, url)), Effect.provide(connection))
    }),
  )
})
