/** Dates and instants as texts. */

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/
const rfc3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:\.(\d+))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Whether the text is a date that exists, as `yyyy-mm-dd`. */
export const isDate = (text: string): boolean => {
  const parts = isoDate.exec(text)
  if (parts === null) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= days
}

/** Whether the text is an RFC 3339 date-time on a date that exists. */
export const isDateTime = (text: string): boolean => {
  const parts = rfc3339.exec(text)
  return parts !== null && isDate(parts[1]!)
}

/**
 * The instant of an RFC 3339 date-time, in epoch nanoseconds. `undefined` for any other text, and for fractions of a nanosecond, which would have to be
 * rounded.
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
