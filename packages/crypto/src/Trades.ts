/** The trades of a crypto pair on a day. @module */
import * as Endpoint from "@candela/core/Endpoint"
import type * as Envelope from "@candela/core/Envelope"
import * as Field from "@candela/core/Field"
import * as Unit from "@candela/core/Unit"
import * as Param from "@candela/core/Param"
import * as Instant from "@candela/market/Instant"
import * as Schema from "effect/Schema"

const Currency = Param.text(/^[A-Z0-9]{1,20}$/, "a currency's code in capital letters, such as BTC or USD")

const params = {
  /** The currency that is traded: `BTC`. */
  from: Currency,
  /** The currency that it is paid in: `USD`. */
  to: Currency,
  /** The day, in UTC. A `Date` means its UTC date. */
  date: Param.Date,
  /**
   * Only trades after this instant, epoch milliseconds. The answer names no next page: the `timestamp` of its last trade is the `offset` of the request
   * that continues after it. Default: from the start of the day.
   */
  offset: Param.cursor(Param.integer({ min: 0 })),
  // Both bounds are the vendor's: the specification names none.
  /** How many trades to return at most. */
  limit: Param.limit({ default: 100, max: 10_000 }),
}

/** Which trades to request. */
export interface TradesRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

/** The fields of {@link Traded}, for trades that hold more. */
export const traded = {
  /** Condition codes, the service's ids. */
  conditions: Field.optional(Schema.Array(Unit.Code), "c"),
  /** The trade's id, unique for its pair and exchange. */
  id: Field.optional(Field.Id, "i"),
  /** How much of the traded currency changed hands; it may be fractional. */
  size: Field.optional(Unit.Volume, "s"),
  /** The exchange, the service's id. */
  exchange: Field.optional(Unit.Code, "x"),
}

/** What every trade of a crypto pair may hold. */
export interface Traded extends Field.Row<typeof traded>, Endpoint.Named {}

const own = {
  /** Price of one unit of the traded currency, in the other one. */
  price: Field.required(Unit.Currency, "p"),
  /**
   * When it was made, epoch milliseconds.
   *
   * @remarks `CryptoTrade.dateTime(trade)` reads it.
   */
  timestamp: Field.required(Unit.EpochMillis, "t"),
}

/** A trade of a crypto pair (specification, Crypto trade tick). */
export interface CryptoTrade extends Traded, Field.Row<typeof own> {}

/** Schema of {@link CryptoTrade}, and `CryptoTrade.dateTime(trade)`: its timestamp as an Effect `DateTime`. */
export const CryptoTrade: Field.SchemaOf<CryptoTrade, typeof traded & typeof own> &
  Instant.Reader<CryptoTrade, "timestamp"> = Instant.struct({ ...traded, ...own }, "timestamp")

const envelope = {
  /** The requested day, `yyyy-mm-dd`. */
  day: Field.lenient(Unit.Date),
  /** What the keys of a trade stand for on the wire: `{ "p": "price", ... }`. Trades are decoded already. */
  map: Field.lenient(Schema.Record({ key: Schema.String, value: Schema.String })),
  /** How long the service took to find the trades, in milliseconds. */
  msLatency: Field.lenient(Unit.Milliseconds),
  /** Both currencies: `BTC-USD`. */
  symbol: Field.lenient(Schema.String),
}

/** Trades of a day, in the order of time. */
export interface TradesPage extends Envelope.Page<CryptoTrade>, Field.Row<typeof envelope>, Endpoint.Named {}

export const trades: Endpoint.List<TradesRequest, CryptoTrade, typeof params, TradesPage> = Endpoint.list({
  path: "/v1/historic/crypto/{from}/{to}/{date}",
  params,
  envelope,
  at: "ticks",
  row: CryptoTrade,
})
