/**
 * The exchanges of a market, by which trades and quotes name where they come from.
 *
 * @module
 */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Param from "@candela/core/declare/Param"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"

/** Fields of an exchange without its id, for rows with more fields. */
export const fields = {
  /** Common abbreviation: `AMEX`. */
  acronym: /* @__PURE__ */ Field.optional(Schema.String),
  /** Where it operates: `US`; `GLOBAL` where it is not bound to a country. */
  locale: /* @__PURE__ */ Field.optional(Schema.String),
  /** Market identifier code (ISO 10383): `XNYS`. */
  mic: /* @__PURE__ */ Field.optional(Unit.Identifier),
  /** Name. */
  name: /* @__PURE__ */ Field.optional(Schema.String),
  /** Market identifier code (ISO 10383) of its operator. */
  operating_mic: /* @__PURE__ */ Field.optional(Unit.Identifier),
  /** Letter of the exchange on the consolidated tape. */
  participant_id: /* @__PURE__ */ Field.optional(Schema.String),
  /**
   * `exchange`; `TRF` and `ORF` report trades off the exchanges, a `SIP` consolidates what exchanges report.
   */
  type: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Field.openEnum("exchange", "TRF", "SIP", "ORF")),
  /** Address of its site. */
  url: /* @__PURE__ */ Field.optional(Schema.String),
}

const own = {
  /** The service's id: the number in the `exchange` of a trade, as text. */
  id: /* @__PURE__ */ Field.required(Field.Id),
}

/** Fields of an exchange without its id. */
export interface ExchangeDetails extends Field.Row<typeof fields>, Endpoint.Named {}

/** An exchange of a market. */
export interface Exchange extends ExchangeDetails, Field.Row<typeof own> {}

/** Schema of {@link Exchange}. */
export const Exchange: Field.SchemaOf<Exchange, typeof fields & typeof own> = /* @__PURE__ */ Field.struct(
  { ...own, ...fields },
  "Exchange",
)

const params = {
  /** Size of a page. The maximum is the size of a stream's pages. */
  limit: /* @__PURE__ */ Param.limit({ default: 100, max: 999 }),
}

/** Request for the exchanges of a market. */
export interface ExchangesRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

/** Endpoint of a market's exchanges. */
export type Exchanges<Request = ExchangesRequest> = Endpoint.Paged<Request, Exchange, typeof params>

/** Declares the exchanges of a market. */
export const exchanges = <Request extends ExchangesRequest>(
  market: "stocks" | "options" | "crypto" | "forex" | "futures",
): Exchanges<Request> =>
  Endpoint.paged({
    path: `/${market}/v1/exchanges`,
    params,
    row: Exchange,
    key: "id",
  }) as Exchanges as unknown as Exchanges<Request>
