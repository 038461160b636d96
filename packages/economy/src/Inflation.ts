/** Inflation in the United States, month by month. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"

const fields = {
  /** First day of the month, `yyyy-mm-dd`. */
  date: Field.required(Unit.Date),
  /** Consumer price index, all items, not seasonally adjusted; the average of 1982 to 1984 is 100. */
  cpi: Field.optional(Unit.Points),
  /** Consumer price index without food and energy; the average of 1982 to 1984 is 100. */
  cpi_core: Field.optional(Unit.Points),
  /** Change of `cpi` since the same month of the year before, percent. */
  cpi_year_over_year: Field.optional(Unit.Percent),
  /** Price index of personal consumption expenditures; the average of 2017 is 100. */
  pce: Field.optional(Unit.Points),
  /** Price index of personal consumption expenditures without food and energy; the average of 2017 is 100. */
  pce_core: Field.optional(Unit.Points),
  /** Personal consumption expenditures at current prices, billions of dollars at an annual rate. */
  pce_spending: Field.optional(Unit.BillionDollars),
}

/** Inflation in a month (specification, Inflation record). */
export interface Inflation extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Inflation}. */
export const Inflation: Field.SchemaOf<Inflation, typeof fields> = Field.struct(fields, "Inflation")

const params = {
  date: Filter.rangeOrAnyOf(Param.Date),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["date", "asc"] }),
}

/** Request for inflation records. */
export interface InflationRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const inflation: Endpoint.Paged<InflationRequest, Inflation, typeof params> = Endpoint.paged({
  path: "/fed/v1/inflation",
  params,
  row: Inflation,
  key: "date",
  recordsFrom: "1947-01-01",
})
