import type { Dividend } from "@candela/stocks/Dividends"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { nextSession } from "@candela/market/Calendar"
import { round } from "../../numbers/Rounding.js"
import type { Profile } from "./profiles.js"

/** Payment to the holders of a stock. */
export interface Payout {
  readonly ticker: string
  /** Dollars per share of the ex-date. */
  readonly amount: number
  readonly type: NonNullable<Dividend["distribution_type"]>
  /** Payments per year; absent when unknown. */
  readonly frequency?: number
  readonly declared: string
  readonly exDate: string
  readonly record: string
  readonly paid: string
}

/** Payments in the same months of every year. */
interface Schedule {
  readonly months: ReadonlyArray<number>
  /** First day of the month on which the ex-date can be: it is the first session from then on. */
  readonly day: number
  /** Payments of the year 2023, as a share of the price. */
  readonly yield: number
  /** First and last date of the payments. */
  readonly since?: string
  readonly until?: string
}

/** Payment outside of any schedule. */
interface Extra {
  readonly from: string
  /** Amount, as a share of the price. */
  readonly yield: number
  readonly type: NonNullable<Dividend["distribution_type"]>
  readonly frequency?: number
}

const january = [1, 4, 7, 10]
const february = [2, 5, 8, 11]
const march = [3, 6, 9, 12]
const everyMonth = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/** A stock without a schedule pays no regular dividend. */
const schedules: Readonly<Record<string, Schedule>> = {
  AAPL: { months: february, day: 9, yield: 0.005 },
  CSCO: { months: january, day: 3, yield: 0.03 },
  DIS: { months: [1, 7], day: 7, yield: 0.009, since: "2024-07-01" },
  GOOGL: { months: march, day: 9, yield: 0.006, since: "2024-06-01" },
  HD: { months: march, day: 13, yield: 0.027 },
  IBM: { months: february, day: 9, yield: 0.05 },
  INTC: { months: february, day: 6, yield: 0.015, until: "2024-08-31" },
  JNJ: { months: february, day: 23, yield: 0.029 },
  JPM: { months: january, day: 5, yield: 0.028 },
  KO: { months: march, day: 14, yield: 0.03 },
  META: { months: march, day: 15, yield: 0.007, since: "2024-02-01" },
  MSFT: { months: february, day: 15, yield: 0.008 },
  NVDA: { months: march, day: 5, yield: 0.0004 },
  ODFL: { months: march, day: 5, yield: 0.0045 },
  PEP: { months: march, day: 4, yield: 0.027 },
  PG: { months: january, day: 19, yield: 0.025 },
  // The real fund pays quarterly: here monthly, so that one stock does.
  SPY: { months: everyMonth, day: 17, yield: 0.013 },
  UNH: { months: march, day: 10, yield: 0.015 },
  V: { months: february, day: 9, yield: 0.008 },
  WMT: { months: march, day: 15, yield: 0.015 },
  XOM: { months: february, day: 14, yield: 0.035 },
}

const extras: Readonly<Record<string, ReadonlyArray<Extra>>> = {
  DIS: [{ from: "2023-12-08", yield: 0.003, type: "irregular", frequency: 0 }],
  HD: [{ from: "2024-12-23", yield: 0.015, type: "special", frequency: 0 }],
  SPY: [
    { from: "2023-12-28", yield: 0.002, type: "supplemental", frequency: 0 },
    { from: "2024-12-30", yield: 0.002, type: "supplemental", frequency: 0 },
  ],
  UNH: [{ from: "2024-10-01", yield: 0.0005, type: "unknown" }],
}

const twoDigits = (value: number) => String(value).padStart(2, "0")

/** First session on or after a number of days from a date. */
const sessionAfter = (date: string, days: number) => nextSession(dateOfDay(dayNumber(date) + days)).date

/**
 * Date from which trades settle on the next day, so that shares bought on the day before the record date come too late.
 */
const settledNextDay = "2024-05-28"

/** Growth factor of a schedule: 5 percent of the price of 2023 more each year. */
const growth = (exDate: string) => 1 + 0.05 * (Number(exDate.slice(0, 4)) - 2023)

/** Amount per share of the ex-date: in cents, and finer after a split. */
const perShare = ({ price, split }: Profile, ofPrice: number, exDate: string) => {
  const dollars = Math.max(0.01, round(price * ofPrice, 2))
  return split !== undefined && exDate >= split.date ? round((dollars * split.from) / split.to, 4) : dollars
}

const payout = (
  profile: Profile,
  from: string,
  ofPrice: (exDate: string) => number,
  kind: Pick<Payout, "type" | "frequency">,
): Payout => {
  const exDate = nextSession(from).date
  const record = exDate < settledNextDay ? sessionAfter(exDate, 1) : exDate
  return {
    ...kind,
    ticker: profile.ticker,
    amount: perShare(profile, ofPrice(exDate), exDate),
    declared: sessionAfter(exDate, -28),
    exDate,
    record,
    paid: sessionAfter(record, 21),
  }
}

const scheduled = (profile: Profile, from: string, to: string): ReadonlyArray<Payout> => {
  const schedule = schedules[profile.ticker]
  if (schedule === undefined) return []
  const { day, months, since = from, until = to } = schedule
  const first = Number(from.slice(0, 4))
  const years = Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, index) => first + index)
  return years
    .flatMap((year) => months.map((month) => `${year}-${twoDigits(month)}-${twoDigits(day)}`))
    .filter((date) => date >= since && date <= until)
    .map((date) =>
      payout(profile, date, (exDate) => (schedule.yield / months.length) * growth(exDate), {
        type: "recurring",
        frequency: months.length,
      }),
    )
}

/** Payments of a stock with ex-dates between two dates (both included), in order. No payment depends on either date. */
export const payouts = (profile: Profile, from: string, to: string): ReadonlyArray<Payout> => {
  const extra = (extras[profile.ticker] ?? []).map(({ from, frequency, type, yield: ofPrice }) =>
    payout(profile, from, () => ofPrice, { type, ...(frequency === undefined ? {} : { frequency }) }),
  )
  // The scheduled date may be a few days before the ex-date.
  return [...scheduled(profile, dateOfDay(dayNumber(from) - 7), to), ...extra]
    .filter(({ exDate }) => exDate >= from && exDate <= to)
    .sort((one, other) => (one.exDate < other.exDate ? -1 : 1))
}
