import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { request, target } from "../src/reference/Call.js"
import { all, type Endpoint } from "../src/reference/Endpoint.js"
import type { Document, Schema } from "../src/reference/OpenApi.js"
import { fieldsOf, limitsOf, typeOf } from "../src/reference/Type.js"
import { parts } from "../src/common/Code.js"
import { curl } from "../src/common/Curl.js"

const bar: Schema = {
  type: "object",
  required: ["c"],
  properties: {
    c: { type: "number", description: "Last price." },
    t: { type: ["integer", "null"], format: "int64" },
  },
}

const document: Document = {
  info: { title: "Test", version: "1" },
  tags: [{ name: "stocks" }, { name: "forex" }],
  components: {
    schemas: {
      Bar: bar,
      Tree: {
        type: "object",
        properties: {
          name: { type: "string" },
          below: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
        },
      },
    },
    responses: {
      Refused: { description: "No key.", content: { "application/json": { example: { status: "ERROR" } } } },
    },
  },
  paths: {
    "/v2/bars/{ticker}": {
      get: {
        operationId: "bars",
        tags: ["forex", "stocks"],
        summary: "Bars",
        parameters: [
          {
            name: "ticker",
            in: "path",
            required: true,
            schema: { type: "string", pattern: "^[A-Z]+$" },
            "x-client-names": { stocks: "stocksTicker" },
            examples: { stocks: { value: "AAPL" }, forex: { value: "C:EURUSD" } },
          },
          { name: "date", in: "query", schema: { type: "string", format: "date" } },
          { name: "date.gte", in: "query", schema: { type: "string", format: "date" } },
          { name: "date.any_of", in: "query", schema: { type: "array", items: { type: "string", format: "date" } } },
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50, default: 10 } },
        ],
        responses: {
          200: {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: { results: { type: "array", items: { $ref: "#/components/schemas/Bar" } } },
                },
              },
            },
          },
          401: { $ref: "#/components/responses/Refused" },
        },
      },
    },
  },
} as Document

const [stocks, forex] = all(document) as [Endpoint, Endpoint]

describe("the endpoints of a document", () => {
  it("stand under each of their domains, in the order of its tags, with the domain's examples", () => {
    assert.deepStrictEqual(
      all(document).map(({ id }) => id),
      ["stocks.bars", "forex.bars"],
    )
    assert.strictEqual(stocks.groups[0]!.inputs[0].example, "AAPL")
    assert.strictEqual(forex.groups[0]!.inputs[0].example, "C:EURUSD")
  })

  it("have a filter's operators with their parameter", () => {
    assert.deepStrictEqual(
      stocks.groups.map(({ inputs, name }) => [name, inputs.map(({ name }) => name)]),
      [
        ["ticker", ["ticker"]],
        ["date", ["date", "date.gte", "date.any_of"]],
        ["limit", ["limit"]],
      ],
    )
  })

  it("have refusals that the document names elsewhere", () => {
    assert.deepStrictEqual(
      stocks.refusals.map(({ description, examples, status }) => ({ description, examples, status })),
      [{ status: "401", description: "No key.", examples: { example: { status: "ERROR" } } }],
    )
  })
})

describe("a schema in words", () => {
  const type = (schema: Schema) => typeOf(document, schema)

  it("says its type", () => {
    assert.strictEqual(type({ type: "string", format: "date" }), "date (yyyy-mm-dd)")
    assert.strictEqual(type({ type: ["integer", "null"], format: "int64" }), "integer of 64 bits or null")
    assert.strictEqual(
      type({ anyOf: [{ type: "string" }, { type: "integer" }, { type: "string" }] }),
      "string or integer",
    )
    assert.strictEqual(type({ type: "array", items: { $ref: "#/components/schemas/Bar" } }), "list of object")
    assert.strictEqual(type({}), "any")
  })

  it("says its limits and its default, and shows no pattern", () => {
    assert.deepStrictEqual(stocks.groups[0]!.inputs[0].limits, [])
    assert.deepStrictEqual(limitsOf(document, { type: "integer", minimum: 1, maximum: 50, default: 10 }), [
      "1 to 50",
      "default 10",
    ])
    assert.deepStrictEqual(limitsOf(document, { type: "array", items: { maximum: 9 }, default: ["a", "b"] }), [
      "at most 9",
      "default a,b",
    ])
  })

  it("names its fields by their paths, and ends where it contains itself", () => {
    assert.deepStrictEqual(
      stocks.fields.map(({ path, required }) => [path, required]),
      [
        ["results", false],
        ["results[].c", true],
        ["results[].t", false],
      ],
    )
    assert.deepStrictEqual(
      fieldsOf(document, { $ref: "#/components/schemas/Tree" }).map(({ path }) => path),
      ["name", "below"],
    )
  })

  it("refuses a reference that leads nowhere", () => {
    assert.throws(() => type({ $ref: "#/components/schemas/None" }), "#/components/schemas/None")
  })
})

describe("the request of a form", () => {
  // A path of one or two dots is a step upwards, however it is written.
  const text = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !/^\.{1,2}$/.test(text))

  it.prop(
    "holds every value that was given, as it was given",
    { ticker: text, date: text, from: text },
    ({ date, from, ticker }) => {
      const url = new URL(`http://sandbox${target(stocks, { ticker, date, "date.gte": from, limit: "" })}`)
      assert.strictEqual(decodeURIComponent(url.pathname), `/v2/bars/${ticker}`)
      assert.deepStrictEqual(
        [...url.searchParams],
        [
          ["date", date],
          ["date.gte", from],
        ],
      )
    },
  )

  it("is the client's too, with the client's names and types", () => {
    const values = { ticker: "AAPL", date: "", "date.any_of": "2025-01-02,2025-01-03", limit: "5" }
    assert.deepStrictEqual(request(stocks, values), {
      stocksTicker: "AAPL",
      "date.any_of": ["2025-01-02", "2025-01-03"],
      limit: 5,
    })
    assert.deepStrictEqual(request(forex, values)["ticker"], "AAPL")
  })

  it("leaves open what the path still needs", () => {
    assert.strictEqual(target(stocks, {}), "/v2/bars/{ticker}")
  })

  it("is quoted for the shell, and names the key by a variable", () => {
    assert.strictEqual(
      curl("http://sandbox/a?b='c"),
      `curl 'http://sandbox/a?b='\\''c' \\\n  --header "Authorization: Bearer $MARKET_DATA_API_KEY"`,
    )
  })
})

describe("coloured code", () => {
  it("is the text that it was made of", () => {
    const texts = [
      '{\n  "a": [1.5e-7, -2],\n\n  "b": "it\\"s\\n"\n}',
      "curl 'a'\\''b' \\\n  --header \"$A\"",
      "const a = `b`\n// c",
    ]
    for (const text of texts)
      for (const language of ["json", "shell", "typescript"] as const)
        assert.strictEqual(
          parts(text, language)
            .map(([, part]) => part)
            .join(""),
          text,
        )
  })
})
