/** Holdings of institutional investment managers (form 13F). @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Company from "@candela/market/Company"
import * as Schema from "effect/Schema"
import * as Filing from "./Filing.js"

const own = {
  /** Central Index Key of the manager: `0001067983`. */
  filer_cik: Field.optional(Field.like(Unit.Identifier, "0001067983")),
  /** Number of the manager's 13F filings at the SEC: `028-04545`. */
  file_number: Field.optional(Field.like(Unit.Identifier, "028-04545")),
  /** Number under which the SEC archived the filing. */
  film_number: Field.optional(Field.like(Unit.Identifier, "241461756")),
  /** Form of the filing: `13F-HR` (report of holdings), or `13F-HR/A` for an amendment. */
  form_type: Field.optional(Field.openEnum("13F-HR", "13F-HR/A")),
  /** Last day of the quarter whose holdings are reported, `yyyy-mm-dd`. */
  period: Field.optional(Unit.Date),
  /** Name of the company whose securities are held. */
  issuer_name: Field.optional(Field.like(Schema.String, "APPLE INC", "COCA COLA CO")),
  /** Class of the securities: `COM` (common shares), `CL A` and so on. */
  title_of_class: Field.optional(Field.like(Schema.String, "COM", "CL A", "CL B")),
  /** CUSIP of the securities, nine characters. */
  cusip: Field.optional(Field.like(Unit.Identifier, "037833100")),
  /** Kind of option, if the holding is one; absent or empty for the securities themselves. */
  put_call: Field.optional(Field.openEnum("PUT", "CALL")),
  /** Value on the last day of the quarter, dollars. Filings before 2023 reported thousands of dollars. */
  market_value: Field.optional(Field.like(Unit.Dollars, 1_000_000, 5_000_000_000)),
  /** Number of shares, or the principal in dollars, as `shares_or_principal_type` says. */
  shares_or_principal_amount: Field.optional(Field.like(Unit.Count, 1_000, 20_000_000)),
  /** What the amount counts: `SH` (shares) or `PRN` (principal of debt). */
  shares_or_principal_type: Field.optional(Field.openEnum("SH", "PRN")),
  /** Who decides about the holding: the manager alone (`SOLE`), with others (`SHARED`), or as defined (`DFND`). */
  investment_discretion: Field.optional(Field.openEnum("SOLE", "SHARED", "DFND")),
  /** Names of the managers that decide about the holding together with the filer. */
  other_managers: Field.optional(Schema.Array(Field.like(Schema.String, "Advisor 1", "Advisor 2", "Trust Company 1"))),
  /** Shares for which the manager alone votes. */
  voting_authority_sole: Field.optional(Field.like(Unit.Shares, 0, 10_000_000)),
  /** Shares for which the manager votes with others. */
  voting_authority_shared: Field.optional(Field.like(Unit.Shares, 0, 100_000)),
  /** Shares for which the manager does not vote. */
  voting_authority_none: Field.optional(Field.like(Unit.Shares, 0, 100_000)),
}

const fields = { ...Filing.fields, ...own }

/** A holding of an investment manager at the end of a quarter. */
export interface Holding extends Filing.Filing, Field.Row<typeof own> {}

/** Schema of {@link Holding}. */
export const Holding: Field.SchemaOf<Holding, typeof fields> = Field.struct(fields, "Holding")

const params = {
  filer_cik: Filter.anyOf(Company.Cik),
  filing_date: Filter.range(Param.Date),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 1000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields, "other_managers"), default: ["filing_date", "desc"] }),
}

/** Request for holdings of investment managers. */
export interface HoldingsRequest
  extends Endpoint.RequestOn<typeof Filing.fields & typeof own, typeof params>, Endpoint.Named {}

export const holdings: Endpoint.Paged<HoldingsRequest, Holding, typeof params> = Endpoint.paged({
  path: "/stocks/filings/vX/13-F",
  params,
  row: Holding,
})
