/**
 * What raw answers hold and leave out, where the service's specification and its documented answers say so.
 */
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { round } from "../../src/numbers/Rounding.js"
import { connections, raw, Tables } from "./support.js"

type Row = Readonly<Record<string, unknown>>

const rowsAt = (path: string) => Effect.map(raw(path), ({ json }) => json["results"] as ReadonlyArray<Row>)

describe("the wire", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.effect("answers of bars leave out results where there are none; other lists send an empty one", () =>
      Effect.gen(function* () {
        for (const path of [
          "/v2/aggs/ticker/NONE/range/1/day/2025-06-02/2025-06-27",
          "/v2/aggs/ticker/NONE/prev",
          "/v2/aggs/grouped/locale/us/market/stocks/2025-06-28",
        ]) {
          const { json, status } = yield* raw(path)
          assert.strictEqual(status, 200)
          assert.notProperty(json, "results", path)
          assert.deepInclude(json, { resultsCount: 0, count: 0 }, path)
        }
        assert.deepStrictEqual(yield* rowsAt("/stocks/v1/dividends?ticker=NONE"), [])
      }),
    )

    it.effect("contracts have a null type before 2025-03-12", () =>
      Effect.gen(function* () {
        const contracts = yield* rowsAt("/futures/v1/contracts?date.gte=2025-03-11&date.lte=2025-03-12&limit=1000")
        for (const [date, types] of [
          ["2025-03-11", [null]],
          ["2025-03-12", ["single", "combo"]],
        ] as const) {
          const found = contracts.filter((row) => row["date"] === date).map((row) => row["type"])
          assert.sameMembers([...new Set(found)], [...types], date)
        }
      }),
    )

    it.effect("a pair's snapshot has average prices and the number of the quote", () =>
      Effect.gen(function* () {
        const { json } = yield* raw("/v2/snapshot/locale/global/markets/forex/tickers/C:EURUSD")
        const { day, lastQuote, min } = json["ticker"] as Readonly<Record<string, Row>>
        for (const bar of [day!, min!]) assert.isAbove(bar["vw"] as number, 1)
        assert.strictEqual(lastQuote!["i"], 0)
      }),
    )

    it.effect("an empty type filters no snapshot", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* rowsAt("/v3/snapshot?type=&limit=250"), yield* rowsAt("/v3/snapshot?limit=250"))
      }),
    )

    it.effect("bounds of a company's number take its first digits, and news any ticker", () =>
      Effect.gen(function* () {
        const keys = (yield* rowsAt("/stocks/financials/v1/ratios?cik.gte=00003&cik.lt=00004&limit=1000")).map(
          (row) => row["cik"] as string,
        )
        assert.include(keys, "0000320193")
        assert.isTrue(keys.every((key) => key.startsWith("00003")))
        assert.strictEqual((yield* raw("/stocks/financials/v1/ratios?cik=00003")).status, 409)
        for (const ticker of ["X:BTCUSD", "C:EUR-USD", "I:SPX"]) {
          assert.deepStrictEqual(yield* rowsAt(`/v2/reference/news?ticker=${ticker}`), [])
        }
      }),
    )

    it.effect("the documented CUSIP finds a ticker", () =>
      Effect.gen(function* () {
        const [found, ...others] = yield* rowsAt("/v3/reference/tickers?cusip=99T088105")
        assert.strictEqual(found!["ticker"], "AAPL")
        assert.notProperty(found, "cusip")
        assert.lengthOf(others, 0)
      }),
    )

    it.effect("lists have more rows than a default page, and products of both types", () =>
      Effect.gen(function* () {
        for (const path of [
          "/v3/reference/tickers",
          "/stocks/financials/v1/ratios",
          "/consumer-spending/eu/v1/merchant-hierarchy",
        ]) {
          const { json } = yield* raw(path)
          assert.lengthOf(json["results"] as ReadonlyArray<Row>, 100, path)
          assert.property(json, "next_url", path)
        }
        const products = yield* rowsAt("/futures/v1/products?type=combo")
        assert.deepStrictEqual(
          products.map((row) => row["type"]),
          ["combo"],
        )
        const merchants = yield* rowsAt("/consumer-spending/eu/v1/merchant-hierarchy?limit=1000")
        assert.isTrue(merchants.some((row) => typeof row["great_grandparent_ticker"] === "string"))
      }),
    )

    it.effect("average prices are adjusted for a reverse split before they are rounded", () =>
      Effect.gen(function* () {
        const { query } = yield* Store
        const expected = yield* query<{ readonly vw: number }>(
          `SELECT sum(v * vw ORDER BY t) / sum(v) AS vw FROM minute_bars
           WHERE ticker = 'SPCE' AND t < epoch_ms(TIMESTAMP '2024-04-01') GROUP BY (t - 18000000) // 86400000 ORDER BY min(t)`,
        )
        const days = yield* rowsAt("/v2/aggs/ticker/SPCE/range/1/day/2024-02-26/2024-03-15")
        assert.lengthOf(days, 15)
        assert.deepStrictEqual(
          days.map(({ vw }) => vw),
          expected.map(({ vw }) => round(vw * 20, 4)),
        )
      }),
    )
  })
})
