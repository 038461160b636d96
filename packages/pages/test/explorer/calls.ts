/** Calls of the explorer, of every kind. */
import { declarations } from "@candela/catalog/Catalog"
import * as Texts from "../../src/common/Texts.js"
import type * as Call from "../../src/explorer/Call.js"
import * as Markets from "../../src/explorer/Markets.js"
import * as View from "../../src/explorer/View.js"
import { program } from "../../src/common/Program.js"
import { endpointOf } from "../support.js"

export const baseUrl = "http://127.0.0.1:8787"
const dates = { from: "2024-06-30", to: "2025-06-30" }

/** The calls of all charts. */
export const charts = View.marketNames.flatMap((name): ReadonlyArray<Call.Call> => {
  const { bars, study } = Markets.all[name]
  const view = View.chart(name)
  return [bars(view, dates).call, ...(study ? View.studyNames.map((one) => study(one, view, dates).call) : [])]
})

const page = (name: string, texts: Texts.Texts): Call.Call => ({
  endpoint: declarations.get(name)!,
  request: Texts.toRequest(endpointOf(name), texts),
  use: "page",
})

/** Calls of every kind of endpoint, with parameters of every kind. */
export const tables = [
  page("stocks.openClose", { stocksTicker: "AAPL", date: "2025-06-27" }),
  page("stocks.movers", { direction: "gainers" }),
  page("stocks.dividends", {
    "ticker.any_of": "AAPL,MSFT",
    "ex_dividend_date.gte": "2025-01-01",
    sort: "ex_dividend_date.desc",
    limit: "5",
  }),
  page("reference.tickers", { search: `it's "quoted"`, active: "false", sort: "name", order: "desc" }),
  page("forex.quotes", { fxTicker: "C:EUR-USD", "timestamp.gte": "1751234400000000000" }),
  page("futures.bars", { ticker: "ESU5", resolution: "5min", window_start: "2025-06-27" }),
  page("economy.inflation", {}),
]

export const programOf = ({ endpoint, request, use }: Call.Call) => program(baseUrl, endpoint.name, request, use)
