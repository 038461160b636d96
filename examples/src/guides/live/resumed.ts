import { Checkpoints, MarketData } from "@candela/core"
import { LiveConnection } from "@candela/core/LiveConnection"
import * as NodeLive from "@candela/node/NodeLive"
import { StocksLive } from "@candela/stocks/Live"
import { FetchHttpClient, FileSystem, KeyValueStore } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { Console, Effect, Layer, Option, Stream } from "effect"

const tickers = ["AAPL", "MSFT", "NVDA", "AMZN", "GOOGL", "META", "TSLA", "JPM", "KO", "WMT"]
const file = "minutes.ndjson"
const end = Date.parse("2025-06-30T12:00:00-04:00")

type Minute = { readonly ticker: string; readonly timestamp: number; readonly close: number }

/** The last line of a minute counts; one that a kill has cut in two is no JSON. */
const read = (text: string) =>
  new Map(
    text.split("\n").flatMap((line) => {
      const row = Option.getOrUndefined(Option.liftThrowable(JSON.parse)(line)) as Minute | undefined
      return row === undefined ? [] : [[`${row.ticker} ${row.timestamp}`, row] as const]
    }),
  )

const program = Effect.gen(function* () {
  const live = yield* StocksLive
  const fs = yield* FileSystem.FileSystem
  const append = (text: string) => fs.writeFileString(file, text, { flag: "a" })
  const write = (rows: ReadonlyArray<Minute>) => append(rows.map((row) => `${JSON.stringify(row)}\n`).join(""))

  yield* append("\n") // behind a line that a kill has cut in two
  const before = [...read(yield* fs.readFileString(file)).values()]
  const ended = new Set(before.filter(({ timestamp }) => timestamp >= end).map(({ ticker }) => ticker))
  yield* live.minuteBars.follow({ ticker: tickers, from: "2025-05-02", checkpoint: "sixty-days" }).pipe(
    Stream.tap((event) => {
      switch (event._tag) {
        case "Rows":
          return write(event.rows)
        case "Revised":
          return write([event.row])
        case "Gap":
          return event.filled ? Effect.void : Effect.logWarning(`${event.reason}: ${event.detail}`)
      }
    }),
    // A service runs on; an example has to end.
    Stream.takeUntil((event) => {
      for (const row of event._tag === "Rows" ? event.rows : []) if (row.timestamp >= end) ended.add(row.ticker)
      return ended.size === tickers.length
    }),
    Stream.runDrain,
  )
  const rows = [...read(yield* fs.readFileString(file)).values()].filter(({ timestamp }) => timestamp < end)
  yield* Console.log(`${rows.length} minutes of ${tickers.length} tickers`)
})

const Live = StocksLive.layer.pipe(
  Layer.provide(Checkpoints.layer),
  Layer.provide([LiveConnection.layerConfig(), MarketData.layerConfig()]),
  Layer.provide([KeyValueStore.layerFileSystem("positions"), NodeLive.layer, FetchHttpClient.layer]),
  Layer.provideMerge(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
