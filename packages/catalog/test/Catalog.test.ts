/**
 * The catalogue against the declarations: nothing lacks a text, and every example is a request that the client accepts.
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as Text from "@candela/catalog/Text"
import * as Request from "@candela/core/Request"
import { assert, describe, it } from "@effect/vitest"
import { Either, Struct } from "effect"

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

  it("lacks no text of an endpoint, a parameter or a field", () => {
    const gaps = Catalog.endpoints.flatMap(({ beside, declaration, envelope, fields, name, parameters, text }) => [
      ...(text === "" ? [name] : []),
      ...parameters.filter(({ text }) => text === "").map((parameter) => `${name}: the parameter ${parameter.name}`),
      ...[...fields, ...envelope, ...beside]
        .filter(({ text }) => text === "")
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
