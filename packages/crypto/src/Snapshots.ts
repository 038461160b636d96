/** Snapshots of crypto pairs. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Instant from "@candela/market/Instant"
import * as Snapshot from "@candela/market/Snapshot"
import * as Ticker from "@candela/market/Ticker"
import { traded, type Traded } from "./HistoricTrades.js"

const ofLastTrade = {
  /** Price of one unit of the traded currency, in the other one. */
  price: Field.optional(Unit.Currency, "p"),
  /** Time of the trade, epoch milliseconds. */
  timestamp: Field.optional(Unit.EpochMillis, "t"),
}

/** The last trade in a pair's snapshot. Its numbers are 0 or absent where there is none. */
export interface CryptoLastTrade extends Traded, Field.Row<typeof ofLastTrade> {}

/** Schema of {@link CryptoLastTrade}. */
export const CryptoLastTrade: Field.SchemaOf<CryptoLastTrade, typeof traded & typeof ofLastTrade> &
  Instant.Reader<CryptoLastTrade, "timestamp"> = Instant.readable(
  Field.struct({ ...traded, ...ofLastTrade }, "CryptoLastTrade"),
  "timestamp",
)

const fields = {
  /** The last trade. */
  lastTrade: Field.optional(CryptoLastTrade),
}

/**
 * A crypto pair's day so far, previous day and last trade (specification, the pattern of the Forex
 * snapshot ticker). `day` and `min` are cleared at 00:00 New York and fill again from 04:00.
 */
export interface CryptoSnapshot extends Snapshot.PairSnapshot, Field.Row<typeof fields> {}

/** Schema of {@link CryptoSnapshot}. */
export const CryptoSnapshot: Snapshot.PairSchema<CryptoSnapshot, typeof fields> = Snapshot.pairSchema(
  fields,
  "CryptoSnapshot",
)

const snapshotsParams = {
  /** The pairs' tickers, case-sensitive: `X:BTCUSD` or `X:BTC-USD`. Default all pairs. Unknown pairs are left out. */
  tickers: Snapshot.tickers(Ticker.Crypto),
}

/** Request for the snapshots of pairs. */
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

/** Request for a pair's snapshot. */
export interface SnapshotRequest extends Endpoint.RequestOf<typeof snapshotParams>, Endpoint.Named {}

export const snapshot: Endpoint.Single<SnapshotRequest, CryptoSnapshot, typeof snapshotParams> = Snapshot.snapshot(
  "crypto",
  snapshotParams,
  CryptoSnapshot,
)

export const movers: Endpoint.List<Snapshot.MoversRequest, CryptoSnapshot, typeof Snapshot.moversParams> =
  Snapshot.movers("crypto", Snapshot.moversParams, CryptoSnapshot)
