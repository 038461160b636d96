/** Expected inflation in the United States, month by month. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"

const fields = {
  /** First day of the month, `yyyy-mm-dd`. */
  date: Field.required(Unit.Date),
  /** Breakeven rate of the next 5 years, from the prices of Treasury securities: average inflation, percent a year. */
  market_5_year: Field.optional(Unit.Percent),
  /** Breakeven rate of the next 10 years, from the prices of Treasury securities: average inflation, percent a year. */
  market_10_year: Field.optional(Unit.Percent),
  /** Average inflation of the 5 years that begin in 5 years, from the prices of Treasury securities, percent a year. */
  forward_years_5_to_10: Field.optional(Unit.Percent),
  /** Inflation in the next year, estimated by the central bank's model, percent. */
  model_1_year: Field.optional(Unit.Percent),
  /** Average inflation of the next 5 years, estimated by the central bank's model, percent a year. */
  model_5_year: Field.optional(Unit.Percent),
  /** Average inflation of the next 10 years, estimated by the central bank's model, percent a year. */
  model_10_year: Field.optional(Unit.Percent),
  /** Average inflation of the next 30 years, estimated by the central bank's model, percent a year. */
  model_30_year: Field.optional(Unit.Percent),
}

/**
 * Expected inflation in a month (specification, Inflation expectations record). A series is absent
 * before its first month.
 */
export interface InflationExpectations extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link InflationExpectations}. */
export const InflationExpectations: Field.SchemaOf<InflationExpectations, typeof fields> = Field.struct(
  fields,
  "InflationExpectations",
)

const params = {
  date: Filter.rangeOrAnyOf(Param.Date),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["date", "asc"] }),
}

/** Request for inflation expectations. */
export interface InflationExpectationsRequest
  extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const inflationExpectations: Endpoint.Paged<InflationExpectationsRequest, InflationExpectations, typeof params> =
  Endpoint.paged({
    path: "/fed/v1/inflation-expectations",
    params,
    row: InflationExpectations,
    key: "date",
    recordsFrom: "1982-01-01",
  })
