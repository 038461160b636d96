/**
 * An endpoint of the service, declared once as a value. The client's method, the sandbox's route,
 * the documents and the mocks are all derived from it.
 *
 * ```ts
 * const params = {
 *   ticker: Filter.rangeOrAnyOf(Ticker.Stock),
 *   limit: Param.limit({ default: 100, max: 5000 }),
 * }
 * export interface DividendsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}
 *
 * export const dividends: Endpoint.Paged<DividendsRequest, Dividend, typeof params> = Endpoint.paged({
 *   path: "/stocks/v1/dividends",
 *   params,
 *   row: Dividend,
 * })
 * ```
 *
 * Put doc comments on the parameters, on the row's fields, and on the endpoint in its service:
 * editors and documents show them. A filter on a field has the doc comment of the field.
 *
 * @module
 */
import type * as DateTime from "effect/DateTime"
import type * as Either from "effect/Either"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Decoder from "./Decoder.js"
import * as Envelope from "./Envelope.js"
import * as Field from "./Field.js"
import type * as Filter from "./Filter.js"
import type * as Kind from "../internal/Kind.js"
import type * as Param from "./Param.js"
import * as RequestSchema from "../internal/request/schema.js"

/** The type id of {@link Endpoint}. */
export const TypeId: unique symbol = Symbol.for("@candela/core/Endpoint")
/** The type id of {@link Endpoint}. */
export type TypeId = typeof TypeId

/** Parameters of path and query, under the service's names. A filter has its field's name. */
export type Params = Readonly<Record<string, Param.Any | Filter.Any>>

/** Parameters in a URL: each operator of a filter is a separate one (`"ticker.gte"`). */
export type WireParams = Readonly<Record<string, Param.Any>>

/**
 * Second base of a derived interface, empty: it makes compiler messages show the interface's name instead of its base.
 */
export interface Named {}

type Id = typeof Param.TypeId
type KeysWith<P extends Params, Presence extends Param.Presence> = {
  [K in keyof P]: P[K]["presence"] extends Presence ? K : never
}[keyof P]
type Optional = "optional" | "defaulted"

// The keys are type parameters bounded by `keyof P`; otherwise the parameters would lose their doc comments.
type RequiredInputs<P extends Params, K extends keyof P> = { readonly [X in K]: P[X][Id]["input"] }
type OptionalInputs<P extends Params, K extends keyof P> = { readonly [X in K]?: P[X][Id]["input"] | undefined }
type ComparedInputs<P extends Params> = {
  readonly [K in keyof P as `${K & string}.${P[K][Id]["comparison"]}`]?: P[K][Id]["input"] | undefined
}
type SeveralInputs<P extends Params> = {
  readonly [K in keyof P as `${K & string}.${P[K][Id]["several"]}`]?: ReadonlyArray<P[K][Id]["input"]> | undefined
}

/** Compiler message for `ticker` where the service has another name for it. */
type OtherName<P extends Params> = {
  readonly [K in keyof P as K extends `${string}Ticker` ? "ticker" : never]?: `the service calls it ${K & string}`
}

type Inputs<P extends Params> = RequiredInputs<P, KeysWith<P, "required">> &
  OptionalInputs<P, KeysWith<P, Optional>> &
  ComparedInputs<P> &
  SeveralInputs<P>

/**
 * Caller's input for a record of parameters. Derive a named interface from it, so that editors show its name:
 *
 * ```ts
 * export interface DividendsRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}
 * ```
 */
export type RequestOf<P extends Params> = Inputs<P> & OtherName<P>

/** An input as plain data. An empty text, which counts as absent, is left out. */
type Plain<Input> = Input extends globalThis.Date | DateTime.DateTime | "" | undefined
  ? never
  : Input extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Plain<Item>>
    : Input

/** Fields of a schema of requests. Their encoded forms are those of JSON, and texts in a URL. */
export type RequestFields<P extends Params> = {
  readonly [K in keyof Inputs<P>]-?: {} extends Pick<Inputs<P>, K>
    ? // oxlint-disable-next-line typescript/no-explicit-any -- `setUrlParams` takes only texts, a procedure more
      Schema.PropertySignature<"?:", Plain<Inputs<P>[K]>, never, "?:", any>
    : SchemaOf<Plain<Inputs<P>[K]>>
}

type FilterKeys<P extends Params> = { [K in keyof P]: P[K]["kind"] extends undefined ? K : never }[keyof P]
// The keys are a type parameter bounded by `keyof F`; otherwise the parameters would not have the
// doc comments of the fields.
type Described<F extends Field.Fields, K extends keyof F> = { readonly [X in K]?: unknown }

/**
 * {@link RequestOf} a record of parameters with filters on the fields of a row. A filter has the
 * doc comment of its field, followed by its own, which covers only the specifics of the filter:
 *
 * ```ts
 * export interface DividendsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}
 * ```
 */
export type RequestOn<F extends Field.Fields, P extends Params> = Described<F, keyof F & FilterKeys<P>> & RequestOf<P>

type Flat<T> = { readonly [K in keyof T]: T[K] }
type ValuesAt<P extends Params, K extends keyof P> = { readonly [X in K]: P[X][Id]["value"] }
type OptionalValues<P extends Params, K extends keyof P> = { readonly [X in K]?: P[X][Id]["value"] }
type FilterValues<P extends Params> = {
  readonly [K in keyof P as `${K & string}.${P[K][Id]["comparison"]}`]?: P[K][Id]["value"]
} & { readonly [K in keyof P as `${K & string}.${P[K][Id]["several"]}`]?: ReadonlyArray<P[K][Id]["value"]> }

/** Canonical values of a caller's input for a record of parameters. Defaults are left to the service. */
export type WrittenOf<P extends Params> = Flat<
  ValuesAt<P, KeysWith<P, "required">> & OptionalValues<P, KeysWith<P, Optional>> & FilterValues<P>
>

/** Canonical values that a handler receives for a record of parameters, with the defaults. */
export type ValuesOf<P extends Params> = Flat<
  ValuesAt<P, KeysWith<P, "required" | "defaulted">> & OptionalValues<P, KeysWith<P, "optional">> & FilterValues<P>
>

/** Key of the page size parameter. */
export type LimitKey<P extends Params> = {
  [K in keyof P]: P[K]["kind"] extends Kind.PageSize ? K : never
}[keyof P]

type PathKeys<Path extends string> = Path extends `${string}{${infer Key}}${infer Rest}` ? Key | PathKeys<Rest> : never

/** Requires every key in the braces of a path to be a required parameter; the compiler names a key that is not. */
export type InPath<Path extends string> = { readonly [K in PathKeys<Path>]: Param.Any<"required"> }

/** Time span, in epoch milliseconds, both ends inclusive. */
export interface Span {
  /** First instant. */
  readonly from: number
  /** Last instant. */
  readonly to: number
}

/** How many there are in a range. */
export interface Amount {
  /** Upper bound. */
  readonly most: number
  /** Usual number. */
  readonly expected: number
}

/** Number of rows of a range, and the instant from which they are final. */
export interface Estimate extends Amount {
  /** The same in units of `limit`. Absent where `limit` counts rows; it counts base aggregates of bars. */
  readonly units?: Amount | undefined
  /**
   * End of the last row's window, in epoch milliseconds: afterwards the rows no longer change,
   * except for late data. Absent if they always may, like bars adjusted for splits.
   */
  readonly final?: number | undefined
}

/** Values that replace those of a request; `undefined` removes one. */
export type Overrides<Values> = { readonly [K in keyof Values]?: Values[K] | undefined }

/**
 * Number of parts of about the same length into which a range is cut, or instants of the cuts:
 * epoch milliseconds, in ascending order.
 */
export type Cuts = number | ReadonlyArray<number>

/** Order and time of the rows of a request, from page to page too. Rows that do not keep to it are invalid. */
export interface Order {
  /** Name of the field by which they are ordered: an instant. */
  readonly field: string
  /** Direction of its values; absent if the rows come in any order. */
  readonly direction?: Param.Direction | undefined
  /** Whether no two rows have the same value. Then an identical row counts once. */
  readonly unique: boolean
  /**
   * Smallest value that a row can have, in the field's unit: the window before which no requested
   * bar begins. Absent if unbounded.
   */
  readonly first?: number | bigint | undefined
  /** Largest value that a row can have. Absent if unbounded. */
  readonly last?: number | bigint | undefined
}

/**
 * Fields of an answer that repeat the request, each with the name of its parameter, or of the
 * parameters that it joins: `{ ticker: "stocksTicker" }`, `{ symbol: ["from", "to"] }`. An answer
 * that repeats another value answers another question. A field that is absent is not compared;
 * pairs may be spelt with or without a hyphen. Of a list, a row repeats one value.
 */
export type Repeats = Readonly<Record<string, string | ReadonlyArray<string>>>

/**
 * Time range that can be cut into shards, of endpoints with histories. `records` is the time in
 * which rows can lie: from the endpoint's first records until now.
 */
export interface TimeRange<Values> {
  /**
   * Cuts a request into at most `shards` requests, or at instants, in the order of their rows, and returns the
   * overrides of each: a parameter that is `undefined` there is removed. No cut divides a row's window, so no
   * row changes: a cut at an instant is moved to the start of the window that contains it. Cuts lie only
   * within `records`: the first and last parts extend beyond it. One part means that the range cannot be cut.
   */
  readonly cut: (values: Values, shards: Cuts, records: Span) => ReadonlyArray<Overrides<Values>>
  /** Estimates the rows of the requested range within `records`. */
  readonly rows: (values: Values, records: Span) => Estimate
  /**
   * Usual number of units of `limit` per row: 60 for hour bars, whose `limit` counts minutes.
   * Absent if `limit` counts rows.
   */
  readonly perRow?: (values: Values) => number
  /**
   * Share, from 0 to 1, of the requested range within `records` that is covered by the rows up to
   * this timestamp (epoch milliseconds), in the request's order.
   */
  readonly covered: (values: Values, records: Span, timestamp: number) => number
  /**
   * Requested range, both ends inclusive, in any unit. A request whose `first` is after its `last`
   * is rejected: it selects nothing. Absent if every range can have rows.
   */
  readonly asked?: (values: Values) => { readonly first: number | bigint; readonly last: number | bigint }
  /**
   * Order and time of the rows of a request. With it, a row that does not follow the one before,
   * within a page and from page to page, is invalid. Absent if the order is unknown.
   */
  readonly order?: (values: Values) => Order
  /**
   * Overrides that make a request return all rows that match its filters, if the service returns only some of them
   * by default. Used by streams; a call for one page is sent unchanged. Absent if the service always returns all.
   */
  readonly whole?: (values: Values, records: Span) => Overrides<Values>
}

/** Types of an endpoint, for the compiler only. */
export interface Types<out Request, out Answer, out Row = never> {
  /** Request of a caller. */
  readonly request: Request
  /** Result of a call: a value, or a page of rows. */
  readonly answer: Answer
  /** A row; `never` for an endpoint with one value. */
  readonly row: Row
}

/** What an answer without rows means. */
export interface Absence {
  /** Why there are none, as a sentence without its full stop. */
  readonly reason: string
  /** Whether rows are expected, so that the answer may be a mistake of the service: the request is sent again, once. */
  readonly doubtful: boolean
}

/**
 * Returns what an answer without rows means. `records` is the time of the records, until now.
 * `undefined`: it is right, or nothing is known.
 */
export type NoRows<Values> = (values: Values, records: Span) => Absence | undefined

interface Common<Request, P extends Params, Answer, Row = never> {
  readonly [TypeId]: Types<Request, Answer, Row>
  /** Name in spans, metrics and errors, `"stocks.bars"`, set by {@link ofService}. */
  readonly name: string
  /** Path with its parameters in braces. */
  readonly path: string
  /** Declared parameters of path and query. */
  readonly params: P
  /** Parameters in a URL. */
  readonly wireParams: WireParams
  /** Date of the service's first records, `"2016-06-22"`; absent if unknown. */
  readonly recordsFrom: string | undefined
  /** Returns what an answer without rows means; `undefined` if nothing is known. */
  readonly noRows: NoRows<ValuesOf<P>> | undefined
  /** Fields of the value, or around the rows, that repeat the request. */
  readonly repeats?: Repeats
}

/** A schema of `A` with any encoded type. */
// oxlint-disable-next-line typescript/no-explicit-any -- a schema's types are invariant
type SchemaOf<A> = Schema.Schema<A, any>

/** An endpoint with one value. */
export interface Single<Request, A, P extends Params> extends Common<Request, P, A> {
  /** One value. */
  readonly kind: "single"
  /** Schema of the value. */
  readonly value: SchemaOf<A>
  /** Key of the value in the document; absent if it is the document. */
  readonly at: string | undefined
  /** Decodes the value and the envelope from a response's bytes. */
  readonly decode: (bytes: Uint8Array) => Either.Either<Decoder.Decoded<Envelope.List, Decoder.One<A>>, Decoder.Refusal>
}

interface Rows<Request, Row, P extends Params, Page> extends Common<Request, P, Page, Row> {
  /** Schema of the envelope. */
  readonly envelope: SchemaOf<Envelope.List>
  /** Schema of the fields beside the rows, in the object that contains them; absent if there are none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a schema's types are invariant
  readonly beside: SchemaOf<any> | undefined
  /** Schema of a row. */
  readonly row: SchemaOf<Row>
  /**
   * Path of the rows in the document: `results`, `tickers`, `results.values`; empty if the document
   * is the array of rows.
   */
  readonly at: string
  /** Decodes the rows from a response's bytes. */
  readonly decoder: Decoder.Decoder<Envelope.List, Row>
  /** Fields of each row that repeat the request. */
  readonly rowRepeats?: Repeats
  /**
   * Field that identifies a row within an answer: an identical row counts once, another row with
   * the same value is invalid. Absent if none does.
   */
  readonly key?: string
  /** Order and time of the rows of a request; those of a history are in `timeRange`. Absent if unknown. */
  readonly order?: (values: ValuesOf<P>) => Order
}

/** An endpoint that returns rows, all in one response. */
export interface List<Request, Row, P extends Params, Page = Envelope.Page<Row>> extends Rows<Request, Row, P, Page> {
  /** Rows, all in one response. */
  readonly kind: "list"
}

/** An endpoint that returns rows page by page. */
export interface Paged<Request, Row, P extends Params, Page = Envelope.Page<Row>> extends Rows<Request, Row, P, Page> {
  /** Rows, page by page. */
  readonly kind: "paged"
}

/** A paged endpoint with numeric rows in a time range: it also returns columns, and can be cut into shards. */
export interface History<Request, Row, P extends Params, Page = Envelope.Page<Row>> extends Rows<
  Request,
  Row,
  P,
  Page
> {
  /** Numeric rows in a time range, page by page. */
  readonly kind: "history"
  /** Rule that cuts its range into shards. */
  readonly timeRange: TimeRange<ValuesOf<P>>
}

/** An endpoint that returns rows. */
// oxlint-disable-next-line typescript/no-explicit-any -- the bound's types are invariant
export type AnyRows = List<any, any, any, any> | Paged<any, any, any, any> | History<any, any, any, any>
/** Any endpoint: the bound of a type parameter. */
// oxlint-disable-next-line typescript/no-explicit-any -- the bound's types are invariant
export type Any = Single<any, any, any> | AnyRows

/** Request of an endpoint, as a caller's input. */
export type Request<E extends Any> = E[TypeId]["request"]
/** Request of an endpoint, as canonical values. */
export type Written<E extends Any> = WrittenOf<E["params"]>
/** Request of an endpoint as its handler receives it, with the defaults. */
export type Values<E extends Any> = ValuesOf<E["params"]>
/** A page of an endpoint. */
export type PageOf<E extends AnyRows> = E[TypeId]["answer"]

/** Declaration common to all endpoints. */
export interface Declaration<Path extends string, P extends Params> {
  /** Name of an endpoint without a service. Default: the path. */
  readonly name?: string
  /** Path with its parameters in braces. */
  readonly path: Path
  /** Parameters of path and query, under the service's names. Path parameters must be required. */
  readonly params: P & InPath<Path>
  /** Date of the service's first records: `"2016-06-22"`. */
  readonly recordsFrom?: string
  /**
   * Returns what an answer without rows means, for the warning of a call or stream that gives none. Default: unknown.
   */
  readonly noRows?: NoRows<ValuesOf<NoInfer<P>>>
  /** Fields of the value, or around the rows, that repeat the request. Default: none. */
  readonly repeats?: Repeats
}

/** Declaration of an endpoint that returns rows. */
export interface RowsDeclaration<
  Path extends string,
  P extends Params,
  Row,
  RowI,
  E extends Field.Fields,
  B extends Field.Fields,
> extends Declaration<Path, P> {
  /** Schema of a row. */
  readonly row: Schema.Schema<Row, RowI>
  /** Envelope fields other than `status`, `request_id` and `next_url`. Default: none. */
  readonly envelope?: E
  /**
   * Fields beside the rows, in the object that contains them: `underlying` in `results` if the rows
   * are `results.values`. Default: none.
   */
  readonly beside?: B
  /**
   * Path of the rows in the document: `results`, `tickers`, `results.values`; `""` if the document
   * is the array of rows. Default `results`.
   */
  readonly at?: string
  /** Fields of each row that repeat the request, besides those whose tickers are filtered. Default: none. */
  readonly rowRepeats?: Repeats
  /** Field that identifies a row within an answer. Default: none. */
  readonly key?: string
  /** Order and time of the rows of a request. Default: unknown. */
  readonly order?: (values: ValuesOf<NoInfer<P>>) => Order
}

/** Page type of a declaration. */
type Declared<Row, E extends Field.Fields, B extends Field.Fields> = Envelope.Page<Row> & Field.Row<E> & Field.Row<B>

/** Keys that one of two types lacks, and keys whose types differ. */
type Difference<A, B> =
  | Exclude<keyof A, keyof B>
  | { [K in keyof B]-?: K extends keyof A ? ([A[K], B[K]] extends [B[K], A[K]] ? never : K) : K }[keyof B]

/**
 * Requires the interface that annotates an endpoint to match its declaration; otherwise the compiler names the keys.
 */
type Annotates<Annotation, Declared> = string extends keyof Annotation
  ? unknown // Nothing annotates the endpoint.
  : [Difference<Annotation, Declared>] extends [never]
    ? unknown
    : { readonly "the interface differs from the declaration in": Difference<Annotation, Declared> }

type AnnotatesRows<Request, Page, P extends Params, Row, E extends Field.Fields, B extends Field.Fields> = Annotates<
  NoInfer<Request>,
  RequestOf<P>
> &
  Annotates<NoInfer<Page>, Declared<Row, E, B>>

const isFilter = (param: Param.Any | Filter.Any): param is Filter.Any => "of" in param

/** Converts each operator of a filter to a separate parameter. */
const toWire = (params: Params): WireParams =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, param]) =>
      isFilter(param)
        ? param.of(name).map(([operator, one]) => [operator === "eq" ? name : `${name}.${operator}`, one] as const)
        : [[name, param] as const],
    ),
  )

const common = <Path extends string, P extends Params>(declaration: Declaration<Path, P>): Common<never, P, never> => ({
  [TypeId]: TypeId as never,
  recordsFrom: undefined,
  noRows: undefined,
  name: declaration.path,
  ...declaration,
  wireParams: toWire(declaration.params),
})

const rows = <P extends Params, Row, RowI>(
  declaration: RowsDeclaration<string, P, Row, RowI, Field.Fields, Field.Fields>,
  decoderOf: <A, I, R, RI, B, BI>(options: Decoder.ListOptions<A, I, R, RI, B, BI>) => Decoder.Decoder<A, R>,
): Rows<never, Row, P, never> => {
  const { at = "results", row } = declaration
  const envelope: SchemaOf<Envelope.List> =
    declaration.envelope === undefined
      ? Envelope.List
      : (Field.struct({ ...Envelope.fields, ...declaration.envelope }) as never)
  const beside = declaration.beside && (Field.struct(declaration.beside) as never)
  return {
    ...common(declaration as never),
    envelope,
    beside,
    row,
    at,
    decoder: decoderOf({ envelope, row, at, beside }),
  }
}

/** Declares an endpoint with one value: the whole document, or its value under the key `at`. */
export const single = <const Path extends string, P extends Params, A, I, Request = RequestOf<P>>(
  declaration: Declaration<Path, P> & { readonly value: Schema.Schema<A, I>; readonly at?: string } & Annotates<
      NoInfer<Request>,
      RequestOf<P>
    >,
): Single<Request, A, P> => {
  const { value, at } = declaration
  const decode = Decoder.single({ envelope: Envelope.List, value, at })
  return { ...common(declaration), kind: "single", value, at, decode }
}

/** Declares an endpoint that returns rows, all in one response. */
export const list = <
  const Path extends string,
  P extends Params,
  Row,
  RowI,
  E extends Field.Fields = {},
  B extends Field.Fields = {},
  Request = RequestOf<P>,
  Page = Declared<Row, E, B>,
>(
  declaration: RowsDeclaration<Path, P, Row, RowI, E, B> & AnnotatesRows<Request, Page, P, Row, E, B>,
): List<Request, Row, P, Page> => ({ ...rows(declaration, Decoder.list), kind: "list" })

/** Declares an endpoint that returns rows page by page. */
export const paged = <
  const Path extends string,
  P extends Params,
  Row,
  RowI,
  E extends Field.Fields = {},
  B extends Field.Fields = {},
  Request = RequestOf<P>,
  Page = Declared<Row, E, B>,
>(
  declaration: RowsDeclaration<Path, P, Row, RowI, E, B> & AnnotatesRows<Request, Page, P, Row, E, B>,
): Paged<Request, Row, P, Page> => ({ ...rows(declaration, Decoder.list), kind: "paged" })

/** Declares a paged endpoint of numeric rows in a time range. */
export const history = <
  const Path extends string,
  P extends Params,
  Row,
  RowI,
  E extends Field.Fields = {},
  Request = RequestOf<P>,
  Page = Declared<Row, E, {}>,
>(
  declaration: RowsDeclaration<Path, P, Row, RowI, E, {}> & {
    readonly timeRange: TimeRange<ValuesOf<NoInfer<P>>>
    readonly beside?: never
  } & AnnotatesRows<Request, Page, P, Row, E, {}>,
): History<Request, Row, P, Page> => ({
  ...rows(declaration, Decoder.history),
  kind: "history",
  timeRange: declaration.timeRange,
})

/** Id of the annotation of {@link requestSchema} and {@link pageSchema}. */
export const SourceId: unique symbol = Symbol.for("@candela/core/Endpoint/Source")

/** Annotation of a schema with the endpoint that it is derived from. */
export interface Source {
  /** Name of the endpoint. */
  readonly endpoint: string
  /** What the schema describes. */
  readonly of: "request" | "page"
}

/**
 * Schema of the requests of an endpoint, as a payload of an `Rpc`, a workflow or a tool, or as the
 * `setUrlParams` of an `HttpApiEndpoint`. A decoded request is plain data that a call accepts:
 * dates and instants are texts, epoch milliseconds are numbers, epoch nanoseconds a `bigint`.
 *
 * It encodes to JSON, and decodes from texts in a URL, too. It checks each parameter; a call checks the whole request.
 */
export const requestSchema = <E extends Any>(endpoint: E): Schema.Struct<RequestFields<E["params"]>> =>
  Schema.Struct(Record.map(endpoint.wireParams, RequestSchema.ofParam)).annotations({
    [SourceId]: { endpoint: endpoint.name, of: "request" } satisfies Source,
  }) as never

/**
 * Schema of the pages of an endpoint: the rows under `results`, with the fields around and beside
 * them. Encoded rows have the wire keys. It has the endpoint's name in documents: `StocksBarsPage`.
 *
 * The schema of one row is `endpoint.row`, that of a single value `endpoint.value`.
 */
export const pageSchema = <E extends AnyRows>(endpoint: E): SchemaOf<PageOf<E>> =>
  Envelope.page(endpoint).annotations({
    identifier: `${endpoint.name.replace(/(?:^|\W)(\w)/g, (_, letter: string) => letter.toUpperCase())}Page`,
    [SourceId]: { endpoint: endpoint.name, of: "page" } satisfies Source,
  }) as never

/** Names the endpoints of a service, each by the key of its method: `bars` of `stocks` is `stocks.bars`. */
export const ofService = <E extends Readonly<Record<string, Any>>>(service: string, endpoints: E): E =>
  Object.fromEntries(
    Object.entries(endpoints).map(([method, endpoint]) => [method, { ...endpoint, name: `${service}.${method}` }]),
  ) as E
