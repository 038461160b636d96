/**
 * Progress in words: `AAPL  12,345 rows  3 pages  4,115 rows/s  34%  20 s left`.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"

/** State of the progress. Absent fields are not shown. */
export interface State {
  /** What goes on while nothing else is known: `Checking the files`. Default: the first answer is waited for. */
  readonly waiting?: string | undefined
  /** Current work: `AAPL 2024-03`. */
  readonly label?: string | undefined
  /** Number of rows so far. */
  readonly rows?: number | undefined
  /** Number of pages, or files, so far. */
  readonly pages?: number | undefined
  /** Completed share, from 0 to 1; the time left is derived from it. */
  readonly done?: number | undefined
}

const [minute, hour] = [60, 3600]

const twoUnits = (large: string, small: number, unit: string) => (small === 0 ? large : `${large} ${small} ${unit}`)

/** Formats seconds for people: `45 s`, `1 min 20 s`, `2 h 5 min`, `10 min`. */
export const duration = (seconds: number): string => {
  const all = Math.max(0, Math.round(seconds))
  if (all < minute) return `${all} s`
  if (all < hour) return twoUnits(`${Math.floor(all / minute)} min`, all % minute, "s")
  return twoUnits(`${Math.floor(all / hour)} h`, Math.floor((all % hour) / minute), "min")
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? noun : `${noun}s`}`

/** Minimum share for showing the time left: below it would be a guess. */
const least = 0.01

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1).trimEnd()}…`

/** Minimum width of a cut label. */
const narrowest = 12

/** Formats a state after some milliseconds. A label is cut first when there is no room. */
export const of = (
  { done, label, pages, rows, waiting = "Waiting for the first response" }: State,
  elapsed: number,
  columns: number = Number.POSITIVE_INFINITY,
): string => {
  const seconds = elapsed / 1000
  const share = done === undefined ? undefined : Math.min(1, Math.max(0, done))
  const isLeft = share !== undefined && share >= least && share < 1 && seconds >= 1
  const parts = [
    rows === undefined ? undefined : counted(rows, "row"),
    pages === undefined ? undefined : counted(pages, "page"),
    rows === undefined || seconds < 1 ? undefined : `${Math.round(rows / seconds).toLocaleString("en-US")} rows/s`,
    share === undefined ? undefined : `${Math.floor(share * 100)}%`,
    isLeft ? `${duration((seconds * (1 - share)) / share)} left` : undefined,
  ].filter((part) => part !== undefined)
  if (label !== undefined) {
    const room = columns - parts.reduce((sum, part) => sum + 2 + part.length, 0)
    parts.unshift(cut(Foreign.show(label), Math.max(room, narrowest)))
  }
  return cut(parts.length === 0 ? `${waiting}, ${duration(seconds)}` : parts.join("  "), columns)
}
