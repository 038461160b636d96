import * as Catalog from "@candela/catalog/Catalog"
import { assert, describe, it } from "@effect/vitest"
import { make } from "../src/catalog.js"
import { catalog, endpointOf, endpoints } from "./support.js"

describe("the catalogue of the pages", () => {
  it("has every endpoint of the catalogue under its service, in its order, with an answer and its errors", () => {
    assert.deepStrictEqual(
      catalog.services.map(({ className }) => className),
      Catalog.services.map(({ className }) => className),
    )
    assert.deepStrictEqual(
      endpoints.map(({ name }) => name),
      Catalog.endpoints.map(({ name }) => name),
    )
    for (const { answer, errors, fields, name, service } of endpoints) {
      assert.isTrue(name.startsWith(`${service}.`))
      assert.isNotEmpty(fields, name)
      // Rows may be the document: an array.
      assert.typeOf(answer, Array.isArray(answer) ? "array" : "object", name)
      assert.isNotEmpty(answer, name)
      assert.includeMembers([...errors], ["Unauthorized", "Conflict", "RateLimited"], name)
      for (const error of errors) assert.isAbove(catalog.errors[error]!.status, 399, error)
    }
    assert.strictEqual(catalog.errors["Unauthorized"]!.status, 401)
    assert.include(endpointOf("futures.bars").errors, "BadResolution")
    assert.notInclude(endpointOf("stocks.bars").errors, "BadResolution")
  })

  it("has no endpoint that the document lacks", () => {
    const none = make({ paths: {}, components: { responses: {} } })
    assert.isEmpty(none.services.flatMap(({ endpoints }) => endpoints))
  })

  it("says where each field stands in the document of an answer", () => {
    const missing: Array<string> = []
    for (const { answer, fields, name } of endpoints) {
      const at = (path: string) =>
        path
          .split(/\.|(?=\[\])/)
          .reduce<ReadonlyArray<unknown>>(
            (values, key) =>
              key === "[]"
                ? values.flat()
                : values.map((value) => (value as Record<string, unknown> | undefined)?.[key]),
            [answer],
          )
          .filter((value) => value !== undefined)
      const required = fields.filter(({ optional, path }) => !optional && !path.includes("."))
      for (const { wirePath } of required) if (at(wirePath).length === 0) missing.push(`${name} ${wirePath}`)
      assert.isTrue(
        fields.some(({ wirePath }) => !wirePath.includes("*") && at(wirePath).length > 0),
        name,
      )
    }
    assert.deepStrictEqual(missing, [])
  })

  it("says of each parameter what it takes, and where it stands", () => {
    const { parameters } = endpointOf("stocks.dividends")
    const limit = parameters.find(({ name }) => name === "limit")!
    assert.deepInclude(limit, { type: "integer", limits: ["1 to 5000", "default 100"], default: "100", in: "query" })
    const [ticker] = endpointOf("stocks.bars").parameters
    assert.deepInclude(ticker, { name: "stocksTicker", in: "path", presence: "required", example: "AAPL" })
    for (const { name, parameters } of endpoints)
      for (const parameter of parameters.filter(({ presence }) => presence === "required"))
        assert.isNotEmpty(parameter.example, `${name} ${parameter.name}`)
  })

  it("has the columns of nested objects, but none within lists or maps", () => {
    const columns = (name: string) =>
      endpointOf(name)
        .fields.filter(({ isColumn }) => isColumn)
        .map(({ path }) => path)
    assert.includeMembers(columns("stocks.snapshots"), ["ticker", "day.close", "lastTrade.conditions"])
    assert.notInclude(columns("stocks.snapshots"), "day")
    assert.includeMembers(columns("stocks.news"), ["publisher.name", "insights"])
    assert.notInclude(columns("stocks.news"), "insights.sentiment")
    for (const { name } of endpoints) {
      assert.isNotEmpty(columns(name), name)
      assert.strictEqual(new Set(columns(name)).size, columns(name).length, name)
    }
  })
})
