/** What insiders bought less what they sold on the market, by company. */
import { Filings } from "@candela/filings"
import { Sandbox } from "@candela/sandbox"
import { Console, Effect, Layer, Stream } from "effect"
import * as Picture from "./Picture.js"

const program = Effect.gen(function* () {
  const filings = yield* Filings
  const sums = yield* filings.form4.stream({ "filing_date.gte": "2024-07-01" }).pipe(
    Stream.filter(({ transaction_code }) => transaction_code === "P" || transaction_code === "S"),
    Stream.runFold(new Map<string, number>(), (sums, { tickers, transaction_code, transaction_shares = 0 }) => {
      const [ticker = "?"] = tickers ?? []
      return sums.set(ticker, (sums.get(ticker) ?? 0) + (transaction_code === "P" ? 1 : -1) * transaction_shares)
    }),
  )
  const net = [...sums].map(([ticker, value]) => ({ ticker, thousands: value / 1000 }))
  const most = net
    .toSorted((one, other) => Math.abs(other.thousands) - Math.abs(one.thousands))
    .slice(0, 12)
    .toSorted((one, other) => other.thousands - one.thousands)
  yield* Console.log("purchases less sales of insiders since July 2024, thousands of shares (synthetic)")
  for (const { thousands, ticker } of most) yield* Console.log(`${ticker.padEnd(8)}${thousands.toFixed(2).padStart(8)}`)

  const { bottom, left, right, top } = Picture.plot
  const row = (bottom - top) / most.length
  const span = Picture.spanOf([0, ...most.map(({ thousands }) => thousands)], 0.02)
  const x = Picture.scale(span, [left, right])
  yield* Picture.save(
    "insiders",
    Picture.card(
      "Insiders: bought less sold in a year, thousands of shares",
      "Bars to the right where insiders bought more than they sold, to the left where they sold more.",
      ...most.flatMap(({ thousands, ticker }, index) => {
        const y = top + index * row
        const words = `${ticker}: ${thousands.toFixed(2)} thousand shares`
        return [
          Picture.label(left - 8, y + row / 2 + 4, ticker, { anchor: "end" }),
          Picture.box(x(0), y + 3, x(thousands), y + row - 3, thousands < 0 ? Picture.fall : Picture.rise, words),
        ]
      }),
      Picture.legend([
        ["bought", Picture.rise],
        ["sold", Picture.fall],
      ]),
      Picture.below(Picture.ticks(span).map((tick) => [x(tick), String(tick)])),
    ),
  )
})

await Effect.runPromise(Effect.provide(program, Filings.layer.pipe(Layer.provide(Sandbox.layer()))))
