/**
 * Snapshots: an instrument's day so far, previous day and latest prices, in one row. Common to
 * stocks, forex and crypto.
 *
 * Only the ticker is always present: the service omits fields without data, also within bars, trades and quotes.
 *
 * @module
 */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Param from "@candela/core/declare/Param"
import * as Schema from "effect/Schema"
import * as Instant from "./Instant.js"
import * as Ticker from "./Ticker.js"

/** Fields of {@link SnapshotBar}, for bars with more fields. */
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

/** A bar within a snapshot. While there is no data its numbers are 0 or absent. */
export interface SnapshotBar extends Field.Row<typeof barFields>, Endpoint.Named {}

/** Wire form of {@link SnapshotBar}. */
export type SnapshotBarWire = Field.Wire<typeof barFields>

/** Schema of {@link SnapshotBar}. */
export const SnapshotBar: Schema.Schema<SnapshotBar, SnapshotBarWire> = /* @__PURE__ */ Field.struct(
  barFields,
  "SnapshotBar",
)

const ofMinute = {
  /** Number of trades. */
  transactions: /* @__PURE__ */ Field.optional(Unit.Count, "n"),
  /** Start of the minute, epoch milliseconds. */
  timestamp: /* @__PURE__ */ Field.optional(Unit.EpochMillis, "t"),
}

/** Fields of {@link SnapshotMinute}, for bars with more fields. */
export const minuteFields = { ...barFields, ...ofMinute }

/** Bar of the latest minute within a snapshot. While there is no data for today its numbers are 0 or absent. */
export interface SnapshotMinute extends SnapshotBar, Field.Row<typeof ofMinute> {}

/** Wire form of {@link SnapshotMinute}. */
export type SnapshotMinuteWire = SnapshotBarWire & Field.Wire<typeof ofMinute>

/** Schema of {@link SnapshotMinute}, and `SnapshotMinute.dateTime(minute)`. */
export const SnapshotMinute: Schema.Schema<SnapshotMinute, SnapshotMinuteWire> &
  Instant.Reader<SnapshotMinute, "timestamp"> = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct(minuteFields, "SnapshotMinute"),
  "timestamp",
)

/** Fields common to the snapshots of currency pairs and cryptocurrencies, for rows with more fields. */
export const fields = {
  /** Ticker with the prefix of its market. */
  ticker: /* @__PURE__ */ Field.required(Schema.String),
  /** Bar of today; for a cryptocurrency a day in UTC. */
  day: /* @__PURE__ */ Field.optional(SnapshotBar),
  /** Bar of the latest minute. */
  min: /* @__PURE__ */ Field.optional(SnapshotMinute),
  /** Previous day with data. */
  prevDay: /* @__PURE__ */ Field.optional(SnapshotBar),
  /** Latest price less the previous day's close, in the quote currency; 0 while there is no data for today. */
  todaysChange: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** `todaysChange` in percent of the previous day's close. */
  todaysChangePerc: /* @__PURE__ */ Field.optional(Unit.Percent),
  /**
   * Time of the latest data, exact epoch nanoseconds; 0 for an instrument without data. A value
   * below 1e15 is epoch milliseconds, as shown in the service's documentation.
   */
  updated: /* @__PURE__ */ Field.optional(Unit.EpochNanos),
  /** Fair market value, in the quote currency; on business plans only. */
  fmv: /* @__PURE__ */ Field.optional(Unit.Currency),
}

/** Fields common to the snapshots of currency pairs and cryptocurrencies. */
export interface PairSnapshot extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of a pair's snapshot: the shared fields and `F`. */
export type PairSchema<Row, F extends Field.Fields> = Field.SchemaOf<Row, typeof fields & F> &
  Instant.Reader<Row & PairSnapshot, "updated">

/** Returns the schema of a pair's snapshot with the market's own fields. */
export const pairSchema = <Row extends PairSnapshot, F extends Field.Fields>(
  own: F,
  identifier: string,
): PairSchema<Row, F> =>
  Instant.readable(Field.struct({ ...fields, ...own }, identifier), "updated") as unknown as PairSchema<Row, F>

/** Declares a list of tickers; an empty one means all. */
export const tickers = (
  ticker: Param.Required<string>,
): Param.Optional<ReadonlyArray<string> | "", ReadonlyArray<string>> =>
  Param.orBlank(Param.repeatable(Param.optional(Param.list(ticker))))

/** Parameters of movers. */
export const moversParams = {
  /** Direction of the movers: `gainers` have risen most since the previous close, `losers` have fallen most. */
  direction: /* @__PURE__ */ Param.literal("gainers", "losers"),
}

/** Request for movers. */
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
      key: "ticker",
      rowRepeats: "tickers" in params ? { ticker: "tickers" } : {},
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
    repeats: { ticker: Object.keys(params)[0]! },
  }) as never
