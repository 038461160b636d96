/** The exchanges of all markets. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Unit from "@candela/core/declare/Unit"
import * as Exchange from "@candela/market/Exchange"
import * as Schema from "effect/Schema"

const own = {
  /** Market of the exchange. */
  asset_class: Field.optional(Field.openEnum("stocks", "options", "crypto", "fx", "futures")),
  /** The service's id, by which trades and quotes name it: unique within its market. */
  id: Field.required(Unit.Code),
  /** Where it operates: `us` or `global`. */
  locale: Field.optional(Schema.String),
}

const fields = { ...Exchange.fields, ...own }

/** An exchange with its market. */
export interface ReferenceExchange extends Exchange.ExchangeDetails, Field.Row<typeof own> {}

/** Schema of {@link ReferenceExchange}. */
export const ReferenceExchange: Field.SchemaOf<ReferenceExchange, typeof fields> = Field.struct(
  fields,
  "ReferenceExchange",
)

const params = {
  asset_class: Filter.equals(Param.literal("stocks", "options", "crypto", "fx", "futures")),
  locale: Filter.equals(Param.literal("us", "global")),
}

/** Request for exchanges. */
export interface ExchangesRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const exchanges: Endpoint.List<ExchangesRequest, ReferenceExchange, typeof params> = Endpoint.list({
  path: "/v3/reference/exchanges",
  params,
  row: ReferenceExchange,
})
