import { assert, describe, it } from "@effect/vitest"
import { Array } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { compare } from "./compare.mjs"
import { refusedExamples } from "./examples.mjs"
import { explained } from "./known.mjs"
import { run } from "./main.mjs"
import { operationsOf, parse, Unreadable } from "./document.mjs"
import { sentence, text } from "./report.mjs"
import { root } from "../workspace.mjs"

const file = join(root, "packages/sandbox/openapi.json")
const written = readFileSync(file, "utf8")
const own = JSON.parse(written)

const responseOf = (get) => get.responses[200].content["application/json"]
/** The name of the schema of an operation's answers; `undefined` where several endpoints share the path. */
const schemaNameOf = (get) => responseOf(get).schema.$ref?.split("/").at(-1)

/** The schemas that an answer consists of, by the names of the document. */
const schemasOf = (name) => [name, `${name}Row`, `${name}Value`].filter((one) => one in own.components.schemas)

/** Operations of one endpoint. */
const operations = Object.entries(own.paths).filter(([, { get }]) => schemaNameOf(get) !== undefined)

/** Changes of a parameter: `undefined` where a change does not apply, else what the finding says. */
const parameterChanges = {
  removed: () => ({ kind: "parameter", lackedBy: "document" }),
  required: (parameter) => {
    parameter.required = !parameter.required
    return { aspect: "presence" }
  },
  moved: (parameter) => {
    if (parameter.in === "path") return undefined
    parameter.in = "path"
    return { aspect: "place" }
  },
  "of another type": ({ schema }) => {
    const one = schema.type === "array" ? schema.items : schema
    if (one.anyOf !== undefined) return undefined
    one.type = one.type === "boolean" ? "number" : "boolean"
    return { aspect: "type" }
  },
  "with a greater maximum": ({ schema }) => {
    if (schema.maximum === undefined) return undefined
    schema.maximum += 1
    return { aspect: "maximum" }
  },
  "with a smaller maximum": ({ schema }) => {
    if (schema.maximum === undefined) return undefined
    schema.maximum -= 1
    return { aspect: "maximum" }
  },
  "without its maximum": ({ schema }) => {
    if (schema.maximum === undefined) return undefined
    delete schema.maximum
    return { aspect: "maximum", level: "note" }
  },
  "with another minimum": ({ schema }) => {
    if (schema.minimum === undefined) return undefined
    schema.minimum += 1
    return { aspect: "minimum" }
  },
  "with another default": ({ schema }) => {
    if (schema.default === undefined) return undefined
    schema.default = globalThis.Array.isArray(schema.default) ? ["other"] : "other"
    return { aspect: "default" }
  },
  "with a new default": ({ schema }) => {
    if (schema.default !== undefined) return undefined
    schema.default = 1
    return { aspect: "default" }
  },
  "without its default": ({ schema }) => {
    if (schema.default === undefined) return undefined
    delete schema.default
    return { aspect: "default", level: "note" }
  },
  "with a new word": ({ schema }) => {
    const words = schema.enum ?? schema.items?.enum
    if (words === undefined) return undefined
    words.push("brand-new")
    return { aspect: "words", lacking: ["brand-new"], extra: [] }
  },
  "without a word": ({ schema }) => {
    const words = schema.enum ?? schema.items?.enum
    if (words === undefined || words.length < 2) return undefined
    return { aspect: "words", lacking: [], extra: [words.pop()] }
  },
  "with words where any text was taken": ({ schema }) => {
    if (schema.type !== "string" || schema.enum !== undefined) return undefined
    schema.enum = ["only"]
    return { aspect: "words", lacking: ["only"] }
  },
  "with another pattern": ({ schema }) => {
    if (schema.pattern === undefined) return undefined
    schema.pattern += "x"
    return { aspect: "pattern" }
  },
  "without its pattern": ({ schema }) => {
    if (schema.pattern === undefined) return undefined
    delete schema.pattern
    return { aspect: "pattern", level: "note" }
  },
  "with another format": ({ schema }) => {
    if (schema.format !== "date") return undefined
    schema.format = "date-time"
    return { aspect: "type" }
  },
  "with fewer values": ({ schema }) => {
    if (schema.maxItems === undefined) return undefined
    schema.maxItems -= 1
    return { aspect: "number of values" }
  },
  "with one value": (parameter) => {
    const { schema } = parameter
    if (schema.type !== "array" || schema.items.anyOf !== undefined) return undefined
    // The name of a list says so.
    if (parameter.name.endsWith("_of") && schema.items.type === "string") return undefined
    const { default: usual, items, maxItems } = schema
    parameter.schema = {
      ...items,
      ...(usual === undefined ? {} : { default: usual }),
      ...(maxItems === undefined ? {} : { maxItems }),
    }
    // A list of plain text looks as text does in a URL.
    const isPlain = items.type === "string" && items.enum === undefined && items.format === undefined
    return { aspect: "type", level: isPlain ? "note" : "drift" }
  },
}

/** Changes of a field. `holder` is the object that has it. */
const fieldChanges = {
  removed: (field, key, holder) => {
    // Fields within it are gone with it.
    if (JSON.stringify(field).includes('"properties"') || JSON.stringify(field).includes("$ref")) return undefined
    delete holder.properties[key]
    holder.required = holder.required?.filter((name) => name !== key)
    return { kind: "field", lackedBy: "document" }
  },
  required: (field, key, holder) => {
    const was = holder.required?.includes(key) === true
    holder.required = was ? holder.required.filter((name) => name !== key) : [...(holder.required ?? []), key]
    return { aspect: "presence", level: was ? "drift" : "note" }
  },
  "of another type": (field) => {
    if (field.type !== "number" && field.type !== "string") return undefined
    field.type = "boolean"
    delete field.examples
    const words = field.const
    delete field.const
    return words === undefined ? { aspect: "type" } : undefined
  },
  "of nanoseconds, which need 64 bits": (field) => {
    if (field.type !== "number") return undefined
    delete field["x-unit"]
    Object.assign(field, { type: "integer", format: "int64", description: "A time in nanoseconds." })
    return { aspect: "type" }
  },
  "with a new word": (field) => {
    if (field.examples === undefined) return undefined
    field.examples = [...field.examples, "brand-new"]
    return { aspect: "words", lacking: ["brand-new"], extra: [] }
  },
  "without a word": (field) => {
    if (field.examples === undefined || field.examples.length < 2) return undefined
    const [first, ...others] = field.examples
    field.examples = others
    return { aspect: "words", lacking: [], extra: [first] }
  },
  "without its words": (field) => {
    if (field.examples === undefined) return undefined
    delete field.examples
    return { aspect: "words", level: "note" }
  },
  "of another unit": (field) => {
    // The unit of an id says which of its types count.
    if (field["x-unit"] === undefined || Array.isArray(field.type)) return undefined
    field["x-unit"] = "bushels"
    return { aspect: "unit" }
  },
  "without its unit": (field) => {
    if (field["x-unit"] === undefined || Array.isArray(field.type)) return undefined
    delete field["x-unit"]
    return { aspect: "unit", level: "note" }
  },
  "of dates that are instants": (field) => {
    if (field.format !== "date") return undefined
    field.format = "date-time"
    return { aspect: "unit" }
  },
}

/** The objects within a schema, with the keys that lead to them. */
const objectsIn = (schema, at) => [
  ...(schema.properties === undefined ? [] : [{ at, schema }]),
  ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => objectsIn(inner, [...at, "properties", key])),
  ...(schema.items === undefined ? [] : objectsIn(schema.items, [...at, "items"])),
]

const valueAt = (object, keys) => keys.reduce((value, key) => value[key], object)

/** Where rows or a value stand. */
const places = ["results", "tickers", "ticks", "values"]

const frame = ["status", "request_id", "count", "next_url"]

/** Every change of one thing in an operation: how it is made in a copy of the document, and where. */
const changesOf = (path, get) => {
  const ofParameters = get.parameters.flatMap((parameter, index) =>
    Object.entries(parameterChanges).map(([name, change]) => ({
      kind: `a parameter ${name}`,
      name: `parameter ${parameter.name} of ${get.operationId} ${name}`,
      at: parameter.name,
      make: (document) => {
        const { parameters } = document.paths[path].get
        return change(name === "removed" ? parameters.splice(index, 1)[0] : parameters[index])
      },
    })),
  )
  const ofFields = schemasOf(schemaNameOf(get)).flatMap((schemaName) =>
    objectsIn(own.components.schemas[schemaName], []).flatMap(({ at, schema }) =>
      Object.keys(schema.properties)
        .filter((key) => at.length > 0 || schemaName !== schemaNameOf(get) || !frame.includes(key))
        .flatMap((key) =>
          Object.entries(fieldChanges).map(([name, change]) => ({
            kind: `a field ${name}`,
            name: `field ${[...at, key].join(".")} of ${schemaName} ${name}`,
            key,
            isPlace: places.includes(key) || (key === "ticker" && schemaName === schemaNameOf(get)),
            make: (document) => {
              const holder = valueAt(document.components.schemas[schemaName], at)
              return change(holder.properties[key], key, holder)
            },
          })),
        ),
    ),
  )
  return [...ofParameters, ...ofFields]
}

/** All changes by their kinds: "a parameter without its maximum". */
const kinds = Object.entries(
  Array.groupBy(
    operations.flatMap(([path, { get }]) =>
      changesOf(path, get).map((change) => ({ ...change, path, endpoint: get.operationId })),
    ),
    ({ kind }) => kind,
  ),
)

/** The same elements in an order in which neighbours come far apart. */
const spread = (elements) => {
  const step = [389, 97, 31, 7].find((prime) => elements.length > 2 * prime && elements.length % prime !== 0) ?? 1
  return elements.map((_, index) => elements[(index * step) % elements.length])
}

const pick = (object, ...keys) =>
  Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]]))

const assertFound = ({ expected, findings }, { at, endpoint, isPlace, key, name, operation }) => {
  // A declaration does not say whether an answer without rows has the place of the rows.
  const isOpen = isPlace && expected?.aspect === "presence" && findings.length === 0
  if (expected === undefined || isOpen) return
  assert.strictEqual(findings.length, 1, `${name}: ${JSON.stringify(findings)}`)
  const [finding] = findings
  const wanted = { level: "drift", operation, endpoint, ...pick(expected, "level", "aspect", "kind", "lackedBy") }
  assert.include(finding, wanted, name)
  if (at !== undefined) assert.strictEqual(finding.at, at, name)
  else assert.isTrue(finding.at.replaceAll("[]", "").endsWith(key), `${name}: ${finding.at}`)
  for (const words of ["lacking", "extra"])
    if (expected[words] !== undefined) assert.deepStrictEqual(finding[words], expected[words], name)
  assert.isNotEmpty(sentence(finding))
}

/** The findings in a changed copy of the document. */
const found = (change) => {
  const document = JSON.parse(written)
  const expected = change(document)
  return { expected, findings: compare(document).findings }
}

/** The findings in a changed copy of one operation alone, without those about the other operations. */
const foundIn = (path, change) => {
  const names = schemasOf(schemaNameOf(own.paths[path].get))
  const document = structuredClone({
    paths: { [path]: own.paths[path] },
    components: { schemas: Object.fromEntries(names.map((name) => [name, own.components.schemas[name]])) },
  })
  const expected = change(document)
  if (expected === undefined) return { expected, findings: [] }
  return { expected, findings: compare(document).findings.filter(({ kind }) => kind !== "operation") }
}

describe("a comparison", () => {
  it("of our own document finds nothing, not even a note", () => {
    assert.deepStrictEqual(compare(parse(written, file)), { operations: Object.keys(own.paths).length, findings: [] })
  })

  for (const [kind, ofKind] of kinds) {
    it(`finds ${kind} once, at its place, and nothing else`, async () => {
      // Some changes of every kind, from operations far apart: --all makes many.
      const most = process.env.CANDELA_ALL ? 200 : 5
      const inTurn = spread(ofKind)
      let made = 0
      for (const { at, endpoint, isPlace, key, make, name, path } of inTurn) {
        if (made === most) break
        const result = foundIn(path, make)
        if (result.expected === undefined) continue
        made += 1
        assertFound(result, { at, isPlace, key, name, operation: `GET ${path}`, endpoint })
        // The runner hears of a test that lets it.
        if (made % 50 === 0) await setImmediate()
      }
      assert.isAbove(made, 0)
    })
  }

  it("finds an operation that we lack, and one that the document lacks, by its method", () => {
    const { findings } = found((document) => {
      document.paths["/v9/new/{ticker}"] = {
        get: { ...own.paths["/stocks/v1/dividends"].get, summary: "Something new" },
      }
      document.paths["/stocks/v1/dividends"].post = document.paths["/stocks/v1/dividends"].get
      delete document.paths["/stocks/v1/dividends"].get
      return {}
    })
    assert.deepStrictEqual(
      findings.map(({ kind, lackedBy, operation }) => [kind, lackedBy, operation]),
      [
        ["operation", "declaration", "POST /stocks/v1/dividends"],
        ["operation", "declaration", "GET /v9/new/{ticker}"],
        ["operation", "document", "GET /stocks/v1/dividends"],
      ],
    )
  })

  it("finds a parameter and a field that we lack", () => {
    const { findings } = found((document) => {
      document.paths["/stocks/v1/dividends"].get.parameters.push({
        name: "venue",
        in: "query",
        schema: { type: "string" },
      })
      document.components.schemas.StocksDividendsRow.properties.venue = { type: "integer" }
      return {}
    })
    assert.deepStrictEqual(
      findings.map(({ at, kind, lackedBy, of }) => [kind, of, at, lackedBy]),
      [
        ["parameter", "parameter", "venue", "declaration"],
        ["field", "field", "results[].venue", "declaration"],
      ],
    )
    assert.deepStrictEqual(findings.map(sentence), ["not declared (string)", "not declared (integer)"])
  })

  it("tells a value of another type once, without the fields inside of it", () => {
    const { findings } = foundIn("/vX/reference/financials", (document) => {
      const statements = document.components.schemas.StocksFinancialsRow.properties.financials.properties
      statements.income_statement = {
        type: "array",
        items: { type: "object", properties: { key: { type: "string" } } },
      }
      return {}
    })
    assert.deepStrictEqual(
      findings.map(({ aspect, at }) => [aspect, at]),
      [["type", "results[].financials.income_statement"]],
    )
  })

  it("finds that a list has become pages, and that an operation is deprecated", () => {
    const { findings } = found((document) => {
      delete document.components.schemas.StocksDividends.properties.next_url
      document.paths["/stocks/v1/dividends"].get.deprecated = true
      return {}
    })
    assert.deepStrictEqual(
      findings.map(({ aspect, level }) => [level, aspect]),
      [
        ["note", "deprecation"],
        ["drift", "pages"],
      ],
    )
  })

  it("takes the operations of several markets at one path as one, and each by itself where a document has them so", () => {
    const shared = operationsOf(own).find(({ path }) => path.startsWith("/v2/aggs/ticker/{ticker}/range"))
    assert.isDefined(shared)
    const { findings } = found((document) => {
      const path = document.paths[shared.path]
      document.paths[shared.path.replace("{ticker}", "{stocksTicker}")] = {
        get: {
          ...path.get,
          parameters: path.get.parameters.map((one) =>
            one.name === "ticker" ? { ...one, name: "stocksTicker", schema: { type: "string" } } : one,
          ),
          responses: {
            200: { content: { "application/json": { schema: { $ref: "#/components/schemas/StocksBars" } } } },
          },
        },
      }
      return {}
    })
    // The shared one now stands for the other markets alone.
    assert.isTrue(findings.every(({ endpoint, operation }) => endpoint !== undefined && operation.includes("/range/")))
    assert.deepStrictEqual(
      findings.filter(({ endpoint, level }) => endpoint === "stocks.bars" && level === "drift"),
      [],
    )
  })

  it("reads references, allOf, nullable types and integers without 64 bits as what they say", () => {
    const { findings } = found((document) => {
      const { schemas } = document.components
      const { properties, ...rest } = schemas.StocksDividendsRow
      schemas.Half = { type: "object", properties: { id: properties.id } }
      const { id: _, ...others } = properties
      others.frequency = { ...others.frequency, type: ["integer", "null"] }
      others.ticker = { anyOf: [{ type: "null" }, others.ticker] }
      schemas.StocksDividendsRow = { allOf: [{ $ref: "#/components/schemas/Half" }, { ...rest, properties: others }] }
      return {}
    })
    assert.deepStrictEqual(findings, [])
  })
})

describe("what a document writes otherwise", () => {
  it("means the same", () => {
    const { findings } = found((document) => {
      for (const { get } of Object.values(document.paths))
        for (const parameter of get.parameters) {
          const { name, schema } = parameter
          if (schema.type === "number") schema.format = "double"
          if (schema.type === "integer" && schema.format === undefined) schema.format = "int64"
          if (name === "limit" && schema.maximum !== undefined) {
            parameter.description = `The maximum allowed limit is '${schema.maximum}'.`
            schema.maximum += 1
          }
          if (schema.type !== "array" || schema.items.anyOf !== undefined) continue
          const { items, ...rest } = schema
          parameter.description = "A comma-separated list."
          // Only some documents have the column alone, and the text of a date.
          if (items.format === undefined)
            parameter.schema = { ...items, ...rest, type: "string", default: rest.default?.join(",") }
          if (items.enum?.some((word) => word.endsWith(".asc")))
            parameter.schema.enum = items.enum.filter((word) => word.includes("."))
        }
      const ofInteger = (schema) => {
        if (schema.type === "number") Object.assign(schema, { type: "integer", format: "int64" })
        for (const inner of [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])])
          ofInteger(inner)
      }
      for (const schema of Object.values(document.components.schemas)) ofInteger(schema)
      return {}
    })
    assert.deepStrictEqual(
      findings.filter(({ level }) => level === "drift"),
      [],
    )
  })

  it("may be numbers one by one instead of bounds: all of them, or some", () => {
    const withWords = (words) =>
      found((document) => {
        const { parameters } = document.paths["/v1/conversion/{from}/{to}"].get
        const { schema } = parameters.find(({ name }) => name === "precision")
        schema.enum = words
        return {}
      }).findings.map(({ aspect, level }) => [level, aspect])
    assert.deepStrictEqual(withWords([0, 1, 2, 3, 4]), [])
    assert.deepStrictEqual(withWords([0, 2, 4]), [["note", "words"]])
    assert.deepStrictEqual(withWords([0, 2, 9]), [["drift", "words"]])
  })
})

describe("the report", () => {
  const { findings } = found((document) => {
    const [limit] = document.paths["/stocks/v1/dividends"].get.parameters.filter(({ name }) => name === "limit")
    limit.schema.maximum = 1000
    delete limit.schema.default
    document.components.schemas.StocksDividendsRow.properties.distribution_type.examples.push("in kind")
    document.paths["/v9/new"] = { get: { summary: "Something new", responses: {} } }
    delete document.paths["/fed/v1/inflation"]
    for (const name of ["CryptoSnapshotsRow", "CryptoMoversRow"])
      delete document.components.schemas[name].properties.updated
    return {}
  })

  it("says in words what differs, and counts what the document leaves open", () => {
    assert.strictEqual(
      text({ operations: 39, findings }, "new.json"),
      `In several operations:
  tickers[].updated  not in the document (declared: int64)
    crypto.movers, crypto.snapshots

GET /stocks/v1/dividends (stocks.dividends)
  parameter limit              maximum: declared 5000, in the document 1000
  results[].distribution_type  the document also has "in kind"

Not declared:
  GET /v9/new  Something new

Not in the document:
  GET /fed/v1/inflation (economy.inflation)

3 differences from new.json, which has 39 operations: 1 of them not declared, 1 declared that it lacks.
1 note on what the document leaves open: --all lists them.
./scripts/new-endpoint new.json "GET /v9/new" declares an operation.`,
    )
    assert.include(text({ operations: 39, findings }, "new.json", true), "note  parameter limit")
  })
})

describe("differences that are known", () => {
  const withPath = (path) => ({
    ...own,
    paths: { ...own.paths, [path]: { get: { summary: "Left out", responses: {} } } },
  })

  it("stay, are counted, and say why on demand", () => {
    const { findings } = compare(withPath("/futures/vX/products"))
    const known = explained(findings)
    const report = text({ operations: 1, findings: known }, "new.json")
    assert.include(report, "the declarations agree with all of them")
    assert.include(report, "0 differences and 1 operation are known and stay: --all says why.")
    assert.include(
      text({ operations: 1, findings: known }, "new.json", true),
      "(a twin of `/futures/v1`, under an older",
    )
    const [other] = explained(compare(withPath("/futures/v9/products")).findings)
    assert.deepInclude(other, { level: "drift", lackedBy: "declaration" })
  })

  it("are those of their endpoint and place alone", () => {
    const finding = { level: "drift", kind: "differs", aspect: "unit", at: "results[].details.settlement_date" }
    const levels = ["futures.snapshots", "options.contracts", "futures.snapshots, options.contracts"].map(
      (endpoint) => explained([{ ...finding, endpoint }])[0].level,
    )
    assert.deepStrictEqual(levels, ["known", "drift", "drift"])
  })
})

describe("examples of a document", () => {
  it("are decoded through the methods: all of our own, and one with a wrong value is told with its place", () => {
    assert.deepStrictEqual(refusedExamples(own), [])
    const document = structuredClone(own)
    responseOf(document.paths["/v1/marketstatus/now"].get).example = { market: 7 }
    const [finding, ...others] = refusedExamples(document)
    assert.deepStrictEqual(others, [])
    assert.deepInclude(finding, { level: "drift", endpoint: "reference.marketStatus" })
    assert.include(finding.text, "market")
    assert.include(text({ operations: 1, findings: [finding] }, "new.json"), "Examples that are refused:")
  })
})

describe("the command", () => {
  const own = join(root, "packages/sandbox/openapi.json")

  it("ends with 0 where nothing differs, with 1 where something does, and prints JSON", () => {
    assert.strictEqual(run([own]).code, 0)
    const { code, out } = run([join(import.meta.dirname, "beyond.json"), "--format", "json"])
    assert.strictEqual(code, 1)
    const drifts = JSON.parse(out).findings.filter(({ level }) => level === "drift")
    assert.isNotEmpty(drifts)
    // What it has, we declare as it does.
    assert.isTrue(drifts.every(({ kind, lackedBy }) => kind === "operation" && lackedBy === "document"))
  })

  it("ends with 2 where it cannot read the document, and says what to do", () => {
    const readme = join(root, "README.md")
    const { code, err } = run([readme])
    assert.strictEqual(code, 2)
    assert.include(err, `${readme} is not JSON: `)
    assert.include(err, `Convert a document in YAML with: npx redocly bundle ${readme} --ext json`)
    assert.match(run(["none.json"]).err, /no such file/)
    for (const args of [[], ["a.json", "b.json"], ["a.json", "--format", "yaml"]]) assert.match(run(args).err, /^Use: /)
    assert.strictEqual(run(["--unknown"]).code, 2)
  })

  it("refuses what is no document of version 3, and a reference to another file", () => {
    assert.throws(
      () => parse('{"swagger": "2.0"}', "old.json"),
      Unreadable,
      "old.json is no OpenAPI document of version 3",
    )
    const elsewhere = { openapi: "3.0.0", paths: { "/a": { get: { parameters: [{ $ref: "b.json#/c" }] } } } }
    assert.throws(() => operationsOf(elsewhere), Unreadable, "another file: b.json#/c")
  })
})
