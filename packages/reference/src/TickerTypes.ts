/** Types of tickers: the codes in `type` of a ticker. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Schema from "effect/Schema"

const assetClasses = ["stocks", "options", "crypto", "fx", "indices"] as const

const locales = ["us", "global"] as const

const fields = {
  /** Code of the type, as in `type` of a ticker: `CS`. */
  code: Field.optional(Schema.String),
  /** Meaning of the code in a few words: `Common Stock`. */
  description: Field.optional(Schema.String),
  /** Kind of instrument that has the type. */
  asset_class: Field.optional(Field.openEnum(...assetClasses)),
  /** Region: the United States, or the whole world. */
  locale: Field.optional(Field.openEnum(...locales)),
}

/** A type of tickers. */
export interface TickerType extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link TickerType}. */
export const TickerType: Field.SchemaOf<TickerType, typeof fields> = Field.struct(fields, "TickerType")

const params = {
  asset_class: Filter.equals(Param.literal(...assetClasses)),
  locale: Filter.equals(Param.literal(...locales)),
}

/** Request for types of tickers. */
export interface TickerTypesRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const tickerTypes: Endpoint.List<TickerTypesRequest, TickerType, typeof params> = Endpoint.list({
  path: "/v3/reference/tickers/types",
  params,
  row: TickerType,
  key: "code",
})
