/**
 * Every service of the library: its endpoints, their parameters and their fields. What an endpoint does is read from its declaration; texts, numbers of the
 * specification and examples are generated from doc comments.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type { MarketData } from "@candela/core/MarketData"
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Field from "./Field.js"
import * as Parameter from "./Parameter.js"
import { services as generated } from "./generated/services.js"
import { texts } from "./generated/texts.js"
import type { Texts } from "./Texts.js"

/** A method, whatever its endpoint: one page, or the value. */
export type Method = (request: object) => Effect.Effect<unknown, MarketDataError>

/** The tag of a service, such as the class `Stocks`, whatever its methods are. It needs {@link layer}, which the types do not say. */
export interface Tag extends Context.Tag<never, Readonly<Record<string, Method>>> {
  /** The declarations behind the methods. */
  readonly endpoints: Readonly<Record<string, Endpoint.Any>>
  /** The service on a market-data connection. */
  readonly layer: Layer.Layer<never, never, MarketData>
}

/** A method that a service makes of its endpoints. */
export interface Derived {
  /** Name of the method: `get` of the service `snapshots`. */
  readonly method: string
  /** Its type, as it is declared. */
  readonly signature: string
  /** What it returns, and its errors. */
  readonly text: string
}

/** A service. */
export interface Service {
  /** Name in the names of its endpoints: `stocks`. */
  readonly name: string
  /** Name of its class: `Stocks`. */
  readonly className: string
  /** Package that exports it: `@candela/stocks`. */
  readonly package: string
  /** What it serves. */
  readonly text: string
  /** The class. */
  readonly tag: Tag
  /** Its endpoints, in the order of its methods. */
  readonly endpoints: ReadonlyArray<Entry>
  /** Its methods that are not endpoints. */
  readonly derived: ReadonlyArray<Derived>
}

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

  /** What it returns. */
  get text(): string {
    return this.texts.text
  }

  /** Number in the specification, or words where it has no number of its own there; `undefined` for an endpoint beyond the specification. */
  get specification(): number | string | undefined {
    return this.texts.specification
  }

  /** A request that has rows in the sandbox's data, at most 200 of them. */
  get example(): Readonly<Record<string, unknown>> {
    return this.texts.example
  }

  /** Parameters as they stand in a URL, those of the path first. */
  get parameters(): ReadonlyArray<Parameter.Parameter> {
    return Parameter.all(this.declaration, this.texts)
  }

  /** Fields of a row, or of the value where there is one, each before the fields within it. */
  get fields(): ReadonlyArray<Field.Field> {
    const { declaration } = this
    return Field.all(declaration.kind === "single" ? declaration.value : declaration.row, this.texts.fields)
  }

  /** Fields around the rows; none where there is one value. */
  get envelope(): ReadonlyArray<Field.Field> {
    const { declaration, texts } = this
    return declaration.kind === "single" ? [] : Field.all(declaration.envelope, texts.envelope)
  }

  /** Fields beside the rows, in the object that holds them. */
  get beside(): ReadonlyArray<Field.Field> {
    const { declaration, texts } = this
    return declaration.kind === "single" ? [] : Field.all(declaration.beside, texts.envelope)
  }
}

const entryOf = (endpoint: Endpoint.Any) => new Entry(endpoint, texts[endpoint.name]!)
const declarationsOf = (tag: { readonly endpoints: object }) => Object.values<Endpoint.Any>({ ...tag.endpoints })

/** The declarations of all endpoints, by their names. A bundle that uses nothing else of this module holds no texts. */
export const declarations: ReadonlyMap<string, Endpoint.Any> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ generated.flatMap(({ tag }) => declarationsOf(tag).map((endpoint) => [endpoint.name, endpoint])),
)

/** The services, in the order of the specification. */
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

/** The endpoint with a name, such as `stocks.bars`; `undefined` where there is none. */
export const find = (name: string): Entry | undefined => endpoints.find((endpoint) => endpoint.name === name)

const merged = () => services.map(({ tag }) => tag.layer).reduce((one, other) => Layer.merge(one, other))

/** All services on a market-data connection. */
export const layer: Layer.Layer<never, never, MarketData> = /* @__PURE__ */ merged()
