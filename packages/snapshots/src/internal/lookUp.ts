/**
 * Look-ups of single tickers, batched into requests of the list.
 */
import * as Batch from "@candela/core/declare/Batch"
import {
  InvalidRequest,
  NotFound,
  ServiceError,
  Unauthorized,
  type CallError,
  type MarketDataError,
} from "@candela/core/MarketDataError"
import type * as Method from "@candela/core/Method"
import * as Request from "@candela/core/Request"
import * as Ticker from "@candela/market/Ticker"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import { type list, mostTickers } from "../SnapshotList.js"
import type { Snapshot, SnapshotItem, UnresolvedSnapshot } from "../Snapshot.js"

/** Name of the look-up in its errors: users called it, not the list. */
const name = "snapshots.get"

/** Renames an error of the list to the look-up, which has no pages for its caller. */
const ofLookUp = (error: MarketDataError): CallError =>
  error._tag === "PaginationError"
    ? new ServiceError({ endpoint: name, detail: `page ${error.page} cannot be followed: ${error.detail}` })
    : new (error.constructor as new (fields: object) => CallError)({ ...error, endpoint: name })

/** Bytes for the tickers of one request in its URL, which is limited to 8,000 bytes. */
const room = 7_500

/** Number of bytes of a ticker in a query, with the comma after it. */
const sizeOf = (ticker: string): number => encodeURIComponent(ticker).length + "%2C".length

/** Error of a ticker in a list from the service, with status 200. */
const unresolved = (requestId: string | undefined, item?: UnresolvedSnapshot) => {
  const { error, message: detail = "" } = item ?? {}
  const fields = { endpoint: name, status: 200, detail, ...(requestId === undefined ? {} : { requestId }) }
  return error === "NOT_ENTITLED" ? new Unauthorized({ ...fields, reason: "NotEntitled" }) : new NotFound(fields)
}

/** Content of the pages of a request. */
interface Found {
  /** Items by ticker, each with the id of the page's request. */
  readonly items: Map<string, { readonly item: SnapshotItem; readonly requestId: string | undefined }>
  /** Id of the last page's request. */
  lastRequestId: string | undefined
}

/** Outcome of a ticker in the pages. */
const outcomeIn =
  ({ items, lastRequestId }: Found) =>
  (ticker: string): Either.Either<Snapshot, CallError> => {
    const found = items.get(Ticker.canonical(ticker))
    if (found === undefined) return Either.left(unresolved(lastRequestId))
    return "error" in found.item ? Either.left(unresolved(found.requestId, found.item)) : Either.right(found.item)
  }

/** Whether one ticker may be at fault: the service rejects it, or the schema rejects its row. */
const isOfOneTicker = (error: CallError): boolean =>
  error._tag === "Conflict" || (error._tag === "DecodeError" && error.path.startsWith("results["))

/** Rejects tickers that the list cannot name: it treats a comma as the end of a ticker. */
const checked = (endpoint: typeof list, ticker: string): Effect.Effect<unknown, CallError> =>
  ticker.includes(",")
    ? new InvalidRequest({
        endpoint: name,
        parameter: "ticker",
        value: JSON.stringify(ticker),
        expected: "one ticker, without commas",
      })
    : Effect.mapError(Request.url(endpoint, { ticker }), ofLookUp)

/**
 * Makes a look-up of one ticker. A ticker that fits into no request fails alone, before anything is sent.
 */
export const make = (
  endpoint: typeof list,
  { pages }: Pick<Method.Of<typeof list>, "pages">,
): Effect.Effect<(ticker: string) => Effect.Effect<Snapshot, CallError>> => {
  const request = (tickers: ReadonlyArray<string>) =>
    Effect.suspend(() => {
      const found: Found = { items: new Map(), lastRequestId: undefined }
      const isMissing = (ticker: string) => !found.items.has(Ticker.canonical(ticker))
      // The default page size would truncate the response. The service may still send smaller pages.
      return pages({ "ticker.any_of": tickers, limit: tickers.length }, { prefetch: 0 }).pipe(
        Stream.runForEachWhile(({ request_id: requestId, results }) =>
          Effect.sync(() => {
            found.lastRequestId = requestId
            for (const item of results) found.items.set(Ticker.canonical(item.ticker), { item, requestId })
            return tickers.some(isMissing)
          }),
        ),
        Effect.map(() => outcomeIn(found)),
        Effect.mapError(ofLookUp),
      )
    })
  const batch = Batch.make<Snapshot, CallError>({
    most: mostTickers,
    room,
    sizeOf,
    request,
    isOfOneKey: isOfOneTicker,
  })
  return Effect.map(
    batch,
    (lookUp) => (ticker) => Effect.zipRight(checked(endpoint, ticker), lookUp(Ticker.canonical(ticker))),
  )
}
