/**
 * Mock services for the tests of an application: nothing is sent, and no key is needed.
 *
 * ```ts
 * const Test = Mock.layer(Stocks, {
 *   bars: Mock.paged(({ stocksTicker }) => histories[stocksTicker] ?? []),
 *   openClose: Mock.fail(new NotFound({ endpoint: "stocks.openClose", detail: "" })),
 * })
 * ```
 *
 * A mocked method supports all its forms (call, `.pages`, `.stream`, `.columns`); `layer` rejects
 * requests that the client would reject. Calling a method that is not mocked is a defect that names it.
 *
 * @module
 */
import * as Chunk from "effect/Chunk"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import type { Columns } from "./Columns.js"
import type * as Endpoint from "./declare/Endpoint.js"
import type { Page } from "./declare/Envelope.js"
import type * as Topic from "./declare/Topic.js"
import * as column from "./internal/decoder/column.js"
import * as store from "./internal/decoder/columnStore.js"
import type { CallError, MarketDataError, PaginationError } from "./MarketDataError.js"
import * as Method from "./Method.js"
import * as Request from "./Request.js"
import * as Step from "./internal/Step.js"
import { toStream } from "./Mock/toStream.js"
import { type LiveRow, type LiveRows, type MockedTopic, mockedTopics, topic } from "./Mock/topic.js"

/** Rows, or a stream of them, which may be endless or fail. */
export type Rows<Row, E extends MarketDataError = MarketDataError> = Stream.Stream<Row, E> | Iterable<Row>

/**
 * Rows, or an effect that returns them. An error of the library is such an effect: return it to make the method fail.
 */
export type Answer<Row, E extends MarketDataError = MarketDataError> = Effect.Effect<Rows<Row, E>, E> | Rows<Row, E>

/** Options of {@link paged}. */
export interface PagedOptions<Envelope, E extends MarketDataError = MarketDataError> {
  /** Fields of the envelope other than `results`. Default: only `status: "OK"`. */
  readonly envelope?: Envelope | undefined
  /** Page size in rows, a whole number of at least 1. Default: all rows. A call returns the first page. */
  readonly pageSize?: number | undefined
  /**
   * Page, from 1, instead of which all forms fail with the error, after the rows of the earlier
   * pages. With fewer pages they fail after the last one.
   */
  readonly failAt?: { readonly page: number; readonly error: E } | undefined
}

/** A mock that returns rows, for a method of any kind. */
export interface Paged<Request, Row, Page, E extends MarketDataError> {
  (request: Request, options?: Method.CallOptions): Effect.Effect<Page, Exclude<E, PaginationError>>
  /** The pages. */
  readonly pages: (request: Request, options?: Method.HistoryPageOptions) => Stream.Stream<Page, E>
  /** The rows. */
  readonly stream: (request: NoInfer<Request>, options?: Method.HistoryOptions) => Stream.Stream<Row, E>
  /** The rows as columns. */
  readonly columns: (request: NoInfer<Request>, options?: Method.HistoryOptions) => Stream.Stream<Columns<Row>, E>
}

// `P extends Page<Row>` alone accepts rows that lack fields of the page's.
type RowOf<P extends Page<unknown>> = P["results"][number]

/**
 * Mocks a method that returns rows: the same ones for every request, or those from a function of the request.
 * Without `pageSize` a call and `.pages` return them as one page, `.stream` and `.columns` unchanged.
 *
 * ```ts
 * Mock.paged([bar])
 * const notFound = new NotFound({ endpoint: "stocks.bars", detail: "" })
 * Mock.paged(({ stocksTicker }) => (stocksTicker === "AAPL" ? [bar] : notFound))
 * Mock.paged(bars, { pageSize: 100, failAt: { page: 3, error: notFound } })
 * ```
 */
export const paged = <Row, P extends Page<Row> = Page<Row>, Request = unknown, E extends MarketDataError = never>(
  rows: Rows<Row & RowOf<NoInfer<P>>, E> | ((request: Request) => Answer<RowOf<NoInfer<P>>, E>),
  { envelope, failAt, pageSize }: PagedOptions<Partial<Omit<NoInfer<P>, "results">>, E> = {},
): Paged<Request, RowOf<P>, P, E> => {
  for (const [name, count] of Object.entries({ pageSize, "failAt.page": failAt?.page })) {
    if (count !== undefined && !(Number.isSafeInteger(count) && count >= 1)) {
      throw new RangeError(`Mock.paged: ${name} must be a whole number of at least 1, but is ${count}`)
    }
  }
  const all = (request: Request): Stream.Stream<RowOf<P>, E> =>
    Stream.suspend(() => toStream<RowOf<P>, E>(Predicate.isFunction(rows) ? rows(request) : rows))
  const cut = (request: Request) =>
    pageSize === undefined
      ? Stream.fromEffect(Stream.runCollect(all(request)))
      : all(request).pipe(Stream.grouped(pageSize), Stream.orElseIfEmpty(Chunk.empty<RowOf<P>>))
  const chunks = (request: Request) =>
    failAt === undefined
      ? cut(request)
      : Stream.concat(Stream.take(cut(request), failAt.page - 1), Stream.fail(failAt.error))
  const pages = (request: Request) =>
    // The envelope's fields are all optional, which the type parameter cannot express.
    Stream.map(
      chunks(request),
      (chunk) => ({ status: "OK", ...envelope, results: Chunk.toReadonlyArray(chunk) }) as unknown as P,
    )
  const stream = (request: Request) =>
    pageSize === undefined && failAt === undefined ? all(request) : Stream.flattenChunks(chunks(request))
  const call = (request: Request) => Effect.map(Stream.runHead(pages(request)), Option.getOrThrow)
  // A call does not follow pages.
  return Object.assign(call as (request: Request) => Effect.Effect<P, Exclude<E, PaginationError>>, {
    pages,
    stream,
    columns: (request: Request) =>
      stream(request).pipe(
        Stream.chunks,
        Stream.map((chunk) => columnsOf(Chunk.toReadonlyArray(chunk))),
      ),
  })
}

/** Makes columns of the rows' fields; each has a bitmap, because only the schema knows which fields are optional. */
const columnsOf = <Row>(rows: ReadonlyArray<Row>): Columns<Row> => {
  const samples = new Map(rows.flatMap((row) => Object.entries(row as object)))
  const fields = Array.from(samples, ([name, sample]) => ({ name, kind: column.kindOfValue(sample), optional: true }))
  return store.fromRows(fields, rows) as unknown as Columns<Row>
}

/** Mocks a method that returns one value. */
export const single: {
  /** Returns the same value for every request. */
  <A>(value: A extends (request: never) => unknown ? never : A): Method.Call<unknown, A>
  /** Returns the result of a function of the request: a value, an effect of one, or an error of the library. */
  <A, Request>(answer: (request: Request) => NoInfer<A> | Effect.Effect<NoInfer<A>, CallError>): Method.Call<Request, A>
} =
  (answer: unknown) =>
  (request: unknown): Effect.Effect<never, CallError> =>
    Effect.suspend(() => {
      const value: unknown = Predicate.isFunction(answer) ? answer(request) : answer
      return (Effect.isEffect(value) ? value : Effect.succeed(value)) as Effect.Effect<never, CallError>
    })

/** Some fields of a row or a value, at any depth. */
export type Part<A> = A extends string | number | bigint | boolean | null | undefined
  ? A
  : A extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Part<Item>>
    : { readonly [Key in keyof A]?: Part<A[Key]> | undefined }

/**
 * Gives a part of a row, or of a value, for the whole: the fields that a test needs. The others are absent, so that
 * code which reads them gets `undefined`. A field that the row does not have, or one of another type, does not compile.
 *
 * ```ts
 * Mock.layer(Stocks, { snapshot: Mock.single(Mock.part({ ticker: "AAPL", day: { close: 11 } })) })
 * // In lists and functions, with its type:
 * Mock.paged(({ stocksTicker }) => [Mock.part<Bar>({ close: prices[stocksTicker] })])
 * ```
 */
export const part = <A>(fields: Part<NoInfer<A>>): A => fields as A

/** A method without results in any of its forms, so it can replace a method of any kind. */
export interface Fruitless<E extends MarketDataError = never> {
  (request: unknown): Effect.Effect<never, E>
  /** No pages. */
  readonly pages: (request: unknown) => Stream.Stream<never, E>
  /** No rows. */
  readonly stream: (request: unknown) => Stream.Stream<never, E>
  /** No columns. */
  readonly columns: (request: unknown) => Stream.Stream<never, E>
}

/** Mocks a method that fails in all its forms. */
export const fail = <E extends MarketDataError>(error: E): Fruitless<E> =>
  fruitless<E>(Effect.fail(error), Stream.fail(error))

/** A method that dies in all its forms. */
const unmocked = (name: string): Fruitless => {
  const defect = new Error(`${name} is not mocked. Give it to Mock.layer.`)
  return fruitless(Effect.die(defect), Stream.die(defect))
}

const fruitless = <E extends MarketDataError>(
  effect: Effect.Effect<never, E>,
  stream: Stream.Stream<never, E>,
): Fruitless<E> => Object.assign(() => effect, { pages: () => stream, stream: () => stream, columns: () => stream })

const streaming = ["pages", "stream", "columns"] as const
type AnyStream = (request: never, options?: Method.HistoryOptions) => Stream.Stream<unknown, MarketDataError>
type AnyMethod = ((request: never) => Effect.Effect<unknown, MarketDataError>) & {
  readonly [Form in (typeof streaming)[number]]?: AnyStream
}

/** Adds the client's validation of requests to a method. */
const checked = (endpoint: Endpoint.Any, method: AnyMethod): AnyMethod => {
  const call = (request: never, options?: Method.CallOptions) =>
    Effect.flatMap(
      Either.flatMap(Request.checkOptions(endpoint, options, "call"), () => Request.url(endpoint, request)),
      () => method(request),
    )
  const forms = streaming.flatMap((form) => {
    const stream = method[form]
    if (stream === undefined) return []
    const checkedStream: AnyStream = (request, options) => {
      // A mock returns all its rows: it needs no store of checkpoints.
      const call = { endpoint, input: request, options: { ...options, checkpoint: undefined } }
      return Stream.unwrap(
        Effect.map(Step.ofStream({ ...call, form: form === "pages" ? "pages" : "rows" }), () =>
          stream(request, options),
        ),
      )
    }
    return [[form, checkedStream] as const]
  })
  return Method.withEndpoint(Object.assign(call, Object.fromEntries(forms)), endpoint)
}

/** A service made of endpoints, such as `Stocks`: its tag, and the endpoints by method name. */
export interface Service<I, S> extends Pick<Context.Tag<I, S>, "Identifier" | "Service" | "key"> {
  /** Endpoints against which requests are checked. */
  readonly endpoints: Readonly<Record<string, Endpoint.Any>>
  /** Derives the methods that are not endpoints from those that are. */
  readonly extend?: (methods: never) => Effect.Effect<object>
}

/** A service made of topics, such as `StocksLive`: its tag, and the topics by method name. */
export interface LiveService<I, S> extends Pick<Context.Tag<I, S>, "Identifier" | "Service" | "key"> {
  /** Topics of the methods. */
  readonly topics: Topic.Topics
}

const mockedMethods = (name: string, endpoints: Service<never, never>["endpoints"], given: Methods) =>
  Object.fromEntries(
    Object.entries(endpoints).map(([key, endpoint]) => {
      const method = given[key] as AnyMethod | undefined
      return [
        key,
        method === undefined ? Method.withEndpoint(unmocked(`${name}.${key}`), endpoint) : checked(endpoint, method),
      ]
    }),
  )

type Methods = Readonly<Record<string, unknown>>

/**
 * Layer of a service in which only the given methods work. A request that the client would reject
 * fails with the same error in all forms. Methods that the service derives from others, as
 * `Snapshots.get` from `list`, use their mocks, unless given themselves.
 */
export const layer = <I, S extends object>(
  service: Service<I, S> | LiveService<I, S>,
  methods: Partial<S>,
): Layer.Layer<I> => {
  const name = service.key.slice(service.key.lastIndexOf("/") + 1)
  const given = methods as Methods
  const tag = service as typeof service & Context.Tag<I, S>
  if ("topics" in service) return Layer.succeed(tag, mockedTopics(name, service.topics, given) as S)
  const mocked = mockedMethods(name, service.endpoints, given)
  return Layer.effect(
    tag,
    Effect.map(
      service.extend?.(mocked as never) ?? Effect.succeed({}),
      (made) => ({ ...made, ...given, ...mocked }) as unknown as S,
    ),
  )
}

export { type LiveRow, type LiveRows, type MockedTopic, topic }
