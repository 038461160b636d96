/** Aggregate bars of a futures contract. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Calendar from "@candela/market/Calendar"
import * as Instant from "@candela/market/Instant"
import * as NoRows from "@candela/market/NoRows"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Resolution from "./Resolution.js"
import * as WindowStart from "./WindowStart.js"

const params = {
  /** The contract's ticker, case-sensitive: the product's code and the expiry, `ESU5`, `GCJ5`. */
  ticker: Ticker.Contract,
  /**
   * Size of a bar's window: a number and a unit, `5min`. At most `59sec`, `59min`, `23hour`, `4session`,
   * `3week`, `11month`, `3quarter`, `4year`; other sizes are rejected with `BadResolution`. Default `1session`.
   */
  resolution: Param.refusedAs(Param.withDefault(Resolution.Param, { multiplier: 1, unit: "session" }), "BadResolution"),
  /**
   * Start of the bar's window. A date means the bars that begin on that day in Chicago. A session opens on
   * the evening before its trading date, so it is selected by the previous day. For windows longer than a
   * day a date means the window that contains it. An instant (epoch nanoseconds, a `Date`) is snapped down
   * to its window. Without a filter the service returns the newest bars; a stream returns all of them.
   */
  window_start: Filter.range(Param.DateOrNanos),
  /** Size of a page, in bars. The maximum is the size of a stream's pages. */
  limit: Param.limit({ default: 1000, max: 50_000 }),
  /**
   * Order by `window_start`. Default `window_start.desc`: newest first. Without a filter
   * `window_start.asc` returns one page, the newest bars; a stream begins with the oldest.
   */
  sort: Param.sort({ columns: ["window_start"], default: ["window_start", "desc"] }),
}

/** Request for bars. */
export interface BarsRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

const fields = {
  /** The contract's ticker. */
  ticker: Field.optional(Schema.String),
  /** First price, in the product's price quotation. */
  open: Field.required(Unit.Currency),
  /** Highest price, in the product's price quotation. */
  high: Field.required(Unit.Currency),
  /** Lowest price, in the product's price quotation. */
  low: Field.required(Unit.Currency),
  /** Last price, in the product's price quotation. */
  close: Field.required(Unit.Currency),
  /** Contracts traded. */
  volume: Field.required(Unit.Volume),
  /** Number of trades. */
  transactions: Field.optional(Unit.Count),
  /**
   * Sum of price times size, in the product's price quotation: no contract multiplier is applied. The
   * volume-weighted average price of any span of bars is the sum of `dollar_volume` divided by the sum of `volume`.
   */
  dollar_volume: Field.optional(Unit.Currency),
  /**
   * Start of the window, exact epoch nanoseconds: for sessions 17:00 Chicago on the evening before,
   * for longer windows midnight of the first day.
   *
   * @remarks `FuturesBar.dateTime(bar)` reads it.
   */
  window_start: Field.required(Unit.EpochNanos),
  /** Trading date, `yyyy-mm-dd`: the day on which the (last) session ends. */
  session_end_date: Field.optional(Unit.Date),
  /**
   * Settlement price of the session of `session_end_date`. Only bars of sessions and longer windows
   * have it, once that session has settled.
   */
  settlement_price: Field.optional(Unit.Currency),
}

/** An aggregate bar of a futures contract (specification, Futures aggregate bar). */
export interface FuturesBar extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link FuturesBar}, and `FuturesBar.dateTime(bar)`: the start of its window as an Effect `DateTime`. */
export const FuturesBar: Field.SchemaOf<FuturesBar, typeof fields> & Instant.Reader<FuturesBar, "window_start"> =
  Instant.readable(Field.struct(fields, "FuturesBar"), "window_start")

export const bars: Endpoint.History<BarsRequest, FuturesBar, typeof params> = Endpoint.history({
  path: "/futures/v1/aggs/{ticker}",
  params,
  row: FuturesBar,
  rowRepeats: { ticker: "ticker" },
  timeRange: WindowStart.timeRange,
  noRows: (values, records) => NoRows.inTime(Calendar.futures, WindowStart.span(values, values.resolution), records),
  recordsFrom: "2017-04-03",
})
