/**
 * Look-ups of single tickers, gathered into requests of the list.
 */
import * as Batch from "@candela/core/Batch"
import type { Page } from "@candela/core/Envelope"
import { NotFound, Unauthorized, type MarketDataError } from "@candela/core/MarketDataError"
import * as Request from "@candela/core/Request"
import * as Ticker from "@candela/market/Ticker"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type list, type ListRequest, mostTickers } from "../SnapshotList.js"
import type { Snapshot, SnapshotItem, UnresolvedSnapshot } from "../Snapshot.js"

/** What the tickers of one request may take up in its URL, which holds 8,000 bytes. */
const room = 7_500

/** The bytes of a ticker in a query, and of the comma after it. */
const sizeOf = (ticker: string): number => encodeURIComponent(ticker).length + "%2C".length

const unresolved = (endpoint: string, { error, message = "" }: UnresolvedSnapshot, requestId: string | undefined) => {
  const fields = { endpoint, detail: message, ...(requestId === undefined ? {} : { requestId }) }
  return error === "NOT_ENTITLED" ? new Unauthorized({ ...fields, reason: "NotEntitled" }) : new NotFound(fields)
}

/** What a page says of a ticker. */
const outcomeIn = (endpoint: string, { request_id: requestId, results }: Page<SnapshotItem>) => {
  const items = new Map(results.map((item) => [Ticker.canonical(item.ticker), item]))
  return (ticker: string): Either.Either<Snapshot, MarketDataError> => {
    const item = items.get(ticker) ?? { ticker, error: "NOT_FOUND", message: "The answer does not hold it." }
    return "error" in item ? Either.left(unresolved(endpoint, item, requestId)) : Either.right(item)
  }
}

/** A look-up of one ticker. One that no request can hold fails alone, before anything is sent. */
export const make = (
  endpoint: typeof list,
  call: (request: ListRequest) => Effect.Effect<Page<SnapshotItem>, MarketDataError>,
): ((ticker: string) => Effect.Effect<Snapshot, MarketDataError>) => {
  const lookUp = Batch.make<Snapshot, MarketDataError>({
    most: mostTickers,
    room,
    sizeOf,
    // The default size of a page would cut the answer.
    request: (tickers) =>
      Effect.map(call({ "ticker.any_of": tickers, limit: tickers.length }), (page) => outcomeIn(endpoint.name, page)),
  })
  return (ticker) =>
    Effect.zipRight(Request.url(endpoint, { "ticker.any_of": [ticker] }), lookUp(Ticker.canonical(ticker)))
}
