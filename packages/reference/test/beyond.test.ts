/** The endpoints beyond the specification: related companies, and holidays, whose document is the array of rows. */
import { MarketData } from "@candela/core/MarketData"
import * as Mock from "@candela/core/Mock"
import * as Request from "@candela/core/Request"
import * as UnknownFields from "@candela/core/UnknownFields"
import { MarketHoliday, Reference } from "@candela/reference"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, Metric, MetricState } from "effect"

const { marketHolidays, relatedCompanies } = Reference.endpoints

const connection = MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })

const answering = (document: string) =>
  Reference.layer.pipe(
    Layer.provide(connection),
    Layer.provide(ScriptedTransport.layer(() => ScriptedTransport.text(document))),
  )

const holidays = [
  { date: "2025-11-27", exchange: "NYSE", name: "Thanksgiving", status: "closed" },
  {
    date: "2025-11-28",
    exchange: "MARS",
    name: "Thanksgiving",
    status: "early-close",
    open: "2025-11-28T14:30:00.000Z",
    close: "2025-11-28T18:00:00.000Z",
  },
] as const

const holidaysIn = Effect.flatMap(Reference, (reference) => reference.marketHolidays({}))
const relatedIn = Effect.flatMap(Reference, (reference) => reference.relatedCompanies({ ticker: "AAPL" }))

describe("a request", () => {
  it("for related companies names the ticker in the path", () => {
    assert.strictEqual(
      Either.getOrThrow(Request.url(relatedCompanies, { ticker: "BRK.A" })),
      "/v1/related-companies/BRK.A",
    )
    assert.isTrue(Either.isLeft(Request.url(relatedCompanies, { ticker: "X:BTCUSD" })))
  })

  it("for holidays has no parameters", () => {
    assert.strictEqual(Either.getOrThrow(Request.url(marketHolidays, {})), "/v1/marketstatus/upcoming")
    const { message } = Either.getOrThrow(Either.flip(Request.url(marketHolidays, { date: "2025-11-27" } as {})))
    assert.include(message, '"date" must be left out')
  })
})

describe("holidays", () => {
  it.effect("are the rows of a page that has nothing else, with new words and their instants", () =>
    Effect.gen(function* () {
      const { results, ...rest } = yield* Effect.provide(holidaysIn, answering(JSON.stringify(holidays)))
      assert.deepStrictEqual(results, holidays)
      assert.deepStrictEqual(rest, {})
      assert.strictEqual(MarketHoliday.dateTime(results[1]!, "close")?.epochMillis, Date.UTC(2025, 10, 28, 18))
      assert.isUndefined(MarketHoliday.dateTime(results[0]!))
    }),
  )

  it.effect("are none in an empty array; a field that is null is absent", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* Effect.provide(holidaysIn, answering("[]"))).results, [])
      const found = yield* Effect.provide(holidaysIn, answering('[{"name":"A","open":null,"venue":1}]'))
      assert.deepStrictEqual(found.results, [{ name: "A" }])
    }),
  )

  it.effect("are refused by the place in the array", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.provide(holidaysIn, answering('[{"name":"A"},{"name":2}]')))
      assert.include(error, { _tag: "DecodeError", path: "[1].name" })
    }),
  )

  it.effect("have their unknown fields counted by paths from the array", () =>
    Effect.gen(function* () {
      const counting = Reference.layer.pipe(
        Layer.provide(UnknownFields.layer),
        Layer.provide(connection),
        Layer.provide(ScriptedTransport.layer(() => ScriptedTransport.text('[{"name":"A","venue":1}]'))),
      )
      yield* Effect.provide(holidaysIn, counting)
      const all = yield* Metric.snapshot
      assert.isTrue(
        all.some(
          ({ metricKey, metricState }) =>
            metricKey.name === "candela_unknown_fields_total" &&
            metricKey.tags.some(({ value }) => value === "reference.marketHolidays") &&
            MetricState.isCounterState(metricState) &&
            Number(metricState.count) === 1,
        ),
      )
    }),
  )

  it.effect("are mocked as any list", () =>
    Effect.gen(function* () {
      const mocked = Mock.layer(Reference, { marketHolidays: Mock.paged([holidays[0]]) })
      assert.deepStrictEqual((yield* Effect.provide(holidaysIn, mocked)).results, [holidays[0]])
    }),
  )
})

describe("related companies", () => {
  it.effect("are rows beside the ticker that was asked for", () =>
    Effect.gen(function* () {
      const document = {
        request_id: "1",
        status: "OK",
        ticker: "AAPL",
        results: [{ ticker: "MSFT" }, { ticker: "IBM" }],
      }
      const page = yield* Effect.provide(relatedIn, answering(JSON.stringify(document)))
      assert.deepStrictEqual(page, document)
      assert.deepStrictEqual((yield* Effect.provide(relatedIn, answering('{"status":"OK"}'))).results, [])
    }),
  )
})
