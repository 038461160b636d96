import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import { NotFound } from "@candela/core/MarketDataError"
import * as Param from "@candela/core/declare/Param"
import * as Route from "@candela/sandbox/routes/Route"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ask, service } from "./support.js"

const Row = Field.struct({
  name: Field.required(Schema.String),
  volume: Field.required(Schema.Number, "v"),
  day: Field.optional(Schema.String, "d"),
})

const crypto = Param.text(/^X:\w+$/, "a crypto pair such as X:BTCUSD")
const forex = Param.text(/^C:.+$/, "a forex pair such as C:EURUSD")

/** Answers with the values that it was called with. */
const echo = (name: string, path: "/v1/pairs/{pair}/rate", pair: Param.Required<string>) =>
  Route.of(
    Endpoint.single({ name, path, params: { pair }, value: Field.struct({ from: Field.required(Schema.String) }) }),
    (values) => Effect.succeed({ from: `${name} ${values.pair}` }),
  )

const listed = Endpoint.paged({
  name: "test.list",
  path: "/v1/rows",
  params: {
    date: Filter.range(Param.Date),
    name: Filter.anyOf(Param.String),
    active: Param.withDefault(Param.Boolean, true),
    order: Param.order("asc"),
    limit: Param.limit({ default: 2, max: 10 }),
  },
  envelope: { total: Field.optional(Schema.Number) },
  row: Row,
})

const list = Route.of(listed, (values) =>
  Effect.succeed({
    rows: [
      { name: "a", volume: values.limit, day: values["date.gte"] ?? "none" },
      { name: "b", volume: 0 },
    ],
    envelope: { total: 7 },
    next: values.order === "desc" ? undefined : { params: { order: "desc" as const } },
  }),
)

/** Rows of an exact time each; a page holds one, and the next page begins after it. */
const positioned = Route.of(
  Endpoint.paged({
    name: "test.positioned",
    path: "/v1/positions",
    params: { limit: Param.limit({ default: 1, max: 1 }) },
    row: Field.struct({ at: Field.required(Field.Int64), after: Field.required(Schema.Array(Schema.String)) }),
  }),
  (_, { after }) => {
    const [last = 2n ** 62n] = (after ?? []) as ReadonlyArray<bigint>
    const at = last + 1n
    const position = (after ?? []).map((value) => `${typeof value} ${value}`)
    return Effect.succeed({
      rows: [{ at, after: position }],
      envelope: {},
      next: { after: [at, "x", 0.1, null, true] },
    })
  },
)

const ready = Route.of(
  Endpoint.list({ name: "test.ready", path: "/v1/rows/ready", params: {}, row: Row, at: "tickers" }),
  () => Effect.succeed({ rows: { json: '[{"name":"as it is",   "v":1.50}]', length: 1 }, envelope: {} }),
)

const overview = Route.of(
  Endpoint.single({
    name: "test.overview",
    path: "/v1/rows/{name}",
    params: { name: Param.String },
    value: Field.struct({ name: Field.required(Schema.String), volume: Field.required(Schema.Number, "v") }),
    at: "results",
  }),
  ({ name }) =>
    name === "missing"
      ? new NotFound({ endpoint: "test.overview", detail: "Data not found." })
      : Effect.succeed({ name, volume: 3 }),
)

const bare = Route.of(
  Endpoint.single({
    name: "test.bare",
    path: "/v1/bare",
    params: {},
    value: Field.struct({ status: Field.required(Schema.String), last: Field.required(Schema.Number) }),
  }),
  () => Effect.succeed({ status: "success", last: 1 }),
)

const routes = [
  echo("test.crypto", "/v1/pairs/{pair}/rate", crypto),
  echo("test.forex", "/v1/pairs/{pair}/rate", forex),
  overview,
  list,
  ready,
  bare,
  positioned,
]

const get = (path: string) => Effect.flatMap(service(routes), (service) => ask(service, path))

describe("routes", () => {
  it.effect("of one wire path are told apart by what their parameters accept", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* get("/v1/pairs/X:BTCUSD/rate")).json["from"], "test.crypto X:BTCUSD")
      assert.strictEqual((yield* get("/v1/pairs/C:EURUSD/rate")).json["from"], "test.forex C:EURUSD")
      assert.strictEqual((yield* get("/v1/pairs/C%3AEURUSD/rate")).json["from"], "test.forex C:EURUSD")
      const { json, status } = yield* get("/v1/pairs/AAPL/rate")
      assert.strictEqual(status, 409)
      assert.strictEqual(json["error"], '"pair" must be a crypto pair such as X:BTCUSD, but got "AAPL".')
    }),
  )

  it.effect("decode a path's segments one by one", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* get("/v1/pairs/C:EUR%2FUSD/rate")).json["from"], "test.forex C:EUR/USD")
      assert.strictEqual((yield* get("/v1/pairs/C:%E2%82%AC%20/rate")).json["from"], "test.forex C:€ ")
      assert.strictEqual((yield* get("/v1/pairs/C:EUR/USD/rate")).status, 404)
      const broken = yield* get("/v1/pairs/C:%E2%82/rate")
      assert.strictEqual(broken.status, 409)
      assert.strictEqual(broken.json["error"], '"pair" must be percent-encoded UTF-8.')
      assert.strictEqual((yield* get("/v1/pairs//rate")).status, 409)
    }),
  )

  it.effect("with fixed words go before those with parameters", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* get("/v1/rows/ready")).json["count"], 1)
      assert.deepStrictEqual((yield* get("/v1/rows/other")).json["results"], { name: "other", v: 3 })
    }),
  )

  it.effect("match whole paths, in the case they are written in", () =>
    Effect.gen(function* () {
      for (const path of ["/", "/v1", "/v1/rows/a/b", "/V1/rows", "/v1/rows.", "/v1/rowsx", "/x/v1/rows"]) {
        const { json, status } = yield* get(path)
        assert.strictEqual(status, 404, path)
        assert.strictEqual(json["status"], "NOT_FOUND")
        assert.strictEqual(json["message"], `404 page not found: there is no endpoint at ${path}.`)
      }
    }),
  )

  it.effect("write rows by the endpoint's schema, in its envelope", () =>
    Effect.gen(function* () {
      const { json } = yield* get("/v1/rows?order=desc")
      assert.deepStrictEqual(json, {
        total: 7,
        results: [
          { name: "a", v: 2, d: "none" },
          { name: "b", v: 0 },
        ],
        status: "OK",
        request_id: json["request_id"],
        count: 2,
      })
    }),
  )

  it.effect("write rows that are JSON as they are, under the endpoint's own name for them", () =>
    Effect.gen(function* () {
      const { body, json } = yield* get("/v1/rows/ready")
      assert.include(body, '"tickers":[{"name":"as it is",   "v":1.50}]')
      assert.notProperty(json, "results")
    }),
  )

  it.effect("write a single value in results, or as the document; a status of its own stays", () =>
    Effect.gen(function* () {
      const inResults = yield* get("/v1/rows/x")
      assert.deepStrictEqual(inResults.json["results"], { name: "x", v: 3 })
      assert.strictEqual(inResults.json["status"], "OK")
      const { json } = yield* get("/v1/bare")
      assert.deepStrictEqual(json, { status: "success", last: 1, request_id: json["request_id"] })
    }),
  )

  it.effect("fail with the answers of the one table", () =>
    Effect.gen(function* () {
      const { json, status } = yield* get("/v1/rows/missing")
      assert.strictEqual(status, 404)
      assert.deepStrictEqual(json, {
        status: "NOT_FOUND",
        request_id: json["request_id"],
        message: "Data not found.",
      })
    }),
  )
})

describe("the parameters of a query", () => {
  it.effect("reach the handler as canonical values, with defaults", () =>
    Effect.gen(function* () {
      const { json } = yield* get("/v1/rows?date.gte=2024-01-31&limit=5&order=desc")
      assert.deepStrictEqual(json["results"], [
        { name: "a", v: 5, d: "2024-01-31" },
        { name: "b", v: 0 },
      ])
    }),
  )

  it.effect("are ignored under names that the endpoint does not have", () =>
    Effect.gen(function* () {
      const paths = ["/v1/rows?order=desc&Limit=x&dates=1&dat.gte=2&unknown=1&unknown=2&cursors=x", "/v1/bare?limit=x"]
      for (const path of paths) assert.strictEqual((yield* get(path)).status, 200, path)
    }),
  )

  const refused: ReadonlyArray<readonly [query: string, name: string]> = [
    ["limit=0", "limit"],
    ["limit=11", "limit"],
    ["limit=1.5", "limit"],
    ["limit=", "limit"],
    ["limit=%201", "limit"],
    ["active=yes", "active"],
    ["active=%20true", "active"],
    ["active=1", "active"],
    ["order=up", "order"],
    ["date=2024-02-30", "date"],
    ["date.gte=yesterday", "date.gte"],
    ["name.any_of=", "name.any_of"],
    // An operator that the parameter does not take.
    ["date.foo=2024-01-31", "date.foo"],
    ["date.any_of=2024-01-31", "date.any_of"],
    ["date.gt.e=2024-01-31", "date.gt.e"],
    ["name.gte=a", "name.gte"],
    ["limit.gte=1", "limit.gte"],
    // Given twice, also when both say the same.
    ["limit=5&limit=5", "limit"],
    ["date.gte=2024-01-31&order=asc&date.gte=2024-02-01", "date.gte"],
    ["apiKey=other&apiKey=other", "apiKey"],
    ["cursor=", "cursor"],
    ["cursor=bGltaXQ9MiZzb3J0PWFzYw", "cursor"],
    ["cursor=a&cursor=a", "cursor"],
  ]

  for (const [query, name] of refused) {
    it.effect(`are refused by name: ${query}`, () =>
      Effect.gen(function* () {
        const { headers, json, status } = yield* get(`/v1/rows?${query}`)
        assert.strictEqual(status, 409)
        assert.strictEqual(json["status"], "ERROR")
        assert.strictEqual(json["request_id"], headers["x-request-id"])
        assert.match(json["error"] as string, new RegExp(`^"${name.replaceAll(".", "\\.")}" must be .+\\.$`))
      }),
    )
  }

  it.effect("say which operators there are", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        (yield* get("/v1/rows?date.foo=1")).json["error"],
        '"date.foo" must be omitted: it has no such operator, there are date.gt, date.gte, date.lt, date.lte.',
      )
      assert.strictEqual(
        (yield* get("/v1/rows?limit.gt=1")).json["error"],
        '"limit.gt" must be omitted: it has no such operator, "limit" takes none.',
      )
    }),
  )
})

describe("a next_url", () => {
  const nextOf = (path: string) =>
    Effect.map(get(path), ({ json }) => {
      const url = new URL(json["next_url"] as string)
      return { url, path: url.pathname + url.search }
    })

  it.effect("carries the filters, and what is different on the next page, in its cursor alone", () =>
    Effect.gen(function* () {
      const { path, url } = yield* nextOf("/v1/rows?date.gte=2024-01-31&limit=7&unknown=1&apiKey=other")
      assert.deepStrictEqual([...url.searchParams.keys()], ["cursor"])
      const { json } = yield* get(path)
      assert.deepStrictEqual((json["results"] as ReadonlyArray<unknown>)[0], { name: "a", v: 7, d: "2024-01-31" })
      assert.notProperty(json, "next_url")
    }),
  )

  it.effect("carries the position that the next page begins after, exactly", () =>
    Effect.gen(function* () {
      const { path } = yield* nextOf("/v1/positions")
      const { body } = yield* get(path)
      const position = '["bigint 4611686018427387905","string x","number 0.1","object null","boolean true"]'
      assert.include(body, `"results":[{"at":4611686018427387906,"after":${position}}]`)
    }),
  )

  it.effect("may be followed with the same parameters beside it, not with others", () =>
    Effect.gen(function* () {
      const { path } = yield* nextOf("/v1/rows?limit=7")
      for (const same of ["limit=7", "limit=07", "active=true", "active=True", "limit=7&active=TRUE"]) {
        assert.strictEqual((yield* get(`${path}&${same}`)).status, 200, same)
      }
      assert.strictEqual((yield* get(`${path}&active=False`)).status, 409)
      const { json, status } = yield* get(`${path}&limit=8`)
      assert.strictEqual(status, 409)
      assert.strictEqual(json["error"], '"limit" must be omitted, or "7" as in the cursor.')
    }),
  )

  it.effect("does not lead to another endpoint", () =>
    Effect.gen(function* () {
      const { url } = yield* nextOf("/v1/rows")
      const { json, status } = yield* get(`/v1/rows/ready${url.search}`)
      assert.strictEqual(status, 409)
      assert.strictEqual(json["error"], '"cursor" must be one of this endpoint, but it is one of test.list.')
    }),
  )

  it.effect("is on the address that the client used", () =>
    Effect.gen(function* () {
      const sandbox = yield* service(routes)
      const { json } = yield* ask(sandbox, "/v1/rows", { origin: "https://proxy.example:8443" })
      assert.match(json["next_url"] as string, /^https:\/\/proxy\.example:8443\/v1\/rows\?cursor=[\w-]+$/)
    }),
  )
})
