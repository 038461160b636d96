/**
 * Makes the methods of a service from its endpoints.
 *
 * @module
 */
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { Columns } from "./Columns.js"
import type * as Decoder from "./Decoder.js"
import type * as Endpoint from "./Endpoint.js"
import type * as Envelope from "./Envelope.js"
import * as Calls from "./internal/stream/calls.js"
import * as Monotonic from "./internal/monotonic.js"
import * as Pages from "./internal/stream/pages.js"
import * as Shards from "./internal/stream/requests.js"
import { MarketData } from "./MarketData.js"
import type { MarketDataError } from "./MarketDataError.js"
import type * as Method from "./Method.js"
import * as Request from "./Request.js"

/** Endpoints under the names of their methods. */
export type Endpoints = Readonly<Record<string, Endpoint.Any>>

/** The methods of endpoints. */
export type Methods<E extends Endpoints> = { readonly [K in keyof E]: Method.Of<E[K]> }

/** A layer of a service whose methods are those of the endpoints, and those that `extend` makes of them. */
export const layer = <I, const E extends Endpoints, X extends object = {}>(
  tag: Context.Tag<I, NoInfer<Methods<E> & X>>,
  endpoints: E,
  extend?: (methods: Methods<E>) => Effect.Effect<X>,
): Layer.Layer<I, never, MarketData> =>
  Layer.effect(
    tag,
    Effect.flatMap(make(endpoints), (methods) =>
      Effect.map(extend?.(methods) ?? Effect.succeed({}), (own) => ({ ...methods, ...own }) as Methods<E> & X),
    ),
  )

/** The methods of endpoints, on the connection of the context. */
export const make = <const E extends Endpoints>(endpoints: E): Effect.Effect<Methods<E>, never, MarketData> =>
  Effect.map(
    MarketData,
    (service) =>
      Object.fromEntries(
        Object.entries(endpoints).map(([name, endpoint]) => [name, method(service, endpoint)]),
      ) as Methods<E>,
  )

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

/** A source whose calls skip invalid rows if the options say so, and must end before the deadline, which is counted from now. */
const within = <S extends Calls.AnySource>(
  own: S,
  { deadline, onInvalidRow = own.service.onInvalidRow }: Method.CallOptions = {},
): Effect.Effect<S> =>
  Effect.map(Monotonic.now, (now) => {
    const source = { ...own, skipping: onInvalidRow === "skip" }
    if (deadline === undefined) return source
    const timeout = Duration.decode(deadline)
    return { ...source, deadline: { timeout, at: now + Duration.toMillis(timeout) } }
  })

/** Fetches the one page of a request. */
const onePage =
  <R extends { readonly length: number }>(source: Pages.Source<Envelope.List, R>) =>
  (input: object, options?: Method.CallOptions): Effect.Effect<Decoder.Decoded<Envelope.List, R>, MarketDataError> => {
    const { endpoint } = source
    return Effect.flatMap(Request.parse(endpoint, input), (values) =>
      Effect.flatMap(Request.toUrl(endpoint, values), (url) =>
        Effect.flatMap(within(source, options), (source) => Pages.one(source, url, Calls.attributesOf(source, values))),
      ),
    )
  }

const single = (service: MarketData.Service, endpoint: Endpoint.Single<unknown, unknown, Endpoint.Params>) => {
  const fetch = onePage({ service, endpoint, decode: endpoint.decode, nextUrl: () => undefined, logged: new Set() })
  return (...call: Parameters<typeof fetch>) => Effect.map(fetch(...call), ({ rows }) => rows.value)
}

const sourcesOf = (service: MarketData.Service, endpoint: Endpoint.AnyRows) => {
  const decoder: Decoder.Decoder<Envelope.List, unknown> = service.codeGeneration
    ? endpoint.decoder
    : endpoint.decoder.withoutCodeGeneration
  const source = { service, endpoint, nextUrl: decoder.nextUrl, logged: new Set<string>() }
  return {
    rows: { ...source, decode: decoder.rows },
    lazyRows: { ...source, decode: decoder.lazyRows, prepare: decoder.prepare },
    columns: { ...source, decode: decoder.columns, prepare: decoder.prepare },
  }
}

type Sources = ReturnType<typeof sourcesOf>

const page = (sources: Sources) => {
  const fetch = onePage(sources.rows)
  return (...call: Parameters<typeof fetch>) => Effect.map(fetch(...call), toPage)
}

const toPage = <Env, Row>({ envelope, invalid, rows }: Decoder.Decoded<Env, ReadonlyArray<Row>>) => ({
  ...envelope,
  results: rows,
  ...(invalid && { invalid }),
})

const toColumns = ({ invalid, rows }: Decoder.Decoded<unknown, Columns<unknown>>): Columns<unknown> =>
  invalid ? Object.assign(rows, { invalid }) : rows

/** Page size from which warming up the decoder pays off. */
const manyRows = 10_000

const streams = (sources: Sources) => {
  const { endpoint, service } = sources.rows
  const { requests: requestsOf = Shards.of } = service
  /** A stream over the shards of a request. */
  const streamOf = <S extends Calls.AnySource, A>(
    source: S,
    input: object,
    options: Method.HistoryOptions = {},
    form: Shards.Form,
    run: (source: S, request: Pages.Request, options: Pages.Options) => Stream.Stream<A, MarketDataError>,
  ) =>
    Stream.unwrap(
      Effect.zipWith(
        requestsOf({ endpoint, input, options, form }),
        within(source, options),
        ({ onPage, order, page = 0, settings, urls, values }, source) =>
          run(
            source,
            { urls, attributes: Calls.attributesOf(sources.rows, values[0] ?? {}) },
            { ...settings, onPage, order, prepare: page >= manyRows },
          ),
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
            streamOf(sources.columns, input, options, "rows", (...pages) => Stream.map(Pages.all(...pages), toColumns)),
        }
      : {}),
  }
}
