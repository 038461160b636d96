/**
 * Rows as cells: the values of columns as texts.
 *
 * @module
 */
import type { Unit } from "@candela/core/declare/Unit"
import { offsetAt, type Zone } from "@candela/market/TimeZone"
import * as Option from "effect/Option"
import type { Field } from "../common/Catalog.js"

/** Column: a field of a row, or of an object in it. */
export type CellField = Pick<Field, "path" | "unit">

const instants: ReadonlySet<Unit | undefined> = new Set(["date-time", "epoch milliseconds", "epoch nanoseconds"])

/** Returns the value of a row in a column; `undefined` without one. */
export const value = (row: unknown, { path }: CellField): unknown =>
  path.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], row)

const json = (value: unknown) =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner))

/** Formats a value for other programs: numbers in full, lists and objects as JSON, empty without a value. */
export const exact = (value: unknown): string => {
  const given = Option.isOption(value) ? Option.getOrUndefined(value) : value
  return given === undefined || given === null ? "" : typeof given === "object" ? json(given) : String(given)
}

const zoneName = (zone: Zone, millis: number) =>
  new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" })
    .formatToParts(millis)
    .find(({ type }) => type === "timeZoneName")!.value

const millisOf = (value: unknown, unit: Unit | undefined): number => {
  switch (unit) {
    case "date-time":
      return Date.parse(String(value))
    case "epoch milliseconds":
      return Number(value)
    case "epoch nanoseconds":
      return typeof value === "bigint" ? Number(value / 1_000_000n) : NaN
    default:
      return NaN
  }
}

/** Formats an instant in local time of a zone. */
const clock = (zone: Zone, millis: number): string => {
  const local = new Date(millis + offsetAt(zone, millis)).toISOString()
  return `${local.replace("T", " ").replace(/(\.000)?Z$/, "")} ${zoneName(zone, millis)}`
}

/** Minimum decimals of an amount. */
const leastDecimals: { readonly [unit in Unit]?: number } = { dollars: 2, currency: 2, percent: 2 }

/** Units of numbers with thousands separators: amounts, but not years or codes. */
const amounts: ReadonlySet<Unit | undefined> = new Set([
  ...(["billions of dollars", "count", "currency", "dollars", "shares", "volume"] as const),
])

const mostDecimals = 8
const decimalsOf = (value: unknown) =>
  typeof value === "number" ? (/\.(\d+)$/.exec(value.toFixed(mostDecimals).replace(/0+$/, ""))?.[1]?.length ?? 0) : 0

/** Orders columns: those without a value in any of the rows stand last. */
export const filledFirst = <C extends CellField>(
  columns: ReadonlyArray<C>,
  rows: ReadonlyArray<unknown>,
): ReadonlyArray<C> => {
  const isFilled = (column: C) => rows.some((row) => exact(value(row, column)) !== "")
  return [...columns.filter(isFilled), ...columns.filter((column) => !isFilled(column))]
}

/** Whether a column is aligned as numbers. */
export const isNumeric = ({ unit, ...column }: CellField, rows: ReadonlyArray<unknown>): boolean =>
  !instants.has(unit) && rows.some((row) => typeof value(row, column) === "number")

/**
 * Formats the values of a column for people: instants in local time of a zone, numbers with the
 * maximum decimals of the given rows.
 */
export const readable = (column: CellField, rows: ReadonlyArray<unknown>, zone: Zone): ((row: unknown) => string) => {
  const { unit } = column
  const least = (unit && leastDecimals[unit]) ?? 0
  const decimals = Math.max(least, ...rows.map((row) => decimalsOf(value(row, column))))
  const numbers = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: amounts.has(unit),
    signDisplay: "negative",
  })
  return (row) => {
    const found = value(row, column)
    const millis = millisOf(found, unit)
    // The service writes 0 before the first event.
    if (millis !== 0 && !Number.isNaN(millis)) return clock(zone, millis)
    if (typeof found === "number" || typeof found === "bigint")
      return numbers.format(found).replace("-", "−") + (unit === "percent" ? "%" : "")
    if (Array.isArray(found) && found.every((item) => typeof item === "string")) return found.join(", ")
    return exact(found)
  }
}
