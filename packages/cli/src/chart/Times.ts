/**
 * Formats times of a chart. They are local times of a zone written as if in UTC, in milliseconds.
 *
 * @module
 */

const texts = (options: Intl.DateTimeFormatOptions): ((time: number) => string) => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", hourCycle: "h23", ...options })
  return (time) => format.format(time)
}

/** Year: `2025`. */
export const year = texts({ year: "numeric" })

/** Month: `Jun`. */
export const month = texts({ month: "short" })

/** Day without its year: `Jun 30`. */
export const date = texts({ month: "short", day: "numeric" })

/** Time of day: `15:59`. */
export const minutes = texts({ hour: "2-digit", minute: "2-digit" })

/** Time of day with seconds: `15:59:30`. */
export const seconds = texts({ hour: "2-digit", minute: "2-digit", second: "2-digit" })

const day = texts({ weekday: "short", year: "numeric", month: "short", day: "numeric" })

/** Precision of the time of day. */
export type Clock = "none" | "minutes" | "seconds"

/** Complete time: `Mon, Jun 30, 2025 15:59`. */
export const whole = (time: number, clock: Clock): string =>
  clock === "none" ? day(time) : `${day(time)} ${clock === "seconds" ? seconds(time) : minutes(time)}`
