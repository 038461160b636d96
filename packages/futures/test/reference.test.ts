import * as Mock from "@candela/core/Mock"
import * as Request from "@candela/core/Request"
import { MarketData } from "@candela/core/MarketData"
import { Futures, type FuturesContract, type FuturesProduct } from "@candela/futures"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, Stream } from "effect"

const { contracts, products } = Futures.endpoints

const urlOf = (endpoint: typeof contracts | typeof products, request: object) =>
  new URL(Either.getOrThrow(Request.url(endpoint, request)), "http://service.test")

/** What a request says on the wire; dates given as a `Date` are written as `2025-03-12`. */
const written = (request: object) =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Date ? "2025-03-12" : String(value),
    ]),
  )

const answering = (document: string) =>
  Futures.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
    Layer.provide(ScriptedTransport.layer(() => ScriptedTransport.text(document))),
  )

const allProducts: Futures.ProductsRequest = {
  name: "E-mini S&P 500 Futures",
  "name.any_of": ["A", "B"],
  "name.gt": "A",
  "name.gte": "A",
  "name.lt": "Z",
  "name.lte": "Z",
  product_code: "ES",
  "product_code.any_of": ["ES", "NQ"],
  "product_code.gt": "A",
  "product_code.gte": "A",
  "product_code.lt": "Z",
  "product_code.lte": "Z",
  date: "2025-03-12",
  "date.gt": "2025-03-01",
  "date.gte": new Date("2025-03-12"),
  "date.lt": "2025-04-01",
  "date.lte": "2025-03-31",
  trading_venue: "XCME",
  "trading_venue.any_of": ["XCME", "XCBF"],
  "trading_venue.gt": "XC",
  "trading_venue.gte": "XC",
  "trading_venue.lt": "XD",
  "trading_venue.lte": "XD",
  sector: "us_index",
  "sector.any_of": ["us_index", "wet_bulk"],
  sub_sector: "large_cap_index",
  "sub_sector.any_of": ["asian", "western_power"],
  asset_class: "financials",
  "asset_class.any_of": ["alt_investment", "commodity"],
  asset_sub_class: "equity",
  "asset_sub_class.any_of": ["agricultural", "weather"],
  type: "single",
  "type.any_of": ["single", "combo"],
  limit: 50_000,
  sort: "product_code.desc",
}

const allContracts: Futures.ContractsRequest = {
  date: "2025-03-12",
  "date.gt": "2025-03-01",
  "date.gte": new Date("2025-03-12"),
  "date.lt": "2025-04-01",
  "date.lte": "2025-03-31",
  product_code: "ES",
  "product_code.any_of": ["ES", "NQ"],
  "product_code.gt": "A",
  "product_code.gte": "A",
  "product_code.lt": "Z",
  "product_code.lte": "Z",
  ticker: "ESU5",
  "ticker.any_of": ["ESU5", "ESU5-ESZ5"],
  "ticker.gt": "A",
  "ticker.gte": "A",
  "ticker.lt": "Z",
  "ticker.lte": "Z",
  active: false,
  type: "combo",
  "type.any_of": ["single", "combo"],
  first_trade_date: "2024-06-21",
  "first_trade_date.gt": "2024-06-01",
  "first_trade_date.gte": "2024-06-01",
  "first_trade_date.lt": "2024-07-01",
  "first_trade_date.lte": "2024-07-01",
  last_trade_date: "2025-09-19",
  "last_trade_date.gt": "2025-09-01",
  "last_trade_date.gte": "2025-09-01",
  "last_trade_date.lt": "2025-10-01",
  "last_trade_date.lte": "2025-10-01",
  limit: 1000,
  sort: ["product_code", "days_to_maturity.desc"],
}

describe("a request for products or contracts", () => {
  it("is written with every parameter", () => {
    for (const [endpoint, request, wire] of [
      [products, allProducts, written(allProducts)],
      [contracts, allContracts, { ...written(allContracts), sort: "product_code.asc,days_to_maturity.desc" }],
    ] as const) {
      const url = urlOf(endpoint, request)
      assert.strictEqual(url.pathname, endpoint.path)
      assert.deepStrictEqual(Object.fromEntries(url.searchParams), wire)
      assert.strictEqual(Object.keys(wire).length, Object.keys(endpoint.wireParams).length)
    }
  })

  it("leaves out a blank type, which filters nothing, and leaves the defaults to the service", () => {
    for (const endpoint of [products, contracts]) {
      assert.strictEqual(urlOf(endpoint, { type: "" }).search, "")
      assert.notProperty(Either.getOrThrow(Request.decode(endpoint, { type: "" })), "type")
    }
    const sorts = [products, contracts].map((endpoint) => Either.getOrThrow(Request.decode(endpoint, {})))
    assert.deepInclude(sorts[0], { limit: 100, sort: [{ column: "date", direction: "asc" }] })
    assert.deepInclude(sorts[1], { limit: 100, sort: [{ column: "product_code", direction: "asc" }] })
  })
})

const contract: FuturesContract = {
  ticker: "ESU5",
  product_code: "ES",
  date: "2025-06-30",
  active: true,
  days_to_maturity: 81,
  max_order_quantity: 3000,
  trade_tick_size: 0.25,
}
const product: FuturesProduct = { product_code: "ES", date: "2025-06-30", unit_of_measure_qty: 50 }

describe("an answer", () => {
  it.effect(
    "holds contracts as the service may write them: nulls, unknown fields, new words, numbers in any form",
    () =>
      Effect.gen(function* () {
        const { contracts } = yield* Futures
        assert.deepStrictEqual((yield* contracts({})).results, [
          contract,
          { date: "2025-03-11", active: false, type: "triple" },
        ])
      }).pipe(
        Effect.provide(
          answering(`{"results":[
          {"ticker":"ESU5","product_code":"ES","group_code":null,"date":"2025-06-30","active":true,"days_to_maturity":81.0,
           "max_order_quantity":3e3,"trade_tick_size":0.25,"type":null,"margin":{"initial":1}},
          {"date":"2025-03-11","active":false,"type":"triple"}],"status":"OK"}`),
        ),
      ),
  )

  it.effect("holds products", () =>
    Effect.gen(function* () {
      const { products } = yield* Futures
      assert.deepStrictEqual((yield* products({})).results, [product, { date: "2025-06-30", sector: "tulips" }])
    }).pipe(
      Effect.provide(
        answering(`{"results":[
          {"product_code":"ES","date":"2025-06-30","unit_of_measure_qty":5.0e1,"sub_sector":null,"new":[1]},
          {"date":"2025-06-30","sector":"tulips"}],"status":"OK","next_url":null}`),
      ),
    ),
  )

  it.effect("is mocked", () =>
    Effect.gen(function* () {
      const futures = yield* Futures
      assert.deepStrictEqual((yield* futures.products({})).results, [product])
      assert.strictEqual(yield* Stream.runCount(futures.contracts.stream({ "date.gte": "2025-06-30" })), 1)
    }).pipe(
      Effect.provide(Mock.layer(Futures, { products: Mock.paged([product]), contracts: Mock.paged([contract]) })),
    ),
  )
})
