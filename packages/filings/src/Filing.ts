/** Fields common to rows of filings: the filing that a row was read from. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"

/** The fields of {@link Filing}: spread them into the schema of a row. */
export const fields = {
  /** Accession number of the filing in EDGAR, the SEC's archive: filing agent, year and a running number. */
  accession_number: Field.optional(Field.like(Unit.Identifier, "0000320193-24-000123")),
  /** Day on which the SEC received the filing, `yyyy-mm-dd`. */
  filing_date: Field.optional(Unit.Date),
  /** Address of the whole filing in the SEC's archive. */
  filing_url: Field.optional(Field.like(Schema.String, "https://filings.example/0000320193/10-K.txt")),
}

/** The filing that a row was read from. */
export interface Filing extends Field.Row<typeof fields>, Endpoint.Named {}
