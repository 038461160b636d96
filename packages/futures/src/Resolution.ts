/**
 * Window sizes of futures bars: a number and a unit, such as `5min`, `1session` or `2week`.
 *
 * Seconds, minutes and hours are counted from midnight in Chicago, so a bar of several hours can
 * span the end of a session and the beginning of the next. Sessions run from 17:00 on the evening
 * before to 16:00; multiples are counted in sessions from 1970-01-01. Weeks run from Sunday to
 * Saturday; months, quarters and years are calendar ones, by the sessions' trading dates.
 *
 * @module
 */
import * as Param from "@candela/core/declare/Param"
import * as Market from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import * as Window from "@candela/market/Window"
import * as Schema from "effect/Schema"

/** Units of resolutions, from the shortest to the longest. */
export const units = ["sec", "min", "hour", "session", "week", "month", "quarter", "year"] as const

/** Unit of a resolution. */
export type Unit = (typeof units)[number]

/** A resolution as text: `5min`. */
export type ResolutionText = `${number}${Unit}`

/** Window size. */
export interface Resolution {
  /** Number of units per window. */
  readonly multiplier: number
  /** Unit of the window. */
  readonly unit: Unit
}

/** Largest multiplier of each unit, and the resolution to use instead of a larger one. */
const largest: Readonly<Record<Unit, { readonly most: number; readonly instead?: ResolutionText }>> = {
  sec: { most: 59, instead: "1min" },
  min: { most: 59, instead: "1hour" },
  hour: { most: 23, instead: "1session" },
  session: { most: 4, instead: "1week" },
  week: { most: 3, instead: "1month" },
  month: { most: 11, instead: "1year" },
  quarter: { most: 3, instead: "1year" },
  year: { most: 4 },
}

const pattern = new RegExp(`^([1-9]\\d?)(${units.join("|")})$`)

/** Parses a resolution; `undefined` for an unknown unit or size. */
export const parse = (text: string): Resolution | undefined => {
  const [, count, name] = pattern.exec(text) ?? []
  const unit = units.find((unit) => unit === name)
  const multiplier = Number(count)
  return unit !== undefined && multiplier <= largest[unit].most ? { multiplier, unit } : undefined
}

/** Formats a resolution. */
export const format = ({ multiplier, unit }: Resolution): ResolutionText => `${multiplier}${unit}`

const sizes = units.map((unit) => {
  const { instead, most } = largest[unit]
  return `${most}${unit}${instead === undefined ? "" : ` (beyond that ${instead})`}`
})

const text = Schema.String.pipe(Schema.filter((value): value is ResolutionText => parse(value) !== undefined))
const value = Schema.Struct({ multiplier: Schema.Number, unit: Schema.Literal(...units) })
const codec = { strict: true, decode: (text: string) => parse(text)!, encode: format } as const

/** Request parameter for a resolution. */
const param: Param.Required<ResolutionText, Resolution> = Param.make(
  { _tag: "Text", pattern, expected: `a number and a unit such as "5min", at most ${sizes.join(", ")}` },
  Schema.transform(Schema.typeSchema(text), value, codec),
  Schema.transform(text, value, codec),
)

export { param as Param }

/** Units counted in elapsed time. */
export type ClockUnit = "sec" | "min" | "hour"

/**
 * Whether windows are counted in elapsed time, within a day: seconds, minutes and hours. Longer
 * ones consist of whole sessions.
 */
export const isClock = (unit: Unit): unit is ClockUnit => unit === "sec" || unit === "min" || unit === "hour"

const timespans = {
  sec: "second",
  min: "minute",
  hour: "hour",
  week: "week",
  month: "month",
  quarter: "quarter",
  year: "year",
} as const

/**
 * Returns the windows of a resolution by the start of their bars. A session belongs to the week,
 * month, quarter or year that contains midnight of its trading date.
 */
export const windows = ({ multiplier, unit }: Resolution): Window.Windows =>
  unit === "session"
    ? {
        start: (epochMillis) => Session.start(Market.futures, multiplier, epochMillis),
        next: (epochMillis) => Session.next(Market.futures, multiplier, epochMillis),
      }
    : Window.of({ multiplier, timespan: timespans[unit], zone: Market.futures.zone })
