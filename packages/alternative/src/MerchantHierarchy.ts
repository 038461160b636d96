/** Current and former owners of merchants. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Schema from "effect/Schema"
import type { MerchantAggregate } from "./MerchantAggregates.js"

const listingStatuses = ["public", "private"] as const

const fields = {
  /** Name of the merchant in lower case: `name` in merchant aggregates. */
  lookup_name: Field.optional(Schema.String),
  /** Name of the merchant in title case. */
  normalized_name: Field.optional(Schema.String),
  /** Name of the parent business in title case. */
  parent_name: Field.optional(Schema.String),
  /** Name of the parent's parent. */
  grandparent_name: Field.optional(Schema.String),
  /** Name of the company at the top. */
  great_grandparent_name: Field.optional(Schema.String),
  /** Ticker of the merchant: the symbol and the country of its exchange, `TSCO LN`. */
  ticker: Field.optional(Schema.String),
  /** Ticker of the parent. */
  parent_ticker: Field.optional(Schema.String),
  /** Ticker of the parent's parent. */
  grandparent_ticker: Field.optional(Schema.String),
  /** Ticker of the company at the top. */
  great_grandparent_ticker: Field.optional(Schema.String),
  /** Listing of the shares of the merchant's company: `public` or `private`. */
  listing_status: Field.optional(Field.openEnum(...listingStatuses)),
  /** Goods or services of the merchant, in title case: `Groceries`. */
  category: Field.optional(Schema.String),
  /** Sector by common classifications. */
  sector: Field.optional(Schema.String),
  /** Group of industries within the sector. */
  industry_group: Field.optional(Schema.String),
  /** Industry within the group. */
  industry: Field.optional(Schema.String),
  /** Part of the industry. */
  sub_industry: Field.optional(Schema.String),
  /** First day of the record's validity, `yyyy-mm-dd`; `0001-01-01` if unknown. */
  active_from: Field.optional(Unit.Date),
  /** Last day of the record's validity, `yyyy-mm-dd`; `9999-12-31` while it is current. */
  active_to: Field.optional(Unit.Date),
}

/** Owners of a merchant during a period (specification, Merchant hierarchy record). */
export interface MerchantRecord extends Field.Row<typeof fields>, Endpoint.Named {}

const finder = (records: Iterable<MerchantRecord>): ((aggregate: MerchantAggregate) => MerchantRecord | undefined) => {
  const byName = new Map<string, Array<MerchantRecord>>()
  for (const record of records) {
    if (record.lookup_name === undefined) continue
    const sameName = byName.get(record.lookup_name)
    if (sameName === undefined) byName.set(record.lookup_name, [record])
    else sameName.push(record)
  }
  return ({ name, transaction_date: date, type }) =>
    type !== "merchant" || name === undefined || date === undefined
      ? undefined
      : byName
          .get(name)
          ?.find(
            ({ active_from: from, active_to: to }) =>
              from !== undefined && to !== undefined && from <= date && to >= date,
          )
}

/** Schema of {@link MerchantRecord}, and `MerchantRecord.finder(records)`. */
export const MerchantRecord: Field.SchemaOf<MerchantRecord, typeof fields> & {
  /**
   * Joins merchant aggregates with the hierarchy as of the day of the transactions. Pass the records once;
   * the returned function finds the record of an aggregate: the one whose `lookup_name` is the aggregate's
   * `name`, with `active_from <= transaction_date <= active_to` (specification, endpoint 28). The
   * sentinels `0001-01-01` and `9999-12-31` compare like any date. `undefined` for a payment processor,
   * which has no record even if it has a merchant's name, and for a merchant without a record of that day.
   */
  readonly finder: (records: Iterable<MerchantRecord>) => (aggregate: MerchantAggregate) => MerchantRecord | undefined
} = Object.assign(Field.struct(fields, "MerchantRecord"), { finder })

const params = {
  /** Ranges compare texts. */
  lookup_name: Filter.rangeOrAnyOf(Param.String),
  /** Ranges compare texts. */
  ticker: Filter.rangeOrAnyOf(Param.String),
  listing_status: Filter.anyOf(Param.literal(...listingStatuses)),
  /** For the records of a day D, request `active_from.lte` D and `active_to.gte` D. */
  active_from: Filter.range(Param.Date),
  active_to: Filter.range(Param.Date),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["lookup_name", "asc"] }),
}

/** Request for merchant records. */
export interface MerchantHierarchyRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const merchantHierarchy: Endpoint.Paged<MerchantHierarchyRequest, MerchantRecord, typeof params> =
  Endpoint.paged({
    path: "/consumer-spending/eu/v1/merchant-hierarchy",
    params,
    row: MerchantRecord,
  })
