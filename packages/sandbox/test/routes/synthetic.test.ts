/**
 * A list that the sandbox has no data for: a made-up service whose rows follow from its declaration alone.
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import { MarketData } from "@candela/core/MarketData"
import * as Param from "@candela/core/declare/Param"
import * as Request from "@candela/core/Request"
import * as Unit from "@candela/core/declare/Unit"
import * as Structure from "@candela/core/internal/Structure"
import * as Ticker from "@candela/market/Ticker"
import * as OpenApi from "@candela/sandbox/OpenApi"
import type * as Service from "@candela/sandbox/http/Service"
import * as Route from "@candela/sandbox/routes/Route"
import * as Routes from "@candela/sandbox/routes/Routes"
import { issuers } from "@candela/sandbox/subjects/companies/Issuer"
import { disclosures, risks } from "@candela/sandbox/subjects/filings/vocabulary"
import { sectionTitles } from "@candela/sandbox/subjects/filings/Filings"
import { funds } from "@candela/sandbox/subjects/partners/EtfGlobal"
import { kinds as events } from "@candela/sandbox/subjects/partners/Tmx"
import { Store } from "@candela/sandbox/store/Store"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { assert, describe, it, layer } from "@effect/vitest"
import { Array, Chunk, Context, Effect, Either, FastCheck, Layer, Schema, Stream } from "effect"
import { Tables } from "../contract/support.js"
import { type Answered, ask, now, service } from "../http/support.js"
import { runs, sampled } from "@candela/support/seeded"

const kinds = ["open", "tender", "private"] as const

const fields = {
  id: Field.required(Field.Id),
  ticker: Field.optional(Schema.String),
  kind: Field.optional(Field.openEnum(...kinds)),
  announced: Field.optional(Unit.Date, "a"),
  price: Field.optional(Unit.Dollars, "p"),
  shares: Field.required(Unit.Shares),
  rate: Field.optional(Unit.Percent),
  grade: Field.required(Schema.Int),
  done: Field.optional(Schema.Boolean),
  updated: Field.required(Unit.EpochMillis),
  seen: Field.required(Unit.EpochNanos),
  published: Field.optional(Unit.DateTime),
  brokers: Field.optional(Schema.Array(Schema.String)),
  seller: Field.optional(Field.struct({ name: Field.required(Schema.String), shares: Field.optional(Unit.Shares) })),
}
const Buyback = Field.struct(fields)
type Buyback = typeof Buyback.Type

const columns = ["id", "ticker", "announced", "price", "shares", "grade", "seen", "published"] as const

const buybacks = Endpoint.paged({
  name: "things.buybacks",
  path: "/things/v1/buybacks",
  params: {
    ticker: Filter.rangeOrAnyOf(Ticker.Stock),
    kind: Filter.anyOf(Param.literal(...kinds)),
    announced: Filter.range(Param.Date),
    price: Filter.range(Param.Number),
    shares: Filter.rangeOrAnyOf(Param.integer()),
    grade: Filter.rangeOrAnyOf(Param.integer({ min: 1, max: 9 })),
    done: Filter.equals(Param.Boolean),
    updated: Filter.range(Param.DateOrMillis),
    seen: Filter.range(Param.DateOrNanos),
    published: Filter.range(Param.DateTime),
    brokers: Filter.contains(Param.text(/^[A-Z]{2}$/, "two capital letters")),
    limit: Param.limit({ default: 50, max: 1000 }),
    sort: Param.sort({ columns, default: ["announced", "desc"] }),
  },
  row: Buyback,
})

const holders = Endpoint.list({
  name: "things.holders",
  path: "/things/v1/holders/{ticker}",
  params: { ticker: Ticker.Stock },
  row: Field.struct({ ticker: Field.required(Schema.String), shares: Field.required(Unit.Shares) }),
})

const office = Endpoint.single({
  name: "things.office",
  path: "/things/v1/office/{ticker}",
  params: { ticker: Ticker.Stock },
  value: Field.struct({ ticker: Field.required(Schema.String), opened: Field.required(Unit.Date) }),
  at: "results",
})

const endpoints = { buybacks, holders, office }

class Things extends Context.Tag("test/Things")<Things, Client.Methods<typeof endpoints>>() {
  static readonly endpoints = endpoints
  static readonly layer = Client.layer(Things, endpoints)
}

const routes = Route.all(Things, { buybacks: Route.synthetic(), holders: Route.synthetic(), office: Route.synthetic() })

const urlOf = (request: Endpoint.Request<typeof buybacks>) => Either.getOrThrow(Request.url(buybacks, request))

const rowsOf = (body: string) => Either.getOrThrow(buybacks.decoder.rows(Buffer.from(body))).rows

const everything = urlOf({ limit: 1000 })

const allRows = Effect.flatMap(service(routes), (service) =>
  Effect.map(ask(service, everything), ({ body }) => rowsOf(body)),
)

const timesOf = ({ published, seen, updated }: Buyback) => [
  updated,
  Number(seen / 1_000_000n),
  ...(published === undefined ? [] : [Date.parse(published)]),
]

const client = (answering: Service.Service) =>
  HttpClient.make((request, url) =>
    Effect.map(
      answering.handle({ method: request.method, url, headers: request.headers }),
      ({ body, headers, status }) =>
        HttpClientResponse.fromWeb(request, new Response(body, { status, headers: headers as Record<string, string> })),
    ),
  )

const Connected = Layer.unwrapEffect(
  Effect.map(service(routes), (service) =>
    Things.layer.pipe(
      Layer.provide(MarketData.layer({ baseUrl: "http://things", apiKey: "key", gzip: false })),
      Layer.provide(Layer.succeed(HttpClient.HttpClient, client(service))),
    ),
  ),
)

/** A value as filters and columns compare it: instants as numbers, an absent one as `undefined`. */
const comparable = (row: Buyback, field: string) => {
  const value = row[field as keyof Buyback]
  return field === "published" && value !== undefined ? Date.parse(value as string) : value
}

const compare = (one: unknown, other: unknown): number => {
  const [a, b] = [one, other] as [number, number]
  return a < b ? -1 : a > b ? 1 : 0
}

const isInstant = (field: string) => ["updated", "seen", "published"].includes(field)

const utcDay = (row: Buyback, field: string) => {
  const value = comparable(row, field) as number | bigint
  return new Date(typeof value === "bigint" ? Number(value / 1_000_000n) : value).toISOString().slice(0, 10)
}

/** Whether a row fulfils a filter, by its plain meaning. */
const holds = (row: Buyback, name: string, wanted: unknown): boolean => {
  const [field, operator = "eq"] = name.split(".") as [string, string?]
  if (row[field as keyof Buyback] === undefined) return false
  if (field === "brokers") {
    const own = row.brokers!
    if (operator === "eq") return own.includes(wanted as string)
    const asked = wanted as ReadonlyArray<string>
    return operator === "any_of" ? asked.some((one) => own.includes(one)) : asked.every((one) => own.includes(one))
  }
  const value = comparable(row, field)
  if (operator === "any_of") return (wanted as ReadonlyArray<unknown>).includes(value)
  const isDay = isInstant(field) && typeof wanted === "string" && wanted.length === 10
  const bound = field === "published" && !isDay ? Date.parse(wanted as string) : wanted
  const difference = compare(isDay ? utcDay(row, field) : value, bound)
  const results = { eq: difference === 0, gt: difference > 0, gte: difference >= 0, lt: difference < 0 }
  return operator === "lte" ? difference <= 0 : results[operator as keyof typeof results]
}

/** Values of a filter, taken from the rows: a field's own, of an instant also its day. */
const wantedFor = (name: string, rows: ReadonlyArray<Buyback>): FastCheck.Arbitrary<unknown> => {
  const [field, operator] = name.split(".") as [keyof Buyback, string?]
  const present = rows.filter((row) => row[field] !== undefined)
  const own: ReadonlyArray<unknown> = present.flatMap((row): ReadonlyArray<unknown> =>
    field === "brokers" ? row.brokers! : [row[field]],
  )
  const days = isInstant(field) ? present.map((row) => utcDay(row, field)) : []
  const one = FastCheck.constantFrom(...new Set([...own, ...days]))
  const isSeveral = operator === "any_of" || operator === "all_of"
  return isSeveral ? FastCheck.uniqueArray(one, { minLength: 1, maxLength: 3 }) : one
}

layer(Store.layer({}))("a list without data", (it) => {
  it.effect("has plausible rows of its schema, before the clock", () =>
    Effect.gen(function* () {
      const rows = yield* allRows
      assert.strictEqual(rows.length, 500)
      assert.isAbove(new Set(rows.map(({ id }) => id)).size, 490)
      const isRow = Schema.is(Schema.typeSchema(Buyback))
      for (const row of rows) {
        assert.isTrue(isRow(row))
        assert.isTrue(row.shares > 0 && Number.isInteger(row.shares) && (row.price ?? 1) > 0)
        assert.isTrue(row.grade >= 1 && row.grade <= 9)
        assert.isTrue(timesOf(row).every((time) => time < now && time > now - 7 * 366 * 86_400_000))
        assert.isTrue(row.announced === undefined || /^20(?:19|2[0-5])-\d\d-\d\d$/.test(row.announced))
        assert.isTrue(row.announced === undefined || row.announced <= "2025-06-30")
        assert.isTrue((row.brokers ?? []).every((broker) => /^[A-Z]{2}$/.test(broker)))
      }
      assert.include(
        rows.map(({ ticker }) => ticker),
        "AAPL",
      )
      assert.isTrue(kinds.every((kind) => rows.some((row) => row.kind === kind)))
    }),
  )

  it.effect("has the same bytes for the same seed and clock, and others for another of them", () =>
    Effect.gen(function* () {
      const bodyOf = (seed: number, at = now) =>
        Effect.flatMap(service(routes, seed, undefined, at), (service) =>
          Effect.map(ask(service, everything), ({ body }) => body.slice(0, body.indexOf('"request_id"'))),
        )
      const body = yield* bodyOf(1)
      assert.strictEqual(yield* bodyOf(1), body)
      assert.notStrictEqual(yield* bodyOf(2), body)
      // The rows of a running clock stay for the day.
      assert.strictEqual(yield* bodyOf(1, now + 60_000), body)
      const later = yield* bodyOf(1, now + 86_400_000 * 400)
      assert.notStrictEqual(later, body)
      assert.include(later, '"a":"2026-')
    }),
  )

  const filters = Object.entries(buybacks.wireParams).flatMap(([name, { filter }]) =>
    filter ? [{ name, ...filter }] : [],
  )

  for (const [field, operators] of sampled(Object.entries(Array.groupBy(filters, ({ field }) => field)), 0)) {
    it.effect(`keeps by each filter on ${field} exactly the rows that it says`, () =>
      Effect.gen(function* () {
        const sandbox = yield* service(routes)
        const rows = rowsOf((yield* ask(sandbox, everything)).body)
        for (const { name } of operators) {
          const wanted = FastCheck.sample(FastCheck.noBias(wantedFor(name, rows)), { seed: 5, numRuns: 4 })
          let kept = 0
          for (const value of wanted) {
            const { body } = yield* ask(sandbox, urlOf({ [name]: value, limit: 1000 } as never))
            const expected = rows.filter((row) => holds(row, name, value))
            assert.deepStrictEqual(rowsOf(body), expected, `${name} ${String(value)}`)
            kept += expected.length
          }
          assert.isAbove(kept, 0, name)
        }
      }),
    )
  }

  it.effect("is sorted as asked, absent values last, and its pages are complete", () =>
    Effect.gen(function* () {
      const rows = yield* allRows
      const sandbox = yield* service(routes)
      const request = FastCheck.record({
        column: FastCheck.constantFrom(...columns),
        direction: FastCheck.constantFrom("asc" as const, "desc" as const),
        limit: FastCheck.constantFrom(1, 7, 50, 125, 500, 1000),
        "shares.gte": FastCheck.constantFrom(...rows.map(({ shares }) => shares)),
      })
      for (const { column, direction, limit, ...filter } of FastCheck.sample(request, { seed: 3, numRuns: runs(24) })) {
        const expected = rows.filter((row) => holds(row, "shares.gte", filter["shares.gte"])).slice(0, 20 * limit)
        const pages: globalThis.Array<ReadonlyArray<Buyback>> = []
        let next: string | undefined = urlOf({ ...filter, limit, sort: `${column}.${direction}` })
        while (next !== undefined && pages.length < 20) {
          const { body, json }: Answered = yield* ask(sandbox, next)
          pages.push(rowsOf(body))
          next = (json["next_url"] as string | undefined)?.slice("http://sandbox".length)
        }
        const all = pages.flat()
        assert.strictEqual(all.length, expected.length)
        assert.strictEqual(new Set(all.map(({ seen }) => seen)).size, all.length)
        assert.isTrue(pages.slice(0, -1).every(({ length }) => length === limit))
        for (const [index, row] of all.entries()) {
          const before = index === 0 ? undefined : all[index - 1]!
          const [one, other] = [before && comparable(before, column), comparable(row, column)]
          if (before === undefined || other === undefined) continue
          assert.isTrue(one !== undefined && compare(one, other) * (direction === "asc" ? 1 : -1) <= 0)
        }
      }
    }),
  )

  it.effect("refuses what every list refuses", () =>
    Effect.gen(function* () {
      const sandbox = yield* service(routes)
      assert.strictEqual((yield* ask(sandbox, "/things/v1/buybacks?limit=1001")).status, 409)
      assert.strictEqual((yield* ask(sandbox, "/things/v1/buybacks?kind=closed")).status, 409)
      assert.strictEqual((yield* ask(sandbox, "/things/v1/buybacks", { headers: {} })).status, 401)
    }),
  )

  it.effect("is read by a client, page by page and as a stream", () =>
    Effect.gen(function* () {
      const things = yield* Things
      const page = yield* things.buybacks({ limit: 30, "announced.gte": "2022-01-01" })
      assert.strictEqual(page.results.length, 30)
      const streamed = yield* Stream.runCollect(things.buybacks.stream({ "announced.gte": "2022-01-01" }))
      const rows = (yield* allRows).filter((row) => holds(row, "announced.gte", "2022-01-01"))
      assert.deepStrictEqual(Chunk.toReadonlyArray(streamed), rows)
      assert.deepStrictEqual(page.results, rows.slice(0, 30))
    }).pipe(Effect.provide(Connected)),
  )

  it.effect("puts what the path names into its rows, which are others for another name", () =>
    Effect.gen(function* () {
      const things = yield* Things
      const [apple, coke] = yield* Effect.forEach(["AAPL", "KO"], (ticker) => things.holders({ ticker }))
      assert.deepStrictEqual(new Set(apple!.results.map(({ ticker }) => ticker)), new Set(["AAPL"]))
      const [own, others] = [apple!, coke!].map(({ results }) => results.map(({ shares }) => shares))
      assert.notDeepEqual(own, others)
    }).pipe(Effect.provide(Connected)),
  )
})

layer(Store.layer({}))("a value without data", (it) => {
  it.effect("has what the path names, and dates before the clock; another name has another value", () =>
    Effect.gen(function* () {
      const things = yield* Things
      const [apple, again, coke] = yield* Effect.forEach(["AAPL", "AAPL", "KO"], (ticker) => things.office({ ticker }))
      assert.strictEqual(apple!.ticker, "AAPL")
      assert.isTrue(apple!.opened >= "2019-06-30" && apple!.opened <= "2025-06-30", apple!.opened)
      assert.deepStrictEqual(again, apple)
      assert.notStrictEqual(coke!.opened, apple!.opened)
    }).pipe(Effect.provide(Connected)),
  )
})

interface Operation {
  readonly description: string
  readonly "x-synthetic"?: boolean
  readonly responses: { readonly 200: { readonly content: object } }
}

const operationsOf = (document: string) =>
  Object.entries((JSON.parse(document) as { paths: Record<string, { get: Operation }> }).paths)

const texts = { parameters: {}, fields: {}, envelope: {}, examples: {} }

describe("the document", () => {
  it.effect("marks a list without data as synthetic, with an answer as its example", () =>
    Effect.gen(function* () {
      const entries = [
        new Catalog.Entry(buybacks, { ...texts, text: "Shares that companies buy back.", example: {} }),
        new Catalog.Entry(holders, { ...texts, text: "Who holds a share.", example: { ticker: "KO" } }),
      ]
      const things = {
        name: "things",
        className: "Things",
        package: "@test/things",
        text: "Things.",
        endpoints: entries,
        derived: [],
      }
      const served = [routes[0]!, { ...routes[1]!, synthetic: false }]
      const document = yield* OpenApi.of([{ ...things, tag: Things as unknown as Catalog.Tag }], served)
      const [[path, { get: marked }], [, { get: plain }]] = operationsOf(document) as [
        [string, { get: Operation }],
        [string, { get: Operation }],
      ]
      assert.strictEqual(path, "/things/v1/buybacks")
      assert.strictEqual(marked["x-synthetic"], true)
      assert.include(marked.description, "Shares that companies buy back. Synthetic in the sandbox: ")
      assert.include(JSON.stringify(marked.responses[200].content), '"shares":')
      assert.notProperty(plain, "x-synthetic")
      assert.notInclude(plain.description, "Synthetic")
    }).pipe(Effect.provide(Tables)),
  )
})

/** What a text without words is: a date or a time, an identifier, an address. */
const forms = [
  /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{3})?Z)?$/,
  /^(?=.*\d)[0-9A-Z-]{4,22}$/,
  /^[0-9a-f]{24}$/,
  /^https:\/\/[a-z]+\.example\/[\w./-]+$/,
]

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? []

/** Texts that a declaration has for a type: examples, and the words of enumerations. */
const examplesOf = (type: Structure.Type): ReadonlyArray<unknown> => [
  ...Structure.examplesOf(type),
  ...(type._tag === "List" ? examplesOf(type.item) : []),
  ...(type._tag === "Struct" ? Structure.fieldsOf(type).flatMap((field) => examplesOf(Structure.ofField(field))) : []),
]

/** Texts within a value. */
const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Words of companies, funds and events, beside those of the declarations. */
const vocabulary = textsIn([issuers, funds, events, risks, disclosures, sectionTitles, "Synthetic Company"]).flatMap(
  wordsOf,
)

layer(Store.layer({}))("a synthetic list of the sandbox", (it) => {
  const synthetic = Routes.all.filter((route) => route.synthetic)

  for (const route of sampled(synthetic, 1)) {
    const { endpoint } = route
    it.effect(`${endpoint.name} shows no word that nobody wrote, and the same bytes for the same seed`, () =>
      Effect.gen(function* () {
        const declared = endpoint as Endpoint.AnyRows
        const path = declared.path.replace("{ticker}", "KO")
        const bodyOf = (seed: number) =>
          Effect.flatMap(service([route], seed), (service) =>
            Effect.map(ask(service, path), ({ body }) => body.replace(/("request_id":)"[^"]*"/, '$1"1"')),
          )
        const body = yield* bodyOf(1)
        const { rows } = Either.getOrThrow(declared.decoder.rows(Buffer.from(body)))
        assert.isAbove(rows.length, 0)
        const known = new Set([...vocabulary, ...textsIn(examplesOf(Structure.of(declared.row.ast))).flatMap(wordsOf)])
        for (const text of textsIn(rows)) {
          const isWritten = forms.some((form) => form.test(text)) || wordsOf(text).every((word) => known.has(word))
          assert.isTrue(isWritten, text)
        }
        assert.strictEqual(yield* bodyOf(1), body)
      }),
    )
  }
})
