/**
 * Times of a chart as texts. They are those of a zone's clocks as if it were UTC, in milliseconds.
 *
 * @module
 */

const texts = (options: Intl.DateTimeFormatOptions): ((time: number) => string) => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", hourCycle: "h23", ...options })
  return (time) => format.format(time)
}

/** The year: `2025`. */
export const year = texts({ year: "numeric" })

/** The month: `Jun`. */
export const month = texts({ month: "short" })

/** The day without its year: `Jun 30`. */
export const date = texts({ month: "short", day: "numeric" })

/** The time of day: `15:59`. */
export const minutes = texts({ hour: "2-digit", minute: "2-digit" })

/** The time of day with seconds: `15:59:30`. */
export const seconds = texts({ hour: "2-digit", minute: "2-digit", second: "2-digit" })

const day = texts({ weekday: "short", year: "numeric", month: "short", day: "numeric" })

/** What of the time of day matters. */
export type Clock = "none" | "minutes" | "seconds"

/** A whole time: `Mon, Jun 30, 2025 15:59`. */
export const whole = (time: number, clock: Clock): string =>
  clock === "none" ? day(time) : `${day(time)} ${clock === "seconds" ? seconds(time) : minutes(time)}`
