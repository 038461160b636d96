/** First and last trades of a crypto pair on a day. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Param from "@candela/core/declare/Param"
import * as Schema from "effect/Schema"
import { CryptoHistoricTrade, Currency } from "./HistoricTrades.js"

const params = {
  /** Traded currency: `BTC`. */
  from: Currency,
  /** Currency of the price: `USD`. */
  to: Currency,
  /** Day, in UTC. A `Date` means its UTC date. */
  date: Param.Date,
  /** Whether prices are adjusted for splits. Pairs are never split: it changes nothing. */
  adjusted: /* @__PURE__ */ Param.withDefault(Param.Boolean, true),
}

/** Request for a pair's day. */
export interface OpenCloseRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

const fields = {
  /** Both currencies: `BTC-USD`. */
  symbol: /* @__PURE__ */ Field.required(Schema.String),
  /** Whether the day is one in UTC. */
  isUTC: /* @__PURE__ */ Field.optional(Schema.Boolean),
  /** The requested day, `yyyy-mm-dd`; the service may add a time. */
  day: /* @__PURE__ */ Field.optional(Unit.Date),
  /** First price of the day, in the quote currency. */
  open: /* @__PURE__ */ Field.required(Unit.Currency),
  /** Last price of the day, in the quote currency. */
  close: /* @__PURE__ */ Field.required(Unit.Currency),
  /** First trades of the day, one or more. */
  openTrades: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Schema.Array(CryptoHistoricTrade)),
  /** Last trades of the day, one or more. */
  closingTrades: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Schema.Array(CryptoHistoricTrade)),
}

/** Open and close of a crypto pair on a day, with the trades that made them. */
export interface CryptoOpenClose extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link CryptoOpenClose}. */
export const CryptoOpenClose: Field.SchemaOf<CryptoOpenClose, typeof fields> = /* @__PURE__ */ Field.struct(
  fields,
  "CryptoOpenClose",
)

export const openClose: Endpoint.Single<OpenCloseRequest, CryptoOpenClose, typeof params> =
  /* @__PURE__ */ Endpoint.single({
    path: "/v1/open-close/crypto/{from}/{to}/{date}",
    params,
    value: CryptoOpenClose,
    repeats: { symbol: ["from", "to"], day: "date" },
  })
