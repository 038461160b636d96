/** Reports of insiders about their transactions (form 4). @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Schema from "effect/Schema"
import * as Ownership from "./Ownership.js"

const forms = ["4", "4/A"] as const

const lines = {
  /** Form of the report: `4`, or `4/A` for an amendment. */
  form_type: Field.optional(Field.openEnum(...forms)),
  /** Whether the row is a `transaction`, or a `holding` without one. */
  record_type: Field.optional(Field.openEnum("transaction", "holding")),
  /** Day of the transaction, `yyyy-mm-dd`. */
  transaction_date: Field.optional(Unit.Date),
  /** Day that counts as that of the transaction, if it is another one, `yyyy-mm-dd`. */
  deemed_execution_date: Field.optional(Unit.Date),
  /**
   * Kind of transaction by the SEC's codes: `P` purchase, `S` sale, `A` grant, `D` return to the company, `F` shares
   * withheld for taxes, `G` gift, `M` exercise or conversion, and others.
   */
  transaction_code: Field.optional(Field.openEnum("P", "S", "A", "D", "F", "G", "M")),
  /** Whether the insider acquired (`A`) or disposed of (`D`) the securities. */
  transaction_acquired_disposed: Field.optional(Field.openEnum("A", "D")),
  /** Number of shares of the transaction. */
  transaction_shares: Field.optional(Field.like(Unit.Shares, 100, 50_000)),
  /** Price of the transaction, dollars a share. */
  transaction_price_per_share: Field.optional(Field.like(Unit.Dollars, 5.25, 250.75)),
  /** Shares times price, dollars; absent if either is. */
  transaction_value: Field.optional(Field.like(Unit.Dollars, 1_000, 9_999_999)),
  /** Whether the report came on time (`O`) or late (`L`). */
  transaction_timeliness: Field.optional(Field.openEnum("O", "L")),
  /** Shares that the insider owns after the transaction. */
  shares_owned_following_transaction: Field.optional(Field.like(Unit.Shares, 0, 200_000)),
  /** Whether an equity swap was part of the transaction. */
  equity_swap_involved: Field.optional(Field.like(Schema.Boolean, false)),
  /** Day on which a derivative expires, `yyyy-mm-dd`. */
  expiration_date: Field.optional(Unit.Date),
}

const fields = { ...Ownership.fields, ...lines }

/** A transaction of an insider, or a holding that is reported with one. */
export interface Form4 extends Ownership.Ownership, Field.Row<typeof lines> {}

/** Schema of {@link Form4}. */
export const Form4: Field.SchemaOf<Form4, typeof fields> = Field.struct(fields, "Form4")

const own = {
  form_type: Filter.equals(Param.literal(...forms)),
  transaction_code: Filter.equals(Param.String),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields, "tickers", "footnotes"), default: ["filing_date", "desc"] }),
}

const params = { ...Ownership.params, ...own }

/** Request for transactions of insiders. */
export interface Form4Request extends Ownership.OwnershipRequest, Endpoint.RequestOn<typeof lines, typeof own> {}

export const form4: Endpoint.Paged<Form4Request, Form4, typeof params> = Endpoint.paged({
  path: "/stocks/filings/vX/form-4",
  params,
  row: Form4,
})
