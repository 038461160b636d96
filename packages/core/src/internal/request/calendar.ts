/** Dates and instants as texts. */

const isoDate = /^\d{4}-\d{2}-\d{2}$/
const rfc3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:\.(\d+))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Whether the text is an existing date, `yyyy-mm-dd`. */
export const isDate = (text: string): boolean => {
  const millis = isoDate.test(text) && text >= "0001" ? Date.parse(text) : NaN
  // Some runtimes read February 30 as a day of March.
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text)
}

/** Whether the text is an RFC 3339 date-time on an existing date. */
export const isDateTime = (text: string): boolean => {
  const parts = rfc3339.exec(text)
  return parts !== null && isDate(parts[1]!)
}

/**
 * Returns the instant of an RFC 3339 date-time, in epoch nanoseconds. `undefined` for any other
 * text, and for fractions of a nanosecond, which would have to be rounded.
 */
export const epochNanos = (text: string): bigint | undefined => {
  const parts = rfc3339.exec(text)
  if (parts === null || !isDate(parts[1]!)) return undefined
  const [, date, minute, second, fraction = "", zone] = parts
  const digits = fraction.replace(/0+$/, "")
  if (digits.length > 9) return undefined
  // `Date.parse` rejects the leap second 60, so seconds are added here.
  const minuteMillis = Date.parse(`${date}T${minute}:00${zone!.toUpperCase()}`)
  return BigInt(minuteMillis + Number(second) * 1000) * 1_000_000n + BigInt(digits.padEnd(9, "0"))
}
