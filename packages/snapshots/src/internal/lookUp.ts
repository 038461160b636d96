/**
 * Look-ups of single tickers, gathered into requests of the list.
 */
import * as Batch from "@candela/core/Batch"
import { NotFound, Unauthorized, type MarketDataError } from "@candela/core/MarketDataError"
import type * as Method from "@candela/core/Method"
import * as Request from "@candela/core/Request"
import * as Ticker from "@candela/market/Ticker"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import { type list, mostTickers } from "../SnapshotList.js"
import type { Snapshot, SnapshotItem, UnresolvedSnapshot } from "../Snapshot.js"

/** What the tickers of one request may take up in its URL, which holds 8,000 bytes. */
const room = 7_500

/** The bytes of a ticker in a query, and of the comma after it. */
const sizeOf = (ticker: string): number => encodeURIComponent(ticker).length + "%2C".length

const unresolved = (endpoint: string, { error, message = "" }: UnresolvedSnapshot, requestId: string | undefined) => {
  const fields = { endpoint, detail: message, ...(requestId === undefined ? {} : { requestId }) }
  return error === "NOT_ENTITLED" ? new Unauthorized({ ...fields, reason: "NotEntitled" }) : new NotFound(fields)
}

/** Items by their tickers, each with the id of the request that gave it. */
type Found = Map<string, { readonly item: SnapshotItem; readonly requestId: string | undefined }>

/** What the pages say of a ticker. */
const outcomeIn =
  (endpoint: string, found: Found) =>
  (ticker: string): Either.Either<Snapshot, MarketDataError> => {
    const missing = { ticker, error: "NOT_FOUND", message: "The answer does not hold it." }
    const { item, requestId } = found.get(Ticker.canonical(ticker)) ?? { item: missing, requestId: undefined }
    return "error" in item ? Either.left(unresolved(endpoint, item, requestId)) : Either.right(item)
  }

/** Whether one ticker may be at fault: the service refuses it, or the schema refuses its row. */
const isOfOneTicker = (error: MarketDataError): boolean =>
  error._tag === "Conflict" || (error._tag === "DecodeError" && error.path.startsWith("results["))

/**
 * A look-up of one ticker. One that no request can hold fails alone, before anything is sent.
 */
export const make = (
  endpoint: typeof list,
  { pages }: Pick<Method.Of<typeof list>, "pages">,
): Effect.Effect<(ticker: string) => Effect.Effect<Snapshot, MarketDataError>> => {
  const request = (tickers: ReadonlyArray<string>) =>
    Effect.suspend(() => {
      const found: Found = new Map()
      const isMissing = (ticker: string) => !found.has(Ticker.canonical(ticker))
      // The default size of a page would cut the answer. The service may send smaller pages all the same.
      return pages({ "ticker.any_of": tickers, limit: tickers.length }, { prefetch: 0 }).pipe(
        Stream.runForEachWhile(({ request_id: requestId, results }) =>
          Effect.sync(() => {
            for (const item of results) found.set(Ticker.canonical(item.ticker), { item, requestId })
            return tickers.some(isMissing)
          }),
        ),
        Effect.as(outcomeIn(endpoint.name, found)),
      )
    })
  const batch = Batch.make<Snapshot, MarketDataError>({
    most: mostTickers,
    room,
    sizeOf,
    request,
    isOfOneKey: isOfOneTicker,
  })
  return Effect.map(
    batch,
    (lookUp) => (ticker) =>
      Effect.zipRight(Request.url(endpoint, { "ticker.any_of": [ticker] }), lookUp(Ticker.canonical(ticker))),
  )
}
