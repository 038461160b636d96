import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Kind from "@candela/core/internal/Kind"
import { InvalidRequest } from "@candela/core/MarketDataError"
import * as Param from "@candela/core/declare/Param"
import * as Request from "@candela/core/Request"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc, Schema } from "effect"
import { events, readings } from "@candela/support/endpoints"
import { runs, seeded } from "@candela/support/seeded"

const refusal = (result: Either.Either<unknown, Request.Refusal>): InvalidRequest => {
  const error = Either.getOrThrow(Either.flip(result))
  assert.instanceOf(error, InvalidRequest)
  return error as InvalidRequest
}

const urlOf = <E extends Endpoint.Any>(endpoint: E, input: Readonly<Record<string, unknown>>) =>
  Either.flatMap(Request.parse(endpoint, input), (values) => Request.toUrl(endpoint, values))

/** What the server sees in a URL: path segments and query, decoded. */
const seen = (url: string) => {
  const { pathname, searchParams } = new URL(url, "http://service.test")
  return { segments: pathname.split("/").slice(1).map(decodeURIComponent), query: Object.fromEntries(searchParams) }
}

const range = { from: "2024-01-01", to: "2024-01-31" }

describe("Request.parse", () => {
  it("gives canonical values, without defaults and without what is undefined", () => {
    assert.deepStrictEqual(
      Either.getOrThrow(
        Request.parse(readings, { station: "A", from: new Date(0), to: "2024-01-31", limit: undefined }),
      ),
      { station: "A", from: 0, to: "2024-01-31" },
    )
  })

  it("names the parameter first that a misspelt key is nearest to", () => {
    for (const [misspelt, name] of [
      ["stations", "station"],
      ["sation", "station"],
      ["Limit", "limit"],
      ["fron", "from"],
    ] as const) {
      const { message } = refusal(Request.parse(readings, { [misspelt]: 1 }))
      assert.include(message, `"${misspelt}" must be omitted. Did you mean "${name}"? The parameters are ${name}, `)
    }
  })

  it("says how an operator is written", () => {
    assert.include(
      refusal(Request.parse(events, { day: { gte: "2024-01-31" } })).message,
      `(write "day.gte": value), but got `,
    )
    assert.notInclude(refusal(Request.parse(events, { day: { from: "2024-01-31" } })).message, "write")
  })

  it("refuses a key that the endpoint does not have, without repeating its value", () => {
    const error = refusal(Request.parse(events, { "kind.gt": "storm" }))
    assert.strictEqual(
      error.message,
      `test.events: "kind.gt" must be omitted. Did you mean "kind"? The parameters are kind, day, sort, limit, and filters on them such as .gte and .any_of. Nothing was sent.`,
    )
    for (const key of ["toString", "constructor", "apiKey"]) {
      assert.strictEqual(refusal(Request.parse(events, { [key]: "secret" })).parameter, key)
      assert.notInclude(refusal(Request.parse(events, { [key]: "secret" })).message, "secret")
    }
    assert.strictEqual(refusal(Request.parse(events, JSON.parse(`{"__proto__":1}`))).parameter, "__proto__")
  })

  it("refuses a request without a required parameter", () => {
    assert.strictEqual(
      refusal(Request.parse(readings, { station: "A", from: "2024-01-01" })).message,
      `test.readings: "to" must be given: a date as "yyyy-mm-dd", an RFC 3339 date-time such as "2025-06-02T09:30:00Z" (to the millisecond), whole epoch milliseconds, a Date or a DateTime. Nothing was sent.`,
    )
  })

  it("names the parameter, the value and the bounds of what it refuses", () => {
    const error = refusal(Request.parse(readings, { station: "A", ...range, limit: 50_001 }))
    assert.strictEqual(
      error.message,
      `test.readings: "limit" must be a whole number from 1 to 50000, but got 50001. Nothing was sent.`,
    )
    assert.deepInclude(error, { endpoint: "test.readings", parameter: "limit", value: "50001" })
    const written = (value: unknown) => refusal(Request.parse(readings, { station: "A", ...range, from: value })).value
    assert.strictEqual(written("2024-02-30"), `"2024-02-30"`)
    assert.strictEqual(written(null), "null")
    assert.strictEqual(written(5n), "5n")
    assert.strictEqual(written("x".repeat(1000)).length, 100)
  })

  it("refuses what is no object", () => {
    for (const input of [null, "AAPL", 5, undefined]) {
      assert.strictEqual(refusal(Request.parse(events, input as never)).parameter, "request")
    }
  })
})

describe("Request.toUrl", () => {
  it("puts path and query together, and leaves defaults to the service", () => {
    assert.strictEqual(
      Either.getOrThrow(urlOf(readings, { station: "C:EURUSD", ...range })),
      "/v1/readings/C:EURUSD/2024-01-01/2024-01-31",
    )
    assert.strictEqual(
      Either.getOrThrow(
        urlOf(events, { "day.any_of": ["2024-01-31", new Date(0)], sort: ["kind", "day.asc"], limit: 5 }),
      ),
      "/v1/events?day.any_of=2024-01-31%2C1970-01-01&sort=kind.desc%2Cday.asc&limit=5",
    )
    assert.strictEqual(Either.getOrThrow(urlOf(events, {})), "/v1/events")
  })

  it("encodes what would change the path, and refuses steps in it", () => {
    for (const [name, encoded] of [
      ["BRK.A", "BRK.A"],
      ["A/B", "A%2FB"],
      ["A?x=1", "A%3Fx%3D1"],
      ["A#b", "A%23b"],
      ["A%2FB", "A%252FB"],
      ["%2e%2e", "%252e%252e"],
      ["O:SPY251219C00650000", "O:SPY251219C00650000"],
      ["...", "..."],
      ["{from}", "%7Bfrom%7D"],
      ["$&", "%24%26"],
    ]) {
      assert.strictEqual(
        Either.getOrThrow(urlOf(readings, { station: name, ...range })),
        `/v1/readings/${encoded}/2024-01-01/2024-01-31`,
      )
    }
    for (const name of [".", ".."]) {
      const error = refusal(urlOf(readings, { station: name, ...range }))
      assert.strictEqual(error.parameter, "station")
      assert.strictEqual(error.value, `"${name}"`)
    }
  })

  it("refuses an empty path segment, whatever the parameter takes", () => {
    const any = Endpoint.single({
      name: "test.any",
      path: "/v1/{name}/x",
      params: { name: Param.text(/^/, "anything") },
      value: Schema.Unknown,
    })
    assert.strictEqual(refusal(urlOf(any, { name: "" })).parameter, "name")
  })

  it("refuses half a character, which no URL can hold", () => {
    assert.strictEqual(refusal(urlOf(readings, { station: "A\ud800", ...range })).parameter, "station")
    assert.strictEqual(refusal(urlOf(events, { "kind.all_of": ["\udc00"] })).parameter, "kind.all_of")
  })

  it("refuses a URL of more than 8000 bytes", () => {
    const fits = "/v1/readings//2024-01-01/2024-01-31".length
    const long = (length: number) => urlOf(readings, { station: "x".repeat(length - fits), ...range })
    assert.strictEqual(Either.getOrThrow(long(8000)).length, 8000)
    assert.strictEqual(
      refusal(long(8001)).message,
      `test.readings: "request" must be a URL of at most 8000 bytes, but got 8001. Nothing was sent.`,
    )
    // A character of three bytes takes nine in a URL.
    assert(Either.isLeft(urlOf(readings, { station: "€".repeat(900), ...range })))
  })

  it.prop(
    "brings any text through the path as it is",
    [fc.string({ unit: "binary", minLength: 1, maxLength: 40 })],
    ([station]) => {
      const url = urlOf(readings, { station, ...range })
      if (/^\.{1,2}$/.test(station)) return assert(Either.isLeft(url))
      assert.deepStrictEqual(seen(Either.getOrThrow(url)).segments, ["v1", "readings", station, range.from, range.to])
    },
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(1000) } },
  )

  it.prop(
    "brings any text through the query as it is",
    [
      fc.array(
        fc.string({ unit: "binary", minLength: 1 }).filter((text) => !text.includes(",")),
        { minLength: 1 },
      ),
    ],
    ([kinds]) => {
      const url = Either.getOrThrow(urlOf(events, { "kind.all_of": kinds }))
      assert.deepStrictEqual(seen(url), { segments: ["v1", "events"], query: { "kind.all_of": kinds.join(",") } })
    },
    seeded,
  )
})

describe("Request.decode", () => {
  it("reads the texts of a URL and puts the defaults in", () => {
    assert.deepStrictEqual(Either.getOrThrow(Request.decode(readings, { station: "A", from: "2024-01-01", to: "5" })), {
      station: "A",
      from: "2024-01-01",
      to: 5,
      limit: 2,
    })
    assert.deepStrictEqual(Either.getOrThrow(Request.decode(events, {})), {
      sort: [{ column: "day", direction: "desc" }],
      limit: 10,
    })
  })

  it("ignores names that the endpoint does not have", () => {
    assert.deepStrictEqual(Either.getOrThrow(Request.decode(events, { unheard: "x", limit: "7" })), {
      sort: [{ column: "day", direction: "desc" }],
      limit: 7,
    })
  })

  it("refuses what is malformed, out of bounds, or missing", () => {
    assert.strictEqual(refusal(Request.decode(events, { limit: "101" })).parameter, "limit")
    assert.strictEqual(refusal(Request.decode(events, { "day.gte": "2024-02-30" })).value, `"2024-02-30"`)
    assert.strictEqual(refusal(Request.decode(readings, { station: "A", from: "1" })).parameter, "to")
    assert.strictEqual(
      refusal(Request.decode(readings, { station: "A", from: "1" })).expected,
      'given: a date as "yyyy-mm-dd" or whole epoch milliseconds',
    )
    assert.strictEqual(
      refusal(Request.decode(readings, { station: "A", from: "yesterday" })).expected,
      'a date as "yyyy-mm-dd" or whole epoch milliseconds',
    )
  })

  it("speaks of texts in a URL, never of values that only a program can write", () => {
    const { message } = refusal(Request.decode(readings, { station: "A", from: "soon", to: "5" }))
    assert.include(message, '"from" must be a date as "yyyy-mm-dd" or whole epoch milliseconds, but got "soon"')
    const dates = [Param.Date, Param.DateTime, Param.DateOrMillis, Param.DateOrNanos]
    const lists = [Param.list(Param.Date), Param.list(Param.DateOrMillis, 3), Param.list(Param.DateOrNanos)]
    for (const param of [...dates, ...lists, Param.integer()]) {
      assert.notMatch(Kind.expected(param.kind, "wire"), /Date\b|DateTime|bigint|list/)
    }
  })

  const day = fc
    .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))

  it.prop(
    "gives a handler what the caller meant",
    [
      fc.record(
        {
          "day.gte": day,
          "day.any_of": fc.array(day, { minLength: 1, maxLength: 3 }),
          "kind.all_of": fc.array(fc.stringMatching(/^[^,]+$/), { minLength: 1 }),
          sort: fc.constantFrom("day", "kind.asc", "day.desc"),
          limit: fc.integer({ min: 1, max: 100 }),
        },
        { requiredKeys: [] },
      ),
    ],
    ([input]) => {
      const values = Either.getOrThrow(Request.parse(events, input))
      const { query } = seen(Either.getOrThrow(Request.toUrl(events, values)))
      assert.deepStrictEqual(Either.getOrThrow(Request.decode(events, query)), Request.withDefaults(events, values))
    },
    seeded,
  )
})
