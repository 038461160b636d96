/**
 * Checks of single rows. For the keys that most rows have, code is generated that tests the values in place and makes
 * an object literal of them: adding the keys one by one to an empty object takes half as long again.
 */
import * as Structure from "../Structure.js"
import { type Check, valueCheck } from "./check.js"
import { evaluate } from "./evaluate.js"
import { layoutOf } from "./layout.js"

/** Maximum number of generated checks: one for each set of optional fields. */
const KEPT = 8

type Fields = ReadonlyArray<Structure.Field>

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

/** Generates the check of rows with exactly some of the fields. */
const write = (fields: Fields, checks: ReadonlyArray<Check>, usual: ReadonlyArray<boolean>): Check | undefined => {
  const all = fields.map((field, k) => ({ k, type: Structure.ofField(field), ...field }))
  const reads = all.map(({ k, wireKey }) => `v${k}=o[${JSON.stringify(wireKey)}]`)
  const tests = all.map(({ k, optional, type }) => {
    if (!usual[k]) return `v${k}==null`
    const plain = type.tests.length === 0
    if (plain && type._tag === "Text") return `typeof v${k}==="string"`
    if (plain && type._tag === "Number") return `isFinite(v${k})`
    return `${optional ? `v${k}!=null&&` : ""}(v${k}=checks[${k}](v${k}))!==undefined`
  })
  const members = all.filter(({ k }) => usual[k]).map(({ k, name }) => `${JSON.stringify(name)}:v${k}`)
  return evaluate(
    { checks, isFinite: Number.isFinite },
    `(o)=>{let ${reads.join()};return ${tests.join("&&")}?{${members.join()}}:undefined}`,
  )
}

/**
 * Compiles the check of a row, which returns the decoded row, or `undefined` if the type rejects it; `undefined` if
 * only the schema can decode it. With `generating`, code is generated.
 */
export const rowCheck = (type: Structure.Type, generating: boolean): Check | undefined => {
  const slowly = valueCheck(type)
  const fields = type._tag === "Struct" && type.tests.length === 0 ? layoutOf(type) : undefined
  if (!generating || slowly === undefined || fields === undefined) return slowly
  const checks = fields.map((field) => valueCheck(Structure.ofField(field))!)
  const written: Array<Check> = []
  const known = new Set<string>()
  return (input) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined
    for (let i = 0; i < written.length; i++) {
      const row = written[i]!(input)
      if (row !== undefined) return row
    }
    const row = slowly(input)
    if (row === undefined || written.length === KEPT) return row
    const usual = fields.map(
      ({ optional, wireKey }) => !optional || isPresent((input as Record<string, unknown>)[wireKey]),
    )
    const name = usual.join()
    const check = known.has(name) ? undefined : write(fields, checks, usual)
    known.add(name)
    if (check !== undefined) written.push(check)
    return row
  }
}
