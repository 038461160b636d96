import type { Data } from "apache-arrow"
import { FileError } from "../../FileError.js"

/** Returns the path of a column within another: `day.close`, `insights[].sentiment`. */
export const within = (path: string, name: string): string => `${path}.${name}`

/** Returns the path of the items of a list. */
export const itemsOf = (path: string): string => `${path}[]`

const shown = (value: unknown): string => {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Error for a value that is invalid in its column, in a row counted from 0. */
export const notHeld = (column: string, row: number, value: unknown, expected: string): FileError =>
  new FileError({
    reason: "value",
    row: row + 1,
    column,
    detail: `${expected} is needed there, and it is ${shown(value)}.`,
  })

/** Error for a row without a required value. */
export const lacking = (column: string, row: number): FileError =>
  new FileError({
    reason: "value",
    row: row + 1,
    column,
    detail: "every row must have a value there, and it has none.",
  })

/** Error for an unsuitable column of the file. */
export const mismatch = (column: string, detail: string): FileError =>
  new FileError({ reason: "schema", column, detail })

/** Error for a column with inconsistent arrays. */
export const damaged = (column: string): FileError =>
  new FileError({
    reason: "format",
    column,
    detail: `the column "${column}" is damaged: its values contradict each other. Write the file or download it again.`,
  })

/** A value in a file that is invalid in a row. */
export class Problem extends Error {
  constructor(
    readonly column: string,
    readonly value: unknown,
    /** Description of valid values; `undefined` if the file lacks a required value. */
    readonly expected: string | undefined,
  ) {
    super()
  }

  /** Returns the error for a row of the file. */
  in(row: number): FileError {
    return this.expected === undefined
      ? lacking(this.column, row)
      : notHeld(this.column, row, this.value, this.expected)
  }
}

/** Reads a present value at an index of some data. Throws a {@link Problem}. */
export type ReadAt = (data: Data) => (index: number) => unknown
