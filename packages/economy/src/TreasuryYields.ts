/** Yields of U.S. Treasury securities, day by day. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"

const fields = {
  /** Business day, `yyyy-mm-dd`. */
  date: Field.required(Unit.Date),
  /** Yield of securities that are due in 1 month, constant maturity, percent a year; since 2001. */
  yield_1_month: Field.optional(Unit.Percent),
  /** Yield of securities that are due in 3 months, constant maturity, percent a year; since 1981. */
  yield_3_month: Field.optional(Unit.Percent),
  /** Yield of securities that are due in 6 months, constant maturity, percent a year; since 1981. */
  yield_6_month: Field.optional(Unit.Percent),
  /** Yield of securities that are due in 1 year, constant maturity, percent a year. */
  yield_1_year: Field.optional(Unit.Percent),
  /** Yield of securities that are due in 2 years, constant maturity, percent a year; since 1976. */
  yield_2_year: Field.optional(Unit.Percent),
  /** Yield of securities that are due in 3 years, constant maturity, percent a year. */
  yield_3_year: Field.optional(Unit.Percent),
  /** Yield of securities that are due in 5 years, constant maturity, percent a year. */
  yield_5_year: Field.optional(Unit.Percent),
  /** Yield of securities that are due in 7 years, constant maturity, percent a year; since 1969. */
  yield_7_year: Field.optional(Unit.Percent),
  /** Yield of securities that are due in 10 years, constant maturity, percent a year. */
  yield_10_year: Field.optional(Unit.Percent),
  /** Yield of securities that are due in 20 years, constant maturity, percent a year; with a gap from 1987 to 1993. */
  yield_20_year: Field.optional(Unit.Percent),
  /**
   * Yield of securities that are due in 30 years, constant maturity, percent a year; since 1977,
   * with a gap from 2002 to 2006.
   */
  yield_30_year: Field.optional(Unit.Percent),
}

/** Yields on a day. A series is absent before its first day, and in its gaps. */
export interface TreasuryYields extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link TreasuryYields}. */
export const TreasuryYields: Field.SchemaOf<TreasuryYields, typeof fields> = Field.struct(fields, "TreasuryYields")

const params = {
  date: Filter.rangeOrAnyOf(Param.Date),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["date", "asc"] }),
}

/** Request for Treasury yields. */
export interface TreasuryYieldsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const treasuryYields: Endpoint.Paged<TreasuryYieldsRequest, TreasuryYields, typeof params> = Endpoint.paged({
  path: "/fed/v1/treasury-yields",
  params,
  row: TreasuryYields,
  key: "date",
  recordsFrom: "1962-01-02",
})
