/** Analysts who rate stocks, and how well their ratings did. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import * as Schema from "effect/Schema"
import * as Record from "./internal/record.js"

const fields = {
  /** Benzinga's identifier of the analyst: `benzinga_analyst_id` of ratings. */
  benzinga_id: Field.optional(Record.Id),
  /** Benzinga's identifier of the analyst's firm. */
  benzinga_firm_id: Field.optional(Record.Id),
  /** Name of the analyst's firm. */
  firm_name: Field.optional(Record.Firm),
  /** Name of the analyst. */
  full_name: Field.optional(Field.like(Schema.String, "Analyst 1", "Analyst 2", "Analyst 3")),
  /** Average change of a stock's price since the analyst rated it, percent. */
  overall_avg_return: Field.optional(Field.like(Unit.Percent, -25.5, 45.25)),
  /** Rank of this average among all analysts, a percentile from 0 to 100. */
  overall_avg_return_percentile: Field.optional(Field.like(Unit.Percent, 0, 99.99)),
  /** Share of the ratings that ended in a gain, percent. */
  overall_success_rate: Field.optional(Field.like(Unit.Percent, 25.5, 90.25)),
  /** Weighted average of the two percentiles and the success rate, points from 0 to 100. */
  smart_score: Field.optional(Field.like(Unit.Points, 20.5, 95.25)),
  /** Number of ratings that these figures count. */
  total_ratings: Field.optional(Field.like(Unit.Count, 1, 900)),
  /** Rank of this number among all analysts, a percentile from 0 to 100. */
  total_ratings_percentile: Field.optional(Field.like(Unit.Percent, 0, 99.99)),
  /** When the record was last changed, RFC 3339 date-time. */
  last_updated: Field.optional(Unit.DateTime),
}

/** An analyst, with the performance of the analyst's ratings. */
export interface Analyst extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Analyst}. */
export const Analyst: Field.SchemaOf<Analyst, typeof fields> & Instant.Reader<Analyst, "last_updated"> =
  Instant.readable(Field.struct(fields, "Analyst"), "last_updated")

const params = {
  benzinga_id: Filter.rangeOrAnyOf(Param.String),
  benzinga_firm_id: Filter.rangeOrAnyOf(Param.String),
  firm_name: Filter.rangeOrAnyOf(Param.String),
  full_name: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["full_name", "asc"] }),
}

/** Request for analysts. */
export interface AnalystsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const analysts: Endpoint.Paged<AnalystsRequest, Analyst, typeof params> = Endpoint.paged({
  path: "/benzinga/v1/analysts",
  params,
  row: Analyst,
})
