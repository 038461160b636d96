/**
 * Units of the numbers and texts of a row, as data of their schemas for tables, files and documents.
 *
 * ```ts
 * const fields = {
 *   price: Field.optional(Unit.Dollars),
 *   timestamp: Field.required(Unit.EpochMillis, "t"),
 * }
 * Structure.of(Unit.Dollars.ast).unit // "dollars"
 * ```
 *
 * @module
 */
import * as Schema from "effect/Schema"
import * as exactInteger from "../internal/json/exactInteger.js"
import { finite } from "../internal/json/finite.js"
import { Mark } from "../internal/json/mark.js"

/**
 * Unit of a value. `currency` is the currency of the instrument, such as the quote currency of a
 * pair; a `code` identifies something, such as an exchange, and has no unit.
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

const number = (unit: Unit): Schema.Schema<number> => finite(unit)
const text = (unit: Unit): Schema.Schema<string> =>
  Schema.String.annotations({ [Mark]: { _tag: "Text", known: [], unit } })

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
export const EpochNanos: Schema.Schema<bigint, string | number> = exactInteger.EpochNanos
