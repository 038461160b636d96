/**
 * What a filter on a field means: which rows pass it, and whether any can. Only endpoints with filters have it, so it
 * stands in their parameters.
 */
import type { Kind } from "../Kind.js"
import { ofParam, type Repeat, type Repeatable } from "./repeat.js"

/** Field of the rows, and its comparison with the value. */
interface Compared {
  readonly field: string
  readonly operator: string
}

/** Parameters in a URL, by name. */
type Params = Readonly<Record<string, { readonly filter: Compared | undefined }>>

type Time = string | number

/**
 * Returns the first and the last epoch millisecond that a value of a request can mean. A date is a
 * day in UTC, or in a zone up to half a day west of it.
 */
const spanOf = (value: string | number | bigint): readonly [first: number, last: number] => {
  const millis = typeof value === "bigint" ? Number(value / 1_000_000n) : new Date(value).getTime()
  return [millis, typeof value === "string" && value.length === 10 ? millis + 36 * 3_600_000 : millis]
}

/** Whether a time of the rows passes a filter, given the first and the last time that its value can mean. */
const passing: Readonly<Record<string, (time: Time, span: readonly [first: Time, last: Time]) => boolean>> = {
  eq: (time, [first, last]) => time >= first && time <= last,
  gt: (time, [first, last]) => (first === last ? time > first : time >= first),
  gte: (time, [first]) => time >= first,
  lt: (time, [first, last]) => (first === last ? time < last : time <= last),
  lte: (time, [, last]) => time <= last,
}

const isTicker = (kind: Kind): boolean => kind._tag === "Ticker" || (kind._tag === "List" && isTicker(kind.item))

/**
 * Returns the comparison of a date or a date-time of the rows with a filter on it; `undefined` for other
 * filters. One for a `date` asks for the state of a day, which may be dated earlier: of the last day of trading.
 */
const ofTime = (
  { field, operator }: Compared,
  { kind }: Repeatable,
  name: string,
  value: unknown,
): Repeat | undefined => {
  const isDate = kind._tag === "Date"
  if (typeof value !== "string" || !(isDate || (kind._tag === "Instant" && kind.unit === "text"))) return undefined
  const passes = passing[operator]
  if (passes === undefined || (field === "date" && operator === "eq")) return undefined
  const span = isDate ? ([value, value] as const) : spanOf(value)
  return {
    field,
    accepts: (time) => typeof time !== "string" || passes(isDate ? time.slice(0, 10) : Date.parse(time), span),
    expected: `within the requested time: ${name} is ${JSON.stringify(value)}`,
  }
}

/** Returns what the rows repeat of a filter: a ticker, or a date or a date-time. */
export const repeats = (filter: Compared, param: Repeatable, name: string, value: unknown): ReadonlyArray<Repeat> => {
  const selects = filter.operator === "eq" || filter.operator === "any_of"
  const repeat =
    selects && isTicker(param.kind) ? ofParam(filter.field, param, value) : ofTime(filter, param, name, value)
  return repeat === undefined ? [] : [repeat]
}

/** Returns a hint with the service's parameter name if an object of operators was passed instead of a value. */
export const hint = ({ field }: Compared, params: Params, value: unknown): string => {
  const operator = Object.keys(Object(value)).find((name) => `${field}.${name}` in params)
  return operator === undefined ? "" : ` (write "${field}.${operator}": value)`
}

type Comparable = string | number | bigint

/** Whether two values of a parameter are of one form: numbers, instants, or calendar dates. */
export const isComparable = (one: unknown, other: unknown): boolean =>
  typeof one === typeof other && (typeof one !== "string" || (one.length === 10 && (other as string).length === 10))

/**
 * Whether the lower end of a range is after the upper one. Of different forms (a date and an
 * instant) only if it is in every zone.
 */
// protects: A range of a date and a date-time that is turned round is refused.
// mutant: "whose date-times are turned round is refused": ? lower > upper : spanOf(lower)[0] > spanOf(upper)[1] → &&
// lower > upper
const isAfter = (lower: Comparable, upper: Comparable): boolean =>
  isComparable(lower, upper) ? lower > upper : spanOf(lower)[0] > spanOf(upper)[1]

const lowerEnds = ["eq", "gt", "gte"]
const upperEnds = ["eq", "lt", "lte"]

/** Returns the name of a filter on a time or a number that excludes all that this one lets pass. */
export const excludedBy = (
  { field, operator }: Compared,
  params: Params,
  values: Readonly<Record<string, unknown>>,
  lower: string,
  names: ReadonlyArray<string>,
): string | undefined =>
  names.find((upper) => {
    const filter = params[upper]!.filter
    return (
      upper !== lower &&
      filter?.field === field &&
      lowerEnds.includes(operator) &&
      upperEnds.includes(filter.operator) &&
      // protects: Filters of which none can pass are refused.
      // mutant: "whose range ends before it begins is refused": isAfter(values[lower] → isAfter(values[upper]
      isAfter(values[lower] as Comparable, values[upper] as Comparable)
    )
  })
