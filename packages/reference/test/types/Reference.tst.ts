import type { Company, Reference, TickerRecord } from "@candela/reference"
import { describe, expect, test } from "tstyche"

declare const reference: Reference.Service

describe("reference data", () => {
  test("are filtered as the service does: tickers by ranges, the rest by equality", () => {
    reference.tickers({ "ticker.gte": "A", market: "stocks", type: "", active: false })
    // @ts-expect-error '"ticker.any_of"' does not exist
    reference.tickers({ "ticker.any_of": ["AAPL"] })
    // @ts-expect-error '"market.gte"' does not exist
    reference.tickers({ "market.gte": "stocks" })
    // @ts-expect-error Type '"futures"' is not assignable
    reference.tickers({ market: "futures" })
  })

  test("are sorted by one column, with the direction beside it", () => {
    reference.tickers({ sort: "name", order: "desc" })
    // @ts-expect-error Type '"name.desc"' is not assignable
    reference.tickers({ sort: "name.desc" })
    // @ts-expect-error Type '"cusip"' is not assignable
    reference.tickers({ sort: "cusip" })
  })

  test("are streamed without a limit, where there are pages", () => {
    reference.tickers.stream({ market: "fx" }, { pageSize: 10 })
    // @ts-expect-error 'limit' does not exist
    reference.tickers.stream({ market: "fx", limit: 10 })
    // @ts-expect-error Property 'ticker' is missing
    reference.ticker({})
    // @ts-expect-error Property 'stream' does not exist
    void reference.ticker.stream
  })

  test("never hold a CUSIP", () => {
    expect<TickerRecord>().type.toBeAssignableTo<{ readonly ticker: string; readonly name?: string }>()
    // @ts-expect-error Property 'cusip' does not exist
    void ({} as TickerRecord).cusip
    expect<Company["employees"]>().type.toBe<number | undefined>()
  })
})
