/**
 * Checks of parsed values, compiled from a layout. A check returns the decoded value, or `undefined` if the layout rejects it. It never changes its input: a
 * value that needs no change is returned itself, any other is created.
 */
import * as Predicate from "effect/Predicate"
import { allOf, type Struct, type Value } from "./layout.js"

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

const struct = ({ fields }: Struct, checks: ReadonlyArray<Check>): Check => {
  const renamed = fields.some((field) => field.name !== field.wire)
  const values: Array<unknown> = fields.map(() => undefined)
  return (input) => {
    if (!Predicate.isRecord(input)) return undefined
    let asIs = !renamed
    let keys = 0
    for (let k = 0; k < fields.length; k++) {
      const { nullIsAbsent, optional, wire } = fields[k]!
      const value = input[wire]
      values[k] = undefined
      if ((value === undefined && optional) || (value === null && nullIsAbsent)) continue
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

const bare = (value: Value): Check => {
  switch (value._tag) {
    case "number":
      return (input) => (Number.isFinite(input) ? input : undefined)
    case "boolean":
    case "string":
      return (input) => (typeof input === value._tag ? input : undefined)
    case "bigint":
    case "text":
      return value.reader.parse
    case "Literal":
      return (input) => (value.literals.includes(input as never) ? input : undefined)
    case "Nullable": {
      const check = checkOf(value.value)
      return (input) => (input === null ? null : check(input))
    }
    case "Array":
      return array(checkOf(value.item))
    case "Struct":
      return struct(
        value,
        value.fields.map((field) => checkOf(field.value)),
      )
  }
}

/** Compiles the check of a value. */
export const checkOf = (value: Value): Check => {
  const check = bare(value)
  const test = allOf(value.tests)
  if (test === undefined) return check
  return (input) => {
    const decoded = check(input)
    return decoded !== undefined && test(decoded) ? decoded : undefined
  }
}
