/** Firms that rate stocks. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import * as Record from "./internal/record.js"

const fields = {
  /** Benzinga's identifier of the firm: `benzinga_firm_id` of analysts and ratings. */
  benzinga_id: Field.optional(Record.Id),
  /** Name of the firm. */
  name: Field.optional(Record.Firm),
  /** Code of the currency that the firm mostly uses, by ISO 4217. */
  currency: Field.optional(Record.Currency),
  /** When the record was last changed, RFC 3339 date-time. */
  last_updated: Field.optional(Unit.DateTime),
}

/** A firm that rates stocks: a bank or a research firm. */
export interface Firm extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Firm}. */
export const Firm: Field.SchemaOf<Firm, typeof fields> & Instant.Reader<Firm, "last_updated"> = Instant.readable(
  Field.struct(fields, "Firm"),
  "last_updated",
)

const params = {
  benzinga_id: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["name", "asc"] }),
}

/** Request for firms. */
export interface FirmsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const firms: Endpoint.Paged<FirmsRequest, Firm, typeof params> = Endpoint.paged({
  path: "/benzinga/v1/firms",
  params,
  row: Firm,
})
