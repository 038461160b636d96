/**
 * Synthetic rows of a layout. Reading them makes the JIT compile the scanner while the first page
 * is on its way; compiling takes several times as long as reading the page.
 *
 * The rows are plain, as most rows are: each unusual value that the JIT has seen makes the compiled
 * code larger and later.
 */
import type { ScannedField } from "./columnBuffers.js"

/** JSON values of each kind. */
const samples: Record<ScannedField["kind"], ReadonlyArray<string>> = {
  number: ["1717171717000", "123.4567", "25", "98.5"],
  bigint: ["1717171717000000123"],
  boolean: ["true", "false"],
  other: ['"A"'],
}

/**
 * Returns the values that pass the field's test, or all of them if none does: then warming up has
 * no effect, but is harmless.
 */
const valuesOf = ({ isList, kind, test }: ScannedField): ReadonlyArray<string> => {
  if (isList) return ["[1]", "[2,3]"]
  const accepted = samples[kind].filter(
    (json) => test === undefined || test(kind === "bigint" ? BigInt(json) : JSON.parse(json)),
  )
  return accepted.length === 0 ? samples[kind] : accepted
}

/** Approximate number of values read after which the JIT compiles a function. */
const VALUES = 8192

/** Returns a document with such rows at a path, as bytes. */
export const warmUpDocument = (fields: ReadonlyArray<ScannedField>, at: ReadonlyArray<string>): Uint8Array => {
  // Rows most often lack the last optional field.
  const last = fields.findLast((field) => field.optional)
  const members = fields.map((field) => ({ field, key: JSON.stringify(field.wire), values: valuesOf(field) }))
  const rows = Array.from({ length: Math.ceil(VALUES / fields.length) }, (_, row) => {
    const present = members.filter(({ field }) => field !== last || row % 2 === 1)
    return `{${present.map(({ key, values }, k) => `${key}:${values[(row + k) % values.length]}`).join()}}`
  })
  return new TextEncoder().encode(
    at.reduceRight((value, key) => `{${JSON.stringify(key)}:${value}}`, `[${rows.join()}]`),
  )
}
