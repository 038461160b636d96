/** Whether the markets trade now. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Instant from "@candela/market/Instant"
import * as Schema from "effect/Schema"

/** State of an exchange or of all: `extended-hours` is before or after the regular session. */
const State = Field.openEnum("open", "closed", "extended-hours")

/** State of a market without extended hours. */
const OpenOrClosed = Field.openEnum("open", "closed")

const currencyFields = {
  /** Cryptocurrencies, which trade at all times. */
  crypto: Field.optional(OpenOrClosed),
  /** Currency pairs: closed from Friday 17:00 to Sunday 17:00 New York. */
  fx: Field.optional(OpenOrClosed),
}

/** State of the markets of currencies. */
export interface CurrencyStatus extends Field.Row<typeof currencyFields>, Endpoint.Named {}

/** Schema of {@link CurrencyStatus}. */
export const CurrencyStatus: Field.SchemaOf<CurrencyStatus, typeof currencyFields> = Field.struct(
  currencyFields,
  "CurrencyStatus",
)

const exchangeFields = {
  /** Nasdaq. */
  nasdaq: Field.optional(State),
  /** New York Stock Exchange. */
  nyse: Field.optional(State),
  /** Trading over the counter, which has no extended hours. */
  otc: Field.optional(State),
}

/** State of the U.S. stock exchanges. */
export interface ExchangeStatus extends Field.Row<typeof exchangeFields>, Endpoint.Named {}

/** Schema of {@link ExchangeStatus}. */
export const ExchangeStatus: Field.SchemaOf<ExchangeStatus, typeof exchangeFields> = Field.struct(
  exchangeFields,
  "ExchangeStatus",
)

const indexGroupFields = {
  /** Cboe's streaming indices of cryptocurrencies. */
  cccy: Field.optional(OpenOrClosed),
  /** Cboe Global Indices. */
  cgi: Field.optional(OpenOrClosed),
  /** Dow Jones. */
  dow_jones: Field.optional(OpenOrClosed),
  /** FTSE Russell. */
  ftse_russell: Field.optional(OpenOrClosed),
  /** MSCI. */
  msci: Field.optional(OpenOrClosed),
  /** Morningstar. */
  mstar: Field.optional(OpenOrClosed),
  /** Morningstar, indices made for customers. */
  mstarc: Field.optional(OpenOrClosed),
  /** Nasdaq. */
  nasdaq: Field.optional(OpenOrClosed),
  /** Standard & Poor's. */
  s_and_p: Field.optional(OpenOrClosed),
  /** Société Générale. */
  societe_generale: Field.optional(OpenOrClosed),
}

/** State of the indices of each provider: whether their values are computed now. */
export interface IndexGroupStatus extends Field.Row<typeof indexGroupFields>, Endpoint.Named {}

/** Schema of {@link IndexGroupStatus}. */
export const IndexGroupStatus: Field.SchemaOf<IndexGroupStatus, typeof indexGroupFields> = Field.struct(
  indexGroupFields,
  "IndexGroupStatus",
)

const fields = {
  /** State of the U.S. stock market as a whole. */
  market: Field.optional(State),
  /** Whether stocks trade before the regular session, from 04:00 New York. */
  earlyHours: Field.optional(Schema.Boolean),
  /** Whether stocks trade after the regular session, until 20:00 New York (17:00 on an early close). */
  afterHours: Field.optional(Schema.Boolean),
  /** Each U.S. stock exchange. */
  exchanges: Field.optional(ExchangeStatus),
  /** Each market of currencies. */
  currencies: Field.optional(CurrencyStatus),
  /** Each provider of indices. Absent in older answers. */
  indicesGroups: Field.optional(IndexGroupStatus),
  /** Clock of the service, an RFC 3339 date-time with the offset of New York. */
  serverTime: Field.optional(Unit.DateTime),
}

/** State of the markets at `serverTime`. */
export interface MarketStatus extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link MarketStatus}. */
export const MarketStatus: Field.SchemaOf<MarketStatus, typeof fields> & Instant.Reader<MarketStatus, "serverTime"> =
  Instant.readable(Field.struct(fields, "MarketStatus"), "serverTime")

const params = {}

/** Request for the state of the markets, without parameters. */
export interface MarketStatusRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

export const marketStatus: Endpoint.Single<MarketStatusRequest, MarketStatus, typeof params> = Endpoint.single({
  path: "/v1/marketstatus/now",
  params,
  value: MarketStatus,
})
