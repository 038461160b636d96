import type * as Endpoint from "@candela/core/Endpoint"
import * as Request from "@candela/core/Request"
import * as Route from "@candela/sandbox/Route"
import { all } from "@candela/sandbox/Routes"
import { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Either, FastCheck } from "effect"
import { ask, service } from "./support.js"
import { setImmediate } from "node:timers/promises"

const parameters = { seed: 1_414, numRuns: 300 }

const ticker = FastCheck.oneof(
  FastCheck.constantFrom(
    "AAPL",
    "BRK.A",
    "A/B",
    "a%b",
    "%2F",
    "A?x=1",
    "A#b",
    "A&b",
    "A+b",
    "...",
    "Ä€𝄞",
    "AB:C",
    "C-USD",
  ),
  FastCheck.string({ minLength: 1, maxLength: 20 }).filter((text) => /^(?![A-Z]:)\S{1,50}$/.test(text)),
).filter((text) => text !== "." && text !== "..")
const dateText = FastCheck.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }).map(
  (date) => date.toISOString().slice(0, 10),
)
const millis = FastCheck.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 })
const date = FastCheck.oneof(
  dateText,
  dateText.map((text) => new Date(text)),
  dateText.map((text) => DateTime.unsafeMake(text)),
)
const instant = FastCheck.oneof(
  dateText,
  millis,
  millis.map((at) => new Date(at)),
  millis.map((at) => DateTime.unsafeMake(at)),
)
const adjusted = FastCheck.option(FastCheck.boolean(), { nil: undefined })

/** What a caller may write for each endpoint. */
const requests: {
  readonly [K in keyof typeof Stocks.endpoints]: FastCheck.Arbitrary<Endpoint.Request<(typeof Stocks.endpoints)[K]>>
} = {
  bars: FastCheck.record({
    stocksTicker: ticker,
    multiplier: FastCheck.integer({ min: 1, max: 100_000 }),
    timespan: FastCheck.constantFrom("second", "minute", "hour", "day", "week", "month", "quarter", "year"),
    from: instant,
    to: instant,
    adjusted,
    sort: FastCheck.constantFrom("asc", "desc", undefined),
    limit: FastCheck.option(FastCheck.integer({ min: 1, max: 50_000 }), { nil: undefined }),
  }),
  dailyMarketSummary: FastCheck.record({ date, adjusted, include_otc: adjusted }),
  openClose: FastCheck.record({ stocksTicker: ticker, date, adjusted }),
  previousDayBar: FastCheck.record({ stocksTicker: ticker, adjusted }),
}

describe("what a caller writes", () => {
  for (const [name, endpoint] of Object.entries(Stocks.endpoints)) {
    it(`reaches the handler of ${name} as the same values, with the defaults put in`, () =>
      FastCheck.assert(
        FastCheck.asyncProperty(requests[name as keyof typeof requests], async (request) => {
          const values = Either.getOrThrow(Request.parse(endpoint, request))
          const url = Either.getOrThrow(Request.toUrl<Endpoint.Any>(endpoint, values))
          const received: Array<unknown> = []
          const route = Route.of<Endpoint.Any, never>(endpoint, (values) => {
            received.push(values)
            return Effect.interrupt
          })
          await Effect.runPromiseExit(Effect.flatMap(service([route]), (service) => ask(service, url)))
          assert.deepStrictEqual(received, [Request.withDefaults(endpoint, values)])
        }).afterEach(() => setImmediate()),
        parameters,
      ))
  }
})

describe("the sandbox", () => {
  it("has a route for every endpoint of the domains", () =>
    assert.sameMembers(
      all.map(({ endpoint }) => endpoint),
      Object.values(Stocks.endpoints),
    ))
})
