import { LiveConnection } from "@candela/core/LiveConnection"
import { MarketData } from "@candela/core"
import { Sandbox } from "@candela/sandbox"
import { StocksLive } from "@candela/stocks/Live"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const live = yield* StocksLive
  const minutes = new Set<number>()
  yield* live.minuteBars.events(["AAPL"]).pipe(
    Stream.tap((event) => {
      switch (event._tag) {
        case "Rows":
          for (const { timestamp } of event.rows) minutes.add(timestamp)
          return Effect.void
        case "Revised":
          return Effect.void
        case "Gap":
          return Console.log(`${event.reason}: ${event.filled ? "filled" : event.detail}`)
      }
    }),
    Stream.takeUntil((event) => event._tag === "Gap"),
    Stream.runDrain,
  )
  const [first, last] = [Math.min(...minutes), Math.max(...minutes)]
  yield* Console.log((last - first) / 60_000 + 1 - minutes.size, "minutes are missing")
})

// The whole service in this process: its connection is cut, and its requests are a minute behind the channel.
const Service = Sandbox.liveLayer({
  live: { speed: 600, lag: "1 minute", faults: { rules: [{ fault: "Cut", row: 5, connection: 1 }] } },
})
const url = { apiKey: "sandbox" }
const Live = StocksLive.layer.pipe(
  Layer.provide([
    LiveConnection.layer({ ...url, url: "ws://sandbox" }),
    MarketData.layer({ ...url, baseUrl: "http://sandbox" }),
  ]),
  Layer.provide(Service),
)

await Effect.runPromise(Effect.provide(program, Live))
