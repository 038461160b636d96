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
  Snapshot,
  SnapshotItem,
  SnapshotSession,
  type StockSnapshot,
  UnderlyingAsset,
  type UnresolvedSnapshot,
} from "./Snapshot.js"
export { Snapshots } from "./Snapshots.js"
