/**
 * Values in the form for people.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import type * as TimeZone from "@candela/market/TimeZone"
import * as Json from "../Json.js"
import * as Fields from "./Field.js"
import type { Field } from "./Field.js"
import * as Zone from "./Zone.js"

/** Style of a column's values, determined by the first rows. */
export interface Style {
  /** Digits after the point. */
  readonly decimals: number
  /** Precision of instants. */
  readonly precision: Zone.Precision
}

/** Common settings of a table's cells. */
export interface Context {
  /** Zone of instants. */
  readonly zone: TimeZone.Zone
  /** Maximum number of digits after the point of a price. */
  readonly decimals: number
}

/** Units of numbers without a thousands separator, since they count nothing. */
const unseparated: ReadonlySet<string | undefined> = /* @__PURE__ */ new Set([
  undefined,
  "code",
  "ordinal",
  "identifier",
])

/** Whether the values of a column are instants. */
export const isInstant = ({ unit }: Field): boolean =>
  unit === "epoch milliseconds" || unit === "epoch nanoseconds" || unit === "date-time"

/** Significant digits shown of a number with more than two after the point. */
const significant = 9

/** Digits after the point of a number in its usual form. */
const decimalsOf = (value: number): number =>
  Number.isInteger(value) ? 0 : (/\.(\d+)$/.exec(String(value))?.[1]?.length ?? Number.POSITIVE_INFINITY)

const separated = (digits: string): string =>
  digits.replace(/^(-?\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","))

const ofNumber = (value: number, unit: string | undefined, decimals: number): string => {
  // Numbers of 22 digits have exponents; and a number other than zero is not shown as zero.
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return String(value)
  const digits = value.toFixed(decimals)
  const shown = value !== 0 && Number(digits) === 0 ? String(value) : digits
  return unseparated.has(unit) ? shown : separated(shown)
}

/** Style of a column with these first values. */
export const styleOf = (field: Field, values: ReadonlyArray<unknown>, { decimals, zone }: Context): Style => {
  if (isInstant(field)) {
    const precisions = values.map((value) => Zone.read(value, zone)?.precision ?? 0)
    return { decimals: 0, precision: Math.max(0, ...precisions) as Zone.Precision }
  }
  const numbers = values.filter((value) => typeof value === "number" && Number.isFinite(value)) as ReadonlyArray<number>
  const whole = Math.max(1, ...numbers.map((value) => Math.trunc(Math.abs(value)).toString().length))
  return {
    decimals: Math.min(decimals, Math.max(2, significant - whole), Math.max(0, ...numbers.map(decimalsOf))),
    precision: 0,
  }
}

const isPlain = (value: unknown) => typeof value === "string" || typeof value === "number"

/** Formats a value; empty for an absent one. */
export const text = (field: Field, value: unknown, style: Style, { zone }: Context): string => {
  if (value === undefined || value === null) return ""
  if (isInstant(field)) {
    const instant = Zone.read(value, zone)
    if (instant !== undefined) return Zone.format(instant, style.precision)
  }
  switch (typeof value) {
    case "number":
      return ofNumber(value, field.unit, style.decimals)
    case "bigint":
      return unseparated.has(field.unit) ? String(value) : separated(String(value))
    case "string":
      // protects: Cells of tables are printed.
      // mutant: "show nothing that a terminal would obey": Foreign.show(value) → value
      return Foreign.show(value)
    case "object":
      return Foreign.show(Array.isArray(value) && value.every(isPlain) ? value.join(", ") : Json.text(value))
    default:
      return String(value)
  }
}

/** Heading of a column, with the zone of instants. */
export const heading = (field: Field, { zone }: Context): string => {
  const name = Foreign.show(Fields.nameOf(field))
  return isInstant(field) ? `${name} (${Zone.nameOf(zone)})` : name
}
