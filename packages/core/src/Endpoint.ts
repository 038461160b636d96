/**
 * An endpoint of the service, declared once as a value. The client's method, the sandbox's route, the documents and the mocks are all derived
 * from it.
 *
 * ```ts
 * export const bars = Endpoint.history("stocks.bars", {
 *   path: "/v2/aggs/ticker/{stocksTicker}/range/{multiplier}/{timespan}/{from}/{to}",
 *   params: { stocksTicker: Ticker.Stock, multiplier: Param.integer({ min: 1 }), ... },
 *   envelope: BarEnvelope,
 *   row: Bar,
 *   ...
 * })
 * ```
 *
 * @module
 */
import type * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import * as Decoder from "./Decoder.js"
import * as Envelope from "./Envelope.js"
import type * as Param from "./Param.js"

/** The type id of {@link Endpoint}. */
export const TypeId: unique symbol = Symbol.for("@candela/core/Endpoint")
/** The type id of {@link Endpoint}. */
export type TypeId = typeof TypeId

/** A record of parameters under the service's names, path and query together. */
export type Params = Readonly<Record<string, Param.Any>>

type Flat<T> = { readonly [K in keyof T]: T[K] }
type KeysWith<P extends Params, Presence extends Param.Presence> = {
  [K in keyof P]: P[K]["presence"] extends Presence ? K : never
}[keyof P]
type InputOf<P> = P extends Param.Param<infer Input, infer _Value> ? Input : never
type ValueOf<P> = P extends Param.Param<infer _Input, infer Value> ? Value : never

/** What a caller writes for a record of parameters. */
export type RequestOf<P extends Params> = Flat<
  { readonly [K in KeysWith<P, "required">]: InputOf<P[K]> } & {
    readonly [K in KeysWith<P, "optional" | "defaulted">]?: InputOf<P[K]> | undefined
  }
>

/** What a caller wrote for a record of parameters, as canonical values: the service knows its defaults. */
export type WrittenOf<P extends Params> = Flat<
  { readonly [K in KeysWith<P, "required">]: ValueOf<P[K]> } & {
    readonly [K in KeysWith<P, "optional" | "defaulted">]?: ValueOf<P[K]>
  }
>

/** What a handler receives for a record of parameters: canonical values, with the defaults put in. */
export type ValuesOf<P extends Params> = Flat<
  { readonly [K in KeysWith<P, "required" | "defaulted">]: ValueOf<P[K]> } & {
    readonly [K in KeysWith<P, "optional">]?: ValueOf<P[K]>
  }
>

type PathKeys<Path extends string> = Path extends `${string}{${infer Key}}${infer Rest}` ? Key | PathKeys<Rest> : never

/** Requires every key in the braces of a path to be a required parameter: the compiler names the key that is not. */
export type InPath<Path extends string> = { readonly [K in PathKeys<Path>]: Param.Any<"required"> }

/** How often the service publishes, since when, and whether what was published can change. For people and documents. */
export interface Facts {
  /** Since when the service holds records: `"2016-06-22"`. */
  readonly recordsFrom?: string
  /** When new records appear: `"hourly"`. */
  readonly updated?: string
}

/** A span of time, in epoch milliseconds, both ends inclusive. */
export interface Span {
  /** First instant. */
  readonly from: number
  /** Last instant. */
  readonly to: number
}

/** How much a range holds of what `limit` counts: base aggregates for bars, rows elsewhere. */
export interface Estimate {
  /** An upper bound. */
  readonly most: number
  /** What is usual. */
  readonly expected: number
}

/**
 * A time range that can be cut into shards: endpoints that give histories have one. `records` is the time in which rows can lie: from the endpoint's
 * first records until now.
 */
export interface TimeRange<Values> {
  /**
   * Cuts a request into at most `shards` requests, in the order in which their rows follow one another, and returns the overrides of each. No cut goes
   * through a row's window, so no row changes, and none lies outside `records`: the first and the last part take what lies there. One part means that
   * the range cannot be cut.
   */
  readonly cut: (values: Values, shards: number, records: Span) => ReadonlyArray<Partial<Values>>
  /** Estimates what the requested range holds within `records`. */
  readonly rows: (values: Values, records: Span) => Estimate
  /**
   * The share, from 0 to 1, of the requested range within `records` that is covered when the row with this timestamp (epoch milliseconds) has come, in the
   * request's order.
   */
  readonly covered: (values: Values, records: Span, timestamp: number) => number
}

interface Common<P extends Params> {
  readonly [TypeId]: TypeId
  /** `"stocks.bars"`: the name in spans, metrics and errors. */
  readonly name: string
  /** The path with its parameters in braces. */
  readonly path: string
  /** The parameters of path and query, under the service's names. */
  readonly params: P
  /** What is known of the data. */
  readonly facts: Facts
}

/** A schema of `A`, whatever it reads from. */
// oxlint-disable-next-line typescript/no-explicit-any -- a schema's types are invariant, so `unknown` would refuse everything
type SchemaOf<A> = Schema.Schema<A, any>

/** An endpoint that gives one value. */
export interface Single<P extends Params, A> extends Common<P> {
  /** One value. */
  readonly kind: "single"
  /** The schema of the value. */
  readonly value: SchemaOf<A>
  /** Where the value stands in the document; absent when it is the document. */
  readonly at: "results" | undefined
  /** Reads the value, and what stands around it or in it, from an answer's bytes. */
  readonly decode: (bytes: Uint8Array) => Either.Either<Decoder.Decoded<Envelope.List, Decoder.One<A>>, Decoder.Refusal>
}

interface Rows<P extends Params, Row, Env extends Envelope.List> extends Common<P> {
  /** The schema of what stands around the rows. */
  readonly envelope: SchemaOf<Env>
  /** The schema of a row. */
  readonly row: SchemaOf<Row>
  /** Where the rows stand in the document: `results`, `tickers`, `results.values`. */
  readonly at: string
  /** Reads the rows from an answer's bytes. */
  readonly decoder: Decoder.Decoder<Env, Row>
}

/** An endpoint that gives rows, all in one answer. */
export interface List<P extends Params, Row, Env extends Envelope.List> extends Rows<P, Row, Env> {
  /** Rows, all in one answer. */
  readonly kind: "list"
}

/** An endpoint that gives rows page by page. */
export interface Paged<P extends Params, Row, Env extends Envelope.List> extends Rows<P, Row, Env> {
  /** Rows, page by page. */
  readonly kind: "paged"
}

/** A paged endpoint whose rows are numeric and stand in a time range: it also gives columns, and can be cut into shards. */
export interface History<P extends Params, Row, Env extends Envelope.List> extends Rows<P, Row, Env> {
  /** Numeric rows in a time range, page by page. */
  readonly kind: "history"
  /** How its range is cut into shards. */
  readonly timeRange: TimeRange<ValuesOf<P>>
}

/** An endpoint that gives rows. */
// oxlint-disable-next-line typescript/no-explicit-any -- the bound of a type parameter: its types are invariant, so `unknown` would refuse everything
export type AnyRows = List<any, any, any> | Paged<any, any, any> | History<any, any, any>
/** Any endpoint: the bound of a type parameter. */
// oxlint-disable-next-line typescript/no-explicit-any -- the bound of a type parameter: its types are invariant, so `unknown` would refuse everything
export type Any = Single<any, any> | AnyRows

/** What a caller writes for an endpoint. */
export type Request<E extends Any> = RequestOf<E["params"]>
/** What a caller wrote for an endpoint, as canonical values. */
export type Written<E extends Any> = WrittenOf<E["params"]>
/** What a handler of an endpoint receives. */
export type Values<E extends Any> = ValuesOf<E["params"]>

/** What every endpoint is declared with. */
export interface Declaration<Path extends string, P extends Params> {
  /** The path with its parameters in braces. */
  readonly path: Path
  /** The parameters of path and query, under the service's names. Those of the path must be required. */
  readonly params: P & InPath<Path>
  /** What is known of the data. */
  readonly facts?: Facts
}

/** What an endpoint that gives rows is declared with. */
export interface RowsDeclaration<Path extends string, P extends Params, Row, RowI, Env, EnvI> extends Declaration<
  Path,
  P
> {
  /** The schema of what stands around the rows. */
  readonly envelope: Schema.Schema<Env, EnvI>
  /** The schema of a row. */
  readonly row: Schema.Schema<Row, RowI>
  /** Where the rows stand in the document: `results`, `tickers`, `results.values`. Default `results`. */
  readonly at?: string
}

const common = <Path extends string, P extends Params>(name: string, declaration: Declaration<Path, P>): Common<P> => ({
  [TypeId]: TypeId,
  name,
  path: declaration.path,
  params: declaration.params,
  facts: declaration.facts ?? {},
})

const rows = <Path extends string, P extends Params, Row, RowI, Env extends Envelope.List, EnvI>(
  name: string,
  declaration: RowsDeclaration<Path, P, Row, RowI, Env, EnvI>,
): Rows<P, Row, Env> => {
  const { envelope, row, at = "results" } = declaration
  return { ...common(name, declaration), envelope, row, at, decoder: Decoder.list({ envelope, row, at }) }
}

/** Declares an endpoint that gives one value: the whole document, or what stands in its `results`. */
export const single = <const Path extends string, P extends Params, A, I>(
  name: string,
  declaration: Declaration<Path, P> & { readonly value: Schema.Schema<A, I>; readonly at?: "results" },
): Single<P, A> => {
  const { value, at } = declaration
  const decode = Decoder.single({ envelope: Envelope.List, value, at })
  return { ...common(name, declaration), kind: "single", value, at, decode }
}

/** Declares an endpoint that gives rows, all in one answer. */
export const list = <const Path extends string, P extends Params, Row, RowI, Env extends Envelope.List, EnvI>(
  name: string,
  declaration: RowsDeclaration<Path, P, Row, RowI, Env, EnvI>,
): List<P, Row, Env> => ({ ...rows(name, declaration), kind: "list" })

/** Declares an endpoint that gives rows page by page. */
export const paged = <const Path extends string, P extends Params, Row, RowI, Env extends Envelope.List, EnvI>(
  name: string,
  declaration: RowsDeclaration<Path, P, Row, RowI, Env, EnvI>,
): Paged<P, Row, Env> => ({ ...rows(name, declaration), kind: "paged" })

/** Declares a paged endpoint of numeric rows in a time range. */
export const history = <const Path extends string, P extends Params, Row, RowI, Env extends Envelope.List, EnvI>(
  name: string,
  declaration: RowsDeclaration<Path, P, Row, RowI, Env, EnvI> & {
    readonly timeRange: TimeRange<ValuesOf<NoInfer<P>>>
  },
): History<P, Row, Env> => ({ ...rows(name, declaration), kind: "history", timeRange: declaration.timeRange })
