/** Instants of rows and values: their fields by the schema, and the years in which they can lie. */
import type * as AST from "effect/SchemaAST"
import * as Structure from "../Structure.js"
import type * as Unit from "../../declare/Unit.js"

/** Unit of an instant, as counts per second. */
const perSecond = { seconds: 1, milliseconds: 1e3, microseconds: 1e6, nanoseconds: 1e9 } as const

/** Unit of an instant since 1970. */
export type InstantUnit = keyof typeof perSecond

/** The part of the reader of exact integers that compares them. */
interface Int64Order {
  readonly areInOrder: (values: BigInt64Array, length: number, sign: 1 | -1, unique: boolean) => boolean
}

/** A field with an instant, in the row or in an object within it. */
export interface InstantField {
  /** Names that lead to it. */
  readonly path: ReadonlyArray<string>
  /** Keys on the wire that lead to it: `lastTrade.t`. */
  readonly wire: string
  readonly unit: "milliseconds" | "nanoseconds"
  /** Reader of an exact integer, which compares a column of them. */
  readonly int64?: Int64Order | undefined
}

const units: Partial<Record<Unit.Unit, InstantField["unit"]>> = {
  "epoch milliseconds": "milliseconds",
  "epoch nanoseconds": "nanoseconds",
}

const instantsIn = (type: Structure.Type, path: ReadonlyArray<string>, wire: string): ReadonlyArray<InstantField> => {
  if (type._tag === "Union") return type.types.flatMap((one) => instantsIn(one, path, wire))
  const unit = type._tag === "List" ? undefined : units[type.unit!]
  if (unit !== undefined)
    return [{ path, wire: wire.slice(0, -1), unit, int64: (type as { readonly reader?: Int64Order }).reader }]
  return type._tag !== "Struct" || path.length > 3
    ? []
    : Structure.fieldsOf(type).flatMap((field) =>
        instantsIn(Structure.ofField(field), [...path, field.name], `${wire}${field.wireKey}.`),
      )
}

const known = new WeakMap<AST.AST, ReadonlyArray<InstantField>>()

/** Returns the instants of a schema's values. */
export const instantsOf = (ast: AST.AST): ReadonlyArray<InstantField> => {
  let found = known.get(ast)
  if (found === undefined) known.set(ast, (found = instantsIn(Structure.of(ast), [], "")))
  return found
}

/** Returns the value at a path in a row; `undefined` if the row lacks it. */
export const valueAt = (row: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], row)

const seconds = { first: Date.UTC(1900, 0, 1) / 1000, last: Date.UTC(2201, 0, 1) / 1000 - 1 }

/** Years 1900 to 2200 in a unit: instants outside them are in another unit. */
const bounds = {
  milliseconds: { first: seconds.first * 1e3, last: seconds.last * 1e3 + 999 },
  nanoseconds: { first: BigInt(seconds.first) * 10n ** 9n, last: BigInt(seconds.last) * 10n ** 9n + 999_999_999n },
}

/** Whether an instant lies in the years 1900 to 2200, or is absent (`undefined`, and `NaN` in a column). */
export const isPlausible = (value: unknown, unit: InstantField["unit"]): boolean => {
  if (typeof value === "number" && unit === "milliseconds") {
    // protects: An instant in another unit is invalid.
    // mutant: "with instants in another unit says which one fits": without || value > bounds.milliseconds.last
    return !(value < bounds.milliseconds.first || value > bounds.milliseconds.last)
  }
  return typeof value !== "bigint" || (value >= bounds.nanoseconds.first && value <= bounds.nanoseconds.last)
}

const usual = { from: Date.UTC(1990, 0, 1), to: Date.UTC(2100, 0, 1) }

/** Whether epoch milliseconds are an instant of the years 1990 to 2099. */
export const isUsual = (millis: number): boolean => millis >= usual.from && millis < usual.to

/**
 * Returns another unit in which the number is an instant within a span of epoch milliseconds, by default
 * of the years 1990 to 2099, and this instant in epoch milliseconds. `undefined` if there is none.
 */
export const otherUnit = (
  value: number | bigint,
  unit: InstantUnit,
  { from, to } = usual,
): { readonly unit: InstantUnit; readonly millis: number } | undefined => {
  for (const other of Object.keys(perSecond) as ReadonlyArray<InstantUnit>) {
    const millis = (Number(value) / perSecond[other]) * 1000
    if (other !== unit && millis >= from && millis <= to) return { unit: other, millis: Math.round(millis) }
  }
  return undefined
}

/** Says in which other unit a number would be an instant; empty if there is none. */
export const hint = (value: unknown, unit: InstantUnit): string => {
  if (typeof value !== "number" && typeof value !== "bigint") return ""
  const other = otherUnit(value, unit)
  return other === undefined ? "" : ` (as epoch ${other.unit} it is ${new Date(other.millis).toISOString()})`
}
