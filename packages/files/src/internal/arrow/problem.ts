import type { Data } from "apache-arrow"
import { FileError } from "../../FileError.js"

/** How a path of columns continues within one: `day.close`, `insights[].sentiment`. */
export const within = (path: string, name: string): string => `${path}.${name}`

/** The path of the items of a list. */
export const itemsOf = (path: string): string => `${path}[]`

const shown = (value: unknown): string => {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** A value that its column cannot hold, in a row counted from 0. */
export const notHeld = (column: string, row: number, value: unknown, expected: string): FileError =>
  new FileError({
    reason: "value",
    row: row + 1,
    column,
    detail: `${expected} is needed there, and it is ${shown(value)}.`,
  })

/** A row without a value that every row must have. */
export const lacking = (column: string, row: number): FileError =>
  new FileError({
    reason: "value",
    row: row + 1,
    column,
    detail: "every row must have a value there, and it has none.",
  })

/** A column of the file that rows cannot be read from. */
export const mismatch = (column: string, detail: string): FileError =>
  new FileError({ reason: "schema", column, detail })

/** A column whose arrays contradict each other. */
export const damaged = (column: string): FileError =>
  new FileError({
    reason: "format",
    column,
    detail: `the column "${column}" is damaged: its values contradict each other. Write the file or download it again.`,
  })

/** A value in a file that a row cannot hold. */
export class Problem extends Error {
  constructor(
    readonly column: string,
    readonly value: unknown,
    /** What a row needs there; `undefined` where any value would do, and the file has none. */
    readonly expected: string | undefined,
  ) {
    super()
  }

  /** The problem in a row of the file. */
  in(row: number): FileError {
    return this.expected === undefined
      ? lacking(this.column, row)
      : notHeld(this.column, row, this.value, this.expected)
  }
}

/** Reads the value at an index of some data. It is there: absent ones are not asked for. Throws a {@link Problem}. */
export type Read = (data: Data) => (index: number) => unknown
