/**
 * Made-up rows as a layout has them. Reading them makes the runtime compile what will read the first page while that page is on its way; compiling
 * takes as long as reading it several times over.
 *
 * They look as plain as most rows do: each oddity that the runtime has seen makes what it compiles larger, and ready later.
 */
import type { Cell } from "./sheet.js"

/** Values as JSON. */
const samples: Record<Cell["kind"], ReadonlyArray<string>> = {
  number: ["1717171717000", "123.4567", "25", "98.5"],
  bigint: ["1717171717000000123"],
  boolean: ["true", "false"],
  other: ['"A"'],
}

/** Values that the cell's test takes; any, where it takes none of them: then nothing is gained, and nothing lost. */
const valuesOf = ({ kind, test }: Cell): ReadonlyArray<string> => {
  const taken = samples[kind].filter(
    (json) => test === undefined || test(kind === "bigint" ? BigInt(json) : JSON.parse(json)),
  )
  return taken.length === 0 ? samples[kind] : taken
}

/** The runtime compiles what has read about as many values. */
const VALUES = 8192

/** A document with such rows under a path, as bytes. */
export const rehearsal = (cells: ReadonlyArray<Cell>, at: ReadonlyArray<string>): Uint8Array => {
  // The last optional field is the one that rows lack most often.
  const last = cells.findLast((cell) => cell.optional)
  const members = cells.map((cell) => ({ cell, key: JSON.stringify(cell.wire), values: valuesOf(cell) }))
  const rows = Array.from({ length: Math.ceil(VALUES / cells.length) }, (_, row) => {
    const present = members.filter(({ cell }) => cell !== last || row % 2 === 1)
    return `{${present.map(({ key, values }, k) => `${key}:${values[(row + k) % values.length]}`).join()}}`
  })
  return new TextEncoder().encode(
    at.reduceRight((value, key) => `{${JSON.stringify(key)}:${value}}`, `[${rows.join()}]`),
  )
}
