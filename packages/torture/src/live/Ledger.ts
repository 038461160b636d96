/** What a followed topic told, and its difference from the history. */
import type { Event } from "@candela/core/Live"
import type * as Topic from "@candela/core/declare/Topic"
import { isDeepStrictEqual } from "node:util"

/** Rows of a topic as they were told, beside those of the history. */
export interface Judgement {
  /** Number of rows of the history that were not told. */
  readonly lost: number
  /** Number of rows that were told as new ones again. */
  readonly repeated: number
  /** Number of rows that were told after a later one of their ticker. */
  readonly disordered: number
  /** Number of rows whose last told values are not those of the history, revisions that were missed among them. */
  readonly stale: number
  /** Number of rows that the history does not have. */
  readonly invented: number
}

/** Faults of a judgement. */
export const faults = (judgement: Judgement): number => Object.values(judgement).reduce((sum, count) => sum + count, 0)

/** Sums of the same counts. */
export const total = (all: ReadonlyArray<Judgement>): Judgement => ({
  lost: all.reduce((sum, { lost }) => sum + lost, 0),
  repeated: all.reduce((sum, { repeated }) => sum + repeated, 0),
  disordered: all.reduce((sum, { disordered }) => sum + disordered, 0),
  stale: all.reduce((sum, { stale }) => sum + stale, 0),
  invented: all.reduce((sum, { invented }) => sum + invented, 0),
})

/** Counts of what was told. */
export interface Counts {
  readonly rows: number
  readonly revisions: number
  /** Gaps by whether they were filled. */
  readonly filled: number
  readonly unfilled: ReadonlyArray<string>
}

/** A ledger. */
export interface Ledger<Row> {
  /** Takes an event. */
  readonly take: (event: Event<Row>) => void
  /** Compares the rows before an instant with those of the history. */
  readonly judge: (history: ReadonlyArray<Row>, until?: number) => Judgement
  readonly counts: () => Counts
}

/** Makes a ledger of a topic. */
export const make = <Row extends { readonly ticker: string }>({
  key,
  time,
}: Pick<Topic.Topic<never, Row, boolean>, "key" | "time">): Ledger<Row> => {
  const told = new Map<string, Row>()
  const latest = new Map<string, number>()
  const unfilled: Array<string> = []
  let [rows, repeated, disordered, revisions, filled] = [0, 0, 0, 0, 0]
  const nameOf = (row: Row) => `${row.ticker} ${(key as (row: Row) => string | number)(row)}`
  const timeOf = time as unknown as (row: Row) => number
  const takeRow = (row: Row) => {
    const name = nameOf(row)
    rows += 1
    if (told.has(name)) repeated += 1
    else if (timeOf(row) < (latest.get(row.ticker) ?? -Infinity)) disordered += 1
    told.set(name, row)
    latest.set(row.ticker, timeOf(row))
  }
  return {
    take: (event) => {
      if (event._tag === "Rows") event.rows.forEach(takeRow)
      else if (event._tag === "Revised") {
        revisions += 1
        told.set(nameOf(event.row), event.row)
      } else if (event.filled) filled += 1
      else unfilled.push(`${event.reason}: ${event.detail}`)
    },
    judge: (history, until = Infinity) => {
      const expected = new Map(history.filter((row) => timeOf(row) < until).map((row) => [nameOf(row), row]))
      let [lost, stale] = [0, 0]
      for (const [name, row] of expected) {
        const found = told.get(name)
        if (found === undefined) lost += 1
        else if (!isDeepStrictEqual({ ...found }, { ...row })) stale += 1
      }
      const invented = [...told].filter(([name, row]) => timeOf(row) < until && !expected.has(name)).length
      return { lost, repeated, disordered, stale, invented }
    },
    counts: () => ({ rows, revisions, filled, unfilled }),
  }
}
