/** Snapshots of crypto pairs. @module */
import * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Snapshot from "@candela/market/Snapshot"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import { CryptoTrade } from "./Trades.js"

const fields = {
  /** The bar of today, which is a day in UTC. */
  day: Field.required(Snapshot.SnapshotDay),
  /** The bar of the latest minute. */
  min: Field.required(Snapshot.SnapshotMinute),
  /** The last trade. All its numbers are 0 where there is none. */
  lastTrade: Field.required(CryptoTrade),
}

/**
 * A crypto pair's day so far, its day before and its last trade (specification, the pattern of the Forex snapshot ticker). `day` and `min` are cleared at 00:00
 * New York and fill again from 04:00.
 */
export interface CryptoSnapshot extends Snapshot.PairSnapshot, Field.Row<typeof fields> {}

/** Schema of {@link CryptoSnapshot}. */
export const CryptoSnapshot: Schema.Schema<
  CryptoSnapshot,
  Snapshot.PairSnapshotWire & Schema.Struct.Encoded<typeof fields>
> = Schema.Struct({ ...Snapshot.fields, ...fields })

const snapshotsParams = {
  /** The pairs' tickers, case-sensitive: `X:BTCUSD` or `X:BTC-USD`. Default all pairs. A pair that the service does not know is left out. */
  tickers: Snapshot.tickers(Ticker.Crypto),
}

/** Which pairs' snapshots to request. */
export interface SnapshotsRequest extends Endpoint.RequestOf<typeof snapshotsParams>, Endpoint.Named {}

/** `GET /v2/snapshot/locale/global/markets/crypto/tickers` (specification, the pattern of endpoint 16). */
export const snapshots: Endpoint.List<SnapshotsRequest, CryptoSnapshot, typeof snapshotsParams> = Endpoint.list(
  "crypto.snapshots",
  {
    path: "/v2/snapshot/locale/global/markets/crypto/tickers",
    params: snapshotsParams,
    row: CryptoSnapshot,
    at: "tickers",
  },
)

const snapshotParams = {
  /** The pair's ticker, case-sensitive: `X:BTCUSD` or `X:BTC-USD`. */
  ticker: Ticker.Crypto,
}

/** Which pair's snapshot to request. */
export interface SnapshotRequest extends Endpoint.RequestOf<typeof snapshotParams>, Endpoint.Named {}

/** `GET /v2/snapshot/locale/global/markets/crypto/tickers/{ticker}` (specification, the pattern of endpoint 17). */
export const snapshot: Endpoint.Single<SnapshotRequest, CryptoSnapshot, typeof snapshotParams> = Endpoint.single(
  "crypto.snapshot",
  {
    path: "/v2/snapshot/locale/global/markets/crypto/tickers/{ticker}",
    params: snapshotParams,
    value: CryptoSnapshot,
    at: "ticker",
  },
)

/** `GET /v2/snapshot/locale/global/markets/crypto/{direction}` (specification, the pattern of endpoint 18). */
export const movers: Endpoint.List<Snapshot.MoversRequest, CryptoSnapshot, typeof Snapshot.moversParams> =
  Endpoint.list("crypto.movers", {
    path: "/v2/snapshot/locale/global/markets/crypto/{direction}",
    params: Snapshot.moversParams,
    row: CryptoSnapshot,
    at: "tickers",
  })
