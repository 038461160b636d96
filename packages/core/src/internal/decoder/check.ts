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

const isRenamed = ({ name, wireKey }: Structure.Field): boolean => name !== wireKey

/** Whether checking a value may create another one, apart from leaving out `null`. */
const mayChange = (type: Structure.Type): boolean => {
  switch (type._tag) {
    case "Struct":
      return Structure.fieldsOf(type).some((field) => isRenamed(field) || mayChange(Structure.ofField(field)))
    case "List":
      return mayChange(type.item)
    case "Union":
      return type.types.some(mayChange)
    default:
      return readerOf(type) !== undefined
  }
}

/** Checks that need no call: most values are texts and numbers. */
const plain = { text: 1, number: 2, other: 0 } as const

const plainOf = ({ _tag, tests }: Structure.Type): number =>
  tests.length > 0 ? plain.other : _tag === "Text" ? plain.text : _tag === "Number" ? plain.number : plain.other

/**
 * Makes a test for objects that are rows as they are: known keys, none of them renamed, and values that need no
 * change. It reads an object in the order of its own keys, and expects the order of the previous one: V8 then loads
 * each value from a known place, where a lookup by name costs several times as much.
 */
const unchanged = (
  fields: ReadonlyArray<Structure.Field>,
  checks: ReadonlyArray<Check>,
): ((input: object) => boolean) => {
  const none = fields.length
  const numbers = new Map(fields.map(({ wireKey }, k) => [wireKey, k]))
  const keys = fields.map(({ wireKey }) => wireKey)
  const kinds = fields.map((field) => plainOf(Structure.ofField(field)))
  const required = fields.filter(({ optional }) => !optional).length
  /** Field after each one in the last object, and its first one. */
  const next = keys.map((_, k) => k + 1)
  next.push(0)
  return (input) => {
    let previous = none
    let missing = required
    for (const key in input) {
      let k = next[previous]!
      if (keys[k] !== key) {
        const found = numbers.get(key)
        if (found === undefined) return false
        next[previous] = k = found
      }
      const value = (input as Readonly<Record<string, unknown>>)[key]
      const kind = kinds[k]
      if (kind === plain.text) {
        if (typeof value !== "string") return false
      } else if (kind === plain.number) {
        if (!Number.isFinite(value)) return false
      } else if (value === null || value === undefined || checks[k]!(value) !== value) return false
      if (!fields[k]!.optional) missing--
      previous = k
    }
    return missing === 0
  }
}

const struct = (fields: ReadonlyArray<Structure.Field>, checks: ReadonlyArray<Check>): Check => {
  const isChanged = fields.some((field) => isRenamed(field) || mayChange(Structure.ofField(field)))
  const isUnchanged = isChanged ? undefined : unchanged(fields, checks)
  const values: Array<unknown> = fields.map(() => undefined)
  return (input) => {
    if (!Predicate.isRecord(input)) return undefined
    if (isUnchanged?.(input)) return input
    for (let k = 0; k < fields.length; k++) {
      const { optional, wireKey } = fields[k]!
      const value = input[wireKey]
      values[k] = undefined
      if (optional && (value === undefined || value === null)) continue
      const decoded = checks[k]!(value)
      if (decoded === undefined) return undefined
      values[k] = decoded
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
export const valueCheck = (type: Structure.Type): Check | undefined => {
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
