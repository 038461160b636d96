import { dateOf } from "@candela/market/TimeZone"
import { Array, Effect } from "effect"
import type { Session } from "../../Calendar.js"
import * as Calendar from "../../Calendar.js"
import type { Store, StoreError } from "../../Store.js"
import * as Tables from "../../Tables.js"
import { aggregateDays } from "../aggregateDays.js"
import type { DayRow } from "./days.js"
import { dayRow } from "./days.js"
import { addMinutes, emptyMinutes } from "./minutes.js"
import type { Profile } from "./profiles.js"
import { profiles } from "./profiles.js"
import { walk } from "./walk.js"

/** What is generated: day bars of the tickers from the first date to `now`, and minute bars where a span asks for them. */
export interface Extent {
  /** The tickers, or all that the generator knows. */
  readonly tickers: ReadonlyArray<string> | "all"
  /** The first date. */
  readonly from: string
  readonly minutes: ReadonlyArray<MinuteSpan>
}

/** Minutes of the sessions between two dates (both included; to the end when there is no `to`), or of the last sessions; of all tickers, or of some. */
export type MinuteSpan = {
  readonly tickers?: ReadonlyArray<string>
} & ({ readonly from: string; readonly to?: string } | { readonly lastSessions: number })

const minuteDates = (sessions: ReadonlyArray<Session>, span: MinuteSpan) =>
  ("lastSessions" in span
    ? sessions.slice(-span.lastSessions)
    : sessions.filter(({ date }) => date >= span.from && (span.to === undefined || date <= span.to))
  ).map(({ date }) => date)

/** A stock has minutes on the dates of its spans, and always on the day in progress: only they can say what has happened by now. */
const datesOf = (extent: Extent, sessions: ReadonlyArray<Session>, ticker: string, now: number) =>
  new Set([
    ...extent.minutes
      .filter((span) => span.tickers?.includes(ticker) ?? true)
      .flatMap((span) => minuteDates(sessions, span)),
    ...sessions.filter((session) => session.afterHoursClose > now).map(({ date }) => date),
  ])

/** The event loop turns whenever the minutes of so many days are written. */
const daysAtOnce = 40

/** Writes the minutes of the dates that have some, and gives the other days as rows. */
const generateTicker = (
  statements: Store.Statements,
  profile: Profile,
  options: {
    readonly seed: number
    readonly now: number
    readonly sessions: ReadonlyArray<Session>
    readonly dates: ReadonlySet<string>
  },
) =>
  Effect.gen(function* () {
    const { dates, now, seed, sessions } = options
    const rows: Array<DayRow> = []
    for (const days of Array.chunksOf(walk(profile, seed, sessions), daysAtOnce)) {
      const minutes = emptyMinutes()
      for (const day of days) {
        if (dates.has(day.session.date)) addMinutes(minutes, profile, day, now)
        else rows.push(dayRow(profile, day))
      }
      yield* statements.append("minute_bars", Object.values(minutes))
    }
    return rows
  })

const transpose = (rows: ReadonlyArray<DayRow>) => Array.makeBy(16, (column) => rows.map((row) => row[column]!))

const writeTickers = (statements: Store.Statements, chosen: ReadonlyArray<Profile>, now: number) => {
  const today = dateOf("America/New_York", now)
  // A delisting that is still to come is not known yet.
  const delisted = chosen.map((profile) =>
    profile.delisted !== undefined && profile.delisted <= today ? profile.delisted : null,
  )
  return statements.append("tickers", [
    chosen.map((profile) => profile.ticker),
    chosen.map((profile) => profile.name),
    chosen.map(() => "stocks"),
    chosen.map((profile) => profile.type),
    chosen.map((profile) => profile.exchange),
    chosen.map((profile) => profile.otc === true),
    delisted.map((date) => date === null),
    chosen.map((profile) => profile.listed),
    delisted,
    chosen.map(() => true),
  ])
}

const writeSplits = (statements: Store.Statements, chosen: ReadonlyArray<Profile>, from: string, now: number) => {
  const today = dateOf("America/New_York", now)
  const splits = chosen.flatMap(({ split, ticker }) =>
    split !== undefined && split.date >= from && split.date <= today ? [{ ticker, ...split }] : [],
  )
  return statements.append("splits", [
    splits.map((split) => split.ticker),
    splits.map((split) => split.date),
    splits.map((split) => split.from),
    splits.map((split) => split.to),
  ])
}

/** Fills the tables of an empty database. What it writes depends on nothing but its arguments. */
export const generate = (
  store: Store.Service,
  extent: Extent,
  options: { readonly seed: number; readonly now: number },
): Effect.Effect<void, StoreError> =>
  store.transaction((statements) =>
    Effect.gen(function* () {
      const { now, seed } = options
      const chosen = profiles
        .filter(({ ticker }) => extent.tickers === "all" || extent.tickers.includes(ticker))
        .sort((a, b) => (a.ticker < b.ticker ? -1 : 1))
      const sessions = Calendar.sessions(extent.from, dateOf("America/New_York", now)).filter(
        (session) => session.preMarketOpen < now,
      )
      yield* Effect.forEach(Tables.all, (statement) => statements.run(statement))
      yield* statements.run("CREATE TEMP TABLE unordered_days AS FROM day_bars LIMIT 0")
      yield* writeTickers(statements, chosen, now)
      yield* writeSplits(statements, chosen, extent.from, now)
      yield* Effect.forEach(chosen, (profile) =>
        Effect.gen(function* () {
          const dates = datesOf(extent, sessions, profile.ticker, now)
          const days = yield* generateTicker(statements, profile, { seed, now, sessions, dates })
          yield* statements.append("unordered_days", transpose(days))
        }),
      )
      yield* aggregateDays(statements, { minutes: "minute_bars", into: "unordered_days" })
      yield* statements.run("INSERT INTO day_bars FROM unordered_days ORDER BY ticker, date")
    }),
  )
