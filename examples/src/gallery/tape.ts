/** The tape: trades of five seconds between bid and ask, each with the side on which it was made. */
import { Trades } from "@candela/market"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Chunk, Console, Effect, Layer, Stream } from "effect"
import * as Picture from "./Picture.js"

const part = {
  stockTicker: "MSFT",
  "timestamp.gte": "2025-06-27T14:00:00Z",
  "timestamp.lt": "2025-06-27T14:00:05Z",
  order: "asc",
} as const

const sides = ["at the ask", "between", "at the bid"] as const
const colours = { "at the ask": Picture.rise, between: "#9aa5b1", "at the bid": Picture.fall } as const

const secondsOf = (nanos: bigint) => Number(nanos - BigInt(Date.parse(part["timestamp.gte"])) * 1_000_000n) / 1e9

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const quotes = Chunk.toReadonlyArray(yield* Stream.runCollect(stocks.quotes.stream(part)))
  const trades = yield* Stream.runCollect(
    stocks.trades.stream(part).pipe(Trades.withQuotes(stocks.quotes.stream(part))),
  )
  const dots = Array.from(trades, ({ quote, trade }) => ({
    seconds: secondsOf(trade.sip_timestamp),
    price: trade.price,
    size: trade.size ?? 0,
    side: trade.price === quote?.ask_price ? sides[0] : trade.price === quote?.bid_price ? sides[2] : sides[1],
  }))
  yield* Console.log(
    `MSFT, 5 seconds from 10:00 in New York: ${dots.length} trades, ${quotes.length} quotes (synthetic)`,
  )
  for (const side of sides) {
    const shares = dots.filter((dot) => dot.side === side).reduce((sum, { size }) => sum + size, 0)
    yield* Console.log(`${side.padEnd(12)}${String(shares).padStart(8)} shares`)
  }

  const { bottom, left, right, top } = Picture.plot
  const bounds = quotes.flatMap(({ ask_price, bid_price }) => [ask_price ?? [], bid_price ?? []].flat())
  const span = Picture.spanOf([...bounds, ...dots.map(({ price }) => price)], 0.1)
  const x = Picture.scale([0, 5], [left + 24, right - 24])
  const y = Picture.scale(span, [bottom, top])
  // A quote holds until the next one: a line of steps.
  const steps = (priceOf: (quote: (typeof quotes)[number]) => number | undefined) =>
    quotes.flatMap((quote, index) => {
      const price = priceOf(quote)
      const next = quotes[index + 1]
      const until = next === undefined ? 5 : secondsOf(next.sip_timestamp)
      return price === undefined
        ? []
        : ([
            [x(secondsOf(quote.sip_timestamp)), y(price)],
            [x(until), y(price)],
          ] as const)
    })
  yield* Picture.save(
    "tape",
    Picture.card(
      "MSFT: five seconds of trades between bid and ask, dollars",
      "Two lines of steps, the best bid and the best ask, and a square for each trade at its price.",
      Picture.axis(span, (value) => value.toFixed(2)),
      Picture.line(
        steps(({ ask_price }) => ask_price),
        "#b9c2cb",
        1.5,
      ),
      Picture.line(
        steps(({ bid_price }) => bid_price),
        "#b9c2cb",
        1.5,
      ),
      ...dots.map(({ price, seconds, side, size }) => {
        const half = 2 + Math.min(4, Math.sqrt(size) / 6)
        const words = `${size} ${side}, ${price}`
        return Picture.box(x(seconds) - half, y(price) - half, x(seconds) + half, y(price) + half, colours[side], words)
      }),
      Picture.legend(sides.filter((one) => dots.some(({ side }) => side === one)).map((side) => [side, colours[side]])),
      Picture.below([0, 1, 2, 3, 4, 5].map((second) => [x(second), `10:00:0${second}`])),
    ),
  )
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
