/**
 * Rows of any endpoint, page by page.
 *
 * @module
 */
import * as Client from "@candela/core/declare/Client"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Envelope from "@candela/core/declare/Envelope"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Request from "@candela/core/Request"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Requests an endpoint's largest pages, so that all rows take the fewest requests. */
export const largest = (endpoint: Endpoint.Any, request: object): object => {
  const isPaged = endpoint.kind === "paged" || endpoint.kind === "history"
  return isPaged ? { ...request, ...Request.largestPages(endpoint) } : request
}

/** Page of rows, and whether the service has more. */
export interface RowPage {
  readonly rows: ReadonlyArray<unknown>
  readonly hasNext: boolean
}

const only = (rows: ReadonlyArray<unknown>): RowPage => ({ rows, hasNext: false })

const pulled = (
  pages: Effect.Effect<Stream.Stream<Envelope.Page<unknown>, MarketDataError>, never, MarketData>,
): Stream.Stream<RowPage, MarketDataError, MarketData> =>
  Stream.map(Stream.unwrap(pages), ({ next_url, results }) => ({ rows: results, hasNext: next_url !== undefined }))

/** Streams the pages of a request. Each is requested when it is pulled. A single value is one page of one row. */
export const of = (endpoint: Endpoint.Any, request: object): Stream.Stream<RowPage, MarketDataError, MarketData> => {
  switch (endpoint.kind) {
    case "single": {
      const value = Effect.flatMap(Client.make({ endpoint }), ({ endpoint }) => endpoint(request))
      return Stream.fromEffect(Effect.map(value, (value) => only([value])))
    }
    case "list": {
      const page = Effect.flatMap(Client.make({ endpoint }), ({ endpoint }) => endpoint(request))
      return Stream.fromEffect(Effect.map(page, ({ results }) => only(results)))
    }
    case "paged":
      return pulled(Effect.map(Client.make({ endpoint }), ({ endpoint }) => endpoint.pages(request, { prefetch: 0 })))
    case "history":
      return pulled(
        Effect.map(Client.make({ endpoint }), ({ endpoint }) => endpoint.pages(request, { prefetch: 0, shards: 1 })),
      )
  }
}
