/** The layers of docs/testing.md. */
import { Mock, NotFound } from "@candela/core"
import { Sandbox } from "@candela/sandbox"
import { Stocks, type Bar } from "@candela/stocks"
import { Console, Effect, Layer, Stream } from "effect"

// #region layer
const bar: Bar = { timestamp: 1_719_792_000_000, open: 10, high: 12, low: 9, close: 11, volume: 100 }
const Test = Mock.layer(Stocks, { bars: Mock.paged([bar]) })
// #endregion

// #region function
const histories: Record<string, ReadonlyArray<Bar>> = { AAPL: [bar], MSFT: [bar, bar] }
const Portfolio = Mock.layer(Stocks, {
  bars: Mock.paged(
    ({ stocksTicker }) => histories[stocksTicker] ?? new NotFound({ endpoint: "stocks.bars", detail: stocksTicker }),
  ),
})
// #endregion

// #region part
const Snapshots = Mock.layer(Stocks, {
  snapshot: Mock.single(Mock.part({ ticker: "AAPL", day: { close: 11 } })),
})
// #endregion

// #region sandbox
const InProcess = Stocks.layer.pipe(Layer.provide(Sandbox.layer({ dataset: "small" })))
// #endregion

// #region lapses
const Lapsing = Stocks.layer.pipe(Layer.provide(Sandbox.layer({ lapses: { OtherTicker: 0.1, Empty: "once" } })))
// #endregion

const count = (stocksTicker: string) =>
  Effect.flatMap(Stocks, ({ bars }) =>
    bars
      .stream({ stocksTicker, multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-06" })
      .pipe(Stream.runCount),
  ).pipe(Effect.catchTag("NotFound", (error) => Effect.succeed(error._tag)))

await Effect.runPromise(Effect.provide(Effect.flatMap(count("AAPL"), Console.log), Test))
await Effect.runPromise(Effect.provide(Effect.flatMap(count("MSFT"), Console.log), Portfolio))
await Effect.runPromise(Effect.provide(Effect.flatMap(count("TSLA"), Console.log), Portfolio))
await Effect.runPromise(Effect.provide(Effect.flatMap(count("AAPL"), Console.log), InProcess))
await Effect.runPromise(Effect.provide(Effect.asVoid(Stocks), Lapsing))
await Effect.runPromise(
  Effect.flatMap(Stocks, ({ snapshot }) => snapshot({ stocksTicker: "AAPL" })).pipe(
    Effect.flatMap(({ day }) => Console.log(day?.close)),
    Effect.provide(Snapshots),
  ),
)
