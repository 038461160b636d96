/**
 * {@include ../README.md}
 *
 * @module @candela/snapshots
 */
export {
  type CryptoSnapshot,
  type ForexSnapshot,
  type IndexSnapshot,
  type OptionSnapshot,
  type OtherSnapshot,
  Snapshot,
  SnapshotItem,
  type StockSnapshot,
  type UnresolvedSnapshot,
} from "./Snapshot.js"
export { Snapshots } from "./Snapshots.js"
export {
  Greeks,
  LastMinute,
  LastQuote,
  LastTrade,
  OptionDetails,
  SnapshotSession,
  UnderlyingAsset,
} from "@candela/market/InstrumentState"
