import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Request from "@candela/core/Request"
import * as Cursor from "@candela/sandbox/query/Cursor"
import * as ListQuery from "@candela/sandbox/query/ListQuery"
import * as Route from "@candela/sandbox/routes/Route"
import { Store } from "@candela/sandbox/store/Store"
import * as Table from "@candela/sandbox/store/Table"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Either, FastCheck, Layer, Schema } from "effect"
import { ask, now, service } from "../http/support.js"
import { runs } from "@candela/support/seeded"

const Row = Field.struct({
  id: Field.required(Schema.String),
  part: Field.required(Schema.Int, "p"),
  price: Field.optional(Schema.Number, "pr"),
  count: Field.optional(Schema.Int),
  at: Field.required(Field.Int64, "t"),
  active: Field.optional(Schema.Boolean),
  kind: Field.optional(Field.openEnum("a", "b")),
  date: Field.optional(Schema.String),
  tags: Field.optional(Schema.Array(Schema.String)),
})
type Row = typeof Row.Type

const declared = {
  row: Row,
  hidden: { code: "VARCHAR", published: "VARCHAR" },
  key: ["id", "part"],
} as const
const table = Table.of("things", declared)
type Stored = Table.WrittenRow<Row, { readonly code: "VARCHAR"; readonly published: "VARCHAR" }>

const columns = [
  "id",
  "part",
  "price",
  "count",
  "at",
  "active",
  "kind",
  "date",
  "min_tag",
  "code",
  "timestamp",
] as const

const filters = {
  id: Filter.rangeOrAnyOf(Param.String),
  price: Filter.range(Param.Number),
  count: Filter.rangeOrAnyOf(Param.integer()),
  active: Filter.equals(Param.Boolean),
  kind: Filter.rangeOrAnyOf(Param.String),
  date: Filter.range(Param.Date),
  tags: Filter.contains(Param.String),
  min_tag: Filter.range(Param.String),
  timestamp: Filter.range(Param.DateOrNanos),
}
const limit = Param.limit({ default: 100, max: 1000 })

const newer = Endpoint.paged({
  name: "test.newer",
  path: "/v1/newer",
  params: { ...filters, limit, sort: Param.sort({ columns, default: ["price", "asc"] }) },
  row: Row,
})

const older = Endpoint.paged({
  name: "test.older",
  path: "/v1/older",
  params: {
    ...filters,
    limit,
    sort: Param.sortColumn({ columns, default: "date" }),
    order: Param.order("desc"),
  },
  row: Row,
})

const searched = Endpoint.paged({
  name: "test.searched",
  path: "/v1/searched",
  params: { search: Param.optional(Param.String), limit },
  row: Row,
})

const dated = Endpoint.paged({
  name: "test.dated",
  path: "/v1/dated",
  params: {
    day: Param.optional(Param.Date),
    kind: Filter.equals(Param.String),
    limit,
    sort: Param.sort({ columns: ["kind"], default: ["kind", "desc"] }),
  },
  row: Row,
})

const tagged = Endpoint.paged({
  name: "test.tagged",
  path: "/v1/tagged",
  params: { tag: Filter.range(Param.String), limit, sort: Param.sort({ columns: ["id"], default: ["id", "asc"] }) },
  row: Row,
})

const options = {
  columns: { min_tag: "list_min(tags)", timestamp: "at" },
  instants: { timestamp: { zone: "America/New_York", unit: "nanos" } },
} as const

const routes = [
  Route.of(
    dated,
    ListQuery.of(dated, table, {
      // On its date a row becomes of kind b.
      from: ({ day }, bind) =>
        `SELECT * REPLACE (CASE WHEN date <= ${bind(day ?? "9999-12-31")} THEN 'b' ELSE kind END AS kind) FROM things`,
    }),
  ),
  Route.of(newer, ListQuery.of(newer, table, options)),
  Route.of(tagged, ListQuery.of(tagged, table, { columns: { tag: "tags" } })),
  Route.of(older, ListQuery.of(older, table, options)),
  Route.of(
    searched,
    ListQuery.of(searched, Table.of("things", { ...declared, visible: "published" }), {
      where: ({ search }, bind) => (search === undefined ? [] : [`contains(code, ${bind(search)})`, "true"]),
    }),
  ),
]

/** Midnight in New York of 2024-03-10, a day of 23 hours, and instants around it. */
const midnight = BigInt(Date.parse("2024-03-10T05:00:00Z")) * 1_000_000n
const hour = 3_600_000_000_000n
const instants = [
  ...[-1n, 0n, 1n, 12n * hour, 23n * hour - 1n, 23n * hour, 47n * hour, 48n * hour].map((after) => midnight + after),
  -(2n ** 63n),
  2n ** 63n - 1n,
]
const dates = ["2024-01-31", "2024-02-29", "2024-03-10", "2025-06-30", "2025-07-01"]
const ids = ["A", "AA", "B", "a", "ä", "€", "𝄞", "x'; DROP TABLE things; --", "100%"]
const kinds = ["a", "b", "other"]
const tags = ["A", "B", "C", "ä"]
const prices = [-1.5, 0, 0.1, 1, 1e300, 1e-300]
const counts = [-3, 0, 1, 2, Number.MAX_SAFE_INTEGER]

const from = <A>(values: ReadonlyArray<A>) => FastCheck.constantFrom(...values)

const stored: FastCheck.Arbitrary<Stored> = FastCheck.record(
  {
    id: from(ids),
    part: FastCheck.integer({ min: 0, max: 30 }),
    price: from(prices),
    count: from(counts),
    at: from(instants),
    active: FastCheck.boolean(),
    kind: from(kinds),
    date: from(dates),
    tags: FastCheck.array(from(tags), { maxLength: 3 }),
    code: FastCheck.constantFrom("x", "y", "xy", null),
    published: FastCheck.constantFrom("2025-06-29", "2025-06-30", "2025-07-01", null),
  },
  { requiredKeys: ["id", "part", "at", "code", "published"], noNullPrototype: true },
)

const rows = FastCheck.sample(
  FastCheck.uniqueArray(stored, { minLength: 120, maxLength: 120, selector: ({ id, part }) => `${id} ${part}` }),
  { seed: 46, numRuns: 1 },
)[0]!

const Data = Layer.effectDiscard(
  Effect.flatMap(Store, (store) => Effect.zipRight(store.run(table.ddl), table.append(store, rows))),
).pipe(Layer.provideMerge(Store.layer({})))

// What follows is the slow, plain answer to the same requests.

type Value = string | number | bigint | boolean

/** Texts in the order of their characters. */
const compare = (one: Value, other: Value) =>
  typeof one === "string"
    ? Buffer.compare(Buffer.from(one), Buffer.from(other as string))
    : one < other
      ? -1
      : one > other
        ? 1
        : 0

const valueOf = (row: Stored, column: string): Value | undefined => {
  if (column === "min_tag") return [...(row.tags ?? [])].sort(compare)[0]
  return (row[(column === "timestamp" ? "at" : column) as keyof Stored] ?? undefined) as Value | undefined
}

/** The local day of an instant, by the platform's clock. */
const dayOf = (at: bigint) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York", dateStyle: "short" }).format(
    Number(at / 1_000_000n - (at % 1_000_000n < 0n ? 1n : 0n)),
  )

const holds = (row: Stored, name: string, wanted: unknown): boolean => {
  const [, field = "", operator = "eq"] = /^(.+?)(?:\.(\w+))?$/.exec(name)!
  if (field === "tags") {
    const found = row.tags
    const list = operator === "eq" ? [wanted as string] : (wanted as ReadonlyArray<string>)
    return (
      found !== undefined &&
      (operator === "any_of" ? list.some((tag) => found.includes(tag)) : list.every((tag) => found.includes(tag)))
    )
  }
  const value = valueOf(row, field)
  if (value === undefined) return false
  if (operator === "any_of") return (wanted as ReadonlyArray<unknown>).includes(value)
  const isDay = field === "timestamp" && typeof wanted === "string"
  const difference = compare(isDay ? dayOf(value as bigint) : value, wanted as Value)
  return { eq: difference === 0, gt: difference > 0, gte: difference >= 0, lt: difference < 0, lte: difference <= 0 }[
    operator
  ]!
}

interface Ordering {
  readonly column: string
  readonly direction: "asc" | "desc"
}

const sorted = (rows: ReadonlyArray<Stored>, ordering: ReadonlyArray<Ordering>) => {
  const tie = ordering.at(-1)?.direction ?? "asc"
  const keys = [...ordering, { column: "id", direction: tie }, { column: "part", direction: tie }]
  return [...rows].sort((one, other) => {
    for (const { column, direction } of keys) {
      const [a, b] = [valueOf(one, column), valueOf(other, column)]
      if (a === undefined && b === undefined) continue
      if (a === undefined) return 1
      if (b === undefined) return -1
      const difference = compare(a, b)
      if (difference !== 0) return direction === "asc" ? difference : -difference
    }
    return 0
  })
}

const toRow = ({ code: _code, published: _published, ...row }: Stored): Row => row

/** All pages of a request, as a client that follows `next_url` reads them. */
const pagesOf = (url: string) =>
  Effect.gen(function* () {
    const sandbox = yield* service(routes)
    const pages: Array<ReadonlyArray<Row>> = []
    let next: string | undefined = url
    while (next !== undefined) {
      const { body, json, status } = yield* ask(sandbox, next)
      assert.strictEqual(status, 200, body)
      const decoded = newer.decoder.rows(Buffer.from(body))
      pages.push(Either.getOrThrowWith(decoded, (refusal) => new Error(JSON.stringify(refusal))).rows)
      const following = json["next_url"] as string | undefined
      next = following?.slice("http://sandbox".length)
      assert.isBelow(pages.length, 200)
    }
    return pages
  })

const urlOf = (endpoint: Endpoint.Any, request: object) =>
  Either.getOrThrowWith(Request.url(endpoint, request as Readonly<Record<string, unknown>>), (error) => error)

const several = <A>(values: ReadonlyArray<A>) => FastCheck.uniqueArray(from(values), { minLength: 1, maxLength: 3 })
const ranged = (field: string, value: FastCheck.Arbitrary<unknown>) =>
  Object.fromEntries(["", ".gt", ".gte", ".lt", ".lte"].map((suffix) => [field + suffix, value]))

const days = ["2024-03-09", "2024-03-10", "2024-03-11", "0001-01-01", "9999-12-31"]
const timestamp = FastCheck.oneof(from(instants), from(days))

/** Each filter alone has a value that rows have; few of them at a time, so that rows remain. */
const values: Readonly<Record<string, FastCheck.Arbitrary<unknown>>> = {
  ...ranged("id", from(ids)),
  "id.any_of": several(ids.filter((id) => !id.includes(","))),
  ...ranged("price", FastCheck.oneof(from(prices), FastCheck.constant(0.5))),
  ...ranged("count", from(counts)),
  "count.any_of": several(counts),
  active: FastCheck.boolean(),
  ...ranged("kind", from(kinds)),
  "kind.any_of": several(kinds),
  ...ranged("date", from(dates)),
  tags: from(tags),
  "tags.any_of": several(tags),
  "tags.all_of": several(tags),
  ...ranged("min_tag", from(tags)),
  ...ranged("timestamp", timestamp),
}

const filter = FastCheck.subarray(Object.keys(values), { maxLength: 2 }).chain((names) =>
  FastCheck.record(Object.fromEntries(names.map((name) => [name, values[name]!])), { noNullPrototype: true }),
)

const direction = FastCheck.constantFrom("asc" as const, "desc" as const)
const ordering = FastCheck.uniqueArray(
  FastCheck.record({ column: from(columns), direction }, { noNullPrototype: true }),
  { minLength: 1, maxLength: 3, selector: ({ column }) => column },
)

/** Page sizes that do not divide the rows, that do, and that hold them all. */
const sizes = (total: number) => {
  const divisors = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 24, 30, 40, 60, 120].filter((size) => total % size === 0)
  return [...new Set([7, Math.max(1, total), ...divisors.slice(-2)])]
}

const checkPages = (url: (size: number) => string, expected: ReadonlyArray<Row>) =>
  Effect.forEach(
    sizes(expected.length),
    (size) =>
      Effect.map(pagesOf(url(size)), (pages) => {
        assert.deepStrictEqual(pages.flat(), expected)
        // A further page exists only where it has rows, also where the total is a multiple of the size.
        assert.lengthOf(pages, Math.max(1, Math.ceil(expected.length / size)))
        assert.isTrue(pages.slice(0, -1).every(({ length }) => length === size))
      }),
    { discard: true },
  )

layer(Data)("a list", (it) => {
  it.effect("whose field is an array keeps the rows with an item within all bounds", () =>
    Effect.gen(function* () {
      const bounds = {
        "tag.gt": (tag: string, bound: string) => compare(tag, bound) > 0,
        "tag.gte": (tag: string, bound: string) => compare(tag, bound) >= 0,
        "tag.lt": (tag: string, bound: string) => compare(tag, bound) < 0,
        "tag.lte": (tag: string, bound: string) => compare(tag, bound) <= 0,
      }
      const names = Object.keys(bounds) as ReadonlyArray<keyof typeof bounds>
      let split = 0
      for (const one of ["tag.gt", "tag.gte"] as const) {
        for (const other of ["tag.lt", "tag.lte"] as const) {
          for (const low of tags) {
            for (const high of tags) {
              const request: { readonly [N in keyof typeof bounds]?: string } = { [one]: low, [other]: high }
              const isWithin = (tag: string) =>
                names.every((name) => request[name] === undefined || bounds[name](tag, request[name]))
              const expected = rows.filter((row) => row.tags?.some(isWithin) ?? false)
              const pages = yield* pagesOf(urlOf(tagged, { ...request, limit: 1000 }))
              assert.sameDeepMembers(pages.flat(), expected.map(toRow), JSON.stringify(request))
              const bySome = (name: keyof typeof bounds, bound: string, row: Stored) =>
                row.tags?.some((tag) => bounds[name](tag, bound)) ?? false
              split += rows.filter((row) => bySome(one, low, row) && bySome(other, high, row)).length - expected.length
            }
          }
        }
      }
      assert.isAbove(split, 20, "some rows satisfy each bound by another item")
    }),
  )

  it.effect.prop(
    "has the rows that hold all filters, sorted, whatever the size of its pages: none twice, none left out",
    { filter, ordering },
    ({ filter, ordering }) => {
      const found = rows.filter((row) => Object.entries(filter).every(([name, value]) => holds(row, name, value)))
      const sort = ordering.map(({ column, direction }) => `${column}.${direction}`)
      return checkPages((limit) => urlOf(newer, { ...filter, sort, limit }), sorted(found, ordering).map(toRow))
    },
    { fastCheck: { seed: 5, numRuns: runs(25) } },
  )

  it.effect.prop(
    "is the same in the older style, with the direction in a parameter of its own",
    { filter, column: from(columns), order: direction },
    ({ column, filter, order }) => {
      const found = rows.filter((row) => Object.entries(filter).every(([name, value]) => holds(row, name, value)))
      const expected = sorted(found, [{ column, direction: order }]).map(toRow)
      return checkPages((limit) => urlOf(older, { ...filter, sort: column, order, limit }), expected)
    },
    { fastCheck: { seed: 6, numRuns: runs(8) } },
  )

  it.effect("holds to every filter alone", () =>
    Effect.forEach(Object.entries(values), ([name, value]) =>
      Effect.forEach(FastCheck.sample(value, { seed: 7, numRuns: runs(6) }), (wanted) => {
        const found = rows.filter((row) => holds(row, name, wanted))
        const expected = sorted(found, [{ column: "price", direction: "asc" }]).map(toRow)
        return Effect.map(pagesOf(urlOf(newer, { [name]: wanted, limit: 1000 })), (pages) =>
          assert.deepStrictEqual(pages, [expected], name),
        )
      }),
    ),
  )

  it.effect("takes every text of a filter for a value, whatever it says", () =>
    Effect.forEach(["' OR 1=1 --", "x' OR '1'='1", "'; DROP TABLE things; --", "$1", "%", "\\", "'"], (text) =>
      Effect.gen(function* () {
        for (const name of ["id", "id.any_of", "kind", "tags"]) {
          const asked = name.endsWith("any_of") ? [text] : text
          assert.deepStrictEqual(yield* pagesOf(urlOf(newer, { [name]: asked })), [[]], `${name}=${text}`)
        }
        const above = rows.filter(({ id }) => id > text).length
        const found = yield* pagesOf(urlOf(newer, { "id.gt": text, limit: 1000 }))
        assert.lengthOf(found.flat(), above, `id.gt=${text}`)
      }),
    ),
  )

  it.effect("takes a date on a column of instants for the whole local day, also one of 23 hours", () =>
    Effect.forEach(Object.keys(ranged("timestamp", timestamp)), (name) =>
      Effect.forEach(days, (day) => {
        const found = rows.filter((row) => holds(row, name, day))
        const expected = sorted(found, [{ column: "price", direction: "asc" }]).map(toRow)
        return Effect.map(pagesOf(urlOf(newer, { [name]: day, limit: 1000 })), (pages) =>
          assert.deepStrictEqual(pages, [expected], `${name}=${day}`),
        )
      }),
    ),
  )

  it.effect("has nulls last in both directions", () =>
    Effect.gen(function* () {
      for (const direction of ["asc", "desc"]) {
        const found = (yield* pagesOf(`/v1/newer?sort=price.${direction}&limit=9`)).flat().map(({ price }) => price)
        const known = found.filter((price) => price !== undefined)
        assert.isAbove(found.length, known.length)
        assert.deepStrictEqual(found.slice(0, known.length), known)
      }
    }),
  )

  it.effect("takes its default order where none is asked for, in both styles", () =>
    Effect.gen(function* () {
      const byPrice = sorted(rows, [{ column: "price", direction: "asc" }]).map(toRow)
      assert.deepStrictEqual((yield* pagesOf("/v1/newer")).flat(), byPrice)
      const byDate = sorted(rows, [{ column: "date", direction: "desc" }]).map(toRow)
      assert.deepStrictEqual((yield* pagesOf("/v1/older")).flat(), byDate)
    }),
  )

  it.effect("shows rows from the day on which they are published, and heeds conditions of its own on every page", () =>
    Effect.gen(function* () {
      assert.strictEqual(new Date(now).toISOString(), "2025-06-30T20:00:00.000Z")
      const published = rows.filter((row) => row.published !== null && row.published <= "2025-06-30")
      assert.isBelow(published.length, rows.length)
      const expected = sorted(published, [])
      yield* checkPages((limit) => urlOf(searched, { limit }), expected.map(toRow))
      const found = expected.filter(({ code }) => code?.includes("x") ?? false)
      assert.isBelow(found.length, expected.length)
      yield* checkPages((limit) => urlOf(searched, { search: "x", limit }), found.map(toRow))
      assert.deepStrictEqual(yield* pagesOf(urlOf(searched, { search: "') OR true --" })), [[]])
    }),
  )

  it.effect("has rows as a query of its own gives them, which filters and sorts heed, on every page", () =>
    Effect.gen(function* () {
      for (const day of ["2024-02-29", "2025-06-30"]) {
        const then = rows.map((row) => (row.date !== undefined && row.date <= day ? { ...row, kind: "b" } : row))
        const expected = sorted(then, [{ column: "kind", direction: "desc" }])
        yield* checkPages((limit) => urlOf(dated, { day, limit }), expected.map(toRow))
        const found = expected.filter(({ kind }) => kind === "b")
        yield* checkPages((limit) => urlOf(dated, { day, kind: "b", limit }), found.map(toRow))
      }
    }),
  )

  it.effect("refuses a cursor with a position that is none of its order, by 409", () =>
    Effect.gen(function* () {
      const sandbox = yield* service(routes)
      const query = { sort: "price.asc,timestamp.desc", limit: "7" }
      const follow = (after: ReadonlyArray<Cursor.Value>) =>
        ask(sandbox, `/v1/newer?cursor=${Cursor.encode({ endpoint: "test.newer", query, after })}`)
      const good = [0.1, midnight, "A", 3n] as const
      assert.strictEqual((yield* follow(good)).status, 200)
      assert.strictEqual((yield* follow([null, midnight, "A", 3n])).status, 200)
      const wrong: ReadonlyArray<ReadonlyArray<Cursor.Value>> = [
        [],
        good.slice(0, 3),
        [...good, "more"],
        ["0.1", midnight, "A", 3n],
        [0.1, Number(midnight), "A", 3n],
        [0.1, midnight, true, 3n],
        [0.1, midnight, "A", 3],
      ]
      for (const after of wrong) {
        const { json, status } = yield* follow(after)
        assert.strictEqual(status, 409)
        assert.strictEqual(json["error"], '"cursor" must be one that a next_url carried, unchanged.')
      }
    }),
  )
})

describe("a list's declaration", () => {
  const declare = (params: Endpoint.Params) =>
    Endpoint.paged({ name: "test.wrong", path: "/v1/wrong", params, row: Row })

  it("must name columns that exist, and operators that have a meaning for them", () => {
    const wrong: ReadonlyArray<readonly [Endpoint.Params, string]> = [
      [{ cusip: Filter.equals(Param.String) }, "no column cusip"],
      [{ sort: Param.sort({ columns: ["size"], default: ["size", "asc"] }) }, "no column size"],
      [{ sort: Param.sort({ columns: ["tags"], default: ["tags", "asc"] }) }, "tags"],
      [{ kind: Filter.contains(Param.String) }, "kind.all_of"],
    ]
    for (const [params, message] of wrong) assert.throws(() => ListQuery.of(declare(params), table), message)
  })
})
