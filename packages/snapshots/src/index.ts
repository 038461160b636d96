/**
 * {@include ../README.md}
 *
 * @module @candela/snapshots
 */
export {
  type CryptoSnapshot,
  type ForexSnapshot,
  Greeks,
  type IndexSnapshot,
  LastMinute,
  LastQuote,
  LastTrade,
  OptionDetails,
  type OptionSnapshot,
  type OtherSnapshot,
  SnapshotSession,
  Snapshot,
  SnapshotItem,
  type StockSnapshot,
  UnderlyingAsset,
  type UnresolvedSnapshot,
} from "./Snapshot.js"
export { Snapshots } from "./Snapshots.js"
