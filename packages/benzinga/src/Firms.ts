/** TODO: A comprehensive database of financial firms, tracking unique identifiers, names, and basic metadata for various financial institutions and research firms. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import * as Schema from "effect/Schema"

const fields = {
  /** TODO: The identifer used by Benzinga for this record. */
  benzinga_id: Field.optional(Field.Id),
  /** TODO: Primary currency used by the financial firm, with some entries having null values. */
  currency: Field.optional(Schema.String),
  /**
   * TODO: Timestamp indicating when the firm's information was last modified or verified in the database, RFC 3339
   * date-time.
   */
  last_updated: Field.optional(Unit.DateTime),
  /** TODO: The name of a research firm or investment bank which issues ratings. */
  name: Field.optional(Schema.String),
}

/** TODO: what a `Firm` is. */
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
