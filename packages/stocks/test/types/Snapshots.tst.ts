import { Stocks, type StockSnapshot } from "@candela/stocks"
import { Effect } from "effect"
import { describe, expect, test } from "tstyche"

describe("snapshots of stocks", () => {
  test("are of rows whose fields may all be absent, with nanoseconds as bigint", () => {
    expect<StockSnapshot["updated"]>().type.toBe<bigint | undefined>()
    expect<NonNullable<StockSnapshot["lastTrade"]>["timestamp"]>().type.toBe<bigint | undefined>()
    expect<NonNullable<StockSnapshot["min"]>["timestamp"]>().type.toBe<number | undefined>()
  })

  test("are requested by what they take alone", () => {
    Effect.map(Stocks, (stocks) => {
      stocks.movers({ direction: "gainers", include_otc: true })
      // @ts-expect-error Type '"up"' is not assignable to type '"gainers" | "losers"'
      stocks.movers({ direction: "up" })
      // @ts-expect-error Property 'direction' is missing
      stocks.movers({})
      // @ts-expect-error 'tickers' does not exist in type 'MoversRequest'
      stocks.movers({ direction: "losers", tickers: ["AAPL"] })
      stocks.snapshots({ tickers: "", include_otc: false })
      // @ts-expect-error Type '"AAPL"' is not assignable to type
      stocks.snapshots({ tickers: "AAPL" })
      // @ts-expect-error Type '"AAPL"' is not assignable to type '"the service calls it stocksTicker"'
      stocks.snapshot({ ticker: "AAPL" })
    })
  })
})
