/**
 * Snapshots: an instrument's day so far, its day before and its latest prices, in one row. Stocks, forex and crypto share what is here.
 *
 * Only the ticker is always there: the service leaves out what it has no data for, also within bars, trades and quotes.
 *
 * @module
 */
import * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Unit from "@candela/core/Unit"
import * as Param from "@candela/core/Param"
import * as Schema from "effect/Schema"
import * as Instant from "./Instant.js"
import * as Ticker from "./Ticker.js"

/** The fields of {@link SnapshotBar}, for bars that hold more. */
export const barFields = {
  /** First price, in the quote currency. */
  open: /* @__PURE__ */ Field.optional(Unit.Currency, "o"),
  /** Highest price, in the quote currency. */
  high: /* @__PURE__ */ Field.optional(Unit.Currency, "h"),
  /** Lowest price, in the quote currency. */
  low: /* @__PURE__ */ Field.optional(Unit.Currency, "l"),
  /** Last price, in the quote currency. */
  close: /* @__PURE__ */ Field.optional(Unit.Currency, "c"),
  /** Traded volume. */
  volume: /* @__PURE__ */ Field.optional(Unit.Volume, "v"),
  /** Volume-weighted average price, in the quote currency. */
  vwap: /* @__PURE__ */ Field.optional(Unit.Currency, "vw"),
}

/** A bar within a snapshot. While there are no data its numbers are 0 or absent. */
export interface SnapshotBar extends Field.Row<typeof barFields>, Endpoint.Named {}

/** {@link SnapshotBar} as the service writes it. */
export type SnapshotBarWire = Schema.Struct.Encoded<typeof barFields>

/** Schema of {@link SnapshotBar}. */
export const SnapshotBar: Schema.Schema<SnapshotBar, SnapshotBarWire> = /* @__PURE__ */ Schema.Struct(barFields)

const ofMinute = {
  /** Number of trades. */
  transactions: /* @__PURE__ */ Field.optional(Unit.Count, "n"),
  /** Start of the minute, epoch milliseconds. */
  timestamp: /* @__PURE__ */ Field.optional(Unit.EpochMillis, "t"),
}

/** The fields of {@link SnapshotMinute}, for bars that hold more. */
export const minuteFields = { ...barFields, ...ofMinute }

/** The latest minute's bar within a snapshot. While there are no data of today its numbers are 0 or absent. */
export interface SnapshotMinute extends SnapshotBar, Field.Row<typeof ofMinute> {}

/** {@link SnapshotMinute} as the service writes it. */
export type SnapshotMinuteWire = SnapshotBarWire & Schema.Struct.Encoded<typeof ofMinute>

/** Schema of {@link SnapshotMinute}, and `SnapshotMinute.dateTime(minute)`. */
export const SnapshotMinute: Schema.Schema<SnapshotMinute, SnapshotMinuteWire> &
  Instant.Reader<SnapshotMinute, "timestamp"> = /* @__PURE__ */ Instant.struct(minuteFields, "timestamp")

/** Fields common to the snapshots of currency pairs and cryptocurrencies, for rows that hold more. */
export const fields = {
  /** The ticker, with the prefix of its market. */
  ticker: /* @__PURE__ */ Field.required(Schema.String),
  /** The bar of today; of a cryptocurrency a day in UTC. */
  day: /* @__PURE__ */ Field.optional(SnapshotBar),
  /** The bar of the latest minute. */
  min: /* @__PURE__ */ Field.optional(SnapshotMinute),
  /** The day before: the last one that had data. */
  prevDay: /* @__PURE__ */ Field.optional(SnapshotBar),
  /** The latest price less the close of the day before, in the quote currency; 0 while there are no data of today. */
  todaysChange: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** The same in percent of the close of the day before. */
  todaysChangePerc: /* @__PURE__ */ Field.optional(Unit.Percent),
  /**
   * When the latest data came, exact epoch nanoseconds; 0 for an instrument without data. A value below 1e15 is epoch milliseconds, as the service's documentation
   * shows it.
   */
  updated: /* @__PURE__ */ Field.optional(Unit.EpochNanos),
  /** Fair market value, in the quote currency. Business plans have it, others do not. */
  fmv: /* @__PURE__ */ Field.optional(Unit.Currency),
}

/** Fields common to the snapshots of currency pairs and cryptocurrencies. */
export interface PairSnapshot extends Field.Row<typeof fields>, Endpoint.Named {}

/** The schema of a pair's snapshot: the shared fields and `F`. */
export type PairSchema<Row, F extends Field.Fields> = Field.SchemaOf<Row, typeof fields & F> &
  Instant.Reader<Row & PairSnapshot, "updated">

/** The schema of a pair's snapshot that holds fields of its market's own. */
export const pairSchema = <Row extends PairSnapshot, F extends Field.Fields>(own: F): PairSchema<Row, F> =>
  Instant.struct({ ...fields, ...own }, "updated") as unknown as PairSchema<Row, F>

/** A list of tickers, of which an empty one means all. */
export const tickers = (
  ticker: Param.Required<string>,
): Param.Optional<ReadonlyArray<string> | "", ReadonlyArray<string>> =>
  Param.orBlank(Param.repeatable(Param.optional(Param.list(ticker))))

/** The parameters of movers. */
export const moversParams = {
  /** `gainers`: what has risen most since the previous close. `losers`: what has fallen most. */
  direction: /* @__PURE__ */ Param.literal("gainers", "losers"),
}

/** Which movers to request. */
export interface MoversRequest extends Endpoint.RequestOf<typeof moversParams>, Endpoint.Named {}

type Market = "stocks" | "forex" | "crypto"

const under = (market: Market): string =>
  `/v2/snapshot/locale/${market === "stocks" ? "us" : "global"}/markets/${market}/`

const list =
  <P extends Endpoint.Params>(path: string) =>
  <Request extends Endpoint.RequestOf<Own>, Own extends P, Row, RowI>(
    market: Market,
    params: Own,
    row: Schema.Schema<Row, RowI>,
  ): Endpoint.List<Request, Row, Own> =>
    Endpoint.list({
      path: under(market) + path,
      params: params as Endpoint.Params,
      row,
      at: "tickers",
    }) as never

/** Declares the snapshots of many instruments of a market. */
export const snapshots = /* @__PURE__ */ list("tickers")

/** Declares the instruments of a market that have risen or fallen most. */
export const movers = /* @__PURE__ */ list<typeof moversParams>("{direction}")

/** Declares the snapshot of one instrument of a market. The ticker is the first of the parameters. */
export const snapshot = <Request extends Endpoint.RequestOf<P>, P extends Endpoint.Params, Value, ValueI>(
  market: Market,
  params: P,
  value: Schema.Schema<Value, ValueI>,
): Endpoint.Single<Request, Value, P> =>
  Endpoint.single({
    path: `${under(market)}tickers/${Ticker.inPath(params)}`,
    params: params as Endpoint.Params,
    value,
    at: "ticker",
  }) as never
