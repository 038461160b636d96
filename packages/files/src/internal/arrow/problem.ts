import { FileError } from "../../FileError.js"

/** How a path of columns continues within one: `day.close`, `insights[].sentiment`. */
export const within = (path: string, name: string): string => `${path}.${name}`

/** The path of the items of a list. */
export const itemsOf = (path: string): string => `${path}[]`

const shown = (value: unknown): string => {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** A value that its column cannot hold. */
export const notHeld = (column: string, row: number, value: unknown, expected: string): FileError =>
  new FileError({
    reason: "value",
    detail: `column "${column}" of row ${row} is ${shown(value)}, and ${expected} is needed there. Rows are counted from 0.`,
  })

/** A row without a value that every row must have. */
export const lacking = (column: string, row: number): FileError =>
  new FileError({
    reason: "value",
    detail: `row ${row} lacks column "${column}", which every row must have. Rows are counted from 0.`,
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
