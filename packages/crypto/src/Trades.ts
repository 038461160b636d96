/** Trades of a crypto pair, and the last one. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Calendar from "@candela/market/Calendar"
import * as Instant from "@candela/market/Instant"
import * as Tick from "@candela/market/Tick"
import * as Ticker from "@candela/market/Ticker"
import * as Trade from "@candela/market/Trade"
import * as Schema from "effect/Schema"
import { Currency } from "./HistoricTrades.js"

const own = {
  /** Id of the trade, unique for its pair and exchange. */
  id: Field.optional(Field.Id),
  /** Time of the trade at its exchange, exact epoch nanoseconds. Rows are ordered by it. */
  participant_timestamp: Field.required(Unit.EpochNanos),
  /** Receipt of the trade by the service, exact epoch nanoseconds. */
  received_timestamp: Field.optional(Unit.EpochNanos),
}

const fields = { ...Trade.fields, ...own }

/** A trade of a crypto pair. Prices in the pair's second currency, sizes in its first one. */
export interface CryptoTrade extends Omit<Trade.Trade, "participant_timestamp">, Field.Row<typeof own> {}

/**
 * Schema of {@link CryptoTrade}, and `CryptoTrade.dateTime(trade)`: `participant_timestamp` as an Effect `DateTime`.
 */
export const CryptoTrade: Field.SchemaOf<CryptoTrade, typeof fields> &
  Instant.Reader<CryptoTrade, "participant_timestamp", "received_timestamp"> = Instant.readable(
  Field.struct(fields, "CryptoTrade"),
  "participant_timestamp",
  "received_timestamp",
)

const ofPair = {
  /** The pair's ticker, case-sensitive: `X:BTCUSD` or `X:BTC-USD`. */
  cryptoTicker: Ticker.Crypto,
}

/** Request for trades. */
export interface TradesRequest extends Tick.TicksRequest, Endpoint.RequestOf<typeof ofPair> {}

export const trades: Tick.Ticks<TradesRequest, CryptoTrade, typeof ofPair> = Tick.ticks("trades", {
  calendar: Calendar.crypto,
  ticker: ofPair,
  row: CryptoTrade,
  rowField: "participant_timestamp",
  // Of the busiest pairs, and of a usual one.
  perSecond: { most: 50, expected: 1 },
  // No cryptocurrency is older than the first block of Bitcoin.
  recordsFrom: "2009-01-03",
})

const lastParams = {
  /** Traded currency: `BTC`. */
  from: Currency,
  /** Currency of the price: `USD`. */
  to: Currency,
}

/** Request for a pair's last trade. */
export interface LastTradeRequest extends Endpoint.RequestOf<typeof lastParams>, Endpoint.Named {}

const tradeFields = {
  /** Condition codes, the service's ids. */
  conditions: Field.optional(Field.numbers(Unit.Code)),
  /** Exchange of the trade, the service's id. */
  exchange: Field.optional(Unit.Code),
  /** Price of one unit of the traded currency, in the other one. */
  price: Field.optional(Unit.Currency),
  /** Traded amount in the traded currency; may be fractional. */
  size: Field.optional(Unit.Volume),
  /** Time of the trade, epoch milliseconds. */
  timestamp: Field.optional(Unit.EpochMillis),
}

/** The trade within a {@link LastCryptoTrade}. */
export interface LastCryptoTradeTick extends Field.Row<typeof tradeFields>, Endpoint.Named {}

/** Schema of {@link LastCryptoTradeTick}. */
export const LastCryptoTradeTick: Field.SchemaOf<LastCryptoTradeTick, typeof tradeFields> &
  Instant.Reader<LastCryptoTradeTick, "timestamp"> = Instant.readable(
  Field.struct(tradeFields, "LastCryptoTradeTick"),
  "timestamp",
)

const lastFields = {
  /** `success`; `DELAYED` on a plan with a delay. */
  status: Envelope.fields.status,
  /** The service's id of the request. */
  request_id: Envelope.fields.request_id,
  /** Both currencies: `BTC-USD`. */
  symbol: Field.optional(Schema.String),
  /** The trade. */
  last: Field.optional(LastCryptoTradeTick),
}

/** The last trade of a crypto pair. */
export interface LastCryptoTrade extends Field.Row<typeof lastFields>, Endpoint.Named {}

/** Schema of {@link LastCryptoTrade}. */
export const LastCryptoTrade: Field.SchemaOf<LastCryptoTrade, typeof lastFields> = Field.struct(
  lastFields,
  "LastCryptoTrade",
)

export const lastTrade: Endpoint.Single<LastTradeRequest, LastCryptoTrade, typeof lastParams> = Endpoint.single({
  path: "/v1/last/crypto/{from}/{to}",
  params: lastParams,
  value: LastCryptoTrade,
  repeats: { symbol: ["from", "to"] },
})
