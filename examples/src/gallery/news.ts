/** News, with what they say of tickers: the sentiments of a month's articles, by ticker. */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer, Stream } from "effect"
import * as Picture from "./Picture.js"

const sentiments = ["positive", "neutral", "negative"] as const
const colours = { positive: Picture.rise, neutral: "#9aa5b1", negative: Picture.fall } as const

interface Counts {
  readonly positive: number
  readonly neutral: number
  readonly negative: number
}

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const counted = yield* stocks.news.stream({ "published_utc.gte": "2025-06-01", order: "asc" }).pipe(
    Stream.mapConcat(({ insights = [] }) => insights),
    Stream.runFold(new Map<string, Counts>(), (counts, { sentiment, ticker }) => {
      const known = sentiments.find((one) => one === sentiment)
      if (ticker === undefined || known === undefined) return counts
      const before = counts.get(ticker) ?? { positive: 0, neutral: 0, negative: 0 }
      return counts.set(ticker, { ...before, [known]: before[known] + 1 })
    }),
  )
  const total = (counts: Counts) => sentiments.reduce((sum, one) => sum + counts[one], 0)
  const most = [...counted].sort(([a, one], [b, other]) => total(other) - total(one) || (a < b ? -1 : 1)).slice(0, 10)
  yield* Console.log("articles of June 2025 by what they mean for a ticker (synthetic)")
  yield* Console.log(`${"".padEnd(8)}${sentiments.map((one) => one.padStart(10)).join("")}`)
  for (const [ticker, counts] of most)
    yield* Console.log(`${ticker.padEnd(8)}${sentiments.map((one) => String(counts[one]).padStart(10)).join("")}`)

  const { bottom, left, right, top } = Picture.plot
  const row = (bottom - top) / most.length
  const x = Picture.scale([0, Math.max(...most.map(([, counts]) => total(counts)))], [left, right])
  const bars = most.flatMap(([ticker, counts], index) => {
    const y = top + index * row
    let from = 0
    return [
      Picture.label(left - 8, y + row / 2 + 4, ticker, { anchor: "end" }),
      ...sentiments.map((one) => {
        const part = Picture.box(
          x(from),
          y + 3,
          x(from + counts[one]),
          y + row - 3,
          colours[one],
          `${ticker}: ${counts[one]} ${one}`,
        )
        from += counts[one]
        return counts[one] === 0 ? "" : part
      }),
    ].filter((part) => part !== "")
  })
  yield* Picture.save(
    "news",
    Picture.card(
      "What a month's news mean for their tickers",
      "A bar for each ticker, divided into positive, neutral and negative articles.",
      ...bars,
      Picture.legend(sentiments.map((one) => [one, colours[one]])),
    ),
  )
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
