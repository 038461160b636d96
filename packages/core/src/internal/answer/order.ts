/**
 * Rows of an answer against its question: their order and time, what identifies them, what they
 * repeat of the request, and their instants.
 *
 * Rows as requested are recognized in one pass over the columns concerned. Only other rows are judged one by one.
 */
import type { InvalidRow } from "../../declare/Envelope.js"
import type * as Endpoint from "../../declare/Endpoint.js"
import { shorten } from "../message.js"
import { hint, type InstantField, isPlausible, valueAt } from "./instants.js"
import type { Repeat } from "../request/repeat.js"

type Row = Readonly<Record<string, unknown>>

/** Rows in one of their forms. */
export interface JudgedRows {
  readonly length: number
  readonly slice: (start: number, end: number) => ReadonlyArray<unknown>
  /** Typed arrays of rows in columns. */
  readonly columns?: Readonly<Record<string, ArrayLike<unknown>>>
  /** Returns columns of some of the rows. */
  readonly of?: (rows: ReadonlyArray<unknown>) => unknown
}

/** Rules that the rows of a request keep. */
export interface Rules {
  readonly order?: Endpoint.Order | undefined
  /** Field whose value no two rows share, besides the field of the order. */
  readonly key?: string | undefined
  readonly repeats: ReadonlyArray<Repeat>
  readonly instants: ReadonlyArray<InstantField>
}

type Instant = number | bigint

const isInstant = (value: unknown): value is Instant =>
  (typeof value === "number" && !Number.isNaN(value)) || typeof value === "bigint"

/** Returns a reader of the rows' fields, which does not copy columns and reads each field of row objects once. */
const reader = (rows: JudgedRows) => {
  const { columns, length } = rows
  const known = new Map<string, ArrayLike<unknown>>()
  let all: ReadonlyArray<unknown> | undefined
  return (path: ReadonlyArray<string>): ArrayLike<unknown> => {
    const [field] = path as [string]
    // Some parameters filter what rows are made of, such as the days of a consensus.
    // protects: A filter on what rows are made of, and do not have, is no fault of the rows.
    // mutant: "though its row has no day": ?? [] → !
    if (path.length === 1 && columns !== undefined) return columns[field] ?? []
    const name = path.join(".")
    const read = known.get(name)
    if (read !== undefined) return read
    all ??= Array.isArray(rows) ? (rows as ReadonlyArray<unknown>) : rows.slice(0, length)
    const values: Array<unknown> = []
    for (let i = 0; i < length; i++) values.push(path.length === 1 ? (all[i] as Row)[field] : valueAt(all[i], path))
    known.set(name, values)
    return values
  }
}

/** Whether two values of a field are in order. */
const isNext = (value: Instant, before: Instant, { direction, unique }: Endpoint.Order): boolean =>
  direction === undefined || (value === before ? !unique : value > before === (direction === "asc"))

const areInOrder = (
  values: ArrayLike<unknown>,
  length: number,
  order: Endpoint.Order,
  int64: InstantField["int64"],
): boolean => {
  const sign = order.direction === "asc" ? 1 : -1
  if (int64 && values instanceof BigInt64Array) return int64.areInOrder(values, length, sign, order.unique)
  if (values instanceof Float64Array) {
    const least = order.unique ? Number.MIN_VALUE : 0
    for (let i = 1; i < length; i++) if (!((values[i]! - values[i - 1]!) * sign >= least)) return false
    return true
  }
  for (let i = 0; i < length; i++) {
    const value = values[i]
    if (!isInstant(value) || (i > 0 && !isNext(value, values[i - 1] as Instant, order))) return false
  }
  return true
}

const isWithin = (value: Instant, { first, last }: Endpoint.Order): boolean =>
  !((first !== undefined && value < first) || (last !== undefined && value > last))

/** Whether no two rows have the same value. Some may have none. */
const areDistinct = (values: ArrayLike<unknown>): boolean => {
  const present = Array.from(values).filter((value) => value !== undefined)
  return new Set(present).size === present.length
}

/** Whether all rows are as requested. */
export const areRequested = (rows: JudgedRows, { instants, key, order, repeats }: Rules): boolean => {
  const { length } = rows
  const valuesOf = reader(rows)
  const ordered = order?.direction && order.field
  // The first and the last of ordered rows stand for all.
  const stepIn = (path: ReadonlyArray<string>) =>
    path.length === 1 && path[0] === ordered ? Math.max(1, length - 1) : 1
  if (order !== undefined) {
    const values = valuesOf([order.field])
    const { int64 } = instants.find(({ path }) => path[0] === ordered && path.length === 1) ?? {}
    // protects: A row out of order within a page is invalid.
    // mutant: "are recognized as requested exactly when none of them is at fault": never
    if (ordered ? !areInOrder(values, length, order, int64) : order.unique && !areDistinct(values)) return false
    for (let i = 0; i < length; i += stepIn([order.field])) {
      const value = values[i]
      // protects: A row outside the requested time is invalid.
      // mutant: "a row out of order and one of another day as invalid rows": return false → continue
      if (isInstant(value) && !isWithin(value, order)) return false
    }
  }
  if (key !== undefined && !areDistinct(valuesOf([key]))) return false
  for (const { path, unit } of instants) {
    const values = valuesOf(path)
    for (let i = 0, step = stepIn(path); i < length; i += step) if (!isPlausible(values[i], unit)) return false
  }
  for (const { accepts, field } of repeats) {
    const values = valuesOf([field])
    let accepted: unknown
    for (let i = 0; i < length; i++) {
      const value = values[i]
      if (value !== accepted && value !== undefined && !accepts((accepted = value))) return false
    }
  }
  return true
}

/** Whether two decoded values are the same. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length && keys.every((key) => isSame((one as Row)[key], (other as Row)[key]))
  )
}

/** Row that the first rows have to follow, of the page before. */
export interface Before {
  /** Its value in the field of the order. */
  readonly value: Instant
}

type Fault = Pick<InvalidRow, "path" | "expected" | "actual">

/** Judgement of rows that are not all as requested. */
export interface Verdict {
  /** The rows to keep. */
  readonly kept: ReadonlyArray<unknown>
  /** Number of rows that are identical to an earlier one. */
  readonly repeated: number
  /** Other rows that were not asked for. */
  readonly invalid: ReadonlyArray<InvalidRow>
}

/** Position of the rows in their document. */
export interface DocumentPosition {
  /** Path of the rows. */
  readonly at: string
  /** Fields around the rows. */
  readonly envelope: object
  /** Rows left out before, by their index in the document. */
  readonly invalid?: ReadonlyArray<InvalidRow> | undefined
}

const textOf = (value: unknown): string =>
  shorten(typeof value === "string" ? JSON.stringify(value) : String(value), 80)

/** Writes an instant with its date, if it has one. */
const instantOf = (value: Instant): string => {
  const date = new Date(typeof value === "bigint" ? Number(value / 1_000_000n) : value)
  return Number.isNaN(date.getTime()) ? String(value) : `${value} (${date.toISOString()})`
}

const unitOf = (value: unknown): InstantField["unit"] => (typeof value === "bigint" ? "nanoseconds" : "milliseconds")

/** Expects a row's time to be within the request's. */
const expectTime = ({ field, first, last }: Endpoint.Order, value: unknown): string => {
  const from = first === undefined ? "" : ` from ${instantOf(first)}`
  const to = last === undefined ? "" : ` to ${instantOf(last)}`
  return `within the requested time, with a ${field}${from}${to}${hint(value, unitOf(value))}`
}

/** Expects a row to follow another one. */
const expectNext = ({ direction, field, unique }: Endpoint.Order, before: Instant, of: string): string => {
  const side = `${unique ? "" : "not "}${(direction === "asc") === unique ? "after" : "before"}`
  return `${side} ${before}, the ${field} of the ${of}`
}

/**
 * Returns the first value of a row, or of what stands around rows, that no answer to this question
 * has: an instant of another unit, or another ticker.
 */
export const foreign = (
  value: object,
  { instants, repeats }: Pick<Rules, "instants" | "repeats">,
  at: string,
): Fault | undefined => {
  for (const { path, unit, wire } of instants) {
    const instant = valueAt(value, path)
    if (isPlausible(instant, unit)) continue
    const expected = `an instant of the years 1900 to 2200 in epoch ${unit}${hint(instant, unit)}`
    return { path: at + wire, expected, actual: textOf(instant) }
  }
  for (const { accepts, expected, field } of repeats) {
    const repeated = (value as Row)[field]
    if (repeated !== undefined && !accepts(repeated)) return { path: at + field, expected, actual: textOf(repeated) }
  }
  return undefined
}

/** Judges each row. Rows are kept until `limit` faults are found. */
export const judge = (
  rows: JudgedRows,
  rules: Rules,
  { at, envelope, invalid = [] }: DocumentPosition,
  limit: number,
  before?: Before,
): Verdict => {
  const { key, order } = rules
  const skipped = new Set(invalid.map(({ row }) => row))
  /** Rows by the value that identifies them. */
  const identities = [...(order?.unique ? [order.field] : []), ...(key === undefined ? [] : [key])].map((field) => ({
    field,
    seen: new Map<unknown, { readonly row: Row; readonly index: number }>(),
  }))
  const kept: Array<unknown> = []
  const faults: Array<InvalidRow> = []
  let repeated = 0
  let last = before?.value
  let lastName = "last row of the page before"

  const faultOf = (row: Row, path: string): Fault | undefined => {
    const fault = foreign(row, rules, `${path}.`)
    if (fault !== undefined) return fault
    const value = order && row[order.field]
    if (order && isInstant(value) && !isWithin(value, order))
      return { path, expected: expectTime(order, value), actual: instantOf(value) }
    for (const { field, seen } of identities) {
      const other = seen.get(row[field])
      if (other === undefined) continue
      const expected = `the only row with its ${field}, which row ${other.index} has, too`
      return { path, expected, actual: `another row of ${textOf(row[field])}` }
    }
    if (order?.direction !== undefined && isInstant(value)) {
      if (last !== undefined && !isNext(value, last, order))
        return { path, expected: expectNext(order, last, lastName), actual: String(value) }
    }
    return undefined
  }

  let index = 0
  for (const row of rows.slice(0, rows.length) as ReadonlyArray<Row>) {
    while (skipped.has(index)) index++
    const place = index++
    // protects: A row that comes twice counts once.
    // mutant: "that are listed twice are given once": ))) → s)))
    if (identities.some(({ field, seen }) => isSame(seen.get(row[field])?.row, row))) {
      repeated++
      continue
    }
    const fault = faultOf(row, `${at}[${place}]`)
    if (fault === undefined) {
      const value = order && row[order.field]
      if (isInstant(value)) {
        last = value
        lastName = "row before"
      }
      for (const { field, seen } of identities)
        if (row[field] !== undefined) seen.set(row[field], { row, index: place })
      kept.push(row)
      continue
    }
    const { ticker }: Row = { ...envelope, ...row }
    faults.push({
      row: place,
      ...(typeof ticker === "string" && { ticker: shorten(ticker, 40) }),
      ...fault,
      snippet: "",
    })
    if (faults.length === limit) break
  }
  return { kept, repeated, invalid: faults }
}

/** Whether the rows of a page, which are in order, follow those of the page before. */
export const areNext = (rows: JudgedRows, order: Endpoint.Order, before: Before): boolean => {
  const value = (rows.slice(0, 1)[0] as Row | undefined)?.[order.field]
  return !isInstant(value) || isNext(value, before.value, order)
}

/** Returns the value of the last row in the field of the order. */
export const lastOf = (rows: JudgedRows, { field }: Endpoint.Order): Before | undefined => {
  const value = (rows.slice(rows.length - 1, rows.length)[0] as Row | undefined)?.[field]
  return isInstant(value) ? { value } : undefined
}
