import * as Field from "@candela/core/declare/Field"
import * as Columns from "@candela/core/Columns"
import * as Resample from "@candela/history/Resample"
import * as Sessions from "@candela/history/Sessions"
import { Bar, fields } from "@candela/market/Bar"
import * as Calendar from "@candela/market/Calendar"
import { dateOf, midnight } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import * as Adjusted from "@candela/core/internal/Adjusted"
import type { Stocks } from "@candela/stocks"
import { Chunk, Effect, Either, FastCheck as fc, Schema, Stream } from "effect"
import { assertInTurns } from "@candela/support/turns"
import { runs } from "@candela/support/seeded"
import {
  calendarName,
  columnStream,
  day,
  history,
  minute,
  minutesFrom,
  rowsOf,
  rowsOfColumns,
  rowStream,
  sizes,
} from "./madeUpBars.js"

const parameters = { seed: 20_241_129, numRuns: runs(400) }
const at = (text: string) => Date.parse(text)

/** Windows of every kind, of a market. */
const windows = (market: Calendar.Name): ReadonlyArray<Resample.Windows> => [
  Resample.minutes(1, market),
  Resample.minutes(7, market),
  Resample.minutes(30, market),
  Resample.hours(1, market),
  Resample.hours(4, market),
  Resample.sessions(market),
  Resample.weeks(market),
  Resample.months(market),
  Resample.timespan(2, "hour", market),
  Resample.timespan(3, "day", market),
  Resample.timespan(1, "quarter", market),
]
const kind = fc.nat(10)

/** What a bar of several must be, by the words of the module. */
const combined = (timestamp: number, bars: ReadonlyArray<Bar>): Bar => {
  const traded = bars.filter(({ volume }) => volume > 0)
  const volume = bars.reduce((sum, bar) => sum + bar.volume, 0)
  const vwap =
    bars.length === 1
      ? bars[0]!.vwap
      : traded.length > 0 && traded.every((bar) => bar.vwap !== undefined)
        ? traded.reduce((sum, bar) => sum + bar.volume * bar.vwap!, 0) / volume
        : undefined
  const isCounted = bars.every(({ transactions }) => transactions !== undefined)
  return {
    timestamp,
    open: bars[0]!.open,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: bars.at(-1)!.close,
    volume,
    ...(vwap === undefined ? {} : { vwap }),
    ...(isCounted ? { transactions: bars.reduce((sum, bar) => sum + bar.transactions!, 0) } : {}),
  }
}

/** Bars grouped by the window of each. */
const naive = (bars: ReadonlyArray<Bar>, windows: Resample.Windows): ReadonlyArray<Bar> => {
  const groups = new Map<number, Array<Bar>>()
  for (const bar of bars) {
    const { timestamp } = windows.at(bar.timestamp)!
    groups.set(timestamp, [...(groups.get(timestamp) ?? []), bar])
  }
  return [...groups].map(([timestamp, bars]) => combined(timestamp, bars))
}

/** Equal, but for the last places of averages. */
const assertSame = (actual: ReadonlyArray<Bar>, expected: ReadonlyArray<Bar>) => {
  const without = (bar: Bar) => ({ ...bar, vwap: undefined })
  assert.deepStrictEqual(actual.map(without), expected.map(without))
  actual.forEach(({ vwap }, index) => {
    const wanted = expected[index]!.vwap
    if (vwap === undefined || wanted === undefined) assert.strictEqual(vwap, wanted)
    else assert.closeTo(vwap, wanted, 1e-12 * Math.abs(wanted))
  })
}

const run = <B extends Bar>(bars: ReadonlyArray<B>, windows: Resample.Windows) =>
  Either.getOrThrow(Resample.bars(bars, windows))

const bar = (timestamp: number, fields: Partial<Bar> = {}): Bar => ({
  timestamp,
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume: 1,
  ...fields,
})

/** A bar for each minute of a New York day, from 00:01. */
const wholeDay = (date: string) => {
  const start = midnight("America/New_York", date)
  return Array.from({ length: 1_439 }, (_, index) => bar(start + (index + 1) * minute))
}

const newYork = (bars: ReadonlyArray<Bar>) =>
  bars.map(({ timestamp }) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone: "America/New_York", timeStyle: "short" }).format(timestamp),
  )

const regular = (bars: ReadonlyArray<Bar>) => bars.filter(({ timestamp }) => Sessions.isOpen(timestamp))

describe("windows counted from the opening", () => {
  it("of 30 minutes are 13 in a regular session, 7 on an early close, also when the clocks change", () => {
    for (const date of ["2024-03-08", "2024-03-11", "2024-07-02", "2024-11-01", "2024-11-04"]) {
      const times = newYork(run(regular(wholeDay(date)), Resample.minutes(30)))
      assert.strictEqual(times.length, 13)
      assert.strictEqual(times.join(" ").slice(0, 17), "09:30 10:00 10:30")
      assert.strictEqual(times.at(-1), "15:30")
    }
    assert.strictEqual(run(regular(wholeDay("2024-07-03")), Resample.minutes(30)).length, 7)
    assert.strictEqual(run(regular(wholeDay("2024-07-04")), Resample.minutes(30)).length, 0)
  })

  it("of hours begin at 09:30 and end with the session", () => {
    const bars = run(regular(wholeDay("2024-07-02")), Resample.hours(1))
    assert.deepStrictEqual(newYork(bars), ["09:30", "10:30", "11:30", "12:30", "13:30", "14:30", "15:30"])
    assert.deepStrictEqual(
      bars.map(({ volume }) => volume),
      [60, 60, 60, 60, 60, 60, 30],
    )
  })

  it("of trading before and after the session are counted from its own beginning", () => {
    const all = newYork(
      run(
        wholeDay("2024-07-03").filter(({ timestamp }) => Sessions.partAt(timestamp) !== "closed"),
        Resample.hours(2),
      ),
    )
    assert.strictEqual(all.join(" "), "04:00 06:00 08:00 09:30 11:30 13:00 15:00")
  })

  it.effect("hold no bars of two parts of the day", () =>
    assertInTurns(
      [history, fc.integer({ min: 1, max: 500 })],
      ({ bars, market }, count) => {
        const windows = Resample.minutes(count, market)
        const byPart = (["preMarket", "regular", "afterHours", "closed"] as const).flatMap((part) =>
          run(
            bars.filter(({ timestamp }) => Sessions.partAt(timestamp, market) === part),
            windows,
          ),
        )
        assert.deepStrictEqual(
          run(bars, windows),
          byPart.sort((one, other) => one.timestamp - other.timestamp),
        )
      },
      parameters,
    ),
  )

  it("refuse a count that is none", () => {
    for (const count of [0, -1, 1.5, NaN]) {
      assert.throws(() => Resample.minutes(count), RangeError, "give a whole number, 1 or more")
      assert.throws(() => Resample.hours(count), RangeError)
      assert.throws(() => Resample.timespan(count, "day"), RangeError)
    }
  })
})

describe("windows of dates", () => {
  it.effect("of sessions hold the bars of one trading date", () =>
    assertInTurns(
      [history],
      ({ bars, market }) => {
        const { zone } = Calendar.of(market).market
        // Futures begin at 17:00 of the evening before.
        const ahead = market === "futures" ? 7 * 60 * minute : 0
        for (const { timestamp } of bars) {
          const window = Resample.sessions(market).at(timestamp)!
          assert.strictEqual(dateOf(zone, window.timestamp + ahead), dateOf(zone, timestamp + ahead))
          assert.strictEqual(dateOf(zone, window.end - 1 + ahead), dateOf(zone, timestamp + ahead))
        }
      },
      parameters,
    ),
  )

  it("of futures' weeks and months follow the trading date", () => {
    const evening = at("2025-06-30T17:00:00-05:00")
    const timestamp = (windows: Resample.Windows, instant: number) =>
      new Date(windows.at(instant)!.timestamp).toISOString()
    assert.strictEqual(timestamp(Resample.sessions("futures"), evening), "2025-06-30T22:00:00.000Z")
    assert.strictEqual(timestamp(Resample.months("futures"), evening), "2025-07-01T05:00:00.000Z")
    assert.strictEqual(timestamp(Resample.months("futures"), evening - 1), "2025-06-01T05:00:00.000Z")
    assert.strictEqual(
      timestamp(Resample.weeks("futures"), at("2025-06-29T17:00:00-05:00")),
      "2025-06-29T05:00:00.000Z",
    )
  })

  it.effect("are windows: each instant up to its end has the same one, and its end the next", () =>
    assertInTurns(
      [calendarName, kind, day, fc.nat(1439), fc.double({ min: 0, max: 1, noNaN: true })],
      (market, kind, day, minutes, share) => {
        const calendar = Calendar.of(market)
        const instant = Calendar.dayStart(calendar, day) + minutes * minute + 1
        const { at } = windows(market)[kind]!
        const window = at(instant)!
        const between = instant + Math.floor((window.end - 1 - instant) * share)
        assert.deepStrictEqual(at(between), window)
        assert.isTrue((at(window.end + 1)?.timestamp ?? Infinity) > window.timestamp)
      },
      parameters,
    ),
  )
})

describe("bars of longer windows", () => {
  it.effect("are what their windows hold", () =>
    assertInTurns(
      [history, kind],
      ({ bars, market }, kind) => {
        const to = windows(market)[kind]!
        assertSame(run(bars, to), naive(bars, to))
      },
      parameters,
    ),
  )

  it.effect("are the same in streams of rows and columns, wherever chunks end", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(history, kind, sizes, ({ bars, market }, kind, sizes) =>
          Effect.gen(function* () {
            const to = windows(market)[kind]!
            const expected = run(bars, to)
            assert.deepStrictEqual(yield* rowsOf(rowStream(bars, sizes).pipe(Resample.stream(to))), expected)
            assert.deepStrictEqual(yield* rowsOfColumns(columnStream(bars, sizes).pipe(Resample.columns(to))), expected)
          }).pipe(Effect.runPromise),
        ),
        parameters,
      ),
    ),
  )

  it.effect("are the same made of bars in between", () =>
    assertInTurns(
      [
        history,
        fc.constantFrom<
          readonly [(market: Calendar.Name) => Resample.Windows, (market: Calendar.Name) => Resample.Windows]
        >(
          [(market) => Resample.minutes(5, market), (market) => Resample.minutes(30, market)],
          [(market) => Resample.minutes(30, market), (market) => Resample.hours(1, market)],
          [(market) => Resample.hours(1, market), (market) => Resample.sessions(market)],
          [(market) => Resample.minutes(10, market), (market) => Resample.weeks(market)],
          [(market) => Resample.sessions(market), (market) => Resample.weeks(market)],
          [(market) => Resample.sessions(market), (market) => Resample.months(market)],
          [(market) => Resample.months(market), (market) => Resample.timespan(1, "year", market)],
        ),
      ],
      ({ bars, market }, [first, second]) => {
        // A part of the day that begins at midnight when the market is closed has windows that begin there.
        const open = bars.filter(({ timestamp }) => Sessions.partAt(timestamp, market) !== "closed")
        assertSame(run(run(open, first(market)), second(market)), run(open, second(market)))
      },
      parameters,
    ),
  )

  it("of one bar are that bar, and of bars of one price have that average to the last bit", () => {
    const open = Sessions.of("2024-07-02")!.open
    const alone = bar(open, { volume: 0, vwap: 0.1, transactions: 3, otc: true })
    assert.deepStrictEqual(run([alone], Resample.minutes(5)), [alone])
    const same = Array.from({ length: 390 }, (_, index) =>
      bar(open + index * minute, { volume: index * 0.7, vwap: 0.1 }),
    )
    assert.strictEqual(run(same, Resample.sessions())[0]!.vwap, 0.1)
  })

  it("lack an average and a count where a bar lacks it, but for averages of bars without volume", () => {
    const open = Sessions.of("2024-07-02")!.open
    const bars = [
      bar(open, { vwap: 1, transactions: 1 }),
      bar(open + minute, { vwap: 3, volume: 3, transactions: 2 }),
      bar(open + 2 * minute, { volume: 0, transactions: 0 }),
      bar(open + 3 * minute, { transactions: 1 }),
      bar(open + 4 * minute, { vwap: 2 }),
    ]
    assert.deepInclude(run(bars.slice(0, 3), Resample.sessions())[0], { vwap: 2.5, transactions: 3 })
    assert.notProperty(run(bars.slice(0, 4), Resample.sessions())[0], "vwap")
    assert.strictEqual(run(bars.slice(0, 4), Resample.sessions())[0]!.transactions, 4)
    assert.notProperty(run(bars, Resample.sessions())[0], "transactions")
    const untraded = [0, 1].map((index) => bar(open + index * minute, { vwap: 1, volume: 0 }))
    assert.notProperty(run(untraded, Resample.sessions())[0], "vwap")
    const columns = Columns.fromRows(Bar, run(bars, Resample.sessions()))
    assert.deepStrictEqual([columns.present.vwap, columns.present.transactions], [Uint8Array.of(0), Uint8Array.of(0)])
  })

  it.effect("are emitted as soon as the next window begins, and hold no more than that", () =>
    Effect.gen(function* () {
      const open = Sessions.of("2024-07-02")!.open
      const endless = Stream.iterate(0, (index) => index + 1).pipe(Stream.map((index) => bar(open + index * minute)))
      const first = yield* rowsOf(endless.pipe(Resample.stream(Resample.minutes(30)), Stream.take(2)))
      assert.deepStrictEqual(first, [bar(open, { volume: 30 }), bar(open + 30 * minute, { volume: 30 })])
    }),
  )

  it.effect("begin anew in each run of a stream", () =>
    Effect.gen(function* () {
      const stream = Stream.fromIterable(regular(wholeDay("2024-07-02"))).pipe(Resample.stream(Resample.sessions()))
      assert.deepStrictEqual(yield* rowsOf(stream), yield* rowsOf(stream))
    }),
  )
})

describe("bars of several tickers", () => {
  const tickers = fc.uniqueArray(fc.constantFrom("A", "BRK.B", "META", "X"), { minLength: 1, maxLength: 3 })
  const several = day.chain((first) =>
    tickers.chain((tickers) =>
      fc.tuple(
        ...tickers.map((ticker) => minutesFrom(first, "stocks").map((bars) => bars.map((bar) => ({ ticker, ...bar })))),
      ),
    ),
  )
  const keyed = (bars: ReadonlyArray<Bar & { readonly ticker: string }>) =>
    [...bars].sort((one, other) =>
      one.ticker < other.ticker ? -1 : one.ticker > other.ticker ? 1 : one.timestamp - other.timestamp,
    )

  it.effect("are those of each, whether they come one ticker after the other or merged by time", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(several, kind, sizes, (histories, kind, sizes) =>
          Effect.gen(function* () {
            const to = windows("stocks")[kind]!
            const expected = keyed(histories.flatMap((bars) => run(bars, to)))
            const ordered = histories.flat()
            const merged = [...ordered].sort((one, other) => one.timestamp - other.timestamp)
            for (const bars of [ordered, merged]) {
              assert.deepStrictEqual(keyed(yield* rowsOf(rowStream(bars, sizes).pipe(Resample.stream(to)))), expected)
            }
            const ends = (yield* rowsOf(rowStream(merged, sizes).pipe(Resample.stream(to)))).map(
              ({ timestamp }) => to.at(timestamp + 1)?.end ?? 0,
            )
            assert.isTrue(ends.every((end, index) => index === 0 || ends[index - 1]! <= end))
          }).pipe(Effect.runPromise),
        ),
        { ...parameters, numRuns: runs(200) },
      ),
    ),
  )

  it.effect("are emitted when a bar of any ticker begins after their window", () =>
    Effect.gen(function* () {
      const open = Sessions.of("2024-07-02")!.open
      const bars = [
        { ticker: "A", ...bar(open) },
        { ticker: "B", ...bar(open + 31 * minute) },
      ]
      const endless = Stream.concat(Stream.fromIterable(bars), Stream.never)
      const first = yield* rowsOf(endless.pipe(Resample.stream(Resample.minutes(30)), Stream.take(1)))
      assert.deepStrictEqual(first, bars.slice(0, 1))
    }),
  )

  it.effect("keep their ticker in columns", () =>
    Effect.gen(function* () {
      const open = Sessions.of("2024-07-02")!.open
      const rows = ["A", "B"].flatMap((ticker) =>
        [0, 1, 30].map((index) => ({ ticker, ...bar(open + index * minute) })),
      )
      const schema = Field.struct({ ticker: Field.required(Schema.String), ...fields })
      const columns = Columns.fromRows(schema, rows)
      const resampled = yield* rowsOfColumns(
        Stream.make(Columns.slice(columns, 0, 2), Columns.slice(columns, 2)).pipe(
          Resample.columns(Resample.minutes(30)),
        ),
      )
      assert.deepStrictEqual(
        resampled.map(({ ticker, timestamp, volume }) => [ticker, (timestamp - open) / minute, volume]),
        [
          ["A", 0, 2],
          ["A", 30, 1],
          ["B", 0, 2],
          ["B", 30, 1],
        ],
      )
    }),
  )
})

describe("bars that do not fit", () => {
  const open = Sessions.of("2024-07-02")!.open

  it.effect("fail the stream: descending ones, and repeated ones", () =>
    Effect.gen(function* () {
      for (const times of [
        [open, open],
        [open + minute, open],
        [open, open + 60 * minute, open + 59 * minute],
      ]) {
        const bars = times.map((time) => bar(time))
        const timestamp = times.at(-1)!
        const to = Resample.minutes(5)
        const rows = yield* Effect.flip(rowsOf(rowStream(bars, [1]).pipe(Resample.stream(to))))
        const columns = yield* Effect.flip(rowsOf(columnStream(bars, [3]).pipe(Resample.columns(to))))
        assert.deepInclude(rows, { _tag: "UnfitBars", reason: "NotAscending", timestamp })
        assert.deepStrictEqual(columns, rows)
        assert.match(
          rows.message,
          /^Resample to 5 minutes: the bar at 2024-07-02T\S+Z does not begin after the one before/,
        )
      }
    }),
  )

  it.effect(
    "fail the stream of several tickers too: merged by time in descending order, and a ticker that comes again",
    () =>
      Effect.gen(function* () {
        const of = (ticker: string, minutes: number) => ({ ticker, ...bar(open + minutes * minute) })
        for (const bars of [
          [of("A", 2), of("B", 2), of("A", 1)],
          [of("A", 1), of("A", 2), of("B", 1), of("A", 2)],
        ]) {
          const error = yield* Effect.flip(rowsOf(rowStream(bars, [5]).pipe(Resample.stream(Resample.sessions()))))
          assert.deepInclude(error, { reason: "NotAscending", ticker: "A" })
        }
      }),
  )

  it("are refused in minutes where they are of a day, and name their ticker", () => {
    const days = [{ ticker: "KO", ...bar(midnight("America/New_York", "2024-07-02")) }]
    const error = Either.getOrThrow(Either.flip(Resample.bars(days, Resample.minutes(5))))
    assert.strictEqual(error.reason, "WholeDay")
    assert.include(error.message, "the bar of KO at 2024-07-02T04:00:00.000Z")
    assert.strictEqual(run(days, Resample.weeks()).length, 1)
  })

  it("are those of stocks whose clock says midnight on a closed day too", () => {
    const sunday = [bar(midnight("America/New_York", "2024-07-07"))]
    assert.isTrue(Either.isLeft(Resample.bars(sunday, Resample.hours(1))))
    assert.isTrue(Either.isRight(Resample.bars(sunday, Resample.hours(1, "crypto"))))
  })
})

describe("the official close", () => {
  const closes: Readonly<Record<string, number>> = { "2025-06-26": 108.86, "2025-06-27": 120.5 }
  const bar = (date: string): Bar => ({
    open: 108,
    high: 110,
    low: 107,
    close: 109.07,
    volume: 10,
    timestamp: midnight("America/New_York", date),
  })
  const days = ["2025-06-26", "2025-06-27"].map(bar)
  /** The service's open and close of a day, and what it was asked. */
  const stocks = () => {
    const asked: Array<object> = []
    const openClose = (request: { readonly date: unknown }) =>
      Effect.sync(() => {
        asked.push(request)
        return { from: "", symbol: "A", open: 1, high: 1, low: 1, close: closes[request.date as string]! }
      })
    return { asked, openClose: openClose as unknown as Stocks.Service["openClose"] }
  }

  it.effect("replaces that of the last regular minute, and lies within high and low", () =>
    Effect.gen(function* () {
      const { asked, openClose } = stocks()
      const options = { stocksTicker: "A", adjusted: false }
      const found = yield* rowsOf(Stream.fromIterable(days).pipe(Resample.officialCloses({ openClose }, options)))
      assert.deepStrictEqual(found, [
        { ...days[0]!, close: 108.86 },
        { ...days[1]!, close: 120.5, high: 120.5 },
      ])
      assert.deepStrictEqual(asked, [
        { stocksTicker: "A", date: "2025-06-26", adjusted: false },
        { stocksTicker: "A", date: "2025-06-27", adjusted: false },
      ])
      const named = days.map((day) => ({ ...day, ticker: "B" }))
      yield* rowsOf(Stream.fromIterable(named).pipe(Resample.officialCloses({ openClose }, { adjusted: true })))
      assert.deepInclude(asked.at(-1), { stocksTicker: "B", adjusted: true })
    }),
  )

  it.effect("is of days, adjusted as the bars are", () =>
    Effect.gen(function* () {
      const { asked, openClose } = stocks()
      const error = (bars: ReadonlyArray<Bar>, adjusted: boolean) =>
        Effect.flip(
          Stream.runDrain(
            Stream.fromChunk(Chunk.unsafeFromArray(bars)).pipe(
              Resample.officialCloses({ openClose }, { stocksTicker: "A", adjusted }),
            ),
          ),
        )
      const minutes = [days[0]!, { ...days[0]!, timestamp: days[0]!.timestamp + minute }]
      assert.deepInclude({ ...(yield* error(minutes, false)) }, { _tag: "UnfitBars", reason: "NotAscending" })
      assert.deepInclude({ ...(yield* error(Adjusted.mark([...days], true), false)) }, { reason: "Adjusted" })
      assert.deepInclude({ ...(yield* error(Adjusted.mark([...days], false), true)) }, { reason: "NotAdjusted" })
      assert.lengthOf(asked, 0)
    }),
  )
})

describe("days that are stamped with their close", () => {
  it("become the same windows as those stamped with their start", () => {
    const dates = ["2024-03-08", "2024-03-11", "2024-03-12"]
    const bars = (hours: number) =>
      dates.map((date) => ({
        ...{ open: 1, high: 1, low: 1, close: 1, volume: 1 },
        timestamp: midnight("America/New_York", date) + hours * 60 * minute,
      }))
    for (const windows of [Resample.sessions(), Resample.weeks(), Resample.months(), Resample.timespan(1, "day")]) {
      assert.deepStrictEqual(Resample.bars(bars(16), windows), Resample.bars(bars(0), windows))
    }
  })
})
