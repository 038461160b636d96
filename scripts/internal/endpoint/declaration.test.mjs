import { assert, describe, it } from "@effect/vitest"
import { identity } from "effect"
import { execFile } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { ofEntries } from "../drift/compare.mjs"
import { declarationOf } from "./declaration.mjs"
import { Entry } from "../drift/declared.mjs"
import { operationsOf } from "../drift/document.mjs"
import { root } from "../workspace.mjs"

const read = (file) => JSON.parse(readFileSync(join(root, file), "utf8"))

const folder = join(root, "node_modules/.cache/candela/drift")

/** The operations of our own document that one endpoint answers, and those of a foreign document. */
const operations = [
  ...operationsOf(read("packages/sandbox/openapi.json")).filter(({ id }) => id.includes(".")),
  ...operationsOf(read("scripts/internal/drift/beyond.json")),
]

const texts = { text: "", parameters: {}, fields: {}, envelope: {}, example: {} }

const fileOf = ({ id }) => join(folder, `${id.replaceAll(".", "_")}.ts`)

const writeAll = () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return operations.map((operation) => {
    const declaration = declarationOf(operation)
    writeFileSync(fileOf(operation), declaration.module)
    return { operation, ...declaration }
  })
}

const written = writeAll()

describe("a first declaration", () => {
  for (const { decisions, method, operation } of written) {
    it(`of ${operation.name} says what the document says`, async () => {
      const module = await import(/* @vite-ignore */ pathToFileURL(fileOf(operation)).href)
      const entry = new Entry({ ...module[method], name: `things.${method}` }, texts)
      const found = ofEntries(operation, [entry]).filter(({ level }) => level === "drift")
      // A person decides how bounds are declared that take other values than the field.
      const told = (at) => decisions.some((one) => one.startsWith(`${at} takes other values`))
      assert.deepStrictEqual(
        found.filter(({ aspect, at }) => aspect !== "pattern" || !told(at)),
        [],
      )
    })
  }

  it("of every operation compiles", async () => {
    const config = {
      extends: join(root, "tsconfig.json"),
      compilerOptions: { incremental: false, tsBuildInfoFile: null, noUnusedLocals: true },
      include: [`${folder}/*.ts`],
      references: [],
    }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
    const tsc = join(root, "node_modules/typescript-native/bin/tsc")
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder], { cwd: root }).catch(identity)
    assert.strictEqual(stdout, "")
  })

  it("has the texts of the document, our names, and the instants of its rows", () => {
    const { concept, module } = written.find(({ operation }) => operation.id === "GetMarketHolidays")
    assert.strictEqual(concept, "MarketHolidays")
    assert.include(
      module,
      "/** TODO: When trading begins on a day with an early close, RFC 3339 date-time. */\n  open: Field.optional(Unit.DateTime),",
    )
    assert.include(module, '= Instant.readable(Field.struct(fields, "MarketHoliday"), "open", "close")')
  })

  it("writes filters, sizes of pages, sorting and enumerations as the domains do", () => {
    const { module } = written.find(({ operation }) => operation.id === "stocks.dividends")
    for (const line of [
      "ticker: Filter.rangeOrAnyOf(Ticker.Stock),",
      "ex_dividend_date: Filter.range(Param.Date),",
      "limit: Param.limit({ default: 100, max: 5000 }),",
      'sort: Param.sort({ columns: Field.names(fields), default: ["ticker", "asc"] }),',
      'distribution_type: Field.optional(Field.openEnum("recurring", "special", "supplemental", "irregular", "unknown")),',
      "export const dividends: Endpoint.Paged<DividendsRequest, Dividend, typeof params> = Endpoint.paged({",
    ])
      assert.include(module, line)
  })

  it("tells what the document leaves open", () => {
    const plain = structuredClone(read("packages/sandbox/openapi.json"))
    delete plain.components.schemas.StocksDividendsRow.properties.cash_amount["x-unit"]
    const [{ schema }] = plain.paths["/stocks/v1/dividends"].get.parameters.filter(({ name }) => name === "limit")
    delete schema.maximum
    const { decisions } = declarationOf(operationsOf(plain).find(({ id }) => id === "stocks.dividends"))
    const next = decisions.join("\n")
    assert.notInclude(next, "is no field")
    assert.include(next, "results[].cash_amount is in currency, by its name or text")
    assert.include(next, "limit needs its default and its maximum")
  })

  it("takes a key that is called `*` for any key, and sorts by no column that a row lacks", () => {
    const odd = structuredClone(read("packages/sandbox/openapi.json"))
    const get = odd.paths["/stocks/v1/dividends"].get
    const sort = get.parameters.find(({ name }) => name === "sort")
    sort.schema = { type: "string", default: "listing.desc" }
    odd.components.schemas.StocksDividendsRow.properties.notes = {
      type: "object",
      properties: { "*": { type: "string" } },
    }
    const { decisions, module } = declarationOf(operationsOf(odd).find(({ id }) => id === "stocks.dividends"))
    assert.include(module, "notes: Field.optional(Schema.Record({ key: Schema.String, value: Schema.String })),")
    assert.include(module, 'sort: Param.sort({ columns: ["listing"], default: ["listing", "desc"] }),')
    assert.include(decisions.join("\n"), "listing is no field")
  })
})
