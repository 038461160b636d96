import { Crypto } from "@candela/crypto/Crypto"
import { Forex } from "@candela/forex/Forex"
import { Futures } from "@candela/futures/Futures"
import * as Integrity from "@candela/history/Integrity"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { Stocks } from "@candela/stocks/Stocks"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { faults } from "./histories.js"

/** Data sets are made once for all tests. */

const Live = Layer.mergeAll(Stocks.layer, Forex.layer, Crypto.layer, Futures.layer).pipe(
  Layer.provide(Sandbox.layer({ keys: { key: "business" } })),
)

/** The end of the last regular session that the data hold. */
const asOf = Date.parse("2025-06-30T20:00:00Z")

/** The minutes of stocks that the data hold in full. */
const minutes = (stocksTicker: string) =>
  ({
    stocksTicker,
    multiplier: 1,
    timespan: "minute",
    from: "2025-05-02",
    to: "2025-06-30",
    adjusted: false,
  }) as const

const statuses = ({ tickers }: Integrity.Report) =>
  new Set(tickers.flatMap(({ days }) => days.map(({ status }) => status)))

layer(Live)("histories of the sandbox", (it) => {
  it.effect("of minutes are whole, of tickers with many trades and with few", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      for (const ticker of ["AAPL", "BRK.A", "FNMA", "ODFL"]) {
        const report = yield* stocks.bars
          .columns(minutes(ticker))
          .pipe(Stream.run(Integrity.report(Stocks.endpoints.bars, minutes(ticker), { asOf })))
        assert.deepStrictEqual(faults(report), [], ticker)
        assert.lengthOf(report.tickers[0]!.days, 40)
      }
    }),
  )

  it.effect("of days are whole over two years; raw prices jump where the service lists a split, and nowhere else", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      const splits = yield* Stream.runCollect(
        stocks.splits.stream({ "execution_date.gte": "2023-07-04", "execution_date.lte": "2025-06-30" }),
      )
      const daily = { multiplier: 1, timespan: "day", from: "2023-07-03", to: "2025-06-30" } as const
      const bySplit: Record<string, boolean> = {}
      for (const { execution_date, split_from, split_to, ticker } of splits) {
        const request = { ...daily, stocksTicker: ticker!, adjusted: false }
        const reportOf = (options: Integrity.Options) =>
          stocks.bars
            .stream(request)
            .pipe(Stream.run(Integrity.report(Stocks.endpoints.bars, request, { asOf, ...options })))
        assert.deepStrictEqual(faults(yield* reportOf({ splits })), [], ticker)
        const unexplained = faults(yield* reportOf({}))
        const ratio = split_to! / split_from!
        if (Math.max(ratio, 1 / ratio) >= 2) assert.include(unexplained, `${execution_date} degraded jump`)
        bySplit[ticker!] = true
      }
      assert.isAbove(Object.keys(bySplit).length, 0)
    }),
  )

  it.effect("of other markets are whole, and so are quotes", () =>
    Effect.gen(function* () {
      const [crypto, forex, futures] = yield* Effect.all([Crypto, Forex, Futures])
      const ofPair = { multiplier: 1, timespan: "minute", from: "2025-05-25", to: "2025-06-29" } as const
      const coin = { ...ofPair, cryptoTicker: "X:ETHEUR" }
      const pair = { ...ofPair, forexTicker: "C:EURUSD" }
      const quotes = {
        fxTicker: "C:EURUSD",
        "timestamp.gte": "2025-06-26",
        "timestamp.lt": "2025-06-28",
        order: "asc",
      } as const
      const contract = {
        ticker: "GCQ5",
        resolution: "1min",
        "window_start.gte": "2025-06-02",
        "window_start.lt": "2025-06-28",
        sort: "window_start.asc",
      } as const
      const reports = yield* Effect.all([
        Stream.run(crypto.bars.columns(coin), Integrity.report(Crypto.endpoints.bars, coin, { asOf })),
        Stream.run(forex.bars.columns(pair), Integrity.report(Forex.endpoints.bars, pair, { asOf })),
        Stream.run(forex.quotes.columns(quotes), Integrity.report(Forex.endpoints.quotes, quotes, { asOf })),
        Stream.run(futures.bars.columns(contract), Integrity.report(Futures.endpoints.bars, contract, { asOf })),
      ])
      for (const report of reports) assert.deepStrictEqual([...statuses(report)], ["available"], report.endpoint)
    }),
  )
})
