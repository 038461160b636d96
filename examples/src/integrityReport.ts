/**
 * An integrity report: which days of which tickers are whole, which are damaged and why, and which
 * are missing. A row counts as missing where the market was open and the ticker usually trades; the
 * split of ODFL is no fault where the list of splits has it.
 */
import { Integrity, Many } from "@candela/history"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer, Stream } from "effect"

const tickers = ["AAPL", "BRK.A", "MSFT", "ODFL"]
const range = { multiplier: 1, timespan: "minute", from: "2024-03-04", to: "2024-03-15", adjusted: false } as const
const requests = tickers.map((stocksTicker) => ({ stocksTicker, ...range }))

interface Place {
  readonly ticker: string
  readonly timestamp: number
}

const isBetween = (timestamp: number, from: string, to: string) =>
  timestamp >= Date.parse(from) && timestamp < Date.parse(to)

/** The accidents of a download: an hour and two days of AAPL were lost, five minutes of MSFT came twice. */
const copies = ({ ticker, timestamp }: Place): number => {
  const isHour = isBetween(timestamp, "2024-03-06T16:00Z", "2024-03-06T17:00Z")
  const isDay = isBetween(timestamp, "2024-03-12T00:00Z", "2024-03-14T00:00Z")
  if (ticker === "AAPL" && (isHour || isDay)) return 0
  return ticker === "MSFT" && isBetween(timestamp, "2024-03-08T15:00Z", "2024-03-08T15:05Z") ? 2 : 1
}

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const splits = yield* Stream.runCollect(stocks.splits.stream({ "ticker.any_of": tickers }))
  const endpoint = Many.endpoint(Stocks.endpoints.bars)
  const downloaded = Many.stream(stocks.bars, requests).pipe(
    Stream.mapConcat((bar) => Array.from({ length: copies(bar) }, () => bar)),
  )

  const report = yield* Stream.run(downloaded, Integrity.report(endpoint, requests, { splits }))
  yield* Console.log(Integrity.table(report))

  const withoutSplits = yield* Many.stream(stocks.bars, requests.slice(3)).pipe(
    Stream.run(Integrity.report(endpoint, requests.slice(3))),
  )
  yield* Console.log(`\nThe same of ODFL, without the list of splits:\n\n${Integrity.table(withoutSplits)}`)
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
