/**
 * The catalogue against the declarations: nothing lacks a text, and every example is a request that the client accepts.
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as Text from "@candela/catalog/Text"
import * as Request from "@candela/core/Request"
import * as Structure from "@candela/core/internal/Structure"
import type * as Unit from "@candela/core/declare/Unit"
import * as Alternative from "@candela/alternative"
import * as Crypto from "@candela/crypto"
import * as Economy from "@candela/economy"
import * as Forex from "@candela/forex"
import * as Futures from "@candela/futures"
import * as Indices from "@candela/indices"
import * as Options from "@candela/options"
import * as Reference from "@candela/reference"
import * as Snapshots from "@candela/snapshots"
import * as Stocks from "@candela/stocks"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Either, Schema, Struct } from "effect"

const named = (name: string) => Catalog.find(name)!

describe("the catalogue", () => {
  it("has every endpoint of every service, those of the specification first", () => {
    for (const { className, endpoints, name, tag } of Catalog.services) {
      assert.strictEqual(className.toLowerCase(), name)
      assert.deepStrictEqual(
        endpoints.map(({ method }) => method),
        Struct.keys(tag.endpoints),
      )
      for (const endpoint of endpoints) assert.strictEqual(endpoint.name, `${name}.${endpoint.method}`)
    }
    assert.deepStrictEqual(
      Catalog.services.slice(0, 2).map(({ name }) => name),
      ["stocks", "forex"],
    )
    assert.isUndefined(Catalog.find("stocks.none"))
  })

  it("lacks no text of an endpoint, a parameter or a field, and has none that is still to be written", () => {
    const isGap = (text: string) => text === "" || text.startsWith("TODO")
    const gaps = Catalog.endpoints.flatMap(({ beside, declaration, envelope, fields, name, parameters, text }) => [
      ...(isGap(text) ? [name] : []),
      ...parameters.filter(({ text }) => isGap(text)).map((parameter) => `${name}: the parameter ${parameter.name}`),
      ...[...fields, ...envelope, ...beside]
        .filter(({ text }) => isGap(text))
        .map(({ path }) => `${name}: the field ${path}`),
      ...(parameters.length === Object.keys(declaration.wireParams).length ? [] : [`${name}: its parameters`]),
    ])
    assert.deepStrictEqual(gaps, [])
  })

  it("has an example of each endpoint that the client accepts", () => {
    for (const { declaration, example, name } of Catalog.endpoints) {
      const url = Request.url(declaration, example)
      assert.isTrue(Either.isRight(url), `${name}: ${String(url)}`)
    }
  })

  it("has the numbers of the specification, each for the endpoints that it describes", () => {
    assert.strictEqual(named("stocks.dividends").specification, 5)
    const numbers = Catalog.endpoints.flatMap(({ specification }) =>
      typeof specification === "number" ? [specification] : [],
    )
    const all = Math.max(...numbers)
    assert.deepStrictEqual(
      Array.from({ length: all }, (_, index) => index + 1).filter((number) => !numbers.includes(number)),
      [],
    )
  })

  it("has nested fields after those that hold them, with their places on the wire", () => {
    const { fields } = named("stocks.snapshot")
    const day = fields.findIndex(({ path }) => path === "day")
    assert.deepInclude(fields[day + 1]!, { path: "day.open", wirePath: "day.o", optional: true })
    const [insight] = named("stocks.news").fields.filter(({ path }) => path === "insights.sentiment")
    assert.strictEqual(insight!.wirePath, "insights[].sentiment")
    const { optional } = named("snapshots.list").fields.find(({ path }) => path === "error")!
    assert.isTrue(optional, "a field of one kind of a union")
  })
})

const isNumeric = (type: Structure.Type): boolean =>
  type._tag === "Number" ||
  type._tag === "Int64" ||
  (type._tag === "List" && isNumeric(type.item)) ||
  (type._tag === "Map" && isNumeric(type.value)) ||
  (type._tag === "Union" && type.types.some(isNumeric))

describe("the units of fields", () => {
  const fields = Catalog.endpoints.flatMap(({ beside, envelope, fields, name }) =>
    [...fields, ...envelope, ...beside].map((field) => ({ ...field, at: `${name}: ${field.path}` })),
  )

  it("tell what every number is", () => {
    // A record may name the unit of its value itself: that of a statement's line is dollars or shares.
    const named = fields.flatMap(({ at, name }) => (name === "unit" ? [at.replace(/unit$/, "value")] : []))
    const numbers = fields.filter(({ at, type }) => isNumeric(type) && !named.includes(at))
    assert.isAbove(numbers.length, 500)
    assert.deepStrictEqual(
      numbers.filter(({ unit }) => unit === undefined).map(({ at }) => at),
      [],
    )
  })

  it("are those that the texts name, for dates and instants", () => {
    const named: Readonly<Record<string, Unit.Unit>> = {
      "`yyyy-mm-dd`": "date",
      "RFC 3339 date-time": "date-time",
      "epoch milliseconds": "epoch milliseconds",
      "epoch nanoseconds": "epoch nanoseconds",
    }
    for (const { at, text, unit } of fields) {
      const [first] = Object.keys(named)
        .filter((words) => text.includes(words))
        .sort((one, other) => text.indexOf(one) - text.indexOf(other))
      assert.strictEqual(unit, first === undefined ? (isTime(unit) ? "no words" : unit) : named[first], at)
    }
  })
})

const isInstant = (unit: Unit.Unit | undefined): boolean =>
  unit === "date-time" || unit === "epoch milliseconds" || unit === "epoch nanoseconds"
const isTime = (unit: Unit.Unit | undefined): boolean => unit === "date" || isInstant(unit)

interface Readable {
  readonly instants?: ReadonlyArray<string>
  readonly dateTime?: (row: object, field?: string) => DateTime.Utc | undefined
}

describe("a row with instants", () => {
  type AnySchema = { readonly ast: Structure.Type["ast"] } & Readable
  const exported = [Alternative, Crypto, Economy, Forex, Futures, Indices, Options, Reference, Snapshots, Stocks]
    .flatMap((domain) => Object.values<unknown>({ ...domain }))
    .filter((value): value is Schema.Schema.AnyNoContext => Schema.isSchema(value))

  /** A row's schema, and those within it. */
  const visit = (type: Structure.Type, own: AnySchema | undefined, found: Map<unknown, AnySchema | undefined>) => {
    if (type._tag === "List") visit(type.item, own, found)
    if (type._tag === "Union") for (const one of type.types) visit(one, own, found)
    if (type._tag !== "Struct" || found.has(type.ast)) return
    found.set(type.ast, own ?? exported.find(({ ast }) => ast === type.ast))
    for (const field of Structure.fieldsOf(type)) visit(Structure.ofField(field), undefined, found)
  }
  const rows = new Map<unknown, AnySchema | undefined>()
  for (const { declaration } of Catalog.endpoints) {
    const schema = declaration.kind === "single" ? declaration.value : declaration.row
    visit(Structure.of(schema.ast), schema, rows)
    if (declaration.kind !== "single" && declaration.beside)
      visit(Structure.of(declaration.beside.ast), undefined, rows)
  }

  it("reads each of them as a DateTime, and nothing else", () => {
    let count = 0
    for (const [ast, schema] of rows) {
      const fields = Structure.fields(ast as Structure.Type["ast"])!
      const instants = fields.filter((field) => isInstant(field.unit))
      const at = `a row with ${fields.map(({ name }) => name).join(", ")}`
      assert.sameMembers(
        [...(schema?.instants ?? [])],
        instants.map(({ name }) => name),
        at,
      )
      for (const { name, unit } of instants) {
        count++
        const value = { "date-time": "2024-07-01T00:00:00Z", "epoch milliseconds": 1_719_792_000_000 }[unit as string]
        const row = { [name]: value ?? 1_719_792_000_000_000_000n }
        assert.strictEqual(DateTime.formatIso(schema!.dateTime!(row, name)!), "2024-07-01T00:00:00.000Z", at)
      }
    }
    assert.isAbove(count, 20)
  })
})

describe("a text", () => {
  const parameter = (name: string, of: string) => named(of).parameters.find((one) => one.name === name)!

  it("of a filter says which rows it lets through, by time or by size", () => {
    const texts = ["ex_dividend_date.gte", "frequency.lt", "ticker.any_of", "ticker"].map((name) =>
      Text.operator(parameter(name, "stocks.dividends").declaration),
    )
    assert.deepStrictEqual(texts, [
      "Only rows with this value or a later one.",
      "Only rows with a smaller value.",
      "Only rows with one of these values.",
      undefined,
    ])
  })

  it("of a parameter ends with its words, its bounds and its default", () => {
    assert.strictEqual(Text.details(parameter("limit", "stocks.dividends").declaration), "1 to 5000, default 100.")
    assert.strictEqual(Text.details(parameter("direction", "stocks.movers").declaration), "One of `gainers`, `losers`.")
    assert.strictEqual(Text.details(parameter("date", "stocks.openClose").declaration), "")
    assert.match(Text.ofParameter(parameter("limit", "stocks.dividends")), /\. 1 to 5000, default 100\.$/)
  })

  it("of a field ends with its unit and its key on the wire", () => {
    const volume = named("stocks.bars").fields.find(({ name }) => name === "volume")!
    assert.match(Text.ofField(volume), /Wire key `v`\.$/)
  })

  it("is summed up by its first sentence, up to a colon", () => {
    const texts = {
      "One daily bar per U.S. stock; no rows on a day without trading.": "One daily bar per U.S. stock",
      "A stock's day: regular session.": "A stock's day",
      "The previous trading day's bar.": "The previous trading day's bar",
      "Price indexes. Updated monthly.": "Price indexes",
    }
    assert.deepStrictEqual(Object.keys(texts).map(Text.summary), Object.values(texts))
  })
})
