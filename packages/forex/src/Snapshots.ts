/** Snapshots of currency pairs. @module */
import * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Snapshot from "@candela/market/Snapshot"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const minuteFields = {
  /** First price, in the quote currency. Wire key `o`. */
  open: Field.optional(Schema.Number, "o"),
  /** Highest price, in the quote currency. Wire key `h`. */
  high: Field.optional(Schema.Number, "h"),
  /** Lowest price, in the quote currency. Wire key `l`. */
  low: Field.optional(Schema.Number, "l"),
  /** Last price, in the quote currency. Wire key `c`. */
  close: Field.optional(Schema.Number, "c"),
  /** Traded volume. Wire key `v`. */
  volume: Field.optional(Schema.Number, "v"),
  /** Volume-weighted average price, in the quote currency. Wire key `vw`. */
  vwap: Field.optional(Schema.Number, "vw"),
  /** Number of trades. Wire key `n`. */
  transactions: Field.optional(Schema.Number, "n"),
  /** Start of the minute, epoch milliseconds. Wire key `t`. */
  timestamp: Field.optional(Schema.Number, "t"),
}

const dayFields = {
  /** Volume-weighted average price, in the quote currency. Wire key `vw`. */
  vwap: Field.optional(Schema.Number, "vw"),
}

/** The bar of today in a pair's snapshot. All its numbers are 0 while there are no data. */
export interface ForexSnapshotDay extends Snapshot.SnapshotBar, Field.Row<typeof dayFields> {}

/** Schema of {@link ForexSnapshotDay}. */
export const ForexSnapshotDay: Schema.Schema<
  ForexSnapshotDay,
  Snapshot.SnapshotBarWire & Schema.Struct.Encoded<typeof dayFields>
> = Schema.Struct({ ...Snapshot.barFields, ...dayFields })

/** The latest minute's bar in a pair's snapshot. All its numbers are 0 while there are no data of today. */
export interface ForexSnapshotMinute extends Field.Row<typeof minuteFields>, Endpoint.Named {}

/** Schema of {@link ForexSnapshotMinute}. */
export const ForexSnapshotMinute: Field.SchemaOf<ForexSnapshotMinute, typeof minuteFields> = Schema.Struct(minuteFields)

const lastQuoteFields = {
  /** Lowest price at which somebody sells the base currency, in the quote currency. Wire key `a`. */
  ask: Field.required(Schema.Number, "a"),
  /** Highest price at which somebody buys the base currency, in the quote currency. Wire key `b`. */
  bid: Field.required(Schema.Number, "b"),
  /** When the quote was made, epoch milliseconds. Wire key `t`. */
  timestamp: Field.required(Schema.Number, "t"),
  /** Exchange of the quote, the service's id. Wire key `x`. */
  exchange: Field.required(Schema.Number, "x"),
  /** The quote's id. Wire key `i`. */
  id: Field.optional(Schema.String, "i"),
}

/** The last quote in a pair's snapshot. All its numbers are 0 where there is none, and on plans without quotes. */
export interface ForexLastQuote extends Field.Row<typeof lastQuoteFields>, Endpoint.Named {}

/** Schema of {@link ForexLastQuote}. */
export const ForexLastQuote: Field.SchemaOf<ForexLastQuote, typeof lastQuoteFields> = Schema.Struct(lastQuoteFields)

const fields = {
  /** The bar of today. */
  day: Field.required(ForexSnapshotDay),
  /** The bar of the latest minute. */
  min: Field.required(ForexSnapshotMinute),
  /** The last quote. */
  lastQuote: Field.required(ForexLastQuote),
}

/**
 * A currency pair's day so far, its day before and its latest prices (specification, Forex snapshot ticker). `day` and `min` are cleared at 00:00 New York and fill
 * again from 04:00.
 */
export interface ForexSnapshot extends Snapshot.PairSnapshot, Field.Row<typeof fields> {}

/** Schema of {@link ForexSnapshot}. */
export const ForexSnapshot: Schema.Schema<
  ForexSnapshot,
  Snapshot.PairSnapshotWire & Schema.Struct.Encoded<typeof fields>
> = Schema.Struct({ ...Snapshot.fields, ...fields })

const snapshotsParams = {
  /** The pairs' tickers, case-sensitive: `C:EURUSD` or `C:EUR-USD`. Default all pairs. A pair that the service does not know is left out. */
  tickers: Snapshot.tickers(Ticker.Forex),
}

/** Which pairs' snapshots to request. */
export interface SnapshotsRequest extends Endpoint.RequestOf<typeof snapshotsParams>, Endpoint.Named {}

/** `GET /v2/snapshot/locale/global/markets/forex/tickers` (specification, endpoint 16). */
export const snapshots: Endpoint.List<SnapshotsRequest, ForexSnapshot, typeof snapshotsParams> = Endpoint.list(
  "forex.snapshots",
  {
    path: "/v2/snapshot/locale/global/markets/forex/tickers",
    params: snapshotsParams,
    row: ForexSnapshot,
    at: "tickers",
  },
)

const snapshotParams = {
  /** The pair's ticker, case-sensitive: `C:EURUSD` or `C:EUR-USD`. */
  ticker: Ticker.Forex,
}

/** Which pair's snapshot to request. */
export interface SnapshotRequest extends Endpoint.RequestOf<typeof snapshotParams>, Endpoint.Named {}

/** `GET /v2/snapshot/locale/global/markets/forex/tickers/{ticker}` (specification, endpoint 17). */
export const snapshot: Endpoint.Single<SnapshotRequest, ForexSnapshot, typeof snapshotParams> = Endpoint.single(
  "forex.snapshot",
  {
    path: "/v2/snapshot/locale/global/markets/forex/tickers/{ticker}",
    params: snapshotParams,
    value: ForexSnapshot,
    at: "ticker",
  },
)

/** `GET /v2/snapshot/locale/global/markets/forex/{direction}` (specification, endpoint 18). */
export const movers: Endpoint.List<Snapshot.MoversRequest, ForexSnapshot, typeof Snapshot.moversParams> = Endpoint.list(
  "forex.movers",
  {
    path: "/v2/snapshot/locale/global/markets/forex/{direction}",
    params: Snapshot.moversParams,
    row: ForexSnapshot,
    at: "tickers",
  },
)
