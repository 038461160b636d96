/** Trades of a crypto pair on a day, of the older endpoint. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Param from "@candela/core/declare/Param"
import * as BarRange from "@candela/market/BarRange"
import * as Instant from "@candela/market/Instant"
import * as Schema from "effect/Schema"

/** A currency of a crypto pair. */
export const Currency: Param.Required<string> = Param.text(
  /^[A-Z0-9]{1,20}$/,
  "a currency's code in capital letters, such as BTC or USD",
)

const params = {
  /** Traded currency: `BTC`. */
  from: Currency,
  /** Currency of the price: `USD`. */
  to: Currency,
  /** Day of the trades, in UTC. A `Date` means its UTC date. */
  date: Param.Date,
  /**
   * Only trades after this instant, epoch milliseconds. The response has no link to a next page: to
   * continue, pass the `timestamp` of its last trade as `offset`. Default: from the start of the day.
   */
  offset: Param.cursor(Param.integer({ min: 0 })),
  // Both bounds are the vendor's; the specification has none.
  /** Maximum number of trades. */
  limit: Param.limit({ default: 100, max: 10_000 }),
}

/** Request for the trades of a day. */
export interface HistoricTradesRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

/** Fields of {@link Traded}, for trades with more fields. */
export const traded = {
  /** Condition codes, the service's ids. */
  conditions: Field.optional(Field.numbers(Unit.Code), "c"),
  /** Id of the trade, unique for its pair and exchange. */
  id: Field.optional(Field.Id, "i"),
  /** Traded amount in the traded currency; may be fractional. */
  size: Field.optional(Unit.Volume, "s"),
  /** Exchange of the trade, the service's id. */
  exchange: Field.optional(Unit.Code, "x"),
}

/** Fields common to all trades of a crypto pair. */
export interface Traded extends Field.Row<typeof traded>, Endpoint.Named {}

const own = {
  /** Price of one unit of the traded currency, in the other one. */
  price: Field.required(Unit.Currency, "p"),
  /**
   * Time of the trade, epoch milliseconds.
   *
   * @remarks `CryptoHistoricTrade.dateTime(trade)` reads it.
   */
  timestamp: Field.required(Unit.EpochMillis, "t"),
}

/** A trade of a crypto pair (specification, Crypto trade tick). */
export interface CryptoHistoricTrade extends Traded, Field.Row<typeof own> {}

/**
 * Schema of {@link CryptoHistoricTrade}, and `CryptoHistoricTrade.dateTime(trade)`: its timestamp
 * as an Effect `DateTime`.
 */
export const CryptoHistoricTrade: Field.SchemaOf<CryptoHistoricTrade, typeof traded & typeof own> &
  Instant.Reader<CryptoHistoricTrade, "timestamp"> = Instant.readable(
  Field.struct({ ...traded, ...own }, "CryptoHistoricTrade"),
  "timestamp",
)

const envelope = {
  /** Requested day, `yyyy-mm-dd`. */
  day: Field.lenient(Unit.Date),
  /** Meaning of a trade's keys on the wire: `{ "p": "price", ... }`. Trades are decoded already. */
  map: Field.lenient(Schema.Record({ key: Schema.String, value: Schema.String })),
  /** Time that the service took to find the trades, milliseconds. */
  msLatency: Field.lenient(Unit.Milliseconds),
  /** Both currencies: `BTC-USD`. */
  symbol: Field.lenient(Schema.String),
  /** Kind of the trades: `crypto`. */
  type: Field.lenient(Schema.String),
}

/** Trades of a day, in time order. */
export interface HistoricTradesPage
  extends Envelope.Page<CryptoHistoricTrade>, Field.Row<typeof envelope>, Endpoint.Named {}

export const historicTrades: Endpoint.List<
  HistoricTradesRequest,
  CryptoHistoricTrade,
  typeof params,
  HistoricTradesPage
> = Endpoint.list({
  path: "/v1/historic/crypto/{from}/{to}/{date}",
  params,
  envelope,
  at: "ticks",
  row: CryptoHistoricTrade,
  repeats: { symbol: ["from", "to"], day: "date" },
  // Some trades have the same timestamp.
  order: ({ date }) => ({ field: "timestamp", direction: "asc", unique: false, ...BarRange.ofDay("UTC", date) }),
})
