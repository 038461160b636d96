/** Instants in the formats of other programs. */

/** A date and a time of ISO 8601, with a space or `T` between them. Without an offset it is in UTC. */
const pattern = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?$/

/** Returns nanoseconds since the epoch; `undefined` if a text is not a date-time. */
export const nanosecondsOf = (text: string): bigint | undefined => {
  const parts = pattern.exec(text)
  if (parts === null) return undefined
  const [, date, time, second = "00", fraction = "", sign, hours = "0", minutes = "0"] = parts
  const local = Date.parse(`${date}T${time}:${second}Z`)
  if (Number.isNaN(local)) return undefined
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1)
  return BigInt(local - offset) * 1_000_000n + BigInt(fraction.padEnd(9, "0"))
}

/**
 * Returns milliseconds since the epoch; `undefined` if a text is not a date-time, or has fractions of a millisecond.
 */
export const millisecondsOf = (text: string): number | undefined => {
  const nanoseconds = nanosecondsOf(text)
  return nanoseconds === undefined || nanoseconds % 1_000_000n !== 0n ? undefined : Number(nanoseconds / 1_000_000n)
}
