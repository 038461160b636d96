import * as Catalog from "@candela/catalog/Catalog"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Kind from "@candela/core/internal/Kind"
import type * as Param from "@candela/core/declare/Param"
import * as Request from "@candela/core/Request"
import * as Route from "@candela/sandbox/routes/Route"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Either, FastCheck, ParseResult } from "effect"
import { ask, service } from "./support.js"
import { runs, sampled } from "@candela/support/seeded"
import { setImmediate } from "node:timers/promises"

const endpoints: ReadonlyArray<Endpoint.Any> = Catalog.endpoints.map(({ declaration }) => declaration)

const parameters = { seed: 1_414, numRuns: runs(300) }

const text = FastCheck.oneof(
  FastCheck.constantFrom(
    "AAPL",
    "BRK.A",
    "037833100",
    "XNAS",
    "EUR",
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
  FastCheck.string({ minLength: 1, maxLength: 20 }),
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

/** Values of every kind that callers write, and lists of each. */
const kinds: ReadonlyArray<FastCheck.Arbitrary<unknown>> = [
  text,
  // A handler gets pairs without the dash that they may be written with.
  FastCheck.constantFrom("C:EURUSD", "C:GBPUSD"),
  FastCheck.constantFrom("X:BTCUSD", "X:ETHUSD"),
  FastCheck.constantFrom("O:AAPL250718C00200000", "O:SPXW250718P05500000"),
  FastCheck.constantFrom("I:SPX", "I:NDX"),
  FastCheck.constantFrom("0000320193", "0001067983"),
  FastCheck.constantFrom("3571", "6022"),
  FastCheck.constantFrom("EUR", "USD", "BTC"),
  FastCheck.constantFrom("5min", "1hour", "1session", "2week", "1year"),
  date,
  instant,
  millis.map((at) => BigInt(at) * 1_000_000n + 1n),
  FastCheck.boolean(),
  FastCheck.integer({ min: 0, max: 60 }),
  FastCheck.integer({ min: 0, max: 60_000 }),
  FastCheck.double({ noNaN: true, noDefaultInfinity: true }),
]
const values = FastCheck.sample(
  FastCheck.oneof(...kinds, ...kinds.map((kind) => FastCheck.array(kind, { minLength: 1, maxLength: 3 }))),
  { seed: parameters.seed, numRuns: 2_000 },
)

/**
 * What a caller may write for a parameter: the values that it takes. It is often left out, or the
 * URL would grow too long.
 */
const inputOf = (param: Param.Any): FastCheck.Arbitrary<unknown> => {
  const words = Kind.words(param.kind)
  // An issue, not an error: errors record their stacks, which takes most of the time where half of
  // the values are refused.
  const read = ParseResult.decodeUnknownEither(param.input)
  const inputs = FastCheck.constantFrom(
    ...[...values, ...words, words.slice(0, 3)].filter((value) => Either.isRight(read(value))),
  )
  return param.presence === "required"
    ? inputs
    : FastCheck.oneof({ arbitrary: FastCheck.constant(undefined), weight: 3 }, { arbitrary: inputs, weight: 1 })
}

/** Requests that a client accepts: their ranges do not end before they begin. */
const requestOf = (endpoint: Endpoint.Any) =>
  FastCheck.record(
    Object.fromEntries(Object.entries(endpoint.wireParams).map(([name, param]) => [name, inputOf(param)])),
  ).filter((request) => Either.isRight(Request.parse(endpoint, request)))

describe("what a caller writes", () => {
  for (const endpoint of sampled(endpoints, 0)) {
    it.effect(`reaches the handler of ${endpoint.name} as the same values, with the defaults put in`, () =>
      Effect.gen(function* () {
        const received: Array<unknown> = []
        const route = Route.of<Endpoint.Any, never>(endpoint, (values) => {
          received.push(values)
          return Effect.interrupt
        })
        const served = yield* service([route])
        yield* Effect.promise(() =>
          FastCheck.assert(
            FastCheck.asyncProperty(requestOf(endpoint), async (request) => {
              const values = Either.getOrThrow(Request.parse(endpoint, request))
              const url = Request.toUrl<Endpoint.Any>(endpoint, values)
              FastCheck.pre(Either.isRight(url))
              received.length = 0
              await Effect.runPromiseExit(ask(served, Either.getOrThrow(url)))
              assert.deepStrictEqual(received, [Request.withDefaults(endpoint, values)])
            }).afterEach(() => setImmediate()),
            parameters,
          ),
        )
      }),
    )
  }
})
