/** The labor market of the United States, month by month. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"

const fields = {
  /** First day of the month, `yyyy-mm-dd`. */
  date: Field.required(Unit.Date),
  /** Unemployed part of the labor force, percent. */
  unemployment_rate: Field.optional(Unit.Percent),
  /** Part of the civilian population, without inmates, that works or looks for work, percent. */
  labor_force_participation_rate: Field.optional(Unit.Percent),
  /** Average earnings of employees of private companies outside of agriculture, dollars an hour; since 2006. */
  avg_hourly_earnings: Field.optional(Unit.Dollars),
  /** Open positions outside of agriculture, thousands; since December 2000. */
  job_openings: Field.optional(Unit.Count),
}

/** The labor market in a month. A series is absent before its first month. */
export interface LaborMarket extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link LaborMarket}. */
export const LaborMarket: Field.SchemaOf<LaborMarket, typeof fields> = Field.struct(fields, "LaborMarket")

const params = {
  date: Filter.rangeOrAnyOf(Param.Date),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["date", "asc"] }),
}

/** Request for the labor market. */
export interface LaborMarketRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const laborMarket: Endpoint.Paged<LaborMarketRequest, LaborMarket, typeof params> = Endpoint.paged({
  path: "/fed/v1/labor-market",
  params,
  row: LaborMarket,
  key: "date",
  recordsFrom: "1948-01-01",
})
