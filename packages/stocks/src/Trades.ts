/** Trades of a stock, and the last one. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Calendar from "@candela/market/Calendar"
import * as Instant from "@candela/market/Instant"
import * as LastTick from "@candela/market/LastTick"
import * as Tick from "@candela/market/Tick"
import * as Ticker from "@candela/market/Ticker"
import * as Trade from "@candela/market/Trade"
import * as Schema from "effect/Schema"

const own = {
  /** Size with its fraction of a share, as an exact decimal in text: `100.0`. */
  decimal_size: Field.optional(Schema.String),
  /** Id of the trade, unique for its ticker, exchange and trade reporting facility. */
  id: Field.optional(Field.Id),
  /** Tape of the listing: 1 of NYSE, 2 of NYSE Arca, NYSE American and others, 3 of Nasdaq. */
  tape: Field.optional(Unit.Code),
  /** Trade reporting facility of a trade off the exchanges, the service's id. */
  trf_id: Field.optional(Unit.Code),
  /** Receipt of the trade by the trade reporting facility, exact epoch nanoseconds. */
  trf_timestamp: Field.optional(Unit.EpochNanos),
}

/** A trade of a stock. Prices in dollars, sizes in whole shares. */
export interface StockTrade extends Trade.ConsolidatedTrade, Field.Row<typeof own> {}

/** Schema of {@link StockTrade}, and `StockTrade.dateTime(trade)`: its `sip_timestamp` as an Effect `DateTime`. */
export const StockTrade: Field.SchemaOf<StockTrade, typeof Trade.consolidatedFields & typeof own> &
  Instant.Reader<StockTrade, "sip_timestamp", "participant_timestamp" | "trf_timestamp"> = Instant.readable(
  Field.struct({ ...Trade.consolidatedFields, ...own }, "StockTrade"),
  "sip_timestamp",
  "participant_timestamp",
  "trf_timestamp",
)

const ofStock = {
  /** The stock's ticker, case-sensitive: `AAPL`, `BRK.A`. */
  stockTicker: Ticker.Stock,
}

/** Request for trades. */
export interface TradesRequest extends Tick.TicksRequest, Endpoint.RequestOf<typeof ofStock> {}

export const trades: Tick.Ticks<TradesRequest, StockTrade, typeof ofStock> = /* @__PURE__ */ Tick.ticks("trades", {
  calendar: Calendar.stocks,
  ticker: ofStock,
  row: StockTrade,
  rowField: "sip_timestamp",
  // Of the busiest stocks in their busiest minutes, and of a liquid one.
  perSecond: { most: 100, expected: 10 },
  // The date is from the vendor's documentation.
  recordsFrom: "2003-09-10",
})

const ofLast = {
  /** The stock's ticker, case-sensitive: `AAPL`, `BRK.A`. */
  stocksTicker: Ticker.Stock,
}

/** Request for a stock's last trade. */
export interface LastTradeRequest extends Endpoint.RequestOf<typeof ofLast>, Endpoint.Named {}

export const lastTrade: LastTick.LastTrade<LastTradeRequest, typeof ofLast> = /* @__PURE__ */ LastTick.lastTrade(ofLast)
