/** Unified snapshot: the latest state of many instruments of all markets. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import { SnapshotItem } from "./Snapshot.js"

/** Maximum number of tickers per request (specification, Limits). */
export const mostTickers = 250

const params = {
  /**
   * Tickers of any market, case-sensitive. Without a ticker all instruments are listed. At most 250 in `ticker.any_of`.
   */
  ticker: Filter.rangeOrAnyOf(Ticker.Any, mostTickers),
  /** Kind of instrument. Default: all. An empty value is not sent. */
  type: Param.orBlank(Param.optional(Param.literal("stocks", "options", "crypto", "fx", "indices"))),
  /** Direction of sorting. */
  order: Param.order("asc"),
  /** Column to sort by. */
  sort: Param.sortColumn({ columns: ["ticker"], default: "ticker" }),
  /** Size of a page. */
  limit: Param.limit({ default: 10, max: mostTickers }),
}

/** Request for a list of instruments. */
export interface ListRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

export const list: Endpoint.Paged<ListRequest, SnapshotItem, typeof params> = Endpoint.paged({
  path: "/v3/snapshot",
  params,
  row: SnapshotItem,
  key: "ticker",
})
