import type { Bar } from "@candela/market/Bar"
import { dateOf, midnight } from "@candela/market/TimeZone"
import type { Dividend } from "@candela/stocks"
import { FastCheck as fc, TestClock } from "effect"

export const zone = "America/New_York"

/** Sets the `TestClock` to a day after all events of the tests: a split applies from its day on. */
export const afterwards = TestClock.setTime(Date.parse("2025-06-30T20:00:00Z"))

/** Days on both sides of the changes of daylight-saving time, few enough to meet on the same ones. */
const days = ["2024-03-08", "2024-03-09", "2024-03-10", "2024-03-11", "2024-11-02", "2024-11-03", "2024-11-04"]
export const day = fc.constantFrom(...days)

export const split = fc.record(
  {
    execution_date: day,
    split_from: fc.constantFrom(1, 2, 3, 10, 20, 100),
    split_to: fc.constantFrom(1, 1.05, 3, 4, 7, 20),
  },
  { noNullPrototype: true },
)
export const splits = fc.array(split, { maxLength: 5 })
export type Splits = typeof splits extends fc.Arbitrary<infer A> ? A : never

/** What each payment of an ex-date left of a price. */
export const payments = fc.array(
  fc.record({ date: day, left: fc.double({ min: 0.5, max: 1, noNaN: true }) }, { noNullPrototype: true }),
  { maxLength: 6 },
)
export type Payments = typeof payments extends fc.Arbitrary<infer A> ? A : never

/**
 * The dividends as a service lists them on a day: each payment has the factor of all from it to
 * that day. One that is announced for later has no part in it.
 */
export const listedOn = (
  payments: Payments,
  today: string,
): ReadonlyArray<Required<Pick<Dividend, "ex_dividend_date" | "historical_adjustment_factor">>> => {
  const byDate = [...payments].sort((one, other) => (one.date < other.date ? 1 : -1))
  let factor = 1
  return byDate.map(({ date, left }) => {
    if (date <= today) factor *= left
    return { ex_dividend_date: date, historical_adjustment_factor: factor }
  })
}

const cents = fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100)
export const bar: fc.Arbitrary<Bar> = fc.record(
  {
    open: cents,
    high: cents,
    low: cents,
    close: cents,
    vwap: cents,
    volume: fc.nat(),
    transactions: fc.nat(),
    otc: fc.constant(true),
    timestamp: fc
      .record({ day, minute: fc.integer({ min: -2, max: 1441 }) })
      .map(({ day, minute }) => midnight(zone, day) + minute * 60_000),
  },
  { requiredKeys: ["open", "high", "low", "close", "volume", "timestamp"], noNullPrototype: true },
)
export const bars = fc.array(bar, { maxLength: 30 })

const product = (numbers: ReadonlyArray<number>) => numbers.reduce((product, number) => product * number, 1)

/** What happened to a stock, and as of which day it is seen. */
export interface Happened {
  readonly splits?: Splits
  readonly payments?: Payments
  readonly asOf?: string
}

const ratioOf = ({ execution_date, split_from, split_to }: Splits[number]) =>
  `${execution_date} ${(split_to / split_from).toPrecision(12)}`

/**
 * The rule in its plainest words: what happened after a bar's day, up to `asOf`, changes it. Splits of equal date and
 * ratio are one.
 */
export const plainly = (bar: Bar, { asOf = "9999-12-31", payments = [], splits = [] }: Happened): Bar => {
  const date = dateOf(zone, bar.timestamp)
  const after = (event: string) => event > date && event <= asOf
  const distinct = [...new Map(splits.map((split) => [ratioOf(split), split])).values()]
  const shares = product(distinct.map((split) => (after(split.execution_date) ? split.split_to / split.split_from : 1)))
  const scale = product(payments.map((payment) => (after(payment.date) ? payment.left : 1))) / shares
  const { close, high, low, open, volume, vwap } = bar
  return {
    ...bar,
    open: open * scale,
    high: high * scale,
    low: low * scale,
    close: close * scale,
    volume: volume * shares,
    ...(vwap === undefined ? {} : { vwap: vwap * scale }),
  }
}

/** Whether bars are equal, but for the last digits of their numbers. */
export const nearly = (actual: ReadonlyArray<Bar>, expected: ReadonlyArray<Bar>, relative = 1e-12): boolean =>
  actual.length === expected.length &&
  actual.every((bar, index) => {
    const other: Partial<Bar> = expected[index]!
    const names = Object.keys({ ...bar, ...other }) as ReadonlyArray<keyof Bar>
    return names.every((name) => {
      const [one, two] = [bar[name], other[name]]
      return typeof one === "number" && typeof two === "number"
        ? Math.abs(one - two) <= relative * Math.abs(two)
        : one === two
    })
  })

/** A list cut into chunks of a size. */
export const chunked = <A>(list: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))
