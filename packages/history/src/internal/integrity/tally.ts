/** Tally of a day while rows stream: constant memory, regardless of the number of rows. */
import type { Finding, Reason } from "./model.js"
import type { Hours, Slot } from "./slots.js"

/** Windows of a regular session, or of its requested part: minutes, for rows without windows. */
export interface Grid {
  /** Start of the first window, epoch milliseconds. */
  readonly begin: number
  /** Size of a window, milliseconds. */
  readonly size: number
  /** Number of windows. */
  readonly length: number
}

/** Counts of a day. */
export class Tally {
  rows = 0
  /** Number of windows of the regular session with rows. */
  seen = 0
  findings: Map<Reason, Finding> | undefined
  /** Index of the last window with rows, in the order of the rows. */
  private last = -1
  /** Longest run of windows without rows so far: its length, and the number of windows before it. */
  private longest = 0
  private before = 0

  constructor(
    readonly slot: Slot,
    /** Absent where the session cannot be divided into windows. */
    readonly grid: Grid | undefined,
    private readonly descending: boolean,
  ) {}

  /** Counts the window of a row. Windows of late rows are not counted: the row is found as `unordered`. */
  see(instant: number): void {
    if (this.grid === undefined) return
    const { begin, length, size } = this.grid
    const place = Math.floor((instant - begin) / size)
    if (!(place >= 0 && place < length)) return
    const index = this.descending ? length - 1 - place : place
    if (index <= this.last) return
    if (index - this.last - 1 > this.longest) {
      this.longest = index - this.last - 1
      this.before = this.last + 1
    }
    this.last = index
    this.seen++
  }

  /** Longest run of windows without rows: its length and its start, epoch milliseconds. */
  get gap(): { readonly length: number; readonly begin: number } {
    if (this.grid === undefined) return { length: 0, begin: 0 }
    const { begin, length: windows, size } = this.grid
    const atEnd = windows - this.last - 1
    const [length, before] = atEnd > this.longest ? [atEnd, this.last + 1] : [this.longest, this.before]
    return { length, begin: begin + (this.descending ? windows - before - length : before) * size }
  }

  note(reason: Reason, instant: number, more: Pick<Finding, "ratio" | "split"> = {}): void {
    this.findings ??= new Map()
    const found = this.findings.get(reason)
    this.findings.set(
      reason,
      found === undefined ? { reason, count: 1, first: instant, ...more } : { ...found, count: found.count + 1 },
    )
  }
}

/**
 * Returns the windows of a session between two instants (epoch milliseconds, inclusive), including
 * the one that contains `from`.
 */
export const gridOf = (
  { close, open }: Hours,
  size: number,
  start: (instant: number) => number,
  from: number,
  to: number,
): Grid | undefined => {
  const begin = start(Math.max(open, from))
  const length = Math.ceil((Math.min(close, to + 1) - begin) / size)
  return length > 0 ? { begin, size, length } : undefined
}
