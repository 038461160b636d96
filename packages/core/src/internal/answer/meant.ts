/** Numbers of requests that are no instants of the endpoint's records, and the form that was probably meant. */
import type * as Kind from "../Kind.js"
import { isDate } from "../request/calendar.js"
import { isUsual, otherUnit } from "./instants.js"

const instantUnits = { millis: "milliseconds", nanos: "nanoseconds" } as const

/** Returns the form that digits probably mean: `"2025-06-23"` for 20250623, epoch milliseconds for seconds. */
const formOf = (digits: string, unit: keyof typeof instantUnits): string | undefined => {
  const [, year, month = "01", day = "01"] = /^(\d{4})(\d\d)?(\d\d)?$/.exec(digits) ?? []
  const date = `${year}-${month}-${day}`
  if (year !== undefined && year >= "1900" && year < "2201" && isDate(date)) return JSON.stringify(date)
  if (!/^\d{1,20}$/.test(digits)) return undefined
  const other = otherUnit(BigInt(digits), instantUnits[unit])
  if (other === undefined) return undefined
  const form = unit === "millis" ? String(other.millis) : `${BigInt(other.millis) * 1_000_000n}n`
  return `${form}, since it looks like epoch ${other.unit}`
}

/**
 * Describes what a caller should write instead of a number, or its digits, in a parameter of this kind:
 * before the first record of the endpoint (`yyyy-mm-dd`, if known) there is nothing, so that it was
 * meant as something else, like an instant in another unit. `undefined` if the number may be meant.
 */
export const instead = (kind: Kind.Kind, written: unknown, recordsFrom: string | undefined): string | undefined => {
  if (kind._tag !== "Instant" || kind.unit === "text") return undefined
  const { unit } = kind
  const digits = typeof written === "string" ? written : String(written)
  if (!/^-?\d+$/.test(digits)) return undefined
  const perMilli = unit === "millis" ? 1n : 1_000_000n
  const millis = Number(BigInt(digits) / perMilli)
  const isOwn = typeof written === "string" && isUsual(millis)
  const form = isOwn ? `${digits}${unit === "millis" ? "" : "n"}` : formOf(digits, unit)
  const isBefore =
    recordsFrom === undefined ? form !== undefined && millis < 0x7fffffff : millis < Date.parse(recordsFrom)
  const isFar = form !== undefined && millis > Date.UTC(2201, 0, 1)
  if (typeof written !== "string" && !isBefore && !isFar) return undefined
  const since = recordsFrom === undefined ? "" : ` of at least ${recordsFrom}, the first records`
  const question = form === undefined ? "" : ` (did you mean ${form}?)`
  return typeof written === "string"
    ? form &&
        `a date as "yyyy-mm-dd" or epoch ${instantUnits[unit]} as a ${unit === "millis" ? "number" : "bigint"}${question}`
    : `epoch ${instantUnits[unit]}${since}${question}`
}
