import { assert, describe as suite, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import ts from "typescript"
import { describe, described, file, render } from "./descriptions.mjs"
import { page, tableOf, withTable } from "./endpointTable.mjs"
import { servicesOf } from "./services.mjs"
import { root } from "../workspace.mjs"

const source = `
import * as Endpoint from "@candela/core/Endpoint"
import type { Page } from "@candela/core/Envelope"
import * as Field from "@candela/core/Field"
import * as Filter from "@candela/core/Filter"
import * as Param from "@candela/core/Param"
import { Schema } from "effect"

const params = {
  /** Ticker, as in {@link Price}. */
  ticker: Filter.rangeOrAnyOf(Param.String),
  /** Day of the price. */
  day: Filter.range(Param.Date),
  /** Names of the price. */
  names: Filter.contains(Param.String),
  /**
   * Size of a page.
   * Default 10.
   */
  limit: Param.limit({ default: 10, max: 100 }),
}
/** Which prices. */
export interface PricesRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

const venueFields = {
  /** Name of the venue. */
  name: Field.required(Schema.String),
}
/** A venue. */
export interface Venue extends Field.Row<typeof venueFields>, Endpoint.Named {}
export const Venue: Field.SchemaOf<Venue, typeof venueFields> = Schema.Struct(venueFields)

const priceFields = {
  /** The price, dollars. */
  price: Field.required(Schema.Number, "p"),
  /** When it was made, epoch nanoseconds. */
  at: Field.optional(Field.Int64),
  /** Where it was made. */
  venues: Field.optional(Schema.Array(Venue)),
}
const sharesFields = {
  /** Shares that were traded. */
  shares: Field.optional(Schema.Number),
}
/** A price. */
export interface Price extends Field.Row<typeof priceFields>, Field.Row<typeof sharesFields> {
  /** \`price\`. */
  readonly kind: "price"
}
const missingFields = {
  /** Why there is no price. */
  error: Field.required(Schema.String),
}
/** A price that is missing. */
export interface Missing extends Field.Row<typeof missingFields>, Endpoint.Named {
  /** \`missing\`. */
  readonly kind: "missing"
  /** Absent. */
  readonly price?: undefined
}
const Row: Schema.Schema<Price | Missing, any> = Schema.Union(
  Schema.Struct({ ...priceFields, ...sharesFields, kind: Schema.Literal("price") }),
  Schema.Struct({ ...missingFields, kind: Schema.Literal("missing") }),
)

const envelope = {
  /** Number of prices. */
  total: Field.optional(Schema.Number),
}
/** A page of prices. */
export interface PricePage extends Page<Price | Missing>, Field.Row<typeof envelope> {}

const prices: Endpoint.Paged<PricesRequest, Price | Missing, typeof params, PricePage> = Endpoint.paged("test.prices", {
  path: "/v1/prices",
  params,
  envelope,
  row: Row,
  recordsFrom: "2010-01-04",
})

const venueParams = {
  /** Id of the venue. */
  id: Param.integer(),
}
/** Which venue. */
export interface VenueRequest extends Endpoint.RequestOf<typeof venueParams>, Endpoint.Named {}

const venue: Endpoint.Single<VenueRequest, Venue, typeof venueParams> = Endpoint.single("test.venue", {
  path: "/v1/venues/{id}",
  params: venueParams,
  value: Venue,
})

const endpoints = {
  /** Prices, newest first. */
  prices,
  /** A venue. */
  venue,
}
/** Prices. */
export class Prices {
  static readonly endpoints: typeof endpoints = endpoints
}
`

/** What is said of a package of one module, built as ours are. */
const describing = async (text) => {
  const directory = mkdtempSync(join(tmpdir(), "candela-descriptions-"))
  try {
    const write = (path, text) => {
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), text)
    }
    write("package.json", '{ "type": "module" }')
    write("src/index.ts", text)
    mkdirSync(join(directory, "node_modules/@candela"), { recursive: true })
    symlinkSync(join(root, "packages/core"), join(directory, "node_modules/@candela/core"))
    symlinkSync(join(root, "node_modules/effect"), join(directory, "node_modules/effect"))
    const program = ts.createProgram([join(directory, "src/index.ts")], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      declaration: true,
      strict: true,
      skipLibCheck: true,
      types: [],
      rootDir: join(directory, "src"),
      outDir: join(directory, "dist"),
    })
    const { diagnostics } = program.emit()
    assert.deepStrictEqual([...diagnostics, ...program.getSemanticDiagnostics()], [])
    return await describe([{ directory, manifest: { name: "@candela/prices" } }])
  } finally {
    rmSync(directory, { recursive: true })
  }
}

suite("the descriptions", () => {
  it("say what the doc comments say: of wire parameters, of nested fields, of all kinds of a union", async () => {
    const { descriptions, gaps } = await describing(source)
    assert.deepStrictEqual(gaps, [])
    const { page, ...prices } = descriptions["test.prices"]
    assert.deepStrictEqual(prices, {
      description: "Prices, newest first.",
      recordsFrom: "2010-01-04",
      params: {
        ticker: "Ticker, as in Price.",
        "ticker.gt": "Ticker, as in Price. Only rows with a greater value.",
        "ticker.gte": "Ticker, as in Price. Only rows with this value or a greater one.",
        "ticker.lt": "Ticker, as in Price. Only rows with a smaller value.",
        "ticker.lte": "Ticker, as in Price. Only rows with this value or a smaller one.",
        "ticker.any_of": "Ticker, as in Price. Only rows with one of these values.",
        day: "Day of the price.",
        "day.gt": "Day of the price. Only rows with a later value.",
        "day.gte": "Day of the price. Only rows with this value or a later one.",
        "day.lt": "Day of the price. Only rows with an earlier value.",
        "day.lte": "Day of the price. Only rows with this value or an earlier one.",
        names: "Names of the price.",
        "names.any_of": "Names of the price. Only rows with one of these values.",
        "names.all_of": "Names of the price. Only rows with all of these values.",
        limit: "Size of a page. Default 10.",
      },
      row: {
        price: "The price, dollars.",
        at: "When it was made, epoch nanoseconds.",
        venues: "Where it was made.",
        "venues.name": "Name of the venue.",
        shares: "Shares that were traded.",
        kind: "`price`. `missing`.",
        error: "Why there is no price.",
      },
    })
    assert.deepInclude(page, { total: "Number of prices.", request_id: "The service's id of the request." })
    assert.deepStrictEqual(descriptions["test.venue"], {
      description: "A venue.",
      params: { id: "Id of the venue." },
      value: { name: "Name of the venue." },
    })
  })

  it("are complete: what lacks a text is found, and a field that stands only in the type or only in the schema", async () => {
    const changed = (...changes) =>
      changes.reduce((text, [from, to]) => {
        assert.include(text, from)
        return text.replace(from, to)
      }, source)
    const { gaps } = await describing(
      changed(
        ["  /** Prices, newest first. */\n", ""],
        ["  /** Day of the price. */\n", ""],
        ["  /** Name of the venue. */\n", ""],
        ["  /** Number of prices. */\n", ""],
        [", Field.Row<typeof sharesFields> {", " {\n  /** A second. */ readonly second?: number"],
      ),
    )
    assert.deepStrictEqual(gaps, [
      "Prices.prices: it has no comment",
      ...["day", "day.gt", "day.gte", "day.lt", "day.lte"].map(
        (name) => `Prices.prices: the parameter "${name}" has no text`,
      ),
      'Prices.prices: the field of the page "total" has no text',
      'Prices.prices: the field of the row "venues.name" has no text',
      'Prices.prices: the type of the row lacks "shares"',
      'Prices.prices: the schema of the row lacks "second"',
      'Prices.venue: the field of the value "name" has no text',
    ])
  })

  it("of the domains are complete, and current in the sandbox and the documents", async () => {
    const { descriptions, gaps } = await describe(described)
    assert.deepStrictEqual(gaps, [])
    assert.include(Object.keys(descriptions), "stocks.bars")
    assert.strictEqual(
      readFileSync(file, "utf8"),
      await render(descriptions),
      "A doc comment was changed. Renew the descriptions: ./scripts/generate",
    )
    const text = readFileSync(page, "utf8")
    const services = await servicesOf(described)
    assert.strictEqual(
      text,
      await withTable(text, tableOf(services, descriptions)),
      "An endpoint was changed. Renew its row in docs/endpoints.md: ./scripts/generate",
    )
  })
})
