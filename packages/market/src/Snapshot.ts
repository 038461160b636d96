/**
 * Snapshots: an instrument's day so far, its day before and its latest prices, in one row. Stocks, forex and crypto share what is here.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Param from "@candela/core/Param"
import * as Schema from "effect/Schema"

/** The fields of {@link SnapshotBar}, for bars that hold more. */
export const barFields = {
  /** First price, in the quote currency. Wire key `o`. */
  open: /* @__PURE__ */ Field.required(Schema.Number, "o"),
  /** Highest price, in the quote currency. Wire key `h`. */
  high: /* @__PURE__ */ Field.required(Schema.Number, "h"),
  /** Lowest price, in the quote currency. Wire key `l`. */
  low: /* @__PURE__ */ Field.required(Schema.Number, "l"),
  /** Last price, in the quote currency. Wire key `c`. */
  close: /* @__PURE__ */ Field.required(Schema.Number, "c"),
  /** Traded volume. Wire key `v`. */
  volume: /* @__PURE__ */ Field.required(Schema.Number, "v"),
}

/** A bar within a snapshot. All its numbers are 0 while there are no data. */
export interface SnapshotBar extends Field.Row<typeof barFields>, Endpoint.Named {}

/** {@link SnapshotBar} as the service writes it. */
export type SnapshotBarWire = Schema.Struct.Encoded<typeof barFields>

/** Schema of {@link SnapshotBar}. */
export const SnapshotBar: Schema.Schema<SnapshotBar, SnapshotBarWire> = /* @__PURE__ */ Schema.Struct(barFields)

const vwap = {
  /** Volume-weighted average price, in the quote currency. Wire key `vw`. */
  vwap: /* @__PURE__ */ Field.required(Schema.Number, "vw"),
}

/** The fields of {@link SnapshotDay}, for bars that hold more. */
export const dayFields = { ...barFields, ...vwap }

/** A day's bar within a snapshot. All its numbers are 0 while there are no data. */
export interface SnapshotDay extends SnapshotBar, Field.Row<typeof vwap> {}

/** {@link SnapshotDay} as the service writes it. */
export type SnapshotDayWire = SnapshotBarWire & Schema.Struct.Encoded<typeof vwap>

/** Schema of {@link SnapshotDay}. */
export const SnapshotDay: Schema.Schema<SnapshotDay, SnapshotDayWire> = /* @__PURE__ */ Schema.Struct(dayFields)

const ofMinute = {
  /** Number of trades. Wire key `n`. */
  transactions: /* @__PURE__ */ Field.required(Schema.Number, "n"),
  /** Start of the minute, epoch milliseconds. Wire key `t`. */
  timestamp: /* @__PURE__ */ Field.required(Schema.Number, "t"),
}

/** The fields of {@link SnapshotMinute}, for bars that hold more. */
export const minuteFields = { ...dayFields, ...ofMinute }

/** The latest minute's bar within a snapshot. All its numbers are 0 while there are no data of today. */
export interface SnapshotMinute extends SnapshotDay, Field.Row<typeof ofMinute> {}

/** {@link SnapshotMinute} as the service writes it. */
export type SnapshotMinuteWire = SnapshotDayWire & Schema.Struct.Encoded<typeof ofMinute>

/** Schema of {@link SnapshotMinute}. */
export const SnapshotMinute: Schema.Schema<SnapshotMinute, SnapshotMinuteWire> =
  /* @__PURE__ */ Schema.Struct(minuteFields)

/** What the snapshots of currency pairs and cryptocurrencies share, for rows that hold more. */
export const fields = {
  /** The ticker, with the prefix of its market. */
  ticker: /* @__PURE__ */ Field.required(Schema.String),
  /** The day before: the last one that had data. */
  prevDay: /* @__PURE__ */ Field.required(SnapshotDay),
  /** The latest price less the close of the day before, in the quote currency; 0 while there are no data of today. */
  todaysChange: /* @__PURE__ */ Field.required(Schema.Number),
  /** The same in percent of the close of the day before. */
  todaysChangePerc: /* @__PURE__ */ Field.required(Schema.Number),
  /**
   * When the latest data came, exact epoch nanoseconds; 0 for an instrument without data. A value below 1e15 is epoch milliseconds, as the service's documentation
   * shows it.
   */
  updated: /* @__PURE__ */ Field.required(Field.Int64),
  /** Fair market value, in the quote currency. Business plans have it, others do not. */
  fmv: /* @__PURE__ */ Field.optional(Schema.Number),
}

/** What the snapshots of currency pairs and cryptocurrencies share. */
export interface PairSnapshot extends Field.Row<typeof fields>, Endpoint.Named {}

/** {@link PairSnapshot} as the service writes it; the nanoseconds as a string where it is encoded. */
export type PairSnapshotWire = Schema.Struct.Encoded<typeof fields>

/** A list of tickers, of which an empty one means all. */
export const tickers = (
  ticker: Param.Required<string>,
): Param.Optional<ReadonlyArray<string> | "", ReadonlyArray<string>> =>
  Param.orBlank(Param.repeatable(Param.optional(Param.list(ticker))))

/** The parameters of movers (specification, endpoint 18). */
export const moversParams = {
  /** `gainers`: what has risen most since the previous close. `losers`: what has fallen most. */
  direction: /* @__PURE__ */ Param.literal("gainers", "losers"),
}

/** Which movers to request. */
export interface MoversRequest extends Endpoint.RequestOf<typeof moversParams>, Endpoint.Named {}
