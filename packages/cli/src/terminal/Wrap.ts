/**
 * Wraps lines between words, where a terminal would break them within one.
 *
 * @module
 */
import { stripVTControlCharacters } from "node:util"

const widthOf = (text: string): number => stripVTControlCharacters(text).length

const wrapLine = (line: string, columns: number): string => {
  if (widthOf(line) <= columns) return line
  const lines: Array<string> = []
  for (const word of line.split(" ")) {
    const last = lines.at(-1)
    if (last === undefined || widthOf(last) + 1 + widthOf(word) > columns) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join("\n")
}

/** Wraps a text to a number of columns, except for longer words. */
export const wrap = (text: string, columns: number): string =>
  text
    .split("\n")
    .map((line) => wrapLine(line, columns))
    .join("\n")

/** Minimum width of a text beside another. */
const narrowest = 24

/** Wraps a text that begins after some columns of a line: its further lines begin there too. */
export const wrapAfter = (before: number, text: string, columns: number): string =>
  wrap(text, Math.max(columns - before, narrowest)).replaceAll("\n", `\n${" ".repeat(before)}`)
