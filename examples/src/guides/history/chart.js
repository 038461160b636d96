import { MarketData } from "@candela/core"
import { Store, Universe } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Effect, Layer } from "effect"
import { writeFileSync } from "node:fs"

const tickers = ["AAPL", "KO", "NVDA", "SPY"]
const days = Universe.bars(Stocks.endpoints.bars, { tickers, timespan: "day" })
const colors = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd"]

const program = Effect.gen(function* () {
  const store = yield* Store
  yield* store.sync(days, { from: "2023-07-03", to: "2025-06-27" }) // no request after sync.js
  const lines = yield* store.sql(
    `WITH growth AS (
       SELECT ticker, timestamp, close / first(close) OVER (PARTITION BY ticker ORDER BY timestamp) AS growth
       FROM bars_adjusted_dividends WHERE timespan = '1day'
     )
     SELECT ticker, list(epoch(timestamp) / 86400 ORDER BY timestamp) AS days, list(growth ORDER BY timestamp) AS values
     FROM growth GROUP BY ticker ORDER BY ticker`,
  )
  const first = Math.min(...lines.map(({ days }) => days[0]))
  const most = Math.max(...lines.flatMap(({ values }) => values))
  const shapes = lines.map(({ days, ticker, values }, index) => {
    const points = values.map((value, row) => `${days[row] - first},${400 * (1 - value / most)}`)
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${colors[index]}"/>
  <text x="10" y="${20 + 20 * index}" fill="${colors[index]}">${ticker} ${values.at(-1).toFixed(2)}</text>`
  })
  writeFileSync(
    "chart.svg",
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 730 400">\n  ${shapes.join("\n  ")}\n</svg>\n`,
  )
})

const Live = Layer.merge(Stocks.layer, Store.layer("histories")).pipe(
  Layer.provideMerge(MarketData.layerConfig()), // reads MARKET_DATA_URL and MARKET_DATA_API_KEY
  Layer.provide(FetchHttpClient.layer),
  Layer.provideMerge(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
