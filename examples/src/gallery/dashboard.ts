/**
 * A dashboard: instruments of three markets, each with its latest state and its last month. The
 * look-ups leave as one request.
 */
import { Crypto } from "@candela/crypto"
import { Forex } from "@candela/forex"
import { Sandbox } from "@candela/sandbox"
import { Snapshots } from "@candela/snapshots"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer } from "effect"
import * as Picture from "./Picture.js"

const month = { multiplier: 1, timespan: "day", from: "2025-05-30", to: "2025-06-27" } as const

const monthOf = (ticker: string) =>
  Effect.gen(function* () {
    const [stocks, forex, crypto] = yield* Effect.all([Stocks, Forex, Crypto])
    const { results } = yield* ticker.startsWith("C:")
      ? forex.bars({ forexTicker: ticker, ...month })
      : ticker.startsWith("X:")
        ? crypto.bars({ cryptoTicker: ticker, ...month })
        : stocks.bars({ stocksTicker: ticker, ...month })
    return results.map(({ close }) => close)
  })

const program = Effect.gen(function* () {
  const snapshots = yield* Snapshots
  const tickers = ["AAPL", "MSFT", "NVDA", "C:EURUSD", "C:USDJPY", "X:BTCUSD"]
  const tiles = yield* Effect.forEach(
    tickers,
    (ticker) =>
      Effect.map(Effect.all([snapshots.get(ticker), monthOf(ticker)], { concurrency: 2 }), ([snapshot, closes]) => ({
        ticker,
        price: snapshot.session?.close ?? NaN,
        change: snapshot.session?.change_percent ?? NaN,
        closes,
      })),
    { concurrency: "unbounded" },
  )
  const signed = (change: number) => `${change > 0 ? "+" : ""}${change.toFixed(2)} %`
  yield* Console.log("2025-06-30 (synthetic)")
  for (const { change, price, ticker } of tiles)
    yield* Console.log(`${ticker.padEnd(10)}${String(price).padStart(12)}${signed(change).padStart(10)} today`)

  const { left, right } = Picture.plot
  const [wide, high] = [(right - left + 40) / 3, 140]
  const parts = tiles.flatMap(({ change, closes, price, ticker }, index) => {
    const [x, y] = [24 + (index % 3) * wide, 52 + Math.floor(index / 3) * (high + 8)]
    const colour = change >= 0 ? Picture.rise : Picture.fall
    const span = Picture.spanOf(closes)
    const across = Picture.scale([0, closes.length - 1], [x + 12, x + wide - 24])
    const up = Picture.scale(span, [y + high - 12, y + 64])
    return [
      Picture.box(x, y, x + wide - 12, y + high, "#f3f5f7"),
      Picture.label(x + 12, y + 24, ticker, { size: 13, weight: 600 }),
      Picture.label(x + 12, y + 48, String(price), { fill: "#1c2126", size: 18 }),
      Picture.label(x + wide - 24, y + 48, signed(change), { anchor: "end", fill: colour, size: 13 }),
      Picture.line(
        closes.map((close, at) => [across(at), up(close)]),
        colour,
      ),
    ]
  })
  yield* Picture.save(
    "dashboard",
    Picture.card(
      "Three markets at a glance",
      "A tile for each instrument: its price, its change today, and a line through its last month.",
      ...parts,
    ),
  )
})

const Live = Layer.mergeAll(Stocks.layer, Forex.layer, Crypto.layer, Snapshots.layer).pipe(
  Layer.provide(Sandbox.layer()),
)

await Effect.runPromise(Effect.provide(program, Live))
