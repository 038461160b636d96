import type { Columns } from "@candela/core/Columns"
import type { InvalidRequest, BadResolution } from "@candela/core/MarketDataError"
import { Forex } from "@candela/forex"
import * as Integrity from "@candela/history/Integrity"
import { type Bar, Stocks } from "@candela/stocks"
import { Effect, Stream } from "effect"
import { describe, expect, test } from "tstyche"

const request = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-06" } as const
const bars = Stream.empty as Stream.Stream<Bar, "lost">
const columns = Stream.empty as Stream.Stream<Columns<Bar>, "lost">

describe("a check of a history", () => {
  test("takes rows and columns of its endpoint, and no others", () => {
    const sink = Integrity.report(Stocks.endpoints.bars, request)
    expect(Stream.run(bars, sink)).type.toBe<Effect.Effect<Integrity.Report, "lost" | InvalidRequest | BadResolution>>()
    expect(Stream.run(columns, sink)).type.toBe<
      Effect.Effect<Integrity.Report, "lost" | InvalidRequest | BadResolution>
    >()
    // @ts-expect-error is not assignable to parameter
    Stream.run(bars, Integrity.report(Forex.endpoints.quotes, { fxTicker: "C:EURUSD" }))
    // @ts-expect-error Type 'undefined' is not assignable to type 'string'
    Integrity.report(Stocks.endpoints.bars, { ...request, stocksTicker: undefined })
  })

  test("passes on what came, with the errors of who takes the report", () => {
    const onReport = (report: Integrity.Report) => Effect.fail(report.tickers.length)
    const checked = columns.pipe(Integrity.check(Stocks.endpoints.bars, request, { onReport }))
    expect(checked).type.toBe<Stream.Stream<Columns<Bar>, "lost" | number | InvalidRequest | BadResolution>>()
    const rows = Integrity.check(bars, Stocks.endpoints.bars, [request], { onReport })
    expect(rows).type.toBe<Stream.Stream<Bar, "lost" | number | InvalidRequest | BadResolution>>()
  })
})
