/**
 * All services of the library: endpoints, parameters and fields. Data of an endpoint come from its
 * declaration; texts, numbers of the specification and examples are generated from doc comments.
 *
 * @module
 */
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type { MarketData } from "@candela/core/MarketData"
import * as Structure from "@candela/core/internal/Structure"
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import * as Field from "./Field.js"
import * as Describe from "./internal/describe.js"
import * as Parameter from "./Parameter.js"
import * as Text from "./Text.js"
import { services as generated } from "./generated/services.js"
import { pageTexts, texts } from "./generated/texts.js"
import type { Texts } from "./Texts.js"

/** Method of any endpoint: returns one page, or the value. */
export type Method = (request: object) => Effect.Effect<unknown, MarketDataError>

/** Tag of any service, such as the class `Stocks`. It needs {@link layer}, which the types do not express. */
export interface Tag extends Context.Tag<never, Readonly<Record<string, Method>>> {
  /** Declarations of the methods. */
  readonly endpoints: Readonly<Record<string, Endpoint.Any>>
  /** The service on a market-data connection. */
  readonly layer: Layer.Layer<never, never, MarketData>
}

/** A method that a service derives from its endpoints. */
export interface Derived {
  /** Name of the method: `get` of the service `snapshots`. */
  readonly method: string
  /** Declared type. */
  readonly signature: string
  /** Description of its result and errors. */
  readonly text: string
}

/** A service. */
export interface Service {
  /** Name of the service, prefix of its endpoints' names: `stocks`. */
  readonly name: string
  /** Name of its class: `Stocks`. */
  readonly className: string
  /** Package that exports it: `@candela/stocks`. */
  readonly package: string
  /** Description of the service. */
  readonly text: string
  /** Class of the service. */
  readonly tag: Tag
  /** Endpoints, in the order of the methods. */
  readonly endpoints: ReadonlyArray<Entry>
  /** Methods that are not endpoints. */
  readonly derived: ReadonlyArray<Derived>
}

/** Texts of the fields around an endpoint's rows. */
const aroundRows = ({ envelope }: Texts): Texts["fields"] => ({ ...pageTexts, ...envelope })

/** An endpoint of a service. */
export class Entry {
  /** Name: `stocks.bars`. */
  readonly name: string
  /** Name of its service: `stocks`. */
  readonly service: string
  /** Name of its method: `bars`. */
  readonly method: string

  constructor(
    /** Path, parameters, schemas and kind. */
    readonly declaration: Endpoint.Any,
    private readonly texts: Texts,
  ) {
    this.name = declaration.name
    const [service, method] = declaration.name.split(".") as [string, string]
    this.service = service
    this.method = method
  }

  /** Description of the result. */
  get text(): string {
    return this.texts.text
  }

  /**
   * Number in the specification, or words if it has no separate number; `undefined` for an endpoint
   * beyond the specification.
   */
  get specification(): number | string | undefined {
    return this.texts.specification
  }

  /** Request with rows in the sandbox's data, at most 200. */
  get example(): Readonly<Record<string, unknown>> {
    return this.texts.example
  }

  /** Parameters in a URL, those of the path first. */
  get parameters(): ReadonlyArray<Parameter.Parameter> {
    return Parameter.all(this.declaration, this.texts)
  }

  /** Fields of a row or of the single value, each before the fields within it. */
  get fields(): ReadonlyArray<Field.Field> {
    const { declaration } = this
    return Field.all(declaration.kind === "single" ? declaration.value : declaration.row, this.texts.fields)
  }

  /** Fields around the rows; none for a single value. */
  get envelope(): ReadonlyArray<Field.Field> {
    const { declaration, texts } = this
    return declaration.kind === "single" ? [] : Field.all(declaration.envelope, aroundRows(texts))
  }

  /** Fields beside the rows, in the object that contains them. */
  get beside(): ReadonlyArray<Field.Field> {
    const { declaration, texts } = this
    return declaration.kind === "single" ? [] : Field.all(declaration.beside, aroundRows(texts))
  }
}

const entryOf = (endpoint: Endpoint.Any) => new Entry(endpoint, texts[endpoint.name]!)
const declarationsOf = (tag: { readonly endpoints: object }) => Object.values<Endpoint.Any>({ ...tag.endpoints })

/** Declarations of all endpoints by name. A bundle that uses nothing else of this module contains no texts. */
export const declarations: ReadonlyMap<string, Endpoint.Any> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ generated.flatMap(({ tag }) => declarationsOf(tag).map((endpoint) => [endpoint.name, endpoint])),
)

/** Services, in the order of the specification. */
export const services: ReadonlyArray<Service> = /* @__PURE__ */ generated.map(
  ({ derived, name, package: of, tag, text }) => ({
    name: of.slice(of.indexOf("/") + 1),
    className: name,
    package: of,
    text,
    tag: tag as unknown as Tag,
    endpoints: declarationsOf(tag).map(entryOf),
    derived,
  }),
)

/** All endpoints. */
export const endpoints: ReadonlyArray<Entry> = /* @__PURE__ */ services.flatMap(({ endpoints }) => endpoints)

/** Finds the endpoint with a name, such as `stocks.bars`; `undefined` if there is none. */
export const find = (name: string): Entry | undefined => endpoints.find((endpoint) => endpoint.name === name)

/** Texts of a request or a page, by the annotation of its schema. */
const textsOfSource = (source: Endpoint.Source): Describe.OfRecord | undefined => {
  const entry = find(source.endpoint)
  if (entry === undefined) return undefined
  return new Map(
    source.of === "request"
      ? entry.parameters.map((parameter) => [parameter.name, Text.meaning(parameter)])
      : [["results", entry.text], ...Object.entries(aroundRows(texts[entry.name]!))],
  )
}

let records: Map<object, Describe.OfRecord> | undefined

/** Texts of the records of fields in all rows, values and pages. They are collected at the first use. */
const textsOfRecords = (): ReadonlyMap<object, Describe.OfRecord> => {
  if (records !== undefined) return records
  records = new Map()
  for (const { declaration } of endpoints) {
    const own = texts[declaration.name]!
    Describe.addTexts(records, declaration.kind === "single" ? declaration.value : declaration.row, own.fields)
    if (declaration.kind !== "single") {
      Describe.addTexts(records, Endpoint.pageSchema(declaration), aroundRows(own))
    }
  }
  return records
}

/**
 * Adds the descriptions of fields and parameters to a schema, for JSON schemas and documents made
 * from it: to each row, request and page of an endpoint within it. A struct stays one.
 *
 * ```ts
 * JSONSchema.make(Catalog.annotate(Bar))
 * ```
 */
export const annotate: {
  <Fields extends Schema.Struct.Fields>(schema: Schema.Struct<Fields>): Schema.Struct<Fields>
  <A, I, R>(schema: Schema.Schema<A, I, R>): Schema.Schema<A, I, R>
} = (schema: Schema.Schema.All) => {
  const records = textsOfRecords()
  const known: Describe.Known = (ast) => {
    const source = ast.annotations[Endpoint.SourceId] as Endpoint.Source | undefined
    if (source !== undefined) return textsOfSource(source)
    const record = Structure.recordOf(ast)
    return record && records.get(record)
  }
  return Describe.describe(known, schema) as never
}

const merged = () => Layer.fresh(services.map(({ tag }) => tag.layer).reduce((one, other) => Layer.merge(one, other)))

/** All services on a market-data connection, built for each connection that they stand on. */
export const layer: Layer.Layer<never, never, MarketData> = /* @__PURE__ */ merged()
