/**
 * Requests the rows of any endpoint from the service, as columns.
 *
 * @module
 */
import * as Client from "@candela/core/declare/Client"
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Piece } from "../layout/format.js"

/** Forms of a method with rows that are used here. */
interface Rows {
  (request: object): Effect.Effect<{ readonly results: ReadonlyArray<unknown> }, MarketDataError>
  readonly stream?: (request: object) => Stream.Stream<unknown, MarketDataError>
  readonly columns?: (request: object) => Stream.Stream<Piece, MarketDataError>
}

/** Streams the rows of a request from the service. */
export const rows = (
  endpoint: Endpoint.AnyRows,
  request: object,
): Stream.Stream<Piece, MarketDataError, MarketData> => {
  const toPiece = (rows: ReadonlyArray<unknown>): Piece => Columns.fromRows(endpoint.row, rows)
  return Stream.unwrap(
    Effect.map(Client.make({ rows: endpoint }), (methods) => {
      const method = methods.rows as Rows
      if (method.columns !== undefined) return method.columns(request)
      return method.stream === undefined
        ? Stream.map(Stream.fromEffect(method(request)), ({ results }) => toPiece(results))
        : Stream.mapChunks(method.stream(request), (chunk) => Chunk.of(toPiece(Chunk.toReadonlyArray(chunk))))
    }),
  )
}

/** Fetches a list with rows of several tickers, grouped by ticker. A ticker without rows has no entry. */
export const byTicker = (
  endpoint: Endpoint.AnyRows,
  request: object,
): Effect.Effect<ReadonlyMap<string, Piece>, MarketDataError, MarketData> =>
  Effect.map(Stream.runCollect(rows(endpoint, request)), (pieces) => {
    const groups = new Map<string, Array<unknown>>()
    for (const piece of pieces) {
      for (const row of piece.toRows()) {
        const { ticker = "" } = row as { readonly ticker?: string }
        const group = groups.get(ticker)
        if (group === undefined) groups.set(ticker, [row])
        else group.push(row)
      }
    }
    return new Map([...groups].map(([ticker, group]) => [ticker, Columns.fromRows(endpoint.row, group) as Piece]))
  })
