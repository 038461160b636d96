/**
 * Filling of one ticker: the rows that are held back, and whether the endpoint has what was published before them.
 *
 * An endpoint lags behind the live channel by an unknown time. That it has caught up with the acknowledgement is proved
 * by a row that was published after it, and that the endpoint has as well; or, where no row comes, assumed from two
 * equal answers, of which the second was asked for some time after the acknowledgement.
 */
import * as Known from "./known.js"

/** A row that is held back. */
export interface HeldRow<Row> {
  readonly row: Row
  /** Time of its arrival, epoch milliseconds. */
  readonly at: number
  /** Whether it tells something that was not told before. */
  readonly isNew: boolean
  /** Volume of the day after it. */
  readonly total: number | undefined
}

/** Filling of a ticker. */
export interface Filling<Row> {
  /** Time of the first row that may have been missed, epoch milliseconds. */
  readonly missed: number
  /** Time of the first row that may have been missed or changed, epoch milliseconds. */
  readonly floor: number
  /** Open question; 0 if there is none. */
  id: number
  /** Time from which the last question asked, epoch milliseconds. */
  asked: number
  /**
   * Latest time of a row of any ticker when the last question was asked, epoch milliseconds: the answers of others may
   * be minutes ahead of this ticker's.
   */
  seen: number
  /** Time of the acknowledgement, epoch milliseconds: every row from then on is held. */
  since: number
  /** Begin of waiting for the endpoint to catch up, epoch milliseconds. */
  begun: number
  readonly held: Array<HeldRow<Row>>
  /** Time of the earliest row that the channel can still have, epoch milliseconds: an answer may have told it. */
  earliest: number
  /** Index of the first held row that was published after the acknowledgement. */
  proofFrom: number
  answers: number
  failures: number
  /** Whether the answer that is read tells something new. */
  hasNews: boolean
  /** Whether an answer has told a row: those before it are known to the machine, or told for good. */
  hasTold: boolean
  /** Rows that the endpoint has with other values than were told. They may be older: they are told in the end. */
  readonly changes: Map<Known.RowKey, Change<Row>>
}

/** A row that was told, and its other values. */
export interface Change<Row> {
  readonly before: Row
  readonly row: Row
}

/** Begins to fill a ticker. */
export const make = <Row>(missed: number, first: number, since: number, earliest: number): Filling<Row> => ({
  missed,
  floor: Math.min(missed, first),
  id: 0,
  asked: missed,
  seen: -Infinity,
  since,
  begun: since,
  held: [],
  earliest,
  proofFrom: 0,
  answers: 0,
  failures: 0,
  hasNews: false,
  hasTold: false,
  changes: new Map(),
})

/** Goes on after another gap: what was held before it proves nothing about the time after it. */
export const again = <Row>(self: Filling<Row>, since: number): void => {
  self.since = since
  self.begun = Math.max(self.begun, since)
  self.proofFrom = self.held.length
}

/** Holds back a row of a time. */
export const hold = <Row>(self: Filling<Row>, row: HeldRow<Row>, time: number): void => {
  self.held.push(row)
  self.earliest = Math.min(self.earliest, time)
}

/** Drops the rows that are held: the endpoint has to catch up with the time until now. */
export const drop = <Row>(self: Filling<Row>, now: number): void => {
  self.held.length = 0
  again(self, now)
}

/**
 * Returns the latest time of a row whose answer has certainly been read, epoch milliseconds: of what was published
 * until then, nothing comes again.
 */
export const seen = <Row>(self: Filling<Row>, { last }: Known.Known<Row>): number => Math.max(self.seen, last)

/**
 * Returns the time from which the next question asks, epoch milliseconds. `latest` is the latest time of a row of any
 * ticker until now.
 */
export const from = <Row>(self: Filling<Row>, known: Known.Known<Row>, late: number, latest: number): number => {
  const again = Known.since(known, late, seen(self, known))
  // protects: Rows slightly before the last one are asked for, too.
  // mutant: "from shortly before the last row": Math.max(self.floor, again) → known.last + 1
  const start = self.hasTold ? Math.max(self.floor, again) : self.floor
  self.asked = start
  self.seen = latest
  return start
}

/** Shortest and longest time between two questions, milliseconds. */
const [shortest, longest] = [250, 4000]

/** Returns the time to wait before the next question, milliseconds. */
export const delay = <Row>(
  { answers, failures, held, proofFrom, since }: Filling<Row>,
  { first, now, settle }: { readonly now: number; readonly first: number; readonly settle: number },
): number => {
  const tries = answers + failures
  if (tries === 0) return Math.max(0, since + first - now)
  const next = Math.min(longest, shortest * 2 ** (tries - 1))
  return held.length > proofFrom ? next : Math.max(next, since + settle - now)
}

/** Records what the endpoint has of a row that was told: other values, or the same. Returns whether that is new. */
export const change = <Row>(
  { changes }: Filling<Row>,
  key: Known.RowKey,
  changed: Change<Row> | undefined,
): boolean => {
  if (changed === undefined) return changes.delete(key)
  if (Known.same(changes.get(key)?.row, changed.row)) return false
  changes.set(key, changed)
  return true
}

/** Returns why the endpoint is known to have caught up, with the delay that this shows; `undefined` if it is not. */
export const proof = <Row>(
  { answers, changes, hasNews, held, proofFrom, since }: Filling<Row>,
  known: Known.Known<Row>,
  { key, late }: Known.RowForm<Row>,
  { at, settle }: { readonly at: number; readonly settle: number },
): { readonly lag: number | undefined } | undefined => {
  const isAnswered = ({ isNew, row }: HeldRow<Row>) => {
    const id = key!(row)
    const answered = changes.get(id)?.row ?? known.rows.get(id)
    // A bar is published again with other values: the endpoint may have an older one.
    // protects: A row proves by its values, where it may have had others before the acknowledgement.
    // mutant: "by an older value": Known.same(answered, row) → true
    return isNew && answered !== undefined && (late === 0 || Known.same(answered, row))
  }
  const row = held.findLast((row, index) => index >= proofFrom && isAnswered(row))
  if (row !== undefined) return { lag: at - row.at }
  // protects: Without a row, two equal answers are needed, the second some time after the acknowledgement.
  // mutant: "every row once": never
  if (answers === 0 || hasNews || at < since + settle) return undefined
  // protects: An endpoint that lacks a row that was held is not taken to have caught up.
  // mutant: "that the endpoint does not catch up with": held.some( → held.slice(0, 0).some(
  const isLate = held.some(({ isNew, row }, index) => {
    const id = key!(row)
    return index >= proofFrom && isNew && !changes.has(id) && !known.rows.has(id)
  })
  return isLate ? undefined : { lag: undefined }
}

/**
 * Returns the rows that were held and come after what the endpoint told of their keys. Of a filled
 * gap, the endpoint has those from before the last acknowledgement.
 */
export const rest = <Row>(
  { held, proofFrom }: Filling<Row>,
  known: Known.Known<Row>,
  form: Known.RowForm<Row>,
  isFilled: boolean,
): ReadonlyArray<HeldRow<Row>> => {
  const told = new Map<Known.RowKey, number>()
  held.forEach(({ row }, index) => {
    if (Known.compare(known, form, row)._tag === "Same") told.set(form.key!(row), index)
  })
  const first = isFilled ? proofFrom : 0
  return held.filter(({ row }, index) => index >= first && index > (told.get(form.key!(row)) ?? -1))
}
