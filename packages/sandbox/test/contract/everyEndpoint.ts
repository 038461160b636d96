/**
 * The contract that every endpoint keeps, from its declaration: a new one is tested by being declared. What is special
 * about an endpoint stands in a test of its own.
 */
import * as Catalog from "@candela/catalog/Catalog"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Method from "@candela/core/Method"
import * as Kind from "@candela/core/internal/Kind"
import type * as Param from "@candela/core/declare/Param"
import * as Request from "@candela/core/Request"
import { assert, describe, layer } from "@effect/vitest"
import { Array, Chunk, Effect, Either, Schema, Stream, Struct } from "effect"
import { sampled } from "@candela/support/seeded"
import * as Refusals from "../../../catalog/test/contract/refusals.js"
import { requestOf, type Row, specialOf, unknownOf } from "./samples.js"
import { endpoints, services } from "./services.js"
import { canonical, connections, raw, serviceOf } from "./support.js"

type Asked = Readonly<Record<string, unknown>>
type Call = Method.Call<Asked, unknown>
type Paged = Method.Paged<Asked, Row, { readonly results: ReadonlyArray<Row>; readonly next_url?: string }>

/** An endpoint's method, with a key. */
const methodOf = ({ name }: Endpoint.Any, key = "key") => {
  const [service, method] = name.split(".") as [string, string]
  return Effect.map(
    serviceOf(services[service]!, key),
    (methods) => methods[method as keyof typeof methods] as unknown as Call,
  )
}

const rowsIn = (answer: unknown) => (answer as { readonly results: ReadonlyArray<Row> }).results

/** All rows of a request. */
const allRows = (endpoint: Endpoint.Any, method: Call, request: Asked) =>
  endpoint.kind === "list"
    ? Effect.map(method(request), rowsIn)
    : Effect.map(Stream.runCollect((method as Paged).stream(request)), Chunk.toReadonlyArray)

/** The wire parameters of an endpoint that filter a field of its rows. */
const filtersOf = (endpoint: Endpoint.Any) =>
  Object.entries(endpoint.wireParams).flatMap(([name, { filter }]) =>
    filter === undefined ? [] : [[name, filter] as const],
  )

/** A value of a field, or of each element of an array. */
type Comparable = string | number | bigint | boolean
type FieldValue = Comparable | ReadonlyArray<Comparable> | undefined

const elements = (field: FieldValue): ReadonlyArray<Comparable> => (field === undefined ? [] : Array.ensure(field))

/** Whether a field passes a filter with one value, or with several. */
const keeps: Readonly<
  Record<Param.Operator, (field: ReadonlyArray<Comparable>, values: ReadonlyArray<Comparable>) => boolean>
> = {
  eq: (field, [value]) => field.includes(value!),
  gt: (field, [value]) => field.some((one) => one > value!),
  gte: (field, [value]) => field.some((one) => one >= value!),
  lt: (field, [value]) => field.some((one) => one < value!),
  lte: (field, [value]) => field.some((one) => one <= value!),
  any_of: (field, values) => values.some((value) => field.includes(value)),
  all_of: (field, values) => values.every((value) => field.includes(value)),
}

/** The different values of a field, sorted. */
const distinct = (rows: ReadonlyArray<ReadonlyArray<Comparable>>) =>
  [...new Set(rows.flat())].sort((one, other) => (one === other ? 0 : one < other ? -1 : 1))

/** Values that a filter keeps some rows with, and leaves some out where the rows differ. */
const filterValues = (operator: Param.Operator, fields: ReadonlyArray<ReadonlyArray<Comparable>>) => {
  const values = distinct(fields)
  const middle = values[Math.floor(values.length / 2)]!
  if (operator === "all_of") return fields.find((field) => field.length > 1)?.slice(0, 2) ?? [middle]
  return operator === "any_of" && values.length > 2 ? [values[0]!, middle] : [middle]
}

const assertFilters = (endpoint: Endpoint.Any, method: Call) =>
  Effect.gen(function* () {
    const { compared = {}, untested = {} } = specialOf(endpoint)
    const request = requestOf(endpoint)
    const rows = yield* allRows(endpoint, method, request)
    for (const [name, { field, operator }] of sampled(filtersOf(endpoint), endpoint.name.length)) {
      if (field in untested) continue
      const fieldOf = (row: Row) => elements((compared[field]?.(row) ?? row[field]) as FieldValue)
      const values = filterValues(
        operator,
        rows.map(fieldOf).filter((value) => value.length > 0),
      )
      assert.isDefined(values[0], `no row of the sample has ${field}: choose a sample that has it`)
      const kept = rows.filter((row) => fieldOf(row).length > 0 && keeps[operator](fieldOf(row), values))
      const isList = operator === "any_of" || operator === "all_of"
      const asked = { ...request, [name]: isList ? values : values[0] }
      assert.deepStrictEqual(yield* allRows(endpoint, method, asked), kept, `${name}=${values.join(",")}`)
    }
  })

const compare = (one: unknown, other: unknown, direction: Param.Direction): number => {
  if (one === other) return 0
  // Rows that lack the column come last in either direction.
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1
  return (one as string) < (other as string) === (direction === "asc") ? -1 : 1
}

/** Each way of sorting that an endpoint has, by one column: what is asked, and the columns with their directions. */
const orderings = (
  endpoint: Endpoint.Any,
): ReadonlyArray<readonly [asked: Asked, keys: ReadonlyArray<Param.SortKey<string>>]> => {
  const sort = Request.nameOf(endpoint, "Sort")
  const order = Request.nameOf(endpoint, "Order")
  return (["asc", "desc"] as const).flatMap((direction) =>
    sort === undefined
      ? order === undefined
        ? []
        : [[{ [order]: direction }, [{ column: "timestamp", direction }]] as const]
      : Request.sortColumns(endpoint).map((column) => {
          const asked =
            order === undefined ? { [sort]: `${column}.${direction}` } : { [sort]: column, [order]: direction }
          return [asked, [{ column, direction }]] as const
        }),
  )
}

/**
 * A way of sorting by two columns: the first with ties, which the second breaks. None where a request names one column.
 */
const twoColumns = (endpoint: Endpoint.Any, rows: ReadonlyArray<Row>): ReturnType<typeof orderings> => {
  const sort = Request.nameOf(endpoint, "Sort")
  const columns = Request.sortColumns(endpoint)
  if (sort === undefined || columns.length < 2 || Request.nameOf(endpoint, "Order") !== undefined) return []
  const count = (column: string) => new Set(rows.map((row) => row[column])).size
  const byCount = [...columns].sort((one, other) => count(one) - count(other)).filter((column) => count(column) > 1)
  const keys = [
    { column: byCount[0]!, direction: "desc" },
    { column: byCount.at(-1)!, direction: "asc" },
  ] as const
  return [[{ [sort]: keys.map(({ column, direction }) => `${column}.${direction}`) }, keys]]
}

const assertOrders = (endpoint: Endpoint.Any, method: Call) =>
  Effect.gen(function* () {
    const { compared = {} } = specialOf(endpoint)
    const request = requestOf(endpoint)
    const all = yield* allRows(endpoint, method, request)
    const own = orderings(endpoint)
    // Each column in one direction, by turns, and the first in both: all columns share the query.
    const byTurns = own.filter((_, index) => {
      const [column, turn] = [index % (own.length / 2), Math.floor(index / (own.length / 2))]
      return column === 0 || column % 2 === turn
    })
    for (const [asked, keys] of [...sampled(byTurns, endpoint.name.length), ...twoColumns(endpoint, all)]) {
      const rows = yield* allRows(endpoint, method, { ...request, ...asked })
      const fieldOf = (row: Row, column: string) => compared[column]?.(row) ?? row[column]
      for (let i = 1; i < rows.length; i++) {
        const [before, after] = [rows[i - 1]!, rows[i]!]
        const order = keys
          .map(({ column, direction }) => compare(fieldOf(before, column), fieldOf(after, column), direction))
          .find((order) => order !== 0)
        assert.isAtMost(order ?? 0, 0, `${JSON.stringify(asked)}, row ${i}`)
      }
      assert.deepStrictEqual(canonical(rows), canonical(all), JSON.stringify(asked))
    }
  })

/**
 * The sizes of pages that are tried with so many rows: one that divides their number, and one that
 * does not, or all and all but one.
 */
const pageSizes = (count: number) => {
  const divisor = [3, 4, 5, 7, 2].find((parts) => count % parts === 0 && count > parts) ?? 1
  return [count / divisor, count / divisor - 1].filter((size) => size >= 1)
}

const assertPages = (endpoint: Endpoint.Any, { pages, stream }: Paged) =>
  Effect.gen(function* () {
    const limit = Request.nameOf(endpoint, "Limit")!
    // `assertWhole` reads pages in the other direction.
    for (const [asked] of orderings(endpoint).slice(-1)) {
      const request = { ...requestOf(endpoint), ...asked }
      const all = Chunk.toReadonlyArray(yield* Stream.runCollect(stream(request)))
      assert.isTrue(all.length >= 3 && all.length <= 200, `choose a sample of some rows: this one has ${all.length}`)
      for (const size of pageSizes(all.length)) {
        const given = Chunk.toReadonlyArray(yield* Stream.runCollect(pages({ ...request, [limit]: size })))
        const full = Math.ceil(all.length / size)
        const words = `${JSON.stringify(asked)}, ${size} of ${all.length} rows`
        assert.deepStrictEqual(
          given.flatMap(({ results }) => results),
          all,
          words,
        )
        assert.deepStrictEqual(
          given.map(({ next_url, results }) => [results.length, next_url !== undefined]),
          Array.makeBy(full, (index) => [Math.min(size, all.length - index * size), index < full - 1]),
          words,
        )
      }
      const rows = yield* Stream.runCollect(stream(request, { pageSize: Math.ceil(all.length / 2) }))
      assert.deepStrictEqual(Chunk.toReadonlyArray(rows), all, JSON.stringify(asked))
    }
  })

/** Greatest size of a page. */
const largestPage = ({ wireParams }: Endpoint.Any) =>
  Math.max(...Object.values(wireParams).flatMap(({ kind }) => (kind._tag === "Limit" ? [kind.max] : [])))

/** As many rows are looked at, where an endpoint has more of them without a filter. */
const mostOfWhole = 300

/** Without a filter a stream gives the same rows in either order, in pages of any size: not the newest page alone. */
const assertWhole = (endpoint: Endpoint.Any, { stream }: Paged) =>
  Effect.gen(function* () {
    const required = Object.entries(requestOf(endpoint)).filter(
      ([name]) => endpoint.wireParams[name]!.presence === "required",
    )
    const directions = orderings(endpoint)
    const rowsOf = (asked: Asked, options?: Method.StreamOptions) =>
      Effect.map(
        Stream.runCollect(Stream.take(stream({ ...Object.fromEntries(required), ...asked }, options), mostOfWhole)),
        Chunk.toReadonlyArray,
      )
    const [one, other] = [directions.at(-1)?.[0] ?? {}, directions.at(0)?.[0] ?? {}]
    const rows = yield* rowsOf(one)
    // A contract may have fewer bars than the averages of its default window need: then there are none, in any order.
    const pageSize = Math.min(largestPage(endpoint), Math.max(1, Math.ceil(rows.length / 3)))
    const same = yield* rowsOf(other, { pageSize })
    assert.lengthOf(same, rows.length)
    if (rows.length < mostOfWhole) assert.deepStrictEqual(canonical(same), canonical(rows))
  })

/** A text that a parameter takes, where its declaration or the sample's URL says one. */
const accepted = (param: Param.Any, own: string | null): string | undefined =>
  own ?? (param.default === undefined ? Kind.words(param.kind)[0] : Schema.encodeSync(param.wire)(param.default))

/** The parameters at a place of a path that several markets share: their tickers tell whose request it is. */
const paramsAt = ({ path }: Endpoint.Any, place: number) => {
  const shape = (path: string) => path.replaceAll(/\{\w+\}/g, "{}")
  return Catalog.endpoints.flatMap(({ declaration: other }) =>
    shape(other.path) === shape(path) ? [[other.path.split("/")[place]!.slice(1, -1), other] as const] : [],
  )
}

const assertRefusedByService = (endpoint: Endpoint.Any) =>
  Effect.gen(function* () {
    const [path, search = ""] = Either.getOrThrow(Request.url(endpoint, requestOf(endpoint))).split("?") as [string]
    const places = endpoint.path.split("/")
    for (const [name, param] of sampled(Object.entries(endpoint.wireParams), endpoint.name.length)) {
      const place = places.indexOf(`{${name}}`)
      const own = place < 0 ? new URLSearchParams(search).get(name) : decodeURIComponent(path.split("/")[place]!)
      const good = accepted(param, own)
      const urlWith = (text: string) => {
        const query = new URLSearchParams(search)
        if (place < 0) query.set(name, text)
        const segments = path.split("/").map((segment, index) => (index === place ? encodeURIComponent(text) : segment))
        return `${segments.join("/")}?${query}`
      }
      const sharing = place < 0 ? [] : paramsAt(endpoint, place)
      const isAnothers = (text: string) =>
        sharing.some(
          ([name, other]) =>
            other !== endpoint && Either.isRight(Schema.decodeEither(other.wireParams[name]!.wire)(text)),
        )
      for (const text of Refusals.wireTexts(param, good)) {
        // No path has an empty segment.
        if (place >= 0 && (text === "" || isAnothers(text))) continue
        const { json, status } = yield* raw(urlWith(text))
        assert.strictEqual(status, param.refusal === "BadResolution" ? 400 : 409, urlWith(text))
        const refused = /^"([^"]+)" must be /.exec(String(json["error"]))?.[1]
        assert.include([name, ...sharing.map(([name]) => name)], refused, String(json["error"]))
        // The client's words for its values mean nothing to who writes a URL.
        assert.notMatch(String(json["error"]), /\bDate|bigint/)
      }
      for (const end of Refusals.ends(param)) {
        assert.notInclude([400, 409], (yield* raw(urlWith(String(end)))).status, urlWith(String(end)))
      }
      if (place >= 0) continue
      if (good !== undefined) {
        const { status } = yield* raw(`${urlWith(good)}&${new URLSearchParams({ [name]: good })}`)
        assert.strictEqual(status, param.repeatable ? 200 : 409, `${name} twice`)
      }
      if (name.includes(".")) continue
      const undeclared = Refusals.operators.filter((operator) => !(`${name}.${operator}` in endpoint.wireParams))
      for (const operator of [...undeclared, "near"]) {
        const { json, status } = yield* raw(`${path}?${search}&${name}.${operator}=1`)
        assert.strictEqual(status, 409, `${name}.${operator}`)
        assert.isTrue(String(json["error"]).startsWith(`"${name}.${operator}" must be omitted`), String(json["error"]))
      }
    }
  })

/** What differs from one answer to the next. */
const withoutId = Struct.omit("request_id")

const assertUnknown = (endpoint: Endpoint.Any, method: Call) =>
  Effect.gen(function* () {
    const { notFound = endpoint.kind === "single" } = specialOf(endpoint)
    const asked = { ...requestOf(endpoint), ...unknownOf(endpoint) }
    if (notFound) {
      const error = yield* Effect.flip(method(asked))
      assert.deepInclude(error, { _tag: "NotFound", status: 404 })
    } else assert.deepStrictEqual(rowsIn(yield* method(asked)), [])
  })

const assertKeyNeeded = (endpoint: Endpoint.Any, wrong: Call) =>
  Effect.gen(function* () {
    const url = Either.getOrThrow(Request.url(endpoint, requestOf(endpoint)))
    const { json, status } = yield* raw(url, {})
    assert.strictEqual(status, 401)
    assert.deepInclude(json, { status: "ERROR", error: "API Key was not provided" })
    const error = yield* Effect.flip(wrong(requestOf(endpoint)))
    assert.deepInclude(error, { _tag: "Unauthorized", reason: "UnknownKey", status: 401 })
    const [known, more] = yield* Effect.all([raw(url), raw(`${url}${url.includes("?") ? "&" : "?"}color=red&limits=1`)])
    assert.strictEqual(known.status, 200)
    assert.deepStrictEqual(withoutId(more.json), withoutId(known.json), "unknown parameters change nothing")
  })

/**
 * The methods that a plan's delay concerns: bars, quotes, trades and snapshots, and what is made of
 * them. All others heed the day of publication alone.
 */
const delayed: ReadonlySet<string> = new Set([
  ...["bars", "previousDayBar", "dailyMarketSummary", "openClose", "sma", "ema", "rsi", "macd"],
  ...["quotes", "trades", "historicTrades", "lastTrade", "lastQuote"],
  ...["snapshot", "snapshots", "chain", "list", "movers", "summaries"],
])

/** Endpoints whose value is the whole document, without a status. */
const bare: ReadonlySet<string> = new Set(["reference.marketStatus"])

const assertStatus = (endpoint: Endpoint.Any) =>
  Effect.gen(function* () {
    const [, method] = endpoint.name.split(".")
    const url = Either.getOrThrow(Request.url(endpoint, requestOf(endpoint)))
    const { json, status } = yield* raw(url, { authorization: "Bearer developer-key" })
    assert.strictEqual(status, 200)
    // Nothing stands around rows, or a value, that are the document.
    if ((endpoint.kind === "list" && endpoint.at === "") || bare.has(endpoint.name)) return
    // Conversion and the last quote and trade of pairs have a word of their own, on every plan.
    const succeeds = ["forex.conversion", "forex.lastQuote", "crypto.lastTrade"].includes(endpoint.name)
    // A range that had ended before is not touched by the delay.
    const { date, to = "2025-06-30" } = requestOf(endpoint)
    const isPast = String(date ?? to) < "2025-06-30"
    const isDelayed = delayed.has(method!) && !isPast
    assert.strictEqual(json["status"], succeeds ? "success" : isDelayed ? "DELAYED" : "OK")
    if (delayed.has(method!)) return
    const [business, basic] = yield* Effect.all([raw(url), raw(url, { authorization: "Bearer basic-key" })])
    if (!succeeds) assert.deepStrictEqual(withoutId(basic.json), withoutId(business.json), "the same for every plan")
  })

/**
 * A part of the endpoints for each law: a route has no code of its own for what these tests try.
 * All of them where services are named, as by `--since`.
 */
const tried = (place: number): ReadonlySet<Endpoint.Any> =>
  new Set(process.env["CANDELA_SERVICES"] === undefined ? sampled(endpoints, place) : endpoints)

const triedWith = {
  filters: tried(4),
  orders: tried(5),
  pages: tried(6),
  whole: tried(7),
  service: tried(6),
  keys: tried(7),
  status: tried(4),
  unknown: tried(5),
}

/**
 * In process all is tested; over a socket, of every twelfth endpoint, what its URLs, headers and
 * statuses take part in: no route has code of its own for it.
 */
export const testEveryEndpoint = (name: keyof typeof connections) => {
  const inProcess = name === "in process"
  describe(`every endpoint ${name}`, () => {
    layer(connections[name], { excludeTestServices: true })((it) => {
      for (const endpoint of inProcess ? endpoints : endpoints.filter((_, index) => index % 12 === 0)) {
        const isPaged = endpoint.kind === "paged" || endpoint.kind === "history"
        const isTriedWith = (law: keyof typeof triedWith) => triedWith[law].has(endpoint)
        if (inProcess && isTriedWith("filters") && endpoint.kind !== "single" && filtersOf(endpoint).length > 0)
          it.scoped(`${endpoint.name} gives the rows that each filter keeps`, () =>
            Effect.flatMap(methodOf(endpoint), (method) => assertFilters(endpoint, method)),
          )
        if (inProcess && isTriedWith("orders") && orderings(endpoint).length > 0)
          it.scoped(`${endpoint.name} sorts its rows by each column`, () =>
            Effect.flatMap(methodOf(endpoint), (method) => assertOrders(endpoint, method)),
          )
        if (isTriedWith("pages") && isPaged)
          it.scoped(`${endpoint.name} has the same rows in pages of any size, and as a stream`, () =>
            Effect.flatMap(methodOf(endpoint), (method) => assertPages(endpoint, method as Paged)),
          )
        if (inProcess && isTriedWith("whole") && isPaged)
          it.scoped(`${endpoint.name} streams all of its rows without a filter, in either order`, () =>
            Effect.flatMap(methodOf(endpoint), (method) => assertWhole(endpoint, method as Paged)),
          )
        if (isTriedWith("service"))
          it.scoped(`${endpoint.name} refuses what its parameters do not take`, () => assertRefusedByService(endpoint))
        if (isTriedWith("keys"))
          it.scoped(`${endpoint.name} needs a key that the service knows`, () =>
            Effect.flatMap(methodOf(endpoint, "not-a-key-of-ours"), (method) => assertKeyNeeded(endpoint, method)),
          )
        if (isTriedWith("status"))
          it.scoped(`${endpoint.name} is delayed on a delayed plan where it tells of prices`, () =>
            assertStatus(endpoint),
          )
        if (isTriedWith("unknown") && unknownOf(endpoint) !== undefined)
          it.scoped(`${endpoint.name} says of what it does not know that it is not there`, () =>
            Effect.flatMap(methodOf(endpoint), (method) => assertUnknown(endpoint, method)),
          )
      }
    })
  })
}
