import { MarketData, Mock, Request } from "@candela/core"
import { Economy, type FundingConditions, type Inflation, type InflationExpectations } from "@candela/economy"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Either, Layer, Stream } from "effect"

const { fundingConditions, inflation, inflationExpectations } = Economy.endpoints
const all = [inflation, inflationExpectations, fundingConditions]

const range = {
  date: "2024-05-01",
  "date.gt": "1947-01-01",
  "date.gte": new Date("2024-01-01"),
  "date.lt": "2025-01-01",
  "date.lte": "2024-12-31",
  limit: 50_000,
} as const
const wire = { ...range, "date.gte": "2024-01-01", limit: "50000" }
const anyOf = { ...range, "date.any_of": ["2024-05-01", "2024-06-01"] } as const
const anyOfWire = { ...wire, "date.any_of": "2024-05-01,2024-06-01" }

const requests: {
  readonly inflation: Economy.InflationRequest
  readonly expectations: Economy.InflationExpectationsRequest
  readonly funding: Economy.FundingConditionsRequest
} = {
  inflation: { ...anyOf, sort: ["cpi_year_over_year", "date.desc"] },
  expectations: { ...anyOf, sort: ["market_10_year.desc", "date"] },
  funding: { ...range, sort: "effective_fed_funds_rate.desc" },
}

describe("a request for a series", () => {
  it("is written with every parameter", () => {
    for (const [endpoint, request, expected] of [
      [inflation, requests.inflation, { ...anyOfWire, sort: "cpi_year_over_year.asc,date.desc" }],
      [inflationExpectations, requests.expectations, { ...anyOfWire, sort: "market_10_year.desc,date.asc" }],
      [fundingConditions, requests.funding, { ...wire, sort: "effective_fed_funds_rate.desc" }],
    ] as const) {
      const url = new URL(Either.getOrThrow(Request.url(endpoint, request)), "http://service.test")
      assert.strictEqual(url.pathname, endpoint.path)
      assert.deepStrictEqual<object>(Object.fromEntries(url.searchParams), expected)
      assert.strictEqual(Object.keys(expected).length, Object.keys(endpoint.wireParams).length)
    }
  })

  it("has the service's defaults and first days", () => {
    for (const endpoint of all) {
      const values = Either.getOrThrow(Request.decode(endpoint, {}))
      assert.deepStrictEqual<object>(values, { limit: 100, sort: [{ column: "date", direction: "asc" }] })
    }
    assert.deepStrictEqual(
      all.map(({ recordsFrom }) => recordsFrom),
      ["1947-01-01", "1982-01-01", "1954-07-01"],
    )
  })
})

const answering = (document: string) =>
  Economy.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
    Layer.provide(ScriptedTransport.layer(() => ScriptedTransport.text(document))),
  )

const month: Inflation = { date: "2024-05-01", cpi: 313.225, pce_spending: 19_500 }
const expected: InflationExpectations = { date: "2024-05-01", market_10_year: 2.34, model_1_year: 2.6512 }
const day: FundingConditions = { date: "2024-05-01", effective_fed_funds_rate: 5.33, sofr_volume: 1812 }

describe("an answer", () => {
  it.effect("is read as the service may write it: nulls, absent and unknown fields, numbers in any form", () =>
    Effect.gen(function* () {
      const economy = yield* Economy
      assert.deepStrictEqual((yield* economy.inflation({})).results, [month, { date: "1947-01-01" }])
    }).pipe(
      Effect.provide(
        answering(`{"status":"OK","results":[
          {"cpi":3.13225e2,"pce_spending":19500.0,"date":"2024-05-01","cpi_core":null,"cpi_trimmed":1},
          {"date":"1947-01-01","pce":null}]}`),
      ),
    ),
  )

  it.effect("that lacks a date is refused, and says where", () =>
    Effect.gen(function* () {
      const economy = yield* Economy
      for (const call of [economy.inflation({}), economy.inflationExpectations({}), economy.fundingConditions({})]) {
        const error = yield* Effect.flip<unknown, { readonly _tag: string; readonly message: string }, never>(call)
        assert.strictEqual(error._tag, "DecodeError")
        assert.include(error.message, "date")
      }
    }).pipe(Effect.provide(answering('{"status":"OK","results":[{"date":"2024-05-01"},{}]}'))),
  )

  it.effect("is mocked", () =>
    Effect.gen(function* () {
      const economy = yield* Economy
      assert.deepStrictEqual((yield* economy.inflation(requests.inflation)).results, [month])
      assert.deepStrictEqual((yield* economy.inflationExpectations(requests.expectations)).results, [expected])
      assert.deepStrictEqual(Chunk.toReadonlyArray(yield* Stream.runCollect(economy.fundingConditions.stream({}))), [
        day,
      ])
    }).pipe(
      Effect.provide(
        Mock.layer(Economy, {
          inflation: Mock.paged([month]),
          inflationExpectations: Mock.paged([expected]),
          fundingConditions: Mock.paged([day]),
        }),
      ),
    ),
  )
})
