/**
 * Stand-ins for the services, for the tests of an application: nothing is sent, nothing needs a key.
 *
 * ```ts
 * const Test = Mock.layer(Stocks, { bars: Mock.paged([bar]), openClose: Mock.fail(new NotFound({ endpoint: "stocks.openClose", detail: "" })) })
 * ```
 *
 * A mocked method answers all its forms (call, `.pages`, `.stream`, `.columns`). What is not mocked dies and says its name.
 *
 * @module
 */
import * as Chunk from "effect/Chunk"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { Columns } from "./Columns.js"
import type { Page } from "./Envelope.js"
import * as column from "./internal/decoder/column.js"
import * as store from "./internal/decoder/columnStore.js"
import type { MarketDataError } from "./MarketDataError.js"
import type * as Method from "./Method.js"

type Rows<Row> = Iterable<Row> | Stream.Stream<Row, MarketDataError>

const isStream = <Row>(rows: Rows<Row>): rows is Stream.Stream<Row, MarketDataError> =>
  Stream.StreamTypeId in (rows as object)

/**
 * A method that gives the rows: as one page when it is called, as one page by `.pages`, as they are by `.stream` and `.columns`. Fields of the
 * envelope other than `status` are absent, unless they are given. A stream of rows may be endless, or fail.
 */
export const paged = <Row, P extends Page<Row> = Page<Row>>(
  rows: Rows<Row>,
  envelope: Partial<Omit<NoInfer<P>, "results">> = {},
): Method.History<unknown, Row, P> => {
  const stream = isStream(rows) ? rows : Stream.fromIterable(rows)
  const page = Effect.map(
    Stream.runCollect(stream),
    // The envelope's fields are all optional, which the type parameter cannot say.
    (chunk) => ({ status: "OK", ...envelope, results: Chunk.toReadonlyArray(chunk) }) as unknown as P,
  )
  return Object.assign(() => page, {
    pages: () => Stream.fromEffect(page),
    stream: () => stream,
    columns: () =>
      stream.pipe(
        Stream.chunks,
        Stream.map((chunk) => columnsOf(Chunk.toReadonlyArray(chunk))),
      ),
  })
}

/** Columns of the fields that the rows have; each has a bitmap, because only the schema would tell which fields are optional. */
const columnsOf = <Row>(rows: ReadonlyArray<Row>): Columns<Row> => {
  const samples = new Map(rows.flatMap((row) => Object.entries(row as object)))
  const fields = Array.from(samples, ([name, sample]) => ({ name, kind: column.kindOfValue(sample), optional: true }))
  return store.fromRows(fields, rows) as unknown as Columns<Row>
}

/** A method that gives one value. */
export const single =
  <A>(value: A): Method.Single<unknown, A> =>
  () =>
    Effect.succeed(value)

/** A method that gives nothing in any of its forms: it stands for a method of any kind. */
export interface Fruitless {
  (request: unknown): Effect.Effect<never, MarketDataError>
  /** No pages. */
  readonly pages: (request: unknown) => Stream.Stream<never, MarketDataError>
  /** No rows. */
  readonly stream: (request: unknown) => Stream.Stream<never, MarketDataError>
  /** No columns. */
  readonly columns: (request: unknown) => Stream.Stream<never, MarketDataError>
}

/** A method that fails in all its forms. */
export const fail = (error: MarketDataError): Fruitless => fruitless(Effect.fail(error), Stream.fail(error))

/** A method that dies in all its forms. */
const unmocked = (name: string): Fruitless => {
  const defect = new Error(`${name} is not mocked. Give it to Mock.layer.`)
  return fruitless(Effect.die(defect), Stream.die(defect))
}

const fruitless = (
  effect: Effect.Effect<never, MarketDataError>,
  stream: Stream.Stream<never, MarketDataError>,
): Fruitless => Object.assign(() => effect, { pages: () => stream, stream: () => stream, columns: () => stream })

/** A layer of a service of which only the given methods answer. */
export const layer = <I, S extends object>(tag: Context.Tag<I, S>, methods: Partial<S>): Layer.Layer<I> => {
  const service = tag.key.slice(tag.key.lastIndexOf("/") + 1)
  return Layer.succeed(
    tag,
    new Proxy(methods, {
      get: (target, name, receiver) =>
        // A service that answered `then` would be taken for a promise.
        Reflect.has(target, name) || typeof name === "symbol" || name === "then"
          ? Reflect.get(target, name, receiver)
          : unmocked(`${service}.${name}`),
    }) as S,
  )
}
