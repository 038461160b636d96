/** Snapshots of currency pairs. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Instant from "@candela/market/Instant"
import * as Snapshot from "@candela/market/Snapshot"
import * as Ticker from "@candela/market/Ticker"

const lastQuoteFields = {
  /** Lowest price at which somebody sells the base currency, in the quote currency. */
  ask: Field.optional(Unit.Currency, "a"),
  /** Highest price at which somebody buys the base currency, in the quote currency. */
  bid: Field.optional(Unit.Currency, "b"),
  /** Time of the quote, epoch milliseconds. */
  timestamp: Field.optional(Unit.EpochMillis, "t"),
  /** Exchange of the quote, the service's id. */
  exchange: Field.optional(Unit.Code, "x"),
  /** The quote's id. */
  id: Field.optional(Field.Id, "i"),
}

/**
 * The last quote in a pair's snapshot. Its numbers are 0 or absent where there is none, and on plans without quotes.
 */
export interface ForexLastQuote extends Field.Row<typeof lastQuoteFields>, Endpoint.Named {}

/** Schema of {@link ForexLastQuote}. */
export const ForexLastQuote: Field.SchemaOf<ForexLastQuote, typeof lastQuoteFields> &
  Instant.Reader<ForexLastQuote, "timestamp"> = Instant.readable(
  Field.struct(lastQuoteFields, "ForexLastQuote"),
  "timestamp",
)

const fields = {
  /** The last quote. */
  lastQuote: Field.optional(ForexLastQuote),
}

/**
 * A currency pair's day so far, previous day and latest prices (specification, Forex snapshot
 * ticker). `day` and `min` are cleared at 00:00 New York and fill again from 04:00.
 */
export interface ForexSnapshot extends Snapshot.PairSnapshot, Field.Row<typeof fields> {}

/** Schema of {@link ForexSnapshot}. */
export const ForexSnapshot: Snapshot.PairSchema<ForexSnapshot, typeof fields> = Snapshot.pairSchema(
  fields,
  "ForexSnapshot",
)

const snapshotsParams = {
  /** The pairs' tickers, case-sensitive: `C:EURUSD` or `C:EUR-USD`. Default all pairs. Unknown pairs are left out. */
  tickers: Snapshot.tickers(Ticker.Forex),
}

/** Request for the snapshots of pairs. */
export interface SnapshotsRequest extends Endpoint.RequestOf<typeof snapshotsParams>, Endpoint.Named {}

export const snapshots: Endpoint.List<SnapshotsRequest, ForexSnapshot, typeof snapshotsParams> = Snapshot.snapshots(
  "forex",
  snapshotsParams,
  ForexSnapshot,
)

const snapshotParams = {
  /** The pair's ticker, case-sensitive: `C:EURUSD` or `C:EUR-USD`. */
  ticker: Ticker.Forex,
}

/** Request for a pair's snapshot. */
export interface SnapshotRequest extends Endpoint.RequestOf<typeof snapshotParams>, Endpoint.Named {}

export const snapshot: Endpoint.Single<SnapshotRequest, ForexSnapshot, typeof snapshotParams> = Snapshot.snapshot(
  "forex",
  snapshotParams,
  ForexSnapshot,
)

export const movers: Endpoint.List<Snapshot.MoversRequest, ForexSnapshot, typeof Snapshot.moversParams> =
  Snapshot.movers("forex", Snapshot.moversParams, ForexSnapshot)
