/**
 * The local days of a market: where they begin, and which of them an instant belongs to.
 *
 * Offsets come from the platform's own time-zone data (`Intl`), found once per stretch of about a year and kept, so that a
 * look-up per row costs an index and a comparison.
 *
 * @module
 */

/**
 * The zones that markets keep their days in: New York for stocks, UTC for forex and crypto, Chicago for futures.
 */
export type Zone = "America/New_York" | "UTC" | "America/Chicago"

/**
 * Milliseconds in a day of 24 hours. A local day has an hour less or more when daylight-saving time begins or ends.
 */
export const dayMillis = 86_400_000

/** Local time is constant before the first railway time of 1883: nothing is asked of `Intl` before this instant (1880). */
const firstSample = -2_840_140_800_000
/** The year 10000: past it, offsets are those of this instant. */
const lastSample = 253_402_300_800_000
const stretchMillis = 400 * dayMillis
const sampleMillis = 20 * dayMillis

/** Within a stretch of time, from `starts[i]` on, local time is UTC plus `offsets[i]`. */
interface Stretch {
  readonly starts: Array<number>
  readonly offsets: Array<number>
}

interface ZoneTable {
  readonly format: Intl.DateTimeFormat
  readonly stretches: Map<number, Stretch>
  last: number
  lastStretch: Stretch
}

const tables = new Map<Zone, ZoneTable>()

const tableOf = (zone: Zone): ZoneTable => {
  const known = tables.get(zone)
  if (known !== undefined) return known
  const table: ZoneTable = {
    format: new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    }),
    stretches: new Map(),
    last: Number.NaN,
    lastStretch: { starts: [], offsets: [] },
  }
  tables.set(zone, table)
  return table
}

const askOffset = (format: Intl.DateTimeFormat, millis: number): number => {
  const part = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of format.formatToParts(millis)) {
    if (type in part) part[type as keyof typeof part] = Number(value)
  }
  const local = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second)
  return local - Math.floor(millis / 1000) * 1000
}

/** The offset is sampled often enough that no two changes fall between samples; each change is then found by halving. */
const makeStretch = (format: Intl.DateTimeFormat, start: number): Stretch => {
  let offset = askOffset(format, start)
  const stretch: Stretch = { starts: [start], offsets: [offset] }
  for (let sample = start; sample < start + stretchMillis; sample += sampleMillis) {
    const found = askOffset(format, sample + sampleMillis)
    if (found === offset) continue
    let before = sample
    let after = sample + sampleMillis
    while (after - before > 1000) {
      const middle = before + Math.floor((after - before) / 2000) * 1000
      if (askOffset(format, middle) === offset) before = middle
      else after = middle
    }
    if (after < start + stretchMillis) {
      stretch.starts.push(after)
      stretch.offsets.push(found)
    }
    offset = found
  }
  return stretch
}

/**
 * How far local time is ahead of UTC at an instant, in milliseconds (negative in America).
 */
export const offsetAt = (zone: Zone, epochMillis: number): number => {
  if (zone === "UTC") return 0
  const table = tableOf(zone)
  const millis = Math.min(Math.max(epochMillis, firstSample), lastSample)
  const index = Math.floor((millis - firstSample) / stretchMillis)
  if (index !== table.last) {
    let stretch = table.stretches.get(index)
    if (stretch === undefined) {
      stretch = makeStretch(table.format, firstSample + index * stretchMillis)
      table.stretches.set(index, stretch)
    }
    table.last = index
    table.lastStretch = stretch
  }
  const { starts, offsets } = table.lastStretch
  let at = starts.length - 1
  while (at > 0 && starts[at]! > millis) at--
  return offsets[at]!
}

/**
 * The number of a calendar date written `yyyy-mm-dd`: 0 for 1970-01-01, 1 for the day after, negative before.
 */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMillis

/**
 * The calendar date, `yyyy-mm-dd`, of a day's number (years 0000 to 9999).
 */
export const dateOfDay = (day: number): string => new Date(day * dayMillis).toISOString().slice(0, 10)

/**
 * The number of the local day that an instant (epoch milliseconds) falls on.
 */
export const dayOf = (zone: Zone, epochMillis: number): number =>
  Math.floor((epochMillis + offsetAt(zone, epochMillis)) / dayMillis)

/**
 * The instant (epoch milliseconds) at which the local day with this number begins.
 */
export const startOfDay = (zone: Zone, day: number): number => {
  const local = day * dayMillis
  // No zone here changes its offset within an hour of midnight, so the offset found near midnight is that of midnight.
  return local - offsetAt(zone, local - offsetAt(zone, local))
}

/**
 * The instant (epoch milliseconds) at which the local calendar date `yyyy-mm-dd` begins.
 */
export const midnight = (zone: Zone, date: string): number => startOfDay(zone, dayNumber(date))

/**
 * The local calendar date, `yyyy-mm-dd`, that an instant (epoch milliseconds) falls on.
 */
export const dateOf = (zone: Zone, epochMillis: number): string => dateOfDay(dayOf(zone, epochMillis))
