/**
 * Local days of a market: their start, and the day of an instant.
 *
 * Offsets come from the platform's time-zone data (`Intl`), queried once per stretch of some weeks,
 * or per quarter of an hour where the offset changes.
 *
 * @module
 */

/**
 * Time zones of the markets' days: New York for stocks, UTC for forex and crypto, Chicago for futures.
 */
export type Zone = "America/New_York" | "UTC" | "America/Chicago"

/**
 * Milliseconds in a day of 24 hours. A local day is an hour shorter or longer when daylight-saving time begins or ends.
 */
export const dayMillis = 86_400_000

/**
 * Day number of 1970-01-04, the first Sunday, as counted by {@link dayNumber}.
 */
export const firstSunday = 3

/**
 * Local time is constant before the first railway time of 1883, so `Intl` is not queried before this instant (1880).
 */
const firstSample = -2_840_140_800_000
/** The year 10000: later offsets are those of this instant. */
const lastSample = 253_402_300_800_000
/** Offsets change at whole quarters of an hour since this instant, the end of 1883. */
const railwayTime = Date.UTC(1884, 0)
const quarterMillis = 900_000
/** Quarters of an hour (20 days) within which an offset changes at most once. */
const stretch = 20 * 24 * 4

interface ZoneTable {
  readonly format: Intl.DateTimeFormat
  /** Queried offsets by quarter of an hour. */
  readonly offsets: Map<number, number>
}

const tables = new Map<Zone, ZoneTable>()

const tableOf = (zone: Zone): ZoneTable => {
  let table = tables.get(zone)
  if (table === undefined) {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
    tables.set(zone, (table = { format, offsets: new Map() }))
  }
  return table
}

const offsetPattern = /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?/

const askOffset = (format: Intl.DateTimeFormat, millis: number): number => {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = offsetPattern.exec(format.format(millis))!
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === "-" ? -size : size
}

const offsetIn = ({ format, offsets }: ZoneTable, quarter: number): number => {
  let offset = offsets.get(quarter)
  if (offset === undefined) offsets.set(quarter, (offset = askOffset(format, quarter * quarterMillis)))
  return offset
}

/**
 * Returns the offset of local time from UTC at an instant, in milliseconds (negative in America).
 */
export const offsetAt = (zone: Zone, epochMillis: number): number => {
  if (zone === "UTC") return 0
  const table = tableOf(zone)
  const millis = Math.min(Math.max(epochMillis, firstSample), lastSample)
  if (millis < railwayTime) return askOffset(table.format, millis)
  const quarter = Math.floor(millis / quarterMillis)
  const begin = Math.floor(quarter / stretch) * stretch
  const offset = offsetIn(table, begin)
  return offset === offsetIn(table, begin + stretch) ? offset : offsetIn(table, quarter)
}

/**
 * Returns the day number of a calendar date `yyyy-mm-dd`: 0 for 1970-01-01, 1 for the day after, negative before.
 */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMillis

/**
 * Returns the calendar date, `yyyy-mm-dd`, of a day number (years 0000 to 9999).
 */
export const dateOfDay = (day: number): string => new Date(day * dayMillis).toISOString().slice(0, 10)

/**
 * Returns the number of the local day of an instant (epoch milliseconds).
 */
export const dayOf = (zone: Zone, epochMillis: number): number =>
  Math.floor((epochMillis + offsetAt(zone, epochMillis)) / dayMillis)

/**
 * Returns the instant (epoch milliseconds) at which the local day with this number begins.
 */
export const startOfDay = (zone: Zone, day: number): number => {
  const local = day * dayMillis
  // No zone here changes its offset within an hour of midnight, so the offset near midnight is that of midnight.
  return local - offsetAt(zone, local - offsetAt(zone, local))
}

/**
 * Returns the instant (epoch milliseconds) at which the local calendar date `yyyy-mm-dd` begins.
 */
export const midnight = (zone: Zone, date: string): number => startOfDay(zone, dayNumber(date))

/**
 * Returns the local calendar date, `yyyy-mm-dd`, of an instant (epoch milliseconds).
 */
export const dateOf = (zone: Zone, epochMillis: number): string => dateOfDay(dayOf(zone, epochMillis))
