import { Alternative, type MerchantAggregate, type MerchantRecord } from "@candela/alternative"
import { MarketData, Mock, Request } from "@candela/core"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, Stream } from "effect"

const { merchantAggregates, merchantHierarchy } = Alternative.endpoints

const aggregatesRequest: Alternative.MerchantAggregatesRequest = {
  transaction_date: "2025-06-02",
  "transaction_date.gt": "2025-06-01",
  "transaction_date.gte": "2025-06-01",
  "transaction_date.lt": "2025-07-01",
  "transaction_date.lte": "2025-06-30",
  name: "h&m",
  "name.any_of": ["h&m", "tesco"],
  "name.gt": "a",
  "name.gte": "a",
  "name.lt": "z",
  "name.lte": "z",
  user_country: "UK",
  "user_country.any_of": ["UK", "DE", "FR", "ES", "IT", "AT", "unknown"],
  channel: "online",
  "channel.any_of": ["online", "offline", "bnpl"],
  consumer_type: "open_banking",
  "consumer_type.any_of": ["consumer_credit", "consumer_debit", "open_banking"],
  parent_name: "Tesco",
  "parent_name.any_of": ["Tesco", "J Sainsbury"],
  "parent_name.gt": "A",
  "parent_name.gte": "A",
  "parent_name.lt": "Z",
  "parent_name.lte": "Z",
  limit: 5000,
  sort: "total_spend.asc",
}

const hierarchyRequest: Alternative.MerchantHierarchyRequest = {
  lookup_name: "asda",
  "lookup_name.any_of": ["asda", "h&m"],
  "lookup_name.gt": "a",
  "lookup_name.gte": "a",
  "lookup_name.lt": "z",
  "lookup_name.lte": "z",
  ticker: "WMT US",
  "ticker.any_of": ["WMT US", "TSCO LN"],
  "ticker.gt": "A",
  "ticker.gte": "A",
  "ticker.lt": "Z",
  "ticker.lte": "Z",
  listing_status: "public",
  "listing_status.any_of": ["public", "private"],
  active_from: "0001-01-01",
  "active_from.gt": "0001-01-01",
  "active_from.gte": "0001-01-01",
  "active_from.lt": "2025-06-30",
  "active_from.lte": "2025-06-30",
  active_to: "9999-12-31",
  "active_to.gt": "2025-06-30",
  "active_to.gte": "2025-06-30",
  "active_to.lt": "9999-12-31",
  "active_to.lte": "9999-12-31",
  limit: 50_000,
  sort: "active_from.desc",
}

describe("a request about merchants", () => {
  it("is written with every parameter", () => {
    for (const [endpoint, request] of [
      [merchantAggregates, aggregatesRequest],
      [merchantHierarchy, hierarchyRequest],
    ] as const) {
      const url = new URL(Either.getOrThrow(Request.url(endpoint, request)), "http://service.test")
      assert.strictEqual(url.pathname, endpoint.path)
      const wire = Object.entries(request).map(([name, value]) => [name, String(value)])
      assert.deepStrictEqual(Object.fromEntries(url.searchParams), Object.fromEntries(wire))
      assert.strictEqual(wire.length, Object.keys(endpoint.wireParams).length)
    }
  })

  it("has the service's defaults", () => {
    const [aggregates, hierarchy] = [merchantAggregates, merchantHierarchy].map((endpoint) =>
      Either.getOrThrow(Request.decode(endpoint, {})),
    )
    assert.deepStrictEqual(aggregates, { limit: 100, sort: [{ column: "transaction_date", direction: "desc" }] })
    assert.deepStrictEqual(hierarchy, { limit: 100, sort: [{ column: "lookup_name", direction: "asc" }] })
  })
})

const answering = (document: string) =>
  Alternative.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
    Layer.provide(ScriptedTransport.layer(() => ScriptedTransport.text(document))),
  )

const aggregate: MerchantAggregate = {
  transaction_date: "2025-06-02",
  name: "tesco",
  user_country: "UK",
  spend_out_spend: -12_000.5,
  total_accounts: 340,
}
const record: MerchantRecord = {
  lookup_name: "asda",
  listing_status: "private",
  active_from: "2021-02-16",
  active_to: "9999-12-31",
}

describe("an answer", () => {
  it.effect(
    "holds aggregates as the service may write them: nulls, unknown fields, new words, numbers in any form",
    () =>
      Effect.gen(function* () {
        const { merchantAggregates } = yield* Alternative
        const { results } = yield* merchantAggregates({})
        assert.deepStrictEqual(results, [aggregate, { user_country: "NL", channel: "telepathy" }])
      }).pipe(
        Effect.provide(
          answering(`{"results":[
          {"transaction_date":"2025-06-02","name":"tesco","user_country":"UK","spend_out_spend":-1.20005e4,"total_accounts":340.0,
           "merchant_ticker":null,"city":"Leeds"},
          {"user_country":"NL","channel":"telepathy"}],"status":"OK"}`),
        ),
      ),
  )

  it.effect("holds records of the hierarchy", () =>
    Effect.gen(function* () {
      const { merchantHierarchy } = yield* Alternative
      assert.deepStrictEqual((yield* merchantHierarchy({})).results, [record, { listing_status: "suspended" }])
    }).pipe(
      Effect.provide(
        answering(`{"results":[{"lookup_name":"asda","ticker":null,"listing_status":"private","active_from":"2021-02-16",
          "active_to":"9999-12-31","new":{}},{"listing_status":"suspended"}],"status":"OK"}`),
      ),
    ),
  )

  it.effect("is mocked", () =>
    Effect.gen(function* () {
      const alternative = yield* Alternative
      assert.deepStrictEqual((yield* alternative.merchantAggregates({})).results, [aggregate])
      assert.strictEqual(yield* Stream.runCount(alternative.merchantHierarchy.stream({})), 1)
    }).pipe(
      Effect.provide(
        Mock.layer(Alternative, {
          merchantAggregates: Mock.paged([aggregate]),
          merchantHierarchy: Mock.paged([record]),
        }),
      ),
    ),
  )
})
