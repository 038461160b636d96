/**
 * Checks of parsed values, compiled from their types. A check returns the decoded value, or `undefined` if the type
 * rejects it. It never changes its input: a value that needs no change is returned itself, any other is created.
 */
import * as Predicate from "effect/Predicate"
import * as Structure from "../Structure.js"
import { readerOf } from "../json/int64.js"
import { allOf, hasOptions, layoutOf, literalsOf } from "./layout.js"

export type Check = (value: unknown) => unknown

const array =
  (item: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return undefined
    let out: Array<unknown> = value
    for (let i = 0; i < value.length; i++) {
      const decoded = item(value[i])
      if (decoded === undefined) return undefined
      if (decoded === value[i]) continue
      if (out === value) out = value.slice()
      out[i] = decoded
    }
    return out
  }

const struct = (fields: ReadonlyArray<Structure.Field>, checks: ReadonlyArray<Check>): Check => {
  const renamed = fields.some((field) => field.name !== field.wireKey)
  const values: Array<unknown> = fields.map(() => undefined)
  return (input) => {
    if (!Predicate.isRecord(input)) return undefined
    let asIs = !renamed
    let keys = 0
    for (let k = 0; k < fields.length; k++) {
      const { optional, wireKey } = fields[k]!
      const value = input[wireKey]
      values[k] = undefined
      if (optional && (value === undefined || value === null)) continue
      const decoded = checks[k]!(value)
      if (decoded === undefined) return undefined
      if (decoded !== value) asIs = false
      values[k] = decoded
      keys++
    }
    if (asIs) {
      // The object itself is the row, unless it has more keys or nulls.
      for (const _ in input) keys--
      if (keys === 0) return input
    }
    const row: Record<string, unknown> = {}
    for (let k = 0; k < fields.length; k++) if (values[k] !== undefined) row[fields[k]!.name] = values[k]
    return row
  }
}

const every = (checks: ReadonlyArray<Check | undefined>): checks is ReadonlyArray<Check> =>
  checks.every((check) => check !== undefined)

const bare = (type: Structure.Type): Check | undefined => {
  const literals = literalsOf(type)
  if (literals !== undefined) return (input) => (literals.includes(input) ? input : undefined)
  switch (type._tag) {
    case "Number":
      // protects: A row that its schema refuses is an error.
      // mutant: "says where a value is refused": Number.isFinite(input) ? input : undefined → input
      return (input) => (Number.isFinite(input) ? input : undefined)
    case "Boolean":
      return (input) => (typeof input === "boolean" ? input : undefined)
    case "Text":
      return (input) => (typeof input === "string" ? input : undefined)
    case "Int64":
    case "Id":
      return readerOf(type)?.parse
    case "Union":
      return type.types.length === 1 ? valueCheck(type.types[0]!) : undefined
    case "List":
      return checkOf(type.item)
    case "Struct": {
      const fields = layoutOf(type)
      const checks = fields?.map((field) => valueCheck(Structure.ofField(field)))
      return fields && checks && every(checks) ? struct(fields, checks) : undefined
    }
    default:
      return undefined
  }
}

/** Compiles the check of a value; `undefined` if only the schema can decode it. */
const valueCheck = (type: Structure.Type): Check | undefined => {
  const check = hasOptions(type.ast) ? undefined : bare(type)
  const test = allOf(type.tests)
  const isNullable = type._tag === "Union" && type.nullable
  if (check === undefined || (test === undefined && !isNullable)) return check
  return (input) => {
    const decoded = isNullable && input === null ? null : check(input)
    return decoded !== undefined && (test === undefined || test(decoded)) ? decoded : undefined
  }
}

/** Compiles the check of a list; `undefined` if only the schema can decode its items. */
export const checkOf = (item: Structure.Type): Check | undefined => {
  const check = valueCheck(item)
  return check && array(check)
}
