/** Latest values of indices. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Unit from "@candela/core/declare/Unit"
import * as Instant from "@candela/market/Instant"
import { SnapshotSession, Timeframe } from "@candela/market/InstrumentState"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const fields = {
  /** The ticker of the index. */
  ticker: /* @__PURE__ */ Field.required(Schema.String),
  /** Name of the index. */
  name: /* @__PURE__ */ Field.optional(Schema.String),
  /** Kind of instrument: `indices`. */
  type: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Field.openEnum("indices")),
  /** State of the market: `regular_trading`, `early_trading`, `late_trading` or `closed`. */
  market_status: /* @__PURE__ */ Field.optional(
    /* @__PURE__ */ Field.openEnum("regular_trading", "early_trading", "late_trading", "closed"),
  ),
  /** Value of the index, points. */
  value: /* @__PURE__ */ Field.optional(Unit.Points),
  /** The session so far, or the last one, in points. */
  session: /* @__PURE__ */ Field.optional(SnapshotSession),
  /** Time of the value, epoch nanoseconds. */
  last_updated: /* @__PURE__ */ Field.optional(Unit.EpochNanos),
  /** Timeliness: `REAL-TIME` or `DELAYED`. */
  timeframe: /* @__PURE__ */ Field.optional(Timeframe),
  /** Why there is no value: `NOT_FOUND`, or `NOT_ENTITLED` if the key's plan lacks the index. Absent otherwise. */
  error: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Field.openEnum("NOT_FOUND", "NOT_ENTITLED")),
  /** The service's words for the error. */
  message: /* @__PURE__ */ Field.optional(Schema.String),
}

/** State of an index, or a ticker that could not be resolved: it has an `error`, and no value. */
export interface IndexSnapshot extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link IndexSnapshot}, and `IndexSnapshot.dateTime(snapshot)`. */
export const IndexSnapshot: Field.SchemaOf<IndexSnapshot, typeof fields> &
  Instant.Reader<IndexSnapshot, "last_updated"> = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct(fields, "IndexSnapshot"),
  "last_updated",
)

const params = {
  /** Tickers of indices, case-sensitive. Without a ticker all indices are listed. At most 250 in `ticker.any_of`. */
  ticker: /* @__PURE__ */ Filter.rangeOrAnyOf(Ticker.Index, 250),
  /** Direction of sorting. */
  order: /* @__PURE__ */ Param.order("asc"),
  /** Column to sort by. */
  sort: /* @__PURE__ */ Param.sortColumn({ columns: ["ticker"], default: "ticker" }),
  /** Size of a page. The maximum is the size of a stream's pages. */
  limit: /* @__PURE__ */ Param.limit({ default: 10, max: 250 }),
}

/** Request for the values of indices. */
export interface SnapshotsRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

export const snapshots: Endpoint.Paged<SnapshotsRequest, IndexSnapshot, typeof params> = /* @__PURE__ */ Endpoint.paged(
  {
    path: "/v3/snapshot/indices",
    params,
    row: IndexSnapshot,
    key: "ticker",
  },
)
