import { MarketData } from "@candela/core/MarketData"
import { NotFound } from "@candela/core/MarketDataError"
import * as Mock from "@candela/core/Mock"
import * as Request from "@candela/core/Request"
import { Reference } from "@candela/reference"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Either, Layer, Stream } from "effect"

const { ticker, tickers } = Reference.endpoints

const urlOf = (request: Reference.TickersRequest) => Either.getOrThrow(Request.url(tickers, request))
const refusalOf = (request: Readonly<Record<string, unknown>>) =>
  Either.getOrThrow(Either.flip(Request.url(tickers, request))).message

const answering = (document: string) =>
  Reference.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
    Layer.provide(ScriptedTransport.layer(() => ScriptedTransport.text(document))),
  )

describe("a request for tickers", () => {
  it("becomes a URL that holds every parameter under its wire name", () => {
    const url = new URL(
      urlOf({
        ticker: "AAPL",
        "ticker.gt": "A",
        "ticker.gte": "A",
        "ticker.lt": "B",
        "ticker.lte": "C:EURUSD",
        type: "CS",
        market: "stocks",
        exchange: "XNAS",
        cusip: "037833100",
        cik: "0000320193",
        date: DateTime.unsafeMake("2024-03-15T12:00:00Z"),
        search: "apple inc",
        active: false,
        order: "desc",
        sort: "last_updated_utc",
        limit: 1000,
      }),
      "http://service.test",
    )
    assert.strictEqual(url.pathname, "/v3/reference/tickers")
    assert.deepStrictEqual(Object.fromEntries(url.searchParams), {
      ticker: "AAPL",
      "ticker.gt": "A",
      "ticker.gte": "A",
      "ticker.lt": "B",
      "ticker.lte": "C:EURUSD",
      type: "CS",
      market: "stocks",
      exchange: "XNAS",
      cusip: "037833100",
      cik: "0000320193",
      date: "2024-03-15",
      search: "apple inc",
      active: "false",
      order: "desc",
      sort: "last_updated_utc",
      limit: "1000",
    })
    assert.strictEqual([...url.searchParams].length, Object.keys(tickers.wireParams).length)
  })

  it("leaves out a blank type and a blank search, which filter nothing", () => {
    assert.strictEqual(urlOf({}), "/v3/reference/tickers")
    assert.strictEqual(urlOf({ type: "", search: "" }), "/v3/reference/tickers")
  })

  it("is refused where the service would refuse it, or give nothing", () => {
    for (const [parameter, value, expected] of [
      ["type", "CSX", 'one of "CS", "ADRC"'],
      ["market", "futures", 'one of "stocks", "crypto", "fx", "otc", "indices"'],
      ["exchange", "nasdaq", "an exchange's market identifier code (ISO 10383) such as XNAS"],
      ["cusip", "03783310", "a CUSIP of nine characters"],
      ["cik", "320193", "a CIK of ten digits, with leading zeros"],
      ["date", "2024-02-30", 'a date as "yyyy-mm-dd"'],
      ["active", "yes", "true or false"],
      ["sort", "cusip", 'one of "ticker", "name"'],
      ["order", "up", 'one of "asc", "desc"'],
      ["limit", 1001, "a whole number from 1 to 1000"],
      ["ticker", "A B", "a ticker such as AAPL"],
    ] as const) {
      const message = refusalOf({ [parameter]: value })
      assert.include(message, `"${parameter}"`)
      assert.include(message, expected)
    }
    assert.include(refusalOf({ "cusip.any_of": ["037833100"] }), "cusip.any_of")
  })
})

describe("a request for an overview", () => {
  const urlOf = (request: Reference.TickerRequest) => Either.getOrThrow(Request.url(ticker, request))

  it("has the ticker in its path, whatever the market", () => {
    assert.strictEqual(urlOf({ ticker: "BRK.A" }), "/v3/reference/tickers/BRK.A")
    assert.strictEqual(urlOf({ ticker: "X:BTCUSD" }), "/v3/reference/tickers/X:BTCUSD")
    assert.strictEqual(
      urlOf({ ticker: "C:EUR/USD", date: new Date("2024-03-15T23:00:00Z") }),
      "/v3/reference/tickers/C:EUR%2FUSD?date=2024-03-15",
    )
  })
})

describe("an answer", () => {
  it.effect("holds tickers: null is absent, and what is new is no error", () =>
    Effect.gen(function* () {
      const reference = yield* Reference
      assert.deepStrictEqual(yield* reference.tickers({}), {
        status: "OK",
        request_id: "7",
        count: 9,
        results: [
          {
            ticker: "AAPL",
            name: "Apple Inc.",
            market: "stocks",
            locale: "us",
            type: "CS",
            primary_exchange: "XNAS",
            active: true,
            currency_name: "usd",
            last_updated_utc: "2024-03-15T00:00:00Z",
          },
          { ticker: "Z:NEW", name: "New", market: "bonds", locale: "mars", type: "NOVEL", active: false },
        ],
      })
    }).pipe(
      Effect.provide(
        answering(`{
          "results": [
            {
              "ticker": "AAPL", "name": "Apple Inc.", "market": "stocks", "locale": "us", "type": "CS",
              "primary_exchange": "XNAS", "active": true, "currency_name": "usd", "cik": null, "delisted_utc": null,
              "last_updated_utc": "2024-03-15T00:00:00Z", "source_feed": "new"
            },
            { "ticker": "Z:NEW", "name": "New", "market": "bonds", "locale": "mars", "type": "NOVEL", "active": false }
          ],
          "status": "OK", "request_id": 7, "count": 9
        }`),
      ),
    ),
  )

  it.effect("is refused where a row lacks what every ticker has, and says where", () =>
    Effect.gen(function* () {
      const reference = yield* Reference
      const error = yield* Effect.flip(reference.tickers({}))
      assert.strictEqual(error._tag, "DecodeError")
      assert.include(error.message, "results[0].ticker")
    }).pipe(Effect.provide(answering(`{"results":[{"name":"Apple Inc.","market":"stocks"}]}`))),
  )

  it.effect("holds one overview, with its nested objects", () =>
    Effect.gen(function* () {
      const reference = yield* Reference
      assert.deepStrictEqual(yield* reference.ticker({ ticker: "AAPL" }), {
        ticker: "AAPL",
        name: "Apple Inc.",
        market: "stocks",
        locale: "us",
        active: true,
        currency_name: "usd",
        address: { address1: "ONE WAY", city: "CUPERTINO" },
        branding: { logo_url: "https://example.com/logo.svg" },
        market_cap: 2.77e12,
        share_class_shares_outstanding: 16_406_400_000,
        total_employees: 161_000,
        round_lot: 100,
      })
    }).pipe(
      Effect.provide(
        answering(`{
          "request_id": "r", "count": 1, "status": "OK",
          "results": {
            "ticker": "AAPL", "name": "Apple Inc.", "market": "stocks", "locale": "us", "active": true,
            "currency_name": "usd", "cik": null, "market_cap": 2.77e12, "round_lot": 100.0, "novel": [],
            "share_class_shares_outstanding": 1.64064e10, "total_employees": 161000,
            "address": { "address1": "ONE WAY", "address2": null, "city": "CUPERTINO", "country": "US" },
            "branding": { "logo_url": "https://example.com/logo.svg", "icon_url": null }
          }
        }`),
      ),
    ),
  )
})

describe("a mock", () => {
  it.effect("stands for both methods", () =>
    Effect.gen(function* () {
      const reference = yield* Reference
      const names = yield* reference.tickers.stream({ market: "fx" }, { pageSize: 10 }).pipe(
        Stream.map(({ name }) => name),
        Stream.runCollect,
      )
      assert.deepStrictEqual([...names], ["fx 1", "fx 2"])
      assert.strictEqual((yield* reference.ticker({ ticker: "AAPL" })).name, "Apple Inc.")
      const error = yield* Effect.flip(reference.ticker({ ticker: "NONE" }))
      assert.strictEqual(error._tag, "NotFound")
    }).pipe(
      Effect.provide(
        Mock.layer(Reference, {
          tickers: Mock.paged(({ market }) =>
            [1, 2].map((number) => ({
              ticker: `T${number}`,
              name: `${market} ${number}`,
              market: "fx",
              locale: "global",
            })),
          ),
          ticker: Mock.single(({ ticker }) =>
            ticker === "AAPL"
              ? { ticker, name: "Apple Inc.", market: "stocks", locale: "us", active: true, currency_name: "usd" }
              : new NotFound({ endpoint: "reference.ticker", detail: "" }),
          ),
        }),
      ),
    ),
  )
})
