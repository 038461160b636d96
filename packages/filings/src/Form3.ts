/** First reports of insiders about their securities (form 3). @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ownership from "./Ownership.js"

const forms = ["3", "3/A"] as const

const lines = {
  /** Form of the report: `3`, or `3/A` for an amendment. */
  form_type: Field.optional(Field.openEnum(...forms)),
  /** Shares that the insider owns. */
  shares_owned: Field.optional(Field.like(Unit.Shares, 0, 200_000)),
}

const fields = { ...Ownership.fields, ...lines }

/** A security that an insider owned when becoming one. */
export interface Form3 extends Ownership.Ownership, Field.Row<typeof lines> {}

/** Schema of {@link Form3}. */
export const Form3: Field.SchemaOf<Form3, typeof fields> = Field.struct(fields, "Form3")

const own = {
  form_type: Filter.equals(Param.literal(...forms)),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields, "tickers", "footnotes"), default: ["filing_date", "desc"] }),
}

const params = { ...Ownership.params, ...own }

/** Request for first reports of insiders. */
export interface Form3Request extends Ownership.OwnershipRequest, Endpoint.RequestOn<typeof lines, typeof own> {}

export const form3: Endpoint.Paged<Form3Request, Form3, typeof params> = Endpoint.paged({
  path: "/stocks/filings/vX/form-3",
  params,
  row: Form3,
})
