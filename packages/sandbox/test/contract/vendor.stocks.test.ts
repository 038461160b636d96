import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { stocksOf } from "./support.js"
import { call, renamed, server, snapshotKeys, vendor } from "./vendor.js"

describe("the vendor's client gets what ours gets:", () => {
  layer(server, { excludeTestServices: true })((it) => {
    it.scoped("dividends, filtered and sorted", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const stocks = yield* stocksOf("key")
        const got = yield* call(() =>
          theirs.getStocksV1Dividends({
            tickerAnyOf: "KO,PEP,SPY",
            exDividendDateGte: "2024-01-01",
            exDividendDateLt: "2025-01-01",
            frequencyGt: 0,
            limit: 20,
            sort: "frequency.desc,ex_dividend_date.asc",
          }),
        )
        const page = yield* stocks.dividends({
          "ticker.any_of": ["KO", "PEP", "SPY"],
          "ex_dividend_date.gte": "2024-01-01",
          "ex_dividend_date.lt": "2025-01-01",
          "frequency.gt": 0,
          limit: 20,
          sort: ["frequency.desc", "ex_dividend_date.asc"],
        })
        assert.lengthOf(page.results, 20)
        assert.deepEqual<unknown>(got.results, page.results)
        assert.strictEqual(got.status, "OK")
      }),
    )

    it.scoped("dividends of many pages", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor({ pagination: true })
        const stocks = yield* stocksOf("key")
        const got = yield* call(() => theirs.getStocksV1Dividends({ tickerLt: "K", limit: 9 }))
        const page = yield* stocks.dividends({ "ticker.lt": "K", limit: 5000 })
        assert.isAbove(page.results.length, 50)
        // It puts pages in an order of its own.
        assert.sameDeepMembers<unknown>(got.results, [...page.results])
      }),
    )

    it.scoped("dividends in the older shape, with several filters, an order, a sort and a limit at once", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const stocks = yield* stocksOf("key")
        const got = yield* call(() =>
          theirs.listDividends({
            tickerGte: "HD",
            tickerLt: "T",
            exDividendDateGte: "2024-01-01",
            payDateLt: "2025-06-01",
            cashAmountGt: 0.2,
            frequency: 4,
            dividendType: "CD",
            order: "asc",
            sort: "cash_amount",
            limit: 20,
          } as never),
        )
        const page = yield* stocks.dividendsV3({
          "ticker.gte": "HD",
          "ticker.lt": "T",
          "ex_dividend_date.gte": "2024-01-01",
          "pay_date.lt": "2025-06-01",
          "cash_amount.gt": 0.2,
          frequency: 4,
          dividend_type: "CD",
          order: "asc",
          sort: "cash_amount",
          limit: 20,
        })
        assert.lengthOf(page.results, 20)
        assert.deepEqual<unknown>(got.results, page.results)
      }),
    )

    it.scoped("balance sheets, with arrays and totals", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const stocks = yield* stocksOf("key")
        // It knows neither `min_ticker` nor `max_ticker`.
        for (const [theirRequest, request] of [
          [{ tickersAllOf: "BRK.A,BRK.B" }, { "tickers.all_of": ["BRK.A", "BRK.B"] }],
          [
            { tickers: "BRK.B", timeframe: "annual" },
            { tickers: "BRK.B", timeframe: "annual" },
          ],
          [
            { cikGte: "0000320193", fiscalYear: 2024, fiscalQuarterLte: 2, sort: "total_assets.desc", limit: 1000 },
            {
              "cik.gte": "0000320193",
              fiscal_year: 2024,
              "fiscal_quarter.lte": 2,
              sort: "total_assets.desc",
              limit: 1000,
            },
          ],
        ] as const) {
          const got = yield* call(() => theirs.getStocksFinancialsV1BalanceSheets(theirRequest))
          const page = yield* stocks.balanceSheets(request)
          assert.isNotEmpty(page.results)
          assert.deepEqual<unknown>(got.results, page.results)
        }
      }),
    )

    it.scoped("snapshots and movers, with and without over-the-counter stocks", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const stocks = yield* stocksOf("key")
        const wire = (row: unknown) =>
          renamed(row, { ...snapshotKeys, ask: "P", ask_size: "S", bid: "p", bid_size: "s" })
        for (const [includeOtc, tickers] of [
          [true, undefined],
          [false, ["AAPL", "BRK.B", "FNMA"]],
        ] as const) {
          const got = yield* call(() =>
            theirs.getStocksSnapshotTickers({ includeOtc, ...(tickers && { tickers: [...tickers] }) }),
          )
          const { results } = yield* stocks.snapshots({ include_otc: includeOtc, tickers })
          const found = results.map(({ ticker }) => ticker)
          assert.include(found, "AAPL")
          assert.strictEqual(found.includes("FNMA"), includeOtc)
          assert.deepEqual<unknown>(got.tickers, results.map(wire))
          for (const direction of ["gainers", "losers"] as const) {
            const moved = yield* call(() => theirs.getStocksSnapshotDirection({ direction, includeOtc } as never))
            const movers = yield* stocks.movers({ direction, include_otc: includeOtc })
            assert.isNotEmpty(movers.results)
            assert.deepEqual<unknown>(moved.tickers, movers.results.map(wire))
          }
        }
        const one = yield* call(() => theirs.getStocksSnapshotTicker({ stocksTicker: "FNMA" }))
        assert.deepEqual<unknown>(one.ticker, wire(yield* stocks.snapshot({ stocksTicker: "FNMA" })))
      }),
    )

    it.scoped("cash flow statements, ratios and news", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const stocks = yield* stocksOf("key")
        const pairs = [
          [
            () =>
              theirs.getStocksFinancialsV1CashFlowStatements({
                tickersAnyOf: "KO,BRK.B",
                timeframe: "trailing_twelve_months",
                filingDateGte: "2024-01-01",
                sort: "net_income.desc",
              }),
            stocks.cashFlowStatements({
              "tickers.any_of": ["KO", "BRK.B"],
              timeframe: "trailing_twelve_months",
              "filing_date.gte": "2024-01-01",
              sort: "net_income.desc",
            }),
          ],
          [
            () => theirs.getStocksFinancialsV1Ratios({ tickerLt: "N", priceToEarningsGt: 10, sort: "market_cap.desc" }),
            stocks.ratios({ "ticker.lt": "N", "price_to_earnings.gt": 10, sort: "market_cap.desc" }),
          ],
          [
            // It sends each letter of a `publishedUtc` as a parameter of its own.
            () => theirs.listNews({ tickerGte: "KO", tickerLt: "META", order: "asc", limit: 20 } as never),
            stocks.news({ "ticker.gte": "KO", "ticker.lt": "META", order: "asc", limit: 20 }),
          ],
        ] as const
        for (const [ask, own] of pairs) {
          const got = yield* call(ask as () => Promise<{ readonly results?: ReadonlyArray<unknown> }>)
          const page: { readonly results: ReadonlyArray<unknown> } = yield* own
          assert.isNotEmpty(page.results)
          assert.deepEqual(got.results, page.results)
        }
      }),
    )
  })
})
