import { Sandbox } from "@candela/sandbox/Sandbox"
import { restClient } from "@massive.com/client-js"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { stocksOf } from "./support.js"
import { call, server, vendor } from "./vendor.js"

/** A bar as the vendor's client gives it: under the wire's names. */
interface VendorBar {
  readonly T?: string
  readonly v?: number
  readonly vw?: number
  readonly o?: number
  readonly c?: number
  readonly h?: number
  readonly l?: number
  readonly t?: number
  readonly n?: number
  readonly otc?: boolean
}

const ours = ({ T, c, h, l, n, o, otc, t, v, vw }: VendorBar) => ({
  ...(T === undefined ? {} : { ticker: T }),
  volume: v,
  vwap: vw,
  open: o,
  close: c,
  high: h,
  low: l,
  timestamp: t,
  transactions: n,
  ...(otc === undefined ? {} : { otc }),
})

describe("the vendor's client gets what ours gets:", () => {
  layer(server, { excludeTestServices: true })((it) => {
    for (const [timespan, multiplier, from, to] of [
      ["day", 1, "2024-01-02", "2025-06-27"],
      ["minute", 5, "2025-06-26", "2025-06-27"],
      ["hour", 1, String(Date.parse("2024-03-07T12:34:56Z")), String(Date.parse("2024-03-12T15:00:00Z"))],
      ["week", 2, "2024-01-01", "2024-12-31"],
      ["second", 30, String(Date.parse("2025-06-26T13:30:00Z")), String(Date.parse("2025-06-26T14:30:00Z"))],
    ] as const) {
      for (const sort of ["asc", "desc"] as const) {
        for (const adjusted of [true, false]) {
          it.scoped(`bars of ${multiplier} ${timespan}, ${sort}, ${adjusted ? "adjusted" : "as traded"}`, () =>
            Effect.gen(function* () {
              const theirs = yield* vendor()
              const request = { stocksTicker: "ODFL", multiplier, timespan, from, to, adjusted, sort, limit: 50_000 }
              const got = yield* call(() => theirs.getStocksAggregates(request as never))
              const stocks = yield* stocksOf("key")
              const millis = (text: string) => (text.includes("-") ? text : Number(text))
              const page = yield* stocks.bars({ ...request, from: millis(from), to: millis(to) })
              assert.isAbove(page.results.length, 20)
              assert.deepStrictEqual(got.results!.map(ours), page.results as never)
              assert.strictEqual(got.adjusted, adjusted)
              assert.strictEqual(got.ticker, "ODFL")
              assert.strictEqual(got.queryCount, page.queryCount)
              assert.strictEqual(got.resultsCount, page.results.length)
            }),
          )
        }
      }
    }

    it.scoped("bars of many pages, which it puts in an order of its own", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor({ pagination: true })
        const request = { stocksTicker: "ODFL", multiplier: 1, timespan: "day", from: "2024-01-02", to: "2024-03-28" }
        const got = yield* call(() => theirs.getStocksAggregates({ ...request, limit: 10 } as never))
        const stocks = yield* stocksOf("key")
        const page = yield* stocks.bars({ ...request, timespan: "day" })
        const inOrder = [...(got.results as ReadonlyArray<VendorBar>)].sort((a, b) => a.t! - b.t!)
        assert.strictEqual(inOrder.length, 61)
        assert.deepStrictEqual(inOrder.map(ours), page.results as never)
      }),
    )

    it.scoped("the market's day", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const stocks = yield* stocksOf("key")
        for (const include_otc of [false, true]) {
          const request = { date: "2024-03-08", adjusted: false, includeOtc: include_otc }
          const got = yield* call(() => theirs.getGroupedStocksAggregates(request))
          const page = yield* stocks.dailyMarketSummary({ date: "2024-03-08", adjusted: false, include_otc })
          assert.isAbove(page.results.length, 25)
          assert.deepStrictEqual(got.results!.map(ours), page.results as never)
        }
      }),
    )

    it.scoped("a stock's day", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const stocks = yield* stocksOf("key")
        for (const adjusted of [true, false]) {
          const request = { stocksTicker: "ODFL", date: "2024-03-08", adjusted }
          const got = yield* call(() => theirs.getStocksOpenClose(request))
          const { request_id } = got as { readonly request_id?: string }
          assert.match(request_id!, /^[0-9a-f]{32}$/)
          assert.deepEqual<unknown>(got, { ...(yield* stocks.openClose(request)), request_id })
        }
      }),
    )

    it.scoped("the previous day", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const stocks = yield* stocksOf("key")
        const request = { stocksTicker: "BRK.A", adjusted: true }
        const got = yield* call(() => theirs.getPreviousStocksAggregates(request))
        const page = yield* stocks.previousDayBar(request)
        assert.strictEqual(page.results.length, 1)
        assert.deepStrictEqual((got.results as ReadonlyArray<VendorBar>).map(ours), page.results as never)
      }),
    )

    it.scoped("and no more: a wrong key", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Sandbox
        const theirs = restClient("wrong", baseUrl)
        const error = yield* Effect.flip(
          Effect.tryPromise({
            try: () => theirs.getPreviousStocksAggregates({ stocksTicker: "AAPL" }),
            catch: (error) => error as { readonly response?: { readonly status: number; readonly data: unknown } },
          }),
        )
        assert.strictEqual(error.response?.status, 401)
        assert.deepInclude(error.response?.data, { status: "ERROR", error: "Unknown API Key" })
      }),
    )
  })
})
