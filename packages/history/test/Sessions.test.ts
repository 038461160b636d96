import * as Columns from "@candela/core/Columns"
import { Bar } from "@candela/market/Bar"
import * as Calendar from "@candela/market/Calendar"
import * as Sessions from "@candela/history/Sessions"
import { dateOf, dateOfDay, dayNumber, midnight } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, FastCheck as fc, Stream } from "effect"
import { assertInTurns } from "@candela/support/turns"
import { runs } from "@candela/support/seeded"
import {
  calendarName,
  columnStream,
  day,
  history,
  minute,
  rowsOf,
  rowsOfColumns,
  rowStream,
  sizes,
} from "./madeUpBars.js"

const parameters = { seed: 20_240_703, numRuns: runs(400) }
const at = (text: string) => Date.parse(text)
const allParts = ["preMarket", "regular", "afterHours", "closed"] as const

const bar = (timestamp: number): Bar => ({ timestamp, open: 1, high: 1, low: 1, close: 1, volume: 1 })

/** The clock of a zone, `hh:mm`. */
const clock = (zone: string, instant: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, timeStyle: "short" }).format(instant)

/** The part of the day that an instant of stocks lies in, told by the clock of New York. */
const partByClock = (instant: number): Sessions.Part => {
  const session = Sessions.of(dateOf("America/New_York", instant))
  const time = clock("America/New_York", instant)
  const [close, last] = session?.earlyClose === true ? ["13:00", "17:00"] : ["16:00", "20:00"]
  if (session === undefined || time < "04:00" || time >= last) return "closed"
  return time < "09:30" ? "preMarket" : time < close ? "regular" : "afterHours"
}

describe("the calendar of a market", () => {
  it("lists the sessions between two dates, both included, and none on closed days", () => {
    const dates = Sessions.between("2024-12-23", "2024-12-26").map(({ date, earlyClose }) => [date, earlyClose])
    assert.deepStrictEqual(dates, [
      ["2024-12-23", false],
      ["2024-12-24", true],
      ["2024-12-26", false],
    ])
    assert.strictEqual(Sessions.between("2024-03-28", "2024-04-01", "crypto").length, 5)
    assert.deepStrictEqual(Sessions.between("2024-04-02", "2024-04-01"), [])
    assert.isUndefined(Sessions.of("2024-03-29"))
    assert.isUndefined(Sessions.of("2024-03-29", "futures"))
    assert.isDefined(Sessions.of("2024-03-29", "forex"))
    // Thanksgiving: stocks rest, futures trade.
    assert.isUndefined(Sessions.of("2024-11-28"))
    assert.isDefined(Sessions.of("2024-11-28", "futures"))
  })

  it("says whether a market is open at an instant of any kind", () => {
    const instant = at("2024-12-24T18:30:00Z")
    for (const same of [instant, new Date(instant), DateTime.unsafeMake(instant)]) {
      assert.isFalse(Sessions.isOpen(same))
      assert.strictEqual(Sessions.partAt(same), "afterHours")
      assert.isTrue(Sessions.isOpen(same, "crypto"))
      assert.isTrue(Sessions.isOpen(same, "futures"))
      assert.isFalse(Sessions.isOpen(same, Calendar.futuresOf("GC")))
      assert.isTrue(Sessions.isOpen(same, Calendar.futuresOf("CLF5")))
      // 12:30 in Chicago on Christmas Eve: index futures ended at 12:15.
      assert.isFalse(Sessions.isOpen(same, Calendar.futuresOf("ESH5")))
    }
  })

  it("names the trading day of an instant, in futures from 17:00 Chicago on that of the next one", () => {
    const evening = at("2025-06-29T17:00:00-05:00")
    assert.strictEqual(Sessions.tradingDay(evening, "futures"), "2025-06-30")
    assert.isUndefined(Sessions.tradingDay(evening - 1, "futures"))
    assert.isUndefined(Sessions.tradingDay(evening, "stocks"))
    assert.strictEqual(Sessions.tradingDay(at("2025-06-27T23:59:59-04:00")), "2025-06-27")
    assert.isUndefined(Sessions.tradingDay(at("2025-06-28T00:00:00-04:00")))
  })

  it("opens forex on Sundays and closes it on Fridays, at 17:00 New York in winter and summer", () => {
    const hours = (date: string) => {
      const session = Sessions.of(date, "forex")
      return session && [session.open, session.close].map((instant) => new Date(instant).toISOString().slice(5, 16))
    }
    assert.deepStrictEqual(hours("2024-03-08"), ["03-08T00:00", "03-08T22:00"])
    assert.isUndefined(hours("2024-03-09"))
    assert.deepStrictEqual(hours("2024-03-10"), ["03-10T21:00", "03-11T00:00"])
    assert.deepStrictEqual(hours("2024-11-03"), ["11-03T22:00", "11-04T00:00"])
    assert.deepStrictEqual(hours("2024-11-04"), ["11-04T00:00", "11-05T00:00"])
  })

  it("knows the regular hours of futures by product", () => {
    const chicago = (product: string) => {
      const { afterHoursClose, close, open, preMarketOpen } = Sessions.of("2025-06-30", Calendar.futuresOf(product))!
      return [preMarketOpen, open, close, afterHoursClose].map((instant) => clock("America/Chicago", instant)).join(" ")
    }
    assert.strictEqual(chicago("ES"), "17:00 08:30 15:00 16:00")
    assert.strictEqual(chicago("ESU5"), "17:00 08:30 15:00 16:00")
    assert.strictEqual(chicago("SR3"), "17:00 07:20 14:00 16:00")
    assert.strictEqual(chicago("CLN25"), "17:00 08:00 13:30 16:00")
    assert.strictEqual(chicago("ZCZ5"), "19:00 08:30 13:20 13:20")
    assert.strictEqual(chicago("LE"), "08:30 08:30 13:05 13:05")
    assert.strictEqual(chicago("unknown"), "17:00 17:00 16:00 16:00")
  })

  it("refuses what is no date and no instant", () => {
    for (const text of ["2024-3-1", "2024-02-31", "tomorrow", ""]) {
      assert.throws(() => Sessions.of(text), RangeError, 'write it as "2024-03-28"')
      assert.throws(() => Sessions.between("2024-03-01", text), RangeError)
    }
    assert.throws(() => Sessions.isOpen(NaN), RangeError)
    assert.throws(() => Sessions.tradingDay(new Date("never")), RangeError)
  })

  it.effect("has stretches without gaps, in which every instant finds the same one", () =>
    assertInTurns(
      [calendarName, day, fc.nat(1439), fc.double({ min: 0, max: 1, noNaN: true })],
      (market, day, minutes, share) => {
        const calendar = Calendar.of(market)
        const instant = Calendar.dayStart(calendar, day) + minutes * minute
        const stretch = Calendar.stretchAt(calendar, instant)
        assert.isTrue(stretch.from <= instant && instant < stretch.to)
        const other = stretch.from + Math.floor((stretch.to - 1 - stretch.from) * share)
        assert.deepStrictEqual(Calendar.stretchAt(calendar, other), stretch)
        assert.strictEqual(Calendar.stretchAt(calendar, stretch.to).from, stretch.to)
        const [inside, beyond] = [Calendar.dayOf(calendar, stretch.from), Calendar.dayOf(calendar, stretch.to)]
        assert.isTrue(beyond === inside || beyond === inside + 1)
        if (stretch.part !== "closed") assert.strictEqual(Sessions.tradingDay(instant, market), dateOfDay(inside))
      },
      parameters,
    ),
  )

  it.effect("says of stocks what the clock in New York says, from 1990 to 2035", () =>
    assertInTurns(
      [day, fc.nat(1439)],
      (day, minutes) => {
        const instant = midnight("America/New_York", dateOfDay(day)) + minutes * minute
        assert.strictEqual(Sessions.partAt(instant), partByClock(instant))
      },
      parameters,
    ),
  )
})

describe("bars of a part of the day", () => {
  it.effect("are the minutes from 09:30 to 16:00, and to 13:00 on an early close", () =>
    Effect.gen(function* () {
      const count = (date: string, part: Sessions.Part) => {
        const start = midnight("America/New_York", date) + minute
        const all = Array.from({ length: 1438 }, (_, index) => bar(start + index * minute))
        return Effect.map(rowsOf(Stream.fromIterable(all).pipe(Sessions.only(part))), (rows) => rows.length)
      }
      assert.strictEqual(yield* count("2024-07-02", "regular"), 390)
      assert.strictEqual(yield* count("2024-07-02", "preMarket"), 330)
      assert.strictEqual(yield* count("2024-07-02", "afterHours"), 240)
      assert.strictEqual(yield* count("2024-07-03", "regular"), 210)
      assert.strictEqual(yield* count("2024-07-03", "afterHours"), 240)
      assert.strictEqual(yield* count("2024-07-04", "regular"), 0)
    }),
  )

  it.effect("are alike as rows and columns, in any order, wherever chunks end; and their parts are all of them", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(history, sizes, fc.boolean(), ({ bars, market }, sizes, descending) =>
          Effect.gen(function* () {
            const all = descending ? [...bars].reverse() : bars
            const byPart = new Map<Sessions.Part, ReadonlyArray<Bar>>()
            for (const part of allParts) {
              const expected = all.filter(({ timestamp }) => Sessions.partAt(timestamp, market) === part)
              const only = Sessions.only(part, market)
              assert.deepStrictEqual(yield* rowsOf(rowStream(all, sizes).pipe(only)), expected)
              assert.deepStrictEqual(yield* rowsOfColumns(columnStream(all, sizes).pipe(only)), expected)
              byPart.set(part, expected)
            }
            assert.strictEqual([...byPart.values()].flat().length, all.length)
            const open = allParts.filter((part) => part !== "closed")
            assert.deepStrictEqual(
              yield* rowsOf(rowStream(all, sizes).pipe(Sessions.only(open, market))),
              all.filter((bar) => !byPart.get("closed")!.includes(bar)),
            )
            assert.deepStrictEqual(
              yield* rowsOf(Sessions.preMarket(rowStream(all, sizes), market)),
              byPart.get("preMarket"),
            )
            assert.deepStrictEqual(
              yield* rowsOf(Sessions.afterHours(rowStream(all, sizes), market)),
              byPart.get("afterHours"),
            )
          }).pipe(Effect.runPromise),
        ),
        { ...parameters, numRuns: runs(200) },
      ),
    ),
  )

  it.effect("are those of stocks unless another calendar is given, also by nanoseconds", () =>
    Effect.gen(function* () {
      const [before, within] = [at("2025-06-30T08:29:00-05:00"), at("2025-06-30T08:30:00-05:00")]
      const bars = [bar(before), bar(within)]
      assert.deepStrictEqual(yield* rowsOf(Stream.fromIterable(bars).pipe(Sessions.regular)), [bar(within)])
      const futures = bars.map(({ timestamp }) => ({ window_start: BigInt(timestamp) * 1_000_000n + 1n }))
      const calendar = Calendar.futuresOf("ES")
      assert.deepStrictEqual(yield* rowsOf(Sessions.regular(Stream.fromIterable(futures), calendar)), futures.slice(1))
    }),
  )

  it.effect("share the chunk where all of it is in the part, and leave out a chunk that has none of it", () =>
    Effect.gen(function* () {
      const open = Sessions.of("2024-07-02")!.open
      const whole = Columns.fromRows(Bar, [bar(open), bar(open + minute)])
      const none = Columns.fromRows(Bar, [bar(open - minute)])
      const chunks = yield* rowsOf(Stream.make(whole, none).pipe(Sessions.regular))
      assert.strictEqual(chunks.length, 1)
      assert.strictEqual(chunks[0], whole)
    }),
  )

  it.effect("refuse bars of a whole day, and say what to request", () =>
    Effect.gen(function* () {
      const timestamp = midnight("America/New_York", "2024-07-02")
      const error = yield* Effect.flip(rowsOf(Stream.make(bar(timestamp)).pipe(Sessions.regular)))
      assert.strictEqual(error._tag, "UnfitBars")
      assert.strictEqual(
        error.message,
        'Sessions.only("regular"): the bar at 2024-07-02T04:00:00.000Z begins at midnight, when the market is closed: it is a bar of a day or longer, whose trades cannot be told ' +
          'apart any more. Request bars of minutes (timespan "minute"), and make days of them afterwards with Resample.sessions. ' +
          'Bars of another market than stocks need its calendar: "forex", "crypto", "futures".',
      )
      const inColumns = Stream.make(Columns.fromRows(Bar, [bar(timestamp)])).pipe(Sessions.afterHours)
      assert.strictEqual((yield* Effect.flip(rowsOf(inColumns))).reason, "WholeDay")
      // Whoever looks for bars outside all hours gets it.
      assert.lengthOf(yield* rowsOf(Stream.make(bar(timestamp)).pipe(Sessions.only("closed"))), 1)
      // All time of crypto is regular.
      const day = bar(dayNumber("2024-07-02") * 86_400_000)
      assert.deepStrictEqual(yield* rowsOf(Stream.make(day).pipe(Sessions.only("regular", "crypto"))), [day])
    }),
  )
})
