/**
 * The last trade of a stock or an option contract.
 *
 * @module
 */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"
import * as Instant from "./Instant.js"
import * as Ticker from "./Ticker.js"

const fields = {
  /** The ticker. */
  ticker: /* @__PURE__ */ Field.optional(Schema.String, "T"),
  /** Conditions of the trade, the service's ids, which `reference.conditions` explains. */
  conditions: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Field.numbers(Unit.Code), "c"),
  /** Correction of the trade: absent or 0 for none. */
  correction: /* @__PURE__ */ Field.optional(Unit.Code, "e"),
  /** Size with its fraction, as an exact decimal in text: `25.0`. Stocks only. */
  decimal_size: /* @__PURE__ */ Field.optional(Schema.String, "ds"),
  /** Exchange of the trade, the service's id, which `exchanges` names. */
  exchange: /* @__PURE__ */ Field.optional(Unit.Code, "x"),
  /** Id of the trade, unique for its ticker and exchange. */
  id: /* @__PURE__ */ Field.optional(Field.Id, "i"),
  /** Time of the trade at its exchange, exact epoch nanoseconds. */
  participant_timestamp: /* @__PURE__ */ Field.optional(Unit.EpochNanos, "y"),
  /** Price of one share, dollars. */
  price: /* @__PURE__ */ Field.optional(Unit.Dollars, "p"),
  /** Place of the trade in the order of its ticker on this day. */
  sequence_number: /* @__PURE__ */ Field.optional(Unit.Ordinal, "q"),
  /** Receipt of the trade by the consolidator, exact epoch nanoseconds. */
  sip_timestamp: /* @__PURE__ */ Field.optional(Unit.EpochNanos, "t"),
  /** Shares or contracts traded. */
  size: /* @__PURE__ */ Field.optional(Unit.Volume, "s"),
  /** Tape of the listing: 1 of NYSE, 2 of NYSE Arca, NYSE American and others, 3 of Nasdaq. Stocks only. */
  tape: /* @__PURE__ */ Field.optional(Unit.Code, "z"),
  /** Trade reporting facility of a trade off the exchanges, the service's id. */
  trf_id: /* @__PURE__ */ Field.optional(Unit.Code, "r"),
  /** Receipt of the trade by the trade reporting facility, exact epoch nanoseconds. */
  trf_timestamp: /* @__PURE__ */ Field.optional(Unit.EpochNanos, "f"),
}

/** The last trade of a ticker, under the names of a trade in a list. The service may omit any field. */
export interface LastTradeTick extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link LastTradeTick}. */
export const LastTradeTick: Field.SchemaOf<LastTradeTick, typeof fields> &
  Instant.Reader<LastTradeTick, "sip_timestamp", "participant_timestamp" | "trf_timestamp"> =
  /* @__PURE__ */ Instant.readable(
    /* @__PURE__ */ Field.struct(fields, "LastTradeTick"),
    "sip_timestamp",
    "participant_timestamp",
    "trf_timestamp",
  )

/** Endpoint of a market's last trade. */
export type LastTrade<Request, T extends Endpoint.Params> = Endpoint.Single<Request, LastTradeTick, T>

/** Declares the last trade of a market. */
export const lastTrade = <Request extends Endpoint.RequestOf<T>, T extends Endpoint.Params>(
  ticker: T,
): LastTrade<Request, T> =>
  Endpoint.single({
    path: `/v2/last/trade/${Ticker.inPath(ticker)}`,
    params: ticker as Endpoint.Params,
    value: LastTradeTick,
    at: "results",
    repeats: { ticker: Object.keys(ticker)[0]! },
  }) as never
