/** Company records. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"

const fields = {
  /** Ticker of the company's stock: `AAPL`. */
  symbol: Field.optional(Schema.String),
  /** Registered name of the company. */
  name: Field.optional(Schema.String),
  /** Business of the company. */
  description: Field.optional(Schema.String),
  /** Whether the stock is listed; false once it is delisted. */
  active: Field.optional(Schema.Boolean),
  /** Type of the stock, the service's code: `CS` (common stock). */
  type: Field.optional(Schema.String),
  /** First day on which the stock was listed, `yyyy-mm-dd`. */
  listdate: Field.optional(Unit.Date),
  /** Name of the listing exchange. */
  exchange: Field.optional(Schema.String),
  /** Symbol of the listing exchange: `NGS`. */
  exchangeSymbol: Field.optional(Schema.String),
  /** Central Index Key of the company at the securities regulator, ten digits. */
  cik: Field.optional(Unit.Identifier),
  /** Financial Instrument Global Identifier of the stock. */
  figi: Field.optional(Unit.Identifier),
  /** Legal Entity Identifier of the company. */
  lei: Field.optional(Schema.String),
  /** Id of the company at the vendor of the record. */
  vendor_guid: Field.optional(Schema.String),
  /** Code of the company's industry (Standard Industrial Classification). */
  sic: Field.optional(Unit.Code),
  /** Name of the industry. */
  industry: Field.optional(Schema.String),
  /** Name of the sector, which consists of several industries. */
  sector: Field.optional(Schema.String),
  /** Keywords of the company. */
  tags: Field.optional(Schema.Array(Schema.String)),
  /** Tickers of similar companies. */
  similar: Field.optional(Schema.Array(Schema.String)),
  /** Market value of all shares, dollars. */
  marketcap: Field.optional(Unit.Dollars),
  /** Number of employees. */
  employees: Field.optional(Unit.Count),
  /** Name of the chief executive officer. */
  ceo: Field.optional(Schema.String),
  /** Phone number of the headquarters. */
  phone: Field.optional(Schema.String),
  /** Home page of the company. */
  url: Field.optional(Schema.String),
  /** Address of the company's logo. */
  logo: Field.optional(Schema.String),
  /** Country of the company's registration. */
  country: Field.optional(Schema.String),
  /** Address of the headquarters. */
  hq_address: Field.optional(Schema.String),
  /** State of the headquarters, its postal abbreviation: `CA`. */
  hq_state: Field.optional(Schema.String),
  /** Country of the headquarters. */
  hq_country: Field.optional(Schema.String),
  /** Last update of the record. */
  updated: Field.optional(Schema.String),
}

/**
 * The record of a company (specification, Company record). No endpoint of the service returns it:
 * the schema decodes records from other sources, such as files.
 */
export interface Company extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Company}. */
export const Company: Field.SchemaOf<Company, typeof fields> = Field.struct(fields, "Company")
