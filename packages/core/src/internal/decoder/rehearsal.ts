/**
 * Made-up rows as a layout has them. Reading them makes the runtime compile what will read the first page while that page is on its way; compiling
 * takes as long as reading it several times over.
 *
 * They look as plain as most rows do: each oddity that the runtime has seen makes what it compiles larger, and ready later.
 */
import type { Cell } from "./sheet.js"

const numbers = ["1717171717000", "123.4567", "25", "98.5"]

const valueOf = (kind: Cell["kind"], turn: number): string => {
  switch (kind) {
    case "number":
      return numbers[turn % numbers.length]!
    case "bigint":
      return "1717171717000000123"
    case "boolean":
      return turn % 2 === 0 ? "true" : "false"
    case "other":
      return `"A"`
  }
}

const DIFFERENT = 8

/** The runtime compiles what has read about as many rows. */
const ROWS = 1024

/**
 * A document with such rows under a path, as bytes. Where a schema tests its values they may not pass: then nothing is gained, and nothing lost.
 */
export const rehearsal = (cells: ReadonlyArray<Cell>, at: ReadonlyArray<string>): Uint8Array => {
  const last = cells.findLast((cell) => cell.optional)
  const rows = Array.from({ length: DIFFERENT }, (_, row) => {
    const present = cells.filter((cell) => cell !== last || row % 2 === 1)
    return `{${present.map(({ kind, wire }, k) => `${JSON.stringify(wire)}:${valueOf(kind, row + k)}`).join(",")}}`
  })
  const array = `[${`${rows.join(",")},`.repeat(ROWS / DIFFERENT).slice(0, -1)}]`
  return new TextEncoder().encode(at.reduceRight((value, key) => `{${JSON.stringify(key)}:${value}}`, array))
}
