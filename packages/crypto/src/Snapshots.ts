/** Snapshots of crypto pairs. @module */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Unit from "@candela/core/Unit"
import * as Instant from "@candela/market/Instant"
import * as Snapshot from "@candela/market/Snapshot"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const lastTradeFields = {
  /** Condition codes, the service's ids. */
  conditions: Field.optional(Schema.Array(Unit.Code), "c"),
  /** The trade's id, unique for its pair and exchange. */
  id: Field.optional(Field.Id, "i"),
  /** Price of one unit of the traded currency, in the other one. */
  price: Field.optional(Unit.Currency, "p"),
  /** How much of the traded currency changed hands; it may be fractional. */
  size: Field.optional(Unit.Volume, "s"),
  /** When it was made, epoch milliseconds. */
  timestamp: Field.optional(Unit.EpochMillis, "t"),
  /** The exchange, the service's id. */
  exchange: Field.optional(Unit.Code, "x"),
}

/** The last trade in a pair's snapshot. Its numbers are 0 or absent where there is none. */
export interface CryptoLastTrade extends Field.Row<typeof lastTradeFields>, Endpoint.Named {}

/** Schema of {@link CryptoLastTrade}. */
export const CryptoLastTrade: Field.SchemaOf<CryptoLastTrade, typeof lastTradeFields> &
  Instant.Reader<CryptoLastTrade, "timestamp"> = Instant.readable(Schema.Struct(lastTradeFields), "timestamp")

const fields = {
  /** The last trade. */
  lastTrade: Field.optional(CryptoLastTrade),
}

/**
 * A crypto pair's day so far, its day before and its last trade (specification, the pattern of the Forex snapshot ticker). `day` and `min` are cleared at 00:00
 * New York and fill again from 04:00.
 */
export interface CryptoSnapshot extends Snapshot.PairSnapshot, Field.Row<typeof fields> {}

/** Schema of {@link CryptoSnapshot}. */
export const CryptoSnapshot: Snapshot.PairSchema<CryptoSnapshot, typeof fields> = Snapshot.pairSchema(fields)

const snapshotsParams = {
  /** The pairs' tickers, case-sensitive: `X:BTCUSD` or `X:BTC-USD`. Default all pairs. A pair that the service does not know is left out. */
  tickers: Snapshot.tickers(Ticker.Crypto),
}

/** Which pairs' snapshots to request. */
export interface SnapshotsRequest extends Endpoint.RequestOf<typeof snapshotsParams>, Endpoint.Named {}

export const snapshots: Endpoint.List<SnapshotsRequest, CryptoSnapshot, typeof snapshotsParams> = Snapshot.snapshots(
  "crypto",
  snapshotsParams,
  CryptoSnapshot,
)

const snapshotParams = {
  /** The pair's ticker, case-sensitive: `X:BTCUSD` or `X:BTC-USD`. */
  ticker: Ticker.Crypto,
}

/** Which pair's snapshot to request. */
export interface SnapshotRequest extends Endpoint.RequestOf<typeof snapshotParams>, Endpoint.Named {}

export const snapshot: Endpoint.Single<SnapshotRequest, CryptoSnapshot, typeof snapshotParams> = Snapshot.snapshot(
  "crypto",
  snapshotParams,
  CryptoSnapshot,
)

export const movers: Endpoint.List<Snapshot.MoversRequest, CryptoSnapshot, typeof Snapshot.moversParams> =
  Snapshot.movers("crypto", Snapshot.moversParams, CryptoSnapshot)
