/**
 * Checks of parsed values, compiled from a layout. A check returns the decoded value, or `undefined` if the layout refuses it. It never changes its input: a
 * value that needs no change is returned itself, any other is created.
 */
import * as Predicate from "effect/Predicate"
import * as Int64 from "../json/int64.js"
import { evaluate } from "./evaluate.js"
import type { Field, Struct, Value } from "./layout.js"

export type Check = (value: unknown) => unknown

const ofType =
  (type: "number" | "string" | "boolean"): Check =>
  (value) =>
    typeof value === type ? value : undefined

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

/** A struct's check, field by field. */
const interpret = ({ fields }: Struct, checks: ReadonlyArray<Check>): Check => {
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

const primitives: { readonly [Tag in Value["_tag"]]?: string } = {
  Number: "number",
  Boolean: "boolean",
  String: "string",
}

/** The same check, as generated JavaScript. */
const generate = ({ fields }: Struct, checks: ReadonlyArray<Check>): Check | undefined => {
  const read = ({ nullIsAbsent, optional, value, wire }: Field, k: number): string => {
    const type = value.tests.length === 0 ? primitives[value._tag] : undefined
    const check =
      type === undefined
        ? `const d=checks[${k}](v${k});if(d===undefined)return;if(d!==v${k}){asIs=false;v${k}=d}`
        : `if(typeof v${k}!=="${type}")return`
    const some = `{${check};keys++}`
    const orNull = nullIsAbsent ? `if(v${k}===null){v${k}=undefined;whole=false}else${some}` : some
    return `let v${k}=o[${JSON.stringify(wire)}];${optional ? `if(v${k}===undefined)whole=false;else ` : ""}${orNull}`
  }
  const name = (k: number) => JSON.stringify(fields[k]!.name)
  return evaluate(
    { checks },
    `(o)=>{
if(typeof o!=="object"||o===null||Array.isArray(o))return
let asIs=${fields.every((field) => field.name === field.wire)},whole=true,keys=0
${fields.map(read).join("\n")}
if(asIs){for(const _ in o)keys--;if(keys===0)return o}
if(whole)return{${fields.map((_, k) => `${name(k)}:v${k}`).join(",")}}
const row={}
${fields.map((_, k) => `if(v${k}!==undefined)row[${name(k)}]=v${k}`).join("\n")}
return row
}`,
  )
}

const bare = (value: Value, generating: boolean): Check => {
  switch (value._tag) {
    case "Number":
      return ofType("number")
    case "Boolean":
      return ofType("boolean")
    case "String":
      return ofType("string")
    case "Int64":
      return (input) => (typeof input === "string" || typeof input === "number" ? Int64.parse(input) : undefined)
    case "Literal":
      return (input) => (value.literals.includes(input as never) ? input : undefined)
    case "Nullable": {
      const check = checkOf(value.value, generating)
      return (input) => (input === null ? null : check(input))
    }
    case "Array":
      return array(checkOf(value.item, generating))
    case "Struct": {
      const checks = value.fields.map((field) => checkOf(field.value, generating))
      return (generating ? generate(value, checks) : undefined) ?? interpret(value, checks)
    }
  }
}

/** The check of a value. `generating`: whether code may be generated from strings. */
export const checkOf = (value: Value, generating: boolean): Check => {
  const check = bare(value, generating)
  const { tests } = value
  if (tests.length === 0) return check
  return (input) => {
    const decoded = check(input)
    return decoded !== undefined && tests.every((test) => test(decoded)) ? decoded : undefined
  }
}
