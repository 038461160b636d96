/** Conditions of trades and quotes, and what they do to bars. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"

const ruleFields = {
  /** Whether such a trade may be the high or the low of a bar. */
  updates_high_low: Field.optional(Schema.Boolean),
  /** Whether such a trade may be the open or the close of a bar. */
  updates_open_close: Field.optional(Schema.Boolean),
  /** Whether the size of such a trade counts in the volume of a bar. */
  updates_volume: Field.optional(Schema.Boolean),
}

/** What a trade with a condition does to a bar. */
export interface ConditionUpdates extends Field.Row<typeof ruleFields>, Endpoint.Named {}

/** Schema of {@link ConditionUpdates}. */
export const ConditionUpdates: Field.SchemaOf<ConditionUpdates, typeof ruleFields> = Field.struct(
  ruleFields,
  "ConditionUpdates",
)

const rulesFields = {
  /** Bars of all exchanges together: the service's bars. */
  consolidated: Field.optional(ConditionUpdates),
  /** Bars of one exchange. */
  market_center: Field.optional(ConditionUpdates),
}

/** What a trade with a condition does to bars. */
export interface ConditionRules extends Field.Row<typeof rulesFields>, Endpoint.Named {}

/** Schema of {@link ConditionRules}. */
export const ConditionRules: Field.SchemaOf<ConditionRules, typeof rulesFields> = Field.struct(
  rulesFields,
  "ConditionRules",
)

const mappingFields = {
  /** Code of the Consolidated Tape Association, tapes A and B. */
  CTA: Field.optional(Schema.String),
  /** Code of the Options Price Reporting Authority. */
  OPRA: Field.optional(Schema.String),
  /** Code of the Unlisted Trading Privileges plan, tape C. */
  UTP: Field.optional(Schema.String),
}

/** Codes of a condition at the consolidators. */
export interface ConditionCodes extends Field.Row<typeof mappingFields>, Endpoint.Named {}

/** Schema of {@link ConditionCodes}. */
export const ConditionCodes: Field.SchemaOf<ConditionCodes, typeof mappingFields> = Field.struct(
  mappingFields,
  "ConditionCodes",
)

const fields = {
  /** Common abbreviation. */
  abbreviation: Field.optional(Schema.String),
  /** Market. */
  asset_class: Field.optional(Field.openEnum("stocks", "options", "crypto", "fx")),
  /** What the condition is found on: `trade`, `bbo` (a quote of one exchange), `nbbo` (the national best one). */
  data_types: Field.optional(Schema.Array(Field.openEnum("trade", "bbo", "nbbo"))),
  /** What the condition means. */
  description: Field.optional(Schema.String),
  /** Exchange that alone uses it, the service's id; absent if several do. */
  exchange: Field.optional(Unit.Code),
  /** The service's id, by which trades and quotes name it: unique within a market and kind of data. */
  id: Field.required(Unit.Code),
  /** Whether consolidators no longer send it. */
  legacy: Field.optional(Schema.Boolean),
  /** Name. */
  name: Field.optional(Schema.String),
  /** Codes at the consolidators. */
  sip_mapping: Field.optional(ConditionCodes),
  /** Group of conditions. */
  type: Field.optional(
    Field.openEnum(
      "sale_condition",
      "quote_condition",
      "sip_generated_flag",
      "financial_status_indicator",
      "short_sale_restriction_indicator",
      "settlement_condition",
      "market_condition",
      "trade_thru_exempt",
    ),
  ),
  /** What a trade with the condition does to bars. Absent for conditions of quotes. */
  update_rules: Field.optional(ConditionRules),
}

/** A condition of trades or quotes. */
export interface Condition extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Condition}. */
export const Condition: Field.SchemaOf<Condition, typeof fields> = Field.struct(fields, "Condition")

const params = {
  asset_class: Filter.equals(Param.literal("stocks", "options", "crypto", "fx")),
  /** Kind of data that the condition is found on. */
  data_type: Filter.equals(Param.literal("trade", "bbo", "nbbo")),
  id: Filter.equals(Param.integer({ min: 0, max: 100_000 })),
  /** Consolidator that has a code for it. */
  sip: Filter.equals(Param.literal("CTA", "UTP", "OPRA")),
  /** Order by the column of `sort`. */
  order: Param.order("asc"),
  /** Size of a page. The maximum is the size of a stream's pages. */
  limit: Param.limit({ default: 10, max: 1000 }),
  /** Column to sort by. */
  sort: Param.sortColumn({
    columns: ["asset_class", "id", "type", "name", "data_types", "legacy"],
    default: "asset_class",
  }),
}

/** Request for conditions. */
export interface ConditionsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const conditions: Endpoint.Paged<ConditionsRequest, Condition, typeof params> = Endpoint.paged({
  path: "/v3/reference/conditions",
  params,
  row: Condition,
})
