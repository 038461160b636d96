import { Reference } from "@candela/reference/Reference"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { serviceOf } from "./support.js"
import { call, server, vendor } from "./vendor.js"

describe("the vendor's client gets what ours gets:", () => {
  layer(server, { excludeTestServices: true })((it) => {
    it.scoped("the list of tickers, by each filter and in each order", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const reference = yield* serviceOf(Reference)
        for (const [request, camel] of [
          [{ limit: 1000 }, {}],
          [{ market: "fx", search: "euro", sort: "name", order: "desc", limit: 5 }, {}],
          [{ type: "CS", exchange: "XNAS", date: "2024-03-15", limit: 1000 }, {}],
          [{ active: false, sort: "delisted_utc" }, {}],
          [
            { "ticker.gte": "B", "ticker.lt": "C" },
            { tickerGte: "B", tickerLt: "C" },
          ],
          [
            { "ticker.gt": "X:ATOMUSD", "ticker.lte": "X:BTCUSD" },
            { tickerGt: "X:ATOMUSD", tickerLte: "X:BTCUSD" },
          ],
        ] as const) {
          const got = yield* call(() => theirs.listTickers({ ...request, ...camel } as never))
          const page = yield* reference.tickers(request)
          assert.isAtLeast(page.results.length, 2)
          assert.strictEqual(got.count, page.results.length)
          assert.deepEqual<unknown>(got.results, page.results)
        }
      }),
    )

    it.scoped("all pages of the list of tickers", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor({ pagination: true })
        const reference = yield* serviceOf(Reference)
        const got = yield* call(() => theirs.listTickers({ market: "crypto" as never, limit: 10 }))
        assert.strictEqual(got.results!.length, 83)
        // It puts the pages in an order of its own.
        assert.sameDeepMembers<unknown>(got.results!, [...(yield* reference.tickers({ market: "crypto" })).results])
      }),
    )

    it.scoped("the overview of a ticker of each market, now and on a day", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const reference = yield* serviceOf(Reference)
        for (const ticker of ["AAPL", "BRK.A", "SPY", "SPLK", "FNMA", "C:EURUSD", "X:BTCUSD", "I:SPX"]) {
          for (const request of [{ ticker }, { ticker, date: "2024-03-15" }]) {
            const got = yield* call(() => theirs.getTicker(request))
            assert.strictEqual(got.status, "OK")
            assert.deepEqual<unknown>(got.results, yield* reference.ticker(request))
          }
        }
      }),
    )
  })
})
