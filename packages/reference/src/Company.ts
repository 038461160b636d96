/** The record of a company. @module */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Unit from "@candela/core/Unit"
import * as Schema from "effect/Schema"

const fields = {
  /** Ticker of the company's stock: `AAPL`. */
  symbol: Field.optional(Schema.String),
  /** The company's registered name. */
  name: Field.optional(Schema.String),
  /** What the company does. */
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
  /** The company's number at the securities regulator (Central Index Key), ten digits. */
  cik: Field.optional(Unit.Identifier),
  /** The stock's Financial Instrument Global Identifier. */
  figi: Field.optional(Unit.Identifier),
  /** The company's Legal Entity Identifier. */
  lei: Field.optional(Schema.String),
  /** Id of the company at the vendor of the record. */
  vendor_guid: Field.optional(Schema.String),
  /** Code of the company's industry (Standard Industrial Classification). */
  sic: Field.optional(Unit.Code),
  /** Name of the industry. */
  industry: Field.optional(Schema.String),
  /** Name of the sector, which consists of several industries. */
  sector: Field.optional(Schema.String),
  /** Words that the company is found by. */
  tags: Field.optional(Schema.Array(Schema.String)),
  /** Tickers of similar companies. */
  similar: Field.optional(Schema.Array(Schema.String)),
  /** Worth of all shares, dollars. */
  marketcap: Field.optional(Unit.Dollars),
  /** How many people the company employs. */
  employees: Field.optional(Unit.Count),
  /** Name of the chief executive officer. */
  ceo: Field.optional(Schema.String),
  /** Phone number of the headquarters. */
  phone: Field.optional(Schema.String),
  /** The company's home page. */
  url: Field.optional(Schema.String),
  /** Where the company's logo is. */
  logo: Field.optional(Schema.String),
  /** Country in which the company is registered. */
  country: Field.optional(Schema.String),
  /** Address of the headquarters. */
  hq_address: Field.optional(Schema.String),
  /** State of the headquarters, its postal abbreviation: `CA`. */
  hq_state: Field.optional(Schema.String),
  /** Country of the headquarters. */
  hq_country: Field.optional(Schema.String),
  /** When the record was last updated. */
  updated: Field.optional(Schema.String),
}

/**
 * The record of a company (specification, Company record). No endpoint of the service gives it: the schema decodes records that come another way, such as from
 * files.
 */
export interface Company extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Company}. */
export const Company: Field.SchemaOf<Company, typeof fields> = Schema.Struct(fields)
