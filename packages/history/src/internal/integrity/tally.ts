/** What is kept of a day while rows pass: some numbers, however many rows it has. */
import type { Finding, Reason } from "./model.js"
import type { Hours, Slot } from "./slots.js"

/** The windows of a regular session, or the part of it that was requested: minutes, for rows without windows. */
export interface Grid {
  /** Where the first one begins, epoch milliseconds. */
  readonly begin: number
  /** Size in milliseconds. */
  readonly size: number
  /** Number of windows. */
  readonly length: number
}

/** The longest run of windows without rows. */
interface Gap {
  readonly length: number
  /** Index of its first window. */
  readonly at: number
}

/** What was counted on a day. */
export class Tally {
  rows = 0
  /** Windows of the regular session that have rows. */
  seen = 0
  findings: Map<Reason, Finding> | undefined
  private last = -1
  private longest: Gap = { length: 0, at: 0 }

  constructor(
    readonly slot: Slot,
    /** Absent where the session cannot be told into windows. */
    readonly grid: Grid | undefined,
    private readonly descending: boolean,
  ) {}

  /** Counts the window of a row. Windows of rows that come late are not counted: the row is found as `unordered`. */
  see(instant: number): void {
    if (this.grid === undefined) return
    const { begin, length, size } = this.grid
    const place = Math.floor((instant - begin) / size)
    if (!(place >= 0 && place < length)) return
    const index = this.descending ? length - 1 - place : place
    if (index <= this.last) return
    this.longest = this.longerGap(index)
    this.last = index
    this.seen++
  }

  private longerGap(index: number): Gap {
    const length = index - this.last - 1
    if (length <= this.longest.length) return this.longest
    return { length, at: this.descending ? this.grid!.length - index : this.last + 1 }
  }

  /** The longest run of windows without rows: its length and where it begins, epoch milliseconds. */
  get gap(): { readonly length: number; readonly begin: number } {
    if (this.grid === undefined) return { length: 0, begin: 0 }
    const { at, length } = this.longerGap(this.grid.length)
    return { length, begin: this.grid.begin + at * this.grid.size }
  }

  note(reason: Reason, instant: number, ratio?: number): void {
    this.findings ??= new Map()
    const found = this.findings.get(reason)
    this.findings.set(
      reason,
      found === undefined
        ? { reason, count: 1, first: instant, ...(ratio === undefined ? {} : { ratio }) }
        : { ...found, count: found.count + 1 },
    )
  }
}

/** The windows of a session between two instants (epoch milliseconds, inclusive). Those that begin before `from` and hold it count. */
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
