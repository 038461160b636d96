/**
 * Styled characters in lines and columns, for output to a terminal.
 *
 * @module
 */

/** Style of a character where colours are shown. */
export type CharacterStyle = "rise" | "fall" | "faint" | "strong"

/** Codes of the styles: colours of the terminal's own palette, which fit its background. */
const codes: Readonly<Record<CharacterStyle, string>> = { rise: "32", fall: "31", faint: "2", strong: "1" }

interface Cell {
  readonly character: string
  readonly style: CharacterStyle | undefined
}

/** Lines of characters that are written individually. */
export interface Screen {
  /** Number of columns. */
  readonly width: number
  /** Number of lines. */
  readonly height: number
  /** Writes a text from a position on, clipped to the screen. */
  readonly write: (column: number, line: number, text: string, style?: CharacterStyle) => void
  /** Character at a position; a blank by default. */
  readonly at: (column: number, line: number) => string
  /** Lines without trailing blanks. */
  readonly lines: (hasColors: boolean) => ReadonlyArray<string>
}

const blank: Cell = { character: " ", style: undefined }

const paint = (cells: ReadonlyArray<Cell>): string => {
  let text = ""
  let current: CharacterStyle | undefined
  for (const { character, style } of cells) {
    // Blanks look the same in every style.
    const next = character === " " ? current : style
    if (next !== current) {
      if (current !== undefined) text += "\u001B[0m"
      if (next !== undefined) text += `\u001B[${codes[next]}m`
      current = next
    }
    text += character
  }
  return current === undefined ? text : `${text}\u001B[0m`
}

/** An empty screen. */
export const make = (width: number, height: number): Screen => {
  const rows: ReadonlyArray<Array<Cell>> = Array.from({ length: height }, () =>
    Array.from({ length: width }, () => blank),
  )
  return {
    width,
    height,
    write: (column, line, text, style) => {
      const row = rows[line]
      if (row === undefined) return
      for (const [offset, character] of Array.from(text).entries()) {
        const at = column + offset
        if (at >= 0 && at < width) row[at] = { character, style }
      }
    },
    at: (column, line) => rows[line]?.[column]?.character ?? " ",
    lines: (hasColors) =>
      rows.map((row) => {
        const used = row.slice(0, row.findLastIndex(({ character }) => character !== " ") + 1)
        return hasColors ? paint(used) : used.map(({ character }) => character).join("")
      }),
  }
}
