/**
 * Numbers, tables and charts as people read them in a terminal.
 */
import * as asciichart from "asciichart"

/** A whole number with thousands separators. */
export const count = (n: number): string => Math.round(n).toLocaleString("en-US")

/** A price with two decimals. */
export const price = (n: number): string =>
  n.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A relative change in percent, with its sign. */
export const change = (ratio: number): string => `${ratio < 0 ? "" : "+"}${(ratio * 100).toFixed(1)} %`

/** Rows of cells in columns: the first to the left, the others to the right. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}

/** A line chart of at most `width` points, each the last of its stretch. */
export const chart = (values: ReadonlyArray<number>, width: number, height: number): string => {
  const step = Math.max(1, values.length / width)
  const points = Array.from(
    { length: Math.floor(values.length / step) },
    (_, i) => values[Math.floor((i + 1) * step) - 1]!,
  )
  return asciichart.plot(points, { height, format: (value: number) => count(value).padStart(6) })
}

/** The same text, set in. */
export const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, "   ")
