/**
 * Made-up rows as a layout has them. Reading them makes the runtime compile what will read the first page while that page is on its way; compiling
 * takes as long as reading it several times over.
 *
 * They look as plain as most rows do: each oddity that the runtime has seen makes what it compiles larger, and ready later.
 */
import type { Cell } from "./sheet.js"

const samples: Record<Cell["kind"], ReadonlyArray<unknown>> = {
  number: [1717171717000, 123.4567, 25, 98.5],
  bigint: [1717171717000000123n],
  boolean: [true, false],
  other: ["A"],
}

/** Texts of values that the cell's test takes; any, where it takes none of them: then nothing is gained, and nothing lost. */
const textsOf = ({ kind, test }: Cell): ReadonlyArray<string> => {
  const taken = samples[kind].filter((value) => test === undefined || test(value))
  return (taken.length === 0 ? samples[kind] : taken).map((value) =>
    typeof value === "string" ? JSON.stringify(value) : String(value),
  )
}

const DIFFERENT = 8

/** The runtime compiles what has read about as many values. */
const VALUES = 8192

/** A document with such rows under a path, as bytes. */
export const rehearsal = (cells: ReadonlyArray<Cell>, at: ReadonlyArray<string>): Uint8Array => {
  const last = cells.findLast((cell) => cell.optional)
  const members = cells.map((cell) => ({ cell, key: JSON.stringify(cell.wire), texts: textsOf(cell) }))
  const rows = Array.from({ length: DIFFERENT }, (_, row) => {
    // The last optional field is the one that rows lack most often.
    const present = members.filter(({ cell }) => cell !== last || row % 2 === 1)
    return `{${present.map(({ key, texts }, k) => `${key}:${texts[(row + k) % texts.length]}`).join(",")}}`
  })
  const times = Math.ceil(VALUES / cells.length / DIFFERENT)
  const array = `[${`${rows.join(",")},`.repeat(times).slice(0, -1)}]`
  return new TextEncoder().encode(at.reduceRight((value, key) => `{${JSON.stringify(key)}:${value}}`, array))
}
