/**
 * Makes the methods of a service from its endpoints.
 *
 * @module
 */
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Adjusted from "../internal/Adjusted.js"
import type { Columns } from "../Columns.js"
import type * as Decoder from "./Decoder.js"
import type * as Endpoint from "./Endpoint.js"
import type * as Envelope from "./Envelope.js"
import * as Accounts from "../internal/accounts.js"
import type { PageRows } from "../internal/http/service.js"
import type * as Calls from "../internal/stream/calls.js"
import * as Monotonic from "../internal/monotonic.js"
import * as Pages from "../internal/stream/pages.js"
import { MarketData } from "../MarketData.js"
import type { MarketDataError } from "../MarketDataError.js"
import * as Method from "../Method.js"
import * as Request from "../Request.js"
import * as Step from "../internal/Step.js"

/** Endpoints by method name. */
export type Endpoints = Readonly<Record<string, Endpoint.Any>>

/** Methods of endpoints. */
export type Methods<E extends Endpoints> = { readonly [K in keyof E]: Method.Of<E[K]> }

/**
 * Layer of a service with the methods of {@link make}. It is built for each connection that it stands on: Effect
 * builds other layers once in a program, and the service would send the key of its first connection everywhere.
 */
// protects: A service is built for each connection.
// mutant: ": each service sends the key of its own": Layer.fresh → ((layer) => layer)
export const layer = <I, const E extends Endpoints, X extends object = {}>(
  tag: Context.Tag<I, NoInfer<Methods<E> & X>>,
  endpoints: E,
  extend?: (methods: Methods<E>) => Effect.Effect<X>,
): Layer.Layer<I, never, MarketData> =>
  Layer.fresh(
    Layer.effect(
      tag,
      Accounts.made(tag)(
        Effect.flatMap(
          Accounts.taken(MarketData),
          Accounts.onceFor((service) => methodsOf(service, endpoints, extend)),
        ),
      ),
    ),
  )

/** Makes the methods of endpoints, and those that `extend` derives from them, on the connection of the context. */
export const make = <const E extends Endpoints, X extends object = {}>(
  endpoints: E,
  extend?: (methods: Methods<E>) => Effect.Effect<X>,
): Effect.Effect<Methods<E> & X, never, MarketData> =>
  Effect.flatMap(Accounts.taken(MarketData), (service) => methodsOf(service, endpoints, extend))

const methodsOf = <E extends Endpoints, X extends object>(
  service: MarketData.Service,
  endpoints: E,
  extend: ((methods: Methods<E>) => Effect.Effect<X>) | undefined,
): Effect.Effect<Methods<E> & X> =>
  Effect.suspend(() => {
    const methods = Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => [
        name,
        Method.withEndpoint(method(service, endpoint), endpoint, service.serviceTime),
      ]),
    ) as Methods<E>
    return Effect.map(extend?.(methods) ?? Effect.succeed({}), (own) =>
      Accounts.belongs({ ...methods, ...own } as Methods<E> & X, service.connection),
    )
  })

const method = (service: MarketData.Service, endpoint: Endpoint.Any) => {
  switch (endpoint.kind) {
    case "single":
      return single(service, endpoint)
    case "list":
      return page(sourcesOf(service, endpoint))
    case "paged":
    case "history": {
      const sources = sourcesOf(service, endpoint)
      return Object.assign(page(sources), streams(sources))
    }
  }
}

/** Applies call options to a source: skipping of invalid rows, the retry policy, and the deadline, counted from now. */
const within = <S extends Calls.AnySource>(
  own: S,
  { deadline, onInvalidRow = own.service.onInvalidRow, retry }: Method.CallOptions = {},
): Effect.Effect<S> =>
  Effect.map(Monotonic.now, (now) => {
    const source = { ...own, retry, skipping: onInvalidRow === "skip" }
    const timeout = Duration.decode(deadline ?? Duration.infinity)
    if (!Duration.isFinite(timeout)) return source
    return { ...source, deadline: { timeout, at: now + Duration.toMillis(timeout) } }
  })

/** Fetches the one page of a request. */
const onePage =
  <R extends PageRows>(source: Calls.CallSource<R>) =>
  (input: object, options: Method.CallOptions = {}): Effect.Effect<Pages.FetchedPage<R>, MarketDataError> => {
    const { endpoint } = source
    const checked = Either.flatMap(Request.checkOptions(endpoint, options, "call"), () =>
      Request.parse(endpoint, input),
    )
    return Effect.flatMap(checked, (values) =>
      Effect.flatMap(Step.make(endpoint, values), (step) =>
        Effect.flatMap(
          // protects: The layer's deadline bounds its calls.
          // mutant: "deadline bounds a call": without ?? source.service.deadline
          within(source, { ...options, deadline: options.deadline ?? source.service.deadline }),
          (source) => Pages.one(source, step),
        ),
      ),
    )
  }

const single = (service: MarketData.Service, endpoint: Endpoint.Single<unknown, unknown, Endpoint.Params>) => {
  const fetch = onePage({ service, endpoint, decode: endpoint.decode, logged: new Set() })
  return (...call: Parameters<typeof fetch>) => Effect.map(fetch(...call), ({ rows }) => rows.value)
}

const sourcesOf = (service: MarketData.Service, endpoint: Endpoint.AnyRows) => {
  const decoder: Decoder.Decoder<Envelope.List, unknown> = service.codeGeneration
    ? endpoint.decoder
    : endpoint.decoder.withoutCodeGeneration
  const source = { service, endpoint, logged: new Set<string>() }
  return {
    // Rows become objects once they have been compared with their request: reading columns takes a
    // fraction of the time.
    rows: { ...source, decode: decoder.lazyRows },
    lazyRows: { ...source, decode: decoder.lazyRows, prepare: decoder.prepare },
    columns: { ...source, decode: decoder.columns, prepare: decoder.prepare },
  }
}

type Sources = ReturnType<typeof sourcesOf>

const page = (sources: Sources) => {
  const fetch = onePage(sources.rows)
  return (...call: Parameters<typeof fetch>) => Effect.map(fetch(...call), toPage)
}

/** Makes a page with the fields of the envelope, the rows, and `invalid`, `repeated` and `checkpoint`. */
const toPage = <Row>({ envelope, rows, ...beside }: Pages.FetchedPage<Decoder.LazyRows<Row>>) => ({
  ...envelope,
  results: Adjusted.mark(
    Array.isArray(rows) ? (rows as ReadonlyArray<Row>) : rows.slice(0, rows.length),
    Pages.adjustedOf(envelope),
  ),
  ...beside,
})

const toColumns =
  ({ request }: Step.Steps) =>
  ({ checkpoint, envelope, invalid, repeated, rows }: Pages.FetchedPage<Columns<unknown>>): Columns<unknown> => {
    const adjusted = Pages.adjustedOf(envelope, request)
    return Object.assign(
      rows,
      invalid && { invalid },
      repeated && { repeated },
      checkpoint && { checkpoint },
      adjusted !== undefined && { adjusted },
    )
  }

/** Page size from which warming up the decoder pays off. */
const manyRows = 10_000

const streams = (sources: Sources) => {
  const { endpoint, service } = sources.rows
  /** Streams the shards of a request. */
  const streamOf = <S extends Calls.AnySource, A>(
    source: S,
    input: object,
    options: Method.HistoryOptions = {},
    form: Step.Form,
    run: (source: S, steps: Step.Steps, prepare: boolean) => Stream.Stream<A, MarketDataError>,
  ) =>
    Stream.unwrap(
      Effect.zipWith(service.steps({ endpoint, input, options, form }), within(source, options), (steps, source) =>
        run(source, steps, (Request.limitOf(endpoint, steps.request.values) ?? 0) >= manyRows),
      ),
    )
  return {
    pages: (input: object, options?: Method.HistoryOptions) =>
      streamOf(sources.rows, input, options, "pages", (...pages) => Stream.map(Pages.all(...pages), toPage)),
    stream: (input: object, options?: Method.HistoryOptions) =>
      streamOf(sources.lazyRows, input, options, "rows", Pages.allRows),
    ...(endpoint.kind === "history"
      ? {
          columns: (input: object, options?: Method.HistoryOptions) =>
            streamOf(sources.columns, input, options, "rows", (...pages) =>
              Stream.map(Pages.all(...pages), toColumns(pages[1])),
            ),
        }
      : {}),
  }
}
