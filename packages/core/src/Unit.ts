/**
 * Units of the numbers and texts of a row, as an annotation of their schemas for tables, files and documents.
 *
 * ```ts
 * const fields = {
 *   price: Field.optional(Unit.Dollars),
 *   timestamp: Field.required(Unit.EpochMillis, "t"),
 * }
 * Unit.of(schema.ast) // "dollars"
 * ```
 *
 * @module
 */
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import * as Field from "./Field.js"
import { int64ReaderOf } from "./internal/json/int64.js"

/**
 * Unit of a value. `currency` is the currency of the instrument, such as the quote currency of a pair; a `code` identifies something, such as an exchange, and
 * has no unit.
 */
export type Unit =
  | "dollars"
  | "billions of dollars"
  | "currency"
  | "shares"
  | "volume"
  | "count"
  | "points"
  | "percent"
  | "ratio"
  | "per dollar"
  | "ordinal"
  | "milliseconds"
  | "code"
  | "date"
  | "date-time"
  | "epoch milliseconds"
  | "epoch nanoseconds"
  | "identifier"

/** Id of the annotation. */
export const TypeId: unique symbol = Symbol.for("@candela/core/Unit")

/** Unit of a field's values, or of the items of an array; `undefined` if the schema has none. */
export const of = (ast: AST.AST): Unit | undefined => {
  const own = ast.annotations[TypeId]
  if (own !== undefined) return own as Unit
  if (int64ReaderOf(ast)?._tag === "text") return "identifier" // `Field.Id`.
  if (AST.isUnion(ast)) return ast.types.map(of).find((unit) => unit !== undefined)
  if (AST.isTransformation(ast)) return of(ast.to)
  if (AST.isTupleType(ast)) return ast.rest[0] && of(ast.rest[0].type)
  return AST.isRefinement(ast) ? of(ast.from) : undefined
}

const number = (unit: Unit): Schema.Schema<number> => Schema.Number.annotations({ [TypeId]: unit })
const text = (unit: Unit): Schema.Schema<string> => Schema.String.annotations({ [TypeId]: unit })

/** Marks both sides of a transformation. */
const both = <A, I>({ ast }: Schema.Schema<A, I>, unit: Unit): Schema.Schema<A, I> => {
  const { annotations, from, to, transformation } = ast as AST.Transformation
  const mark = { [TypeId]: unit }
  return Schema.make(
    new AST.Transformation(from, AST.annotations(to, mark), transformation, { ...annotations, ...mark }),
  )
}

/** U.S. dollars. */
export const Dollars: Schema.Schema<number> = /* @__PURE__ */ number("dollars")
/** Billions of U.S. dollars. */
export const BillionDollars: Schema.Schema<number> = /* @__PURE__ */ number("billions of dollars")
/** Currency of the instrument; for a pair its quote currency. */
export const Currency: Schema.Schema<number> = /* @__PURE__ */ number("currency")
/** Shares. */
export const Shares: Schema.Schema<number> = /* @__PURE__ */ number("shares")
/** Shares, contracts or units of the base currency. */
export const Volume: Schema.Schema<number> = /* @__PURE__ */ number("volume")
/** A count. */
export const Count: Schema.Schema<number> = /* @__PURE__ */ number("count")
/** Points of an index or an indicator. */
export const Points: Schema.Schema<number> = /* @__PURE__ */ number("points")
/** Percent: 2 is two percent. */
export const Percent: Schema.Schema<number> = /* @__PURE__ */ number("percent")
/** A quotient: 0.02 is two percent. */
export const Ratio: Schema.Schema<number> = /* @__PURE__ */ number("ratio")
/** Change per dollar of a price. */
export const PerDollar: Schema.Schema<number> = /* @__PURE__ */ number("per dollar")
/** A position in a sequence, such as a fiscal year or quarter. */
export const Ordinal: Schema.Schema<number> = /* @__PURE__ */ number("ordinal")
/** A duration in milliseconds. */
export const Milliseconds: Schema.Schema<number> = /* @__PURE__ */ number("milliseconds")
/** A numeric code, such as the service's number of an exchange. */
export const Code: Schema.Schema<number> = /* @__PURE__ */ number("code")
/** A date, `yyyy-mm-dd`. */
export const Date: Schema.Schema<string> = /* @__PURE__ */ text("date")
/** An RFC 3339 date-time. */
export const DateTime: Schema.Schema<string> = /* @__PURE__ */ text("date-time")
/** A machine-readable identifier, such as a CIK. `Field.Id` is one, too. */
export const Identifier: Schema.Schema<string> = /* @__PURE__ */ text("identifier")
/** Epoch milliseconds. */
export const EpochMillis: Schema.Schema<number> = /* @__PURE__ */ number("epoch milliseconds")
/** Exact epoch nanoseconds. */
export const EpochNanos: typeof Field.Int64 = /* @__PURE__ */ both(Field.Int64, "epoch nanoseconds")
