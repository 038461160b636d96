/**
 * Dates and instants as people write them: the one grammar of every command and of the MCP server.
 *
 * | text | meaning |
 * | --- | --- |
 * | `2025-06-02` | a day of the market |
 * | `2025-06` | its month: the first day of a range's start, the last day of its end |
 * | `today`, `yesterday` | days of the market, by the `Clock` |
 * | `-30d`, `-2w`, `-6mo`, `-2y` | so long before today |
 * | `2025-06-02T09:30:00-04:00` | an instant, with its offset from UTC or `Z` |
 * | 13 or 19 digits | an instant in epoch milliseconds or nanoseconds, as rows have it |
 *
 * Any other text is rejected with the form that was probably meant.
 *
 * @module
 */
import { dateOf as localDate, dateOfDay, dayNumber, type Zone } from "@candela/market/TimeZone"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "../command/Option.js"

/** Unit of a time before today. */
export type Unit = "d" | "w" | "mo" | "y"

/** Day in the calendar of a market. */
export type Day =
  | { readonly _tag: "Date"; readonly date: string }
  /** `2025-06`: the first or the last day of the month. */
  | { readonly _tag: "Month"; readonly month: string }
  /** So long before today: `today` is 0 days. */
  | { readonly _tag: "Ago"; readonly count: number; readonly unit: Unit }

/** Instant, as a date-time of RFC 3339 with all digits of the text. */
export interface Instant {
  readonly _tag: "Instant"
  readonly text: string
}

/** Day or instant. */
export type DateText = Day | Instant

/** Day that a month means: the first one, the last one, or none where a single day is needed. */
export type Edge = "first" | "last" | "only"

const isDate = (text: string): boolean => {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) && text >= "0001" ? dayNumber(text) : Number.NaN
  // `Date.parse` reads February 30 as a day of March.
  return !Number.isNaN(day) && dateOfDay(day) === text
}

const days = (edge: Edge) =>
  `a date such as 2025-06-02,${edge === "only" ? "" : " a month such as 2025-06,"} today, yesterday, -30d, -6mo or -2y`
const instant = "an instant with its offset, such as 2025-06-02T09:30:00-04:00"

/** Accepted texts, in words that complete the sentence "must be ...". */
export const expected = (edge: Edge, accepts: "days" | "instants"): string =>
  accepts === "days" ? days(edge) : `${days(edge)}, or ${instant}`

const lastDayOf = (month: string): string => {
  const [year, number] = month.split("-").map(Number) as [number, number]
  const next =
    number === 12 ? `${String(year + 1).padStart(4, "0")}-01` : `${month.slice(0, 5)}${twoDigits(number + 1)}`
  return dateOfDay(dayNumber(`${next}-01`) - 1)
}

const twoDigits = (number: number): string => String(number).padStart(2, "0")

/** Epoch nanoseconds as a date-time; `undefined` outside the calendar. */
const ofNanos = (nanos: bigint): string | undefined => {
  const seconds = new Date(Number(nanos / 1_000_000_000n) * 1000)
  const fraction = String(nanos % 1_000_000_000n)
    .padStart(9, "0")
    .replace(/0+$/, "")
  return `${seconds.toISOString().slice(0, 19)}${fraction === "" ? "" : `.${fraction}`}Z`
}

/** Text that was probably meant by a rejected one, in words that complete the sentence "must be ...". */
const meant = (text: string, edge: Edge): string | undefined => {
  const [, year = "", month = "", day = ""] = /^(\d{4})[./ ]?(\d\d?)[./ ]?(\d\d?)$/.exec(text) ?? []
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  if (isDate(date)) return `written with dashes: ${date}`
  const [, one = "", other = "", ofYear = ""] = /^(\d\d?)[./-](\d\d?)[./-](\d{4})$/.exec(text) ?? []
  const readings = [
    [one, other],
    [other, one],
  ].map((parts) => [ofYear, ...parts.map((part) => part.padStart(2, "0"))].join("-"))
  const existing = [...new Set(readings)].filter(isDate)
  if (existing.length > 0) return `written with the year first: ${existing.join(" or ")}`
  if (/^\d{4}-\d\d?-\d\d?$/.test(text)) {
    const padded = text.replaceAll(/-(\d)(?!\d)/g, "-0$1")
    return isDate(padded) ? `written with two digits for month and day: ${padded}` : "a day that exists"
  }
  if (/^(19|20)\d\d$/.test(text)) return `a day of that year: ${text}-${edge === "last" ? "12-31" : "01-01"}`
  if (/^\d{4}-?\d\d$/.test(text) && edge === "only") return "one day, and this is a month"
  if (/^\d{9,10}(\.\d+)?$/.test(text)) {
    const time = new Date(Math.floor(Number(text)) * 1000).toISOString().replace(".000Z", "Z")
    return `a date or an instant, and no epoch seconds: ${time}`
  }
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) {
    return `an instant with its offset: ${text.replace(" ", "T")}-04:00, or with Z in UTC`
  }
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d\S*$/.test(text))
    return `written with T between day and time: ${text.replace(" ", "T")}`
  const [, count, unit = ""] = /^-?(\d+) ?([a-z]+)$/i.exec(text) ?? []
  if (count === undefined) return undefined
  const short = unit === "m" || unit === "M" ? "mo" : /^mo/i.test(unit) ? "mo" : unit.charAt(0).toLowerCase()
  if (!["d", "w", "mo", "y"].includes(short)) return undefined
  return `-${count}${short} for that long before today${unit === "m" ? ", since m is minutes" : ""}`
}

/** Parses a text. The error completes the sentence "must be ...". */
export const parse = (
  text: string,
  { accepts = "instants", edge }: { readonly edge: Edge; readonly accepts?: "days" | "instants" | undefined },
): Either.Either<DateText, string> => {
  if (isDate(text)) return Either.right({ _tag: "Date", date: text })
  if (text === "today") return Either.right({ _tag: "Ago", count: 0, unit: "d" })
  if (text === "yesterday") return Either.right({ _tag: "Ago", count: 1, unit: "d" })
  const [, count, unit] = /^-(\d{1,5})(d|w|mo|y)$/.exec(text) ?? []
  if (count !== undefined) return Either.right({ _tag: "Ago", count: Number(count), unit: unit as Unit })
  if (edge !== "only" && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= "0001")
    return Either.right({ _tag: "Month", month: text })
  const found = instantOf(text)
  if (found !== undefined && accepts === "instants") return Either.right({ _tag: "Instant", text: found })
  return Either.left(
    (found === undefined ? meant(text, edge) : "a day, and this is an instant") ?? expected(edge, accepts),
  )
}

const dateTime =
  /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const instantOf = (text: string): string | undefined => {
  const [, date = "", minute = "", seconds = ":00", offset = ""] = dateTime.exec(text) ?? []
  if (isDate(date)) return `${date}T${minute}${seconds}${offset}`
  if (/^\d{13}$/.test(text)) return ofNanos(BigInt(text) * 1_000_000n)
  return /^\d{19}$/.test(text) ? ofNanos(BigInt(text)) : undefined
}

/** Date so many months before another one: the last day of a shorter month. */
const monthsBefore = (date: string, count: number): string => {
  const [year, number] = date.split("-").map(Number) as [number, number]
  const months = Math.max(12, year * 12 + number - 1 - count)
  const month = `${String(Math.floor(months / 12)).padStart(4, "0")}-${twoDigits((months % 12) + 1)}`
  const last = lastDayOf(month)
  const same = `${month}${date.slice(7)}`
  return same > last ? last : same
}

const before = (today: string, { count, unit }: Day & { readonly _tag: "Ago" }): string => {
  switch (unit) {
    case "d":
    case "w":
      return dateOfDay(Math.max(dayNumber("0001-01-01"), dayNumber(today) - count * (unit === "w" ? 7 : 1)))
    case "mo":
    case "y":
      return monthsBefore(today, count * (unit === "y" ? 12 : 1))
  }
}

/** Returns a day as `yyyy-mm-dd`. Today is that of the `Clock`, in the zone of the market. */
export const dateOf = (self: Day, edge: Edge, zone: Zone): Effect.Effect<string> => {
  switch (self._tag) {
    case "Date":
      return Effect.succeed(self.date)
    case "Month":
      return Effect.succeed(edge === "last" ? lastDayOf(self.month) : `${self.month}-01`)
    case "Ago":
      return Effect.map(Clock.currentTimeMillis, (now) => before(localDate(zone, now), self))
  }
}

/** Returns a day as `yyyy-mm-dd`, or the date-time of an instant. */
export const textOf = (self: DateText, edge: Edge, zone: Zone): Effect.Effect<string> =>
  self._tag === "Instant" ? Effect.succeed(self.text) : dateOf(self, edge, zone)

/** Returns an instant in epoch milliseconds; the error is a sentence about a finer one. */
export const millisOf = ({ text }: Instant): Either.Either<number, string> =>
  /\.\d{3}\d*[1-9]/.test(text)
    ? Either.left(`${text} is finer than a millisecond: write at most three digits after the seconds.`)
    : Either.right(Date.parse(text))

/** Makes a required option for a day of the market. */
export const day = (details: Option.Details, edge: Edge = "only"): Option.Option<Day> =>
  Option.of(
    { ...details, completes: "date" },
    (text) => parse(text, { edge, accepts: "days" }) as Either.Either<Day, string>,
  )

/** Makes a required option for a day of the market, or an instant. */
export const bound = (details: Option.Details, edge: Edge): Option.Option<DateText> =>
  Option.of({ ...details, completes: "date" }, (text) => parse(text, { edge }))
