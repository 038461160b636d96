import { Preview } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { Effect } from "effect"

const decade = {
  stocksTicker: "AAPL",
  multiplier: 1,
  timespan: "minute",
  from: "2015-01-01",
  to: "2024-12-31",
} as const

const { expectedRows, requests } = await Effect.runPromise(Preview.of(Stocks.endpoints.bars, decade)) // sends nothing
console.log(`about ${expectedRows} bars in ${requests} requests`)
