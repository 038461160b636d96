import { Store } from "@candela/history"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { Live } from "./live.js"

const colors = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd"]

const program = Effect.gen(function* () {
  const store = yield* Store
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

await Effect.runPromise(Effect.provide(program, Live))
