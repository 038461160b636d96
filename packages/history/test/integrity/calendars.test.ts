import { Crypto } from "@candela/crypto/Crypto"
import { Forex } from "@candela/forex/Forex"
import { Futures } from "@candela/futures/Futures"
import { Stocks } from "@candela/stocks/Stocks"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Integrity from "@candela/history/Integrity"
import { assert, describe, it } from "@effect/vitest"
import * as Adjusted from "@candela/core/internal/Adjusted"
import * as Columns from "@candela/core/Columns"
import { Bar } from "@candela/market/Bar"
import { Chunk, Effect, FastCheck as fc, Logger, Stream } from "effect"
import { clean, faults, flat, kinds, lastDate, type Row } from "./histories.js"

/** After every session here. */
const asOf = Date.parse("2026-01-01T00:00:00Z")

const check = <E extends Endpoint.AnyRows>(
  endpoint: E,
  requests: Endpoint.Request<E> | ReadonlyArray<Endpoint.Request<E>>,
  rows: ReadonlyArray<E[Endpoint.TypeId]["row"]>,
  options: Integrity.Options = {},
) => Stream.run(Stream.fromIterable(rows), Integrity.report(endpoint, requests, { asOf, ...options }))

const bar = (timestamp: number, price = 100): Row => ({
  timestamp,
  open: price,
  high: price + 0.1,
  low: price - 0.1,
  close: price,
  vwap: price,
  volume: 10,
  transactions: 2,
})

/** New York's 09:30 of a date, in summer. */
const opening = (date: string) => Date.parse(`${date}T13:30:00Z`)
const minute = 60_000

const stockRequest = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", adjusted: false } as const
const week = { ...stockRequest, from: "2025-06-02", to: "2025-06-06" }
const weekDates = ["2025-06-02", "2025-06-03", "2025-06-04", "2025-06-05", "2025-06-06"]
/** Each minute of the regular sessions of a week. */
const weekBars = weekDates.flatMap((date) => Array.from({ length: 390 }, (_, at) => bar(opening(date) + at * minute)))
const dailyRequest = { ...stockRequest, timespan: "day" } as const
/** Daily bars of New York's summer. */
const daily = (dates: ReadonlyArray<string>, price = 100) =>
  dates.map((date) => bar(Date.parse(`${date}T04:00:00Z`), price))

/** Sessions of a stock in June and July 2025, with their dates. */
const summer = clean(kinds[1]!, "2025-06-02", 60, 5)

describe("what is missing", () => {
  it.effect("is a run of minutes of the regular session, with its length and where it begins, in both orders", () =>
    Effect.gen(function* () {
      const lost = opening("2025-06-04") + 100 * minute
      const rows = weekBars.filter(({ timestamp }) => timestamp < lost || timestamp >= lost + 30 * minute)
      const finding = { reason: "gap", count: 30, first: lost } as const
      for (const [sort, sorted] of [
        ["asc", rows],
        ["desc", [...rows].reverse()],
      ] as const) {
        const report = yield* check(Stocks.endpoints.bars, { ...week, sort }, sorted)
        assert.deepStrictEqual(report.tickers[0]!.days[2]!.findings, [finding])
        assert.deepStrictEqual(faults(report), ["2025-06-04 degraded gap"])
      }
    }),
  )

  it.effect("may be the beginning or the end of a session", () =>
    Effect.gen(function* () {
      for (const isLost of [(at: number) => at < 45, (at: number) => at >= 345]) {
        const rows = weekBars.filter((_, index) => !(index >= 390 && index < 780 && isLost(index - 390)))
        const report = yield* check(Stocks.endpoints.bars, week, rows)
        assert.deepStrictEqual(
          report.tickers[0]!.days.map(({ findings }) => findings.map(({ count, first }) => [count, first])),
          [[], [[45, opening("2025-06-03") + (isLost(0) ? 0 : 345 * minute)]], [], [], []],
        )
      }
    }),
  )

  it.effect("is looked for in the requested part of a day alone", () =>
    Effect.gen(function* () {
      const [from, to] = [opening("2025-06-03") + 60 * minute, opening("2025-06-05") + 59 * minute]
      const rows = weekBars.filter(({ timestamp }) => timestamp >= from && timestamp <= to)
      const request = { ...week, from, to }
      const report = yield* check(Stocks.endpoints.bars, request, rows)
      assert.deepStrictEqual(
        report.tickers[0]!.days.map(({ date, rows }) => [date, rows]),
        [
          ["2025-06-03", 330],
          ["2025-06-04", 390],
          ["2025-06-05", 60],
        ],
      )
      assert.deepStrictEqual(faults(report), [])
      // A bar that began before `from` and holds it is part of the answer.
      assert.deepStrictEqual(faults(yield* check(Stocks.endpoints.bars, { ...request, from: from + 30_000 }, rows)), [])
      const late = yield* check(Stocks.endpoints.bars, { ...request, from: from + minute }, rows)
      assert.deepStrictEqual(late.tickers[0]!.days[0]!.findings, [{ reason: "outside", count: 1, first: from }])
    }),
  )

  it.effect("is not what a ticker with few trades lacks", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 60 }),
          fc.infiniteStream(fc.integer({ min: 0, max: 99 })),
          async (percent, random) => {
            const rows = summer.flatMap(({ rows: [{ timestamp } = bar(0)] }) =>
              Array.from({ length: 390 }, (_, at) => bar(timestamp + (570 + at) * minute)).filter(
                () => random.next().value! < percent,
              ),
            )
            const request = { ...stockRequest, from: "2025-06-02", to: "2025-07-31" }
            assert.deepStrictEqual(faults(await Effect.runPromise(check(Stocks.endpoints.bars, request, rows))), [])
          },
        ),
        { seed: 3, numRuns: 12 },
      ),
    ),
  )

  it.effect("is not a day on which a ticker does not trade that trades on some days, but many in a row are", () =>
    Effect.gen(function* () {
      const request = { ...dailyRequest, from: "2025-06-02", to: "2025-07-31" }
      const every = (step: number) => flat(summer).filter((_, index) => index % step === 0)
      const report = yield* check(Stocks.endpoints.bars, request, every(2))
      assert.deepStrictEqual(faults(report), [])
      assert.deepStrictEqual(report.tickers[0]!.days.slice(0, 2), [
        { date: "2025-06-02", status: "available", rows: 1, findings: [] },
        { date: "2025-06-03", status: "available", rows: 0, findings: [] },
      ])
      const left = every(2).filter((_, index) => index < 5 || index > 12)
      assert.lengthOf(faults(yield* check(Stocks.endpoints.bars, request, left)), 17)
    }),
  )

  it.effect("is found where a day has far fewer minutes than the days around it, spread over the session", () =>
    Effect.gen(function* () {
      const dates = clean(kinds[1]!, "2025-06-02", 20, 1).map(({ date }) => date)
      const request = { ...stockRequest, from: "2025-06-02", to: dates.at(-1)! }
      // Nine of ten minutes, but on one day every other one.
      const rows = dates.flatMap((date, day) =>
        Array.from({ length: 390 }, (_, at) => at)
          .filter((at) => (day === 7 ? at % 2 === 0 : at % 10 !== day % 10))
          .map((at) => bar(opening(date) + at * minute)),
      )
      const report = yield* check(Stocks.endpoints.bars, request, rows)
      assert.deepStrictEqual(faults(report), [`${dates[7]!} degraded thin`])
      assert.deepStrictEqual(report.tickers[0]!.days[7]!.findings, [
        { reason: "thin", count: 156, first: opening(dates[7]!) },
      ])
      assert.strictEqual(report.tickers[0]!.usual, 0.9)
    }),
  )

  it.effect("is not a day that is not over, nor one between two ranges, nor one before the service's records", () =>
    Effect.gen(function* () {
      const now = opening("2025-06-04") + 350 * minute
      const soFar = weekBars.filter(({ timestamp }) => timestamp < now)
      const report = yield* check(Stocks.endpoints.bars, week, soFar, { asOf: now })
      assert.deepStrictEqual(faults(report), [])
      assert.deepStrictEqual(
        report.tickers[0]!.days.map(({ date }) => date),
        weekDates.slice(0, 3),
      )
      const ranges = [
        { ...dailyRequest, from: "2025-06-02", to: "2025-06-03" },
        { ...dailyRequest, from: "2025-06-06", to: "2025-06-06" },
      ]
      const rows = daily(["2025-06-02", "2025-06-06"])
      assert.deepStrictEqual(faults(yield* check(Stocks.endpoints.bars, ranges, rows)), ["2025-06-03 missing"])
      const old = { ...dailyRequest, from: "2003-09-08", to: "2003-09-11" }
      const early = yield* check(Stocks.endpoints.bars, old, daily(["2003-09-10", "2003-09-11"]))
      assert.deepStrictEqual(
        early.tickers[0]!.days.map(({ date }) => date),
        ["2003-09-10", "2003-09-11"],
      )
    }),
  )

  it.effect("is everything where nothing came, of each ticker that was asked for", () =>
    Effect.gen(function* () {
      const report = yield* check(Stocks.endpoints.bars, [week, { ...week, stocksTicker: "MSFT" }], [])
      assert.deepStrictEqual(
        report.tickers.map(({ days, rows, ticker }) => [ticker, rows, days.map(({ status }) => status)]),
        ["AAPL", "MSFT"].map((ticker) => [ticker, 0, weekDates.map(() => "missing")]),
      )
    }),
  )

  it.effect("is a window of longer bars in which the market was open", () =>
    Effect.gen(function* () {
      const request = { ...dailyRequest, timespan: "week", from: "2025-06-01", to: "2025-06-28" } as const
      const sundays = daily(["2025-06-01", "2025-06-08", "2025-06-15", "2025-06-22"])
      assert.deepStrictEqual(faults(yield* check(Stocks.endpoints.bars, request, sundays)), [])
      const report = yield* check(Stocks.endpoints.bars, request, [sundays[0]!, ...sundays.slice(2)])
      assert.deepStrictEqual(faults(report), ["2025-06-08 missing"])
      assert.strictEqual(report.window, "1 week")
    }),
  )
})

describe("rows while the market was closed", () => {
  it.effect("are those of weekends, holidays and hours without trading", () =>
    Effect.gen(function* () {
      const june = { ...stockRequest, from: "2025-06-19", to: "2025-06-20" }
      const at = (text: string) => bar(Date.parse(text))
      const session = weekBars.slice(0, 390).map((row) => ({ ...row, timestamp: row.timestamp + 18 * 1440 * minute }))
      // A holiday; 03:59 and 04:00; 19:59 and 20:00.
      const rows = [
        at("2025-06-19T15:00:00Z"),
        at("2025-06-20T07:59:00Z"),
        at("2025-06-20T08:00:00Z"),
        ...session,
        at("2025-06-20T23:59:00Z"),
        at("2025-06-21T00:00:00Z"),
      ]
      const report = yield* check(Stocks.endpoints.bars, june, rows)
      assert.deepStrictEqual(
        report.tickers[0]!.days.map(({ date, findings }) => [date, findings]),
        [
          ["2025-06-19", [{ reason: "closed", count: 1, first: rows[0]!.timestamp }]],
          ["2025-06-20", [{ reason: "closed", count: 2, first: rows[1]!.timestamp }]],
        ],
      )
    }),
  )

  it.effect("are not those of an hour that holds the opening, in any market", () =>
    Effect.gen(function* () {
      // Chicago's 16:00 to 18:00 on a Sunday holds the opening of Monday's session.
      const futures = {
        ticker: "ESU5",
        resolution: "2hour",
        "window_start.gte": "2025-06-01",
        "window_start.lt": "2025-06-03",
        sort: "window_start.asc",
      } as const
      const starts = Array.from({ length: 13 }, (_, index) => Date.parse("2025-06-01T21:00:00Z") + index * 120 * minute)
      const rows = starts
        .filter((_, index) => index < 12)
        .map((start) => ({ ...bar(start), window_start: BigInt(start) * 1_000_000n }))
      const report = yield* check(Futures.endpoints.bars, futures, rows)
      assert.deepStrictEqual(
        faults(report).filter((fault) => fault.includes("closed")),
        [],
      )
      const forex = {
        forexTicker: "C:EURUSD",
        multiplier: 4,
        timespan: "hour",
        from: "2025-06-01",
        to: "2025-06-01",
      } as const
      const sunday = [bar(Date.parse("2025-06-01T20:00:00Z"))]
      assert.deepStrictEqual(faults(yield* check(Forex.endpoints.bars, forex, sunday)), [])
    }),
  )
})

describe("a ticker's listing", () => {
  const dates = ["2022-06-06", "2022-06-07", "2022-06-08", "2022-06-09", "2022-06-10"]
  const request = { ...dailyRequest, from: "2022-06-06", to: "2022-06-10" }
  const listings = [
    { ticker: "FB", delisted_utc: "2022-06-08T00:00:00Z" },
    { ticker: "META", list_date: "2022-06-09" },
  ]

  it.effect("tells rows of another company under the same name, before and after", () =>
    Effect.gen(function* () {
      const requests = ["FB", "META"].map((stocksTicker) => ({ ...request, stocksTicker }))
      const rows = ["FB", "META"].flatMap((ticker) => daily(dates).map((row) => ({ ...row, ticker })))
      const report = yield* check(Stocks.endpoints.bars, requests, rows, { listings })
      assert.deepStrictEqual(
        report.tickers.map(({ days }) => days.map(({ status }) => status)),
        [
          ["available", "available", "available", "degraded", "degraded"],
          ["degraded", "degraded", "degraded", "available", "available"],
        ],
      )
      assert.isTrue(faults(report).every((fault) => fault.endsWith(" unlisted")))
    }),
  )

  it.effect("of a ticker that two companies had is each one's: no jump between them, and nothing missing", () =>
    Effect.gen(function* () {
      const asked = { ...request, stocksTicker: "META" }
      const both = [...daily(dates.slice(0, 2), 15), ...daily(dates.slice(3), 190)]
      const rows = both.map((row) => ({ ...row, ticker: "META" }))
      const days = (report: Integrity.Report) => report.tickers[0]!.days.map(({ date, status }) => `${date} ${status}`)
      const two = [
        { ticker: "META", list_date: "2022-06-09" },
        { ticker: "META", delisted_utc: "2022-06-07" },
      ]
      const report = yield* check(Stocks.endpoints.bars, asked, rows, { listings: two })
      assert.deepStrictEqual(
        days(report),
        ["2022-06-06", "2022-06-07", "2022-06-09", "2022-06-10"].map((date) => `${date} available`),
      )
      const unaware = yield* check(Stocks.endpoints.bars, asked, rows)
      assert.isTrue(faults(unaware).some((fault) => fault.endsWith(" jump")))
    }),
  )

  it.effect("bounds the days that are expected", () =>
    Effect.gen(function* () {
      const own = (dates: ReadonlyArray<string>) => daily(dates).map((row) => ({ ...row, ticker: "META" }))
      const asked = { ...request, stocksTicker: "META" }
      const days = (report: Integrity.Report) => report.tickers[0]!.days.map(({ date, status }) => `${date} ${status}`)
      const report = yield* check(Stocks.endpoints.bars, asked, own(dates.slice(3)), { listings })
      assert.deepStrictEqual(days(report), ["2022-06-09 available", "2022-06-10 available"])
      const unknown = yield* check(Stocks.endpoints.bars, asked, own(dates.slice(3)))
      assert.lengthOf(days(unknown), 5)
    }),
  )
})

describe("splits", () => {
  const dates = clean(kinds[1]!, "2025-06-02", 26, 1).map(({ date }) => date)
  const request = { ...dailyRequest, from: dates[0]!, to: dates.at(-1)! }
  const raw = [...daily(dates.slice(0, 8), 400), ...daily(dates.slice(8), 100)]
  const split = { ticker: "AAPL", execution_date: dates[8]!, split_from: 1, split_to: 4 }

  it.effect("explain the jump of their day, in both orders, and no other", () =>
    Effect.gen(function* () {
      for (const [sort, rows] of [
        ["asc", raw],
        ["desc", [...raw].reverse()],
      ] as const) {
        const asked = { ...request, sort }
        assert.deepStrictEqual(faults(yield* check(Stocks.endpoints.bars, asked, rows, { splits: [split] })), [])
        const other = { ...split, ticker: "MSFT" }
        const day = sort === "asc" ? dates[8]! : dates[7]!
        const unexplained = yield* check(Stocks.endpoints.bars, asked, rows, { splits: [other] })
        assert.deepStrictEqual(faults(unexplained), [`${day} degraded jump`])
        const wrong = { ...split, split_to: 40 }
        assert.deepStrictEqual(faults(yield* check(Stocks.endpoints.bars, asked, rows, { splits: [wrong] })), [
          `${day} degraded jump`,
        ])
      }
    }),
  )

  it.effect("that prices do not show are found in raw bars; adjusted ones must not jump", () =>
    Effect.gen(function* () {
      const even = daily(dates, 100)
      const report = yield* check(Stocks.endpoints.bars, request, even, { splits: [split] })
      assert.deepStrictEqual(report.tickers[0]!.days[8]!.findings, [
        { reason: "split", count: 1, first: even[8]!.timestamp, ratio: 4 },
      ])
      const adjusted = { ...request, adjusted: true }
      assert.deepStrictEqual(faults(yield* check(Stocks.endpoints.bars, adjusted, even, { splits: [split] })), [])
      assert.deepStrictEqual(faults(yield* check(Stocks.endpoints.bars, adjusted, raw, { splits: [split] })), [
        `${dates[8]!} degraded jump`,
      ])
    }),
  )

  it.effect(
    "are found in the prices of bars that are not adjusted, or adjusted twice, whatever their request says",
    () =>
      Effect.gen(function* () {
        const adjusted = { ...request, adjusted: true }
        const found = (
          asked: Stocks.BarsRequest,
          rows: ReadonlyArray<Row>,
          splits: Integrity.Options["splits"] = [split],
        ) =>
          Effect.map(check(Stocks.endpoints.bars, asked, rows, { splits }), ({ tickers: [ticker] }) =>
            ticker!.days.flatMap(({ findings }) => findings.map(({ reason, split }) => [reason, split])),
          )
        const twice = [...daily(dates.slice(0, 8), 25), ...daily(dates.slice(8), 100)]
        assert.deepStrictEqual(yield* found(adjusted, raw), [["jump", 4]])
        assert.deepStrictEqual(yield* found(adjusted, twice), [["jump", 4]])
        assert.deepStrictEqual(yield* found(request, twice), [["jump", 4]])
        // Another jump is one without a split.
        const other = [...daily(dates.slice(0, 8), 1000), ...daily(dates.slice(8), 100)]
        assert.deepStrictEqual(yield* found(adjusted, other), [["jump", undefined]])
        // A split that is listed twice is one.
        assert.deepStrictEqual(yield* found(request, raw, [split, { ...split, id: "again" }]), [])
      }),
  )

  it.effect("are compared as the rows know of themselves, in rows as in columns", () =>
    Effect.gen(function* () {
      const even = daily(dates, 100)
      const adjusted = Stocks.endpoints.bars
      const reportOf = (rows: ReadonlyArray<Row>, isAdjusted: boolean, requested: boolean) =>
        Effect.forEach([true, false], (inColumns) => {
          const marked = Adjusted.mark([...rows], isAdjusted)
          const sink = Integrity.report(adjusted, { ...request, adjusted: requested }, { asOf, splits: [split] })
          return Effect.map(
            inColumns
              ? Stream.run(Stream.make(Columns.fromRows(Bar, marked)), sink)
              : Stream.run(Stream.fromChunk(Chunk.unsafeFromArray(marked)), sink),
            faults,
          )
        })
      for (const requested of [true, false]) {
        assert.deepStrictEqual(yield* reportOf(raw, false, requested), [[], []])
        assert.deepStrictEqual(yield* reportOf(even, true, requested), [[], []])
        for (const found of yield* reportOf(raw, true, requested))
          assert.deepStrictEqual(found, [`${dates[8]!} degraded jump`])
        for (const found of yield* reportOf(even, false, requested))
          assert.deepStrictEqual(found, [`${dates[8]!} degraded split`])
      }
    }),
  )

  it.effect("that cannot be compared with prices are told, unless they are announced", () => {
    const logged: Array<string> = []
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void logged.push(String(message))),
    )
    const wrong = { ...split, split_to: 0 }
    return Effect.gen(function* () {
      yield* check(Stocks.endpoints.bars, request, raw, { splits: [wrong, { ...wrong, execution_date: "2026-01-02" }] })
      assert.lengthOf(logged, 1)
      assert.include(logged[0], "The split of AAPL")
    }).pipe(Effect.provide(logger))
  })

  it.effect("in the middle of a window are not looked for in its prices", () =>
    Effect.gen(function* () {
      const asked = { ...request, timespan: "week", from: "2025-06-01", to: "2025-06-28" } as const
      const mixed = { ...bar(Date.parse("2025-06-08T04:00:00Z"), 400), low: 99, close: 100 }
      const weeks = [daily(["2025-06-01"], 400)[0]!, mixed, ...daily(["2025-06-15", "2025-06-22"])]
      assert.deepStrictEqual(faults(yield* check(Stocks.endpoints.bars, asked, weeks, { splits: [split] })), [])
    }),
  )

  it.effect("are not taken from prices that reach as far on every day", () =>
    Effect.gen(function* () {
      const wild = dates.map((date, index) => {
        const price = index % 2 === 0 ? 1 : 1.6
        return { ...bar(Date.parse(`${date}T04:00:00Z`), price), low: 1, high: 1.6 }
      })
      assert.deepStrictEqual(faults(yield* check(Stocks.endpoints.bars, request, wild)), [])
      const calm = wild.map((row) => ({ ...row, low: row.close, high: row.close, open: row.close, vwap: row.close }))
      assert.isAbove(faults(yield* check(Stocks.endpoints.bars, request, calm)).length, 0)
      assert.deepStrictEqual(faults(yield* check(Stocks.endpoints.bars, request, calm, { jump: 2 })), [])
    }),
  )
})

describe("rows that are no bars", () => {
  const start = Date.parse("2025-06-03T00:00:00Z")
  const request = {
    fxTicker: "C:EURUSD",
    "timestamp.gte": "2025-06-03",
    "timestamp.lt": "2025-06-04",
    order: "asc",
  } as const
  /** A quote every 20 seconds, with some nanoseconds. */
  const quotes = Array.from({ length: 4320 }, (_, at) => ({
    ask_price: 1.1001,
    bid_price: 1.1,
    participant_timestamp: BigInt(start + at * 20_000) * 1_000_000n + BigInt(at % 1000),
  }))

  it.effect("are checked for order to the nanosecond, and for bids above asks", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(faults(yield* check(Forex.endpoints.quotes, request, quotes)), [])
      const at = quotes[100]!.participant_timestamp
      const put = (index: number, change: object) =>
        quotes.map((row, other) => (other === index ? { ...row, ...change } : row))
      const findings = (rows: typeof quotes) =>
        Effect.map(check(Forex.endpoints.quotes, request, rows), ({ tickers }) =>
          tickers[0]!.days.flatMap(({ findings }) => findings.map(({ count, reason }) => `${count} ${reason}`)),
        )
      // Several quotes of one instant are no fault; one that is a nanosecond earlier is.
      assert.deepStrictEqual(yield* findings(put(101, { participant_timestamp: at })), [])
      assert.deepStrictEqual(yield* findings(put(101, { participant_timestamp: at - 1n })), ["1 unordered"])
      assert.deepStrictEqual(yield* findings(put(50, { bid_price: 1.2 })), ["1 crossed"])
      assert.deepStrictEqual(yield* findings(put(50, { ask_price: 0 })), ["1 price", "1 crossed"])
      assert.deepStrictEqual(yield* findings(put(50, { bid_price: 7, ask_price: 7.1 })), ["1 jump"])
      assert.deepStrictEqual(yield* findings(quotes.filter((_, index) => index < 600 || index >= 900)), ["100 gap"])
    }),
  )

  it.effect("may lack a side, or have none", () =>
    Effect.gen(function* () {
      const sparse = quotes.map(({ ask_price, bid_price, participant_timestamp }, index) => ({
        participant_timestamp,
        ...(index % 3 === 0 ? {} : { bid_price }),
        ...(index % 2 === 0 ? {} : { ask_price }),
      }))
      assert.deepStrictEqual(faults(yield* check(Forex.endpoints.quotes, request, sparse)), [])
    }),
  )

  it.effect("are trades of a list too: their order is not promised, and sizes are not negative", () =>
    Effect.gen(function* () {
      const trades = quotes.map(({ participant_timestamp }) => ({
        price: 60_000,
        size: 0.5,
        timestamp: Number(participant_timestamp / 1_000_000n),
      }))
      const asked = { from: "BTC", to: "USD", date: "2025-06-03" }
      const report = yield* check(Crypto.endpoints.historicTrades, asked, [trades[0]!, ...trades])
      assert.deepStrictEqual([report.tickers[0]!.ticker, report.market, faults(report)], ["BTC-USD", "crypto", []])
      const negative = yield* check(Crypto.endpoints.historicTrades, asked, [{ ...trades[0]!, size: -1 }, ...trades])
      assert.deepStrictEqual(faults(negative), ["2025-06-03 degraded negative"])
    }),
  )

  it.effect("are bars of a whole market, one day after the other", () =>
    Effect.gen(function* () {
      const requests = weekDates.map((date) => ({ date }))
      // Their instant is the end of the session.
      const rows = weekDates.flatMap((date) =>
        ["AAPL", "MSFT"].map((ticker) => ({ ...bar(opening(date) + 390 * minute), ticker })),
      )
      const report = yield* check(Stocks.endpoints.dailyMarketSummary, requests, rows)
      assert.deepStrictEqual([report.tickers.length, faults(report)], [2, []])
      const left = rows.filter((_, index) => index !== 4)
      const damaged = yield* check(Stocks.endpoints.dailyMarketSummary, requests, [...left, left.at(-1)!])
      assert.deepStrictEqual(faults(damaged), ["2025-06-04 missing", "2025-06-06 degraded duplicate"])
    }),
  )
})

describe("futures", () => {
  it.effect("may have prices below zero, and an open range begins with its first row", () =>
    Effect.gen(function* () {
      const request = {
        ticker: "CLK0",
        resolution: "1session",
        "window_start.lte": "2020-04-22",
        sort: "window_start.asc",
      } as const
      const prices = [19.9, 18.3, -37.6, 10.0]
      const evenings = ["2020-04-15", "2020-04-16", "2020-04-19", "2020-04-20"]
      const rows = evenings.map((date, index) => ({
        ...bar(0, prices[index]!),
        dollar_volume: prices[index]! * 10,
        window_start: BigInt(Date.parse(`${date}T22:00:00Z`)) * 1_000_000n,
      }))
      const report = yield* check(Futures.endpoints.bars, request, rows)
      assert.deepStrictEqual(
        report.tickers[0]!.days.map(({ date, findings, status }) => [
          date,
          status,
          findings.map(({ reason }) => reason),
        ]),
        [
          ["2020-04-16", "available", []],
          ["2020-04-17", "available", []],
          ["2020-04-20", "available", []],
          ["2020-04-21", "degraded", ["jump"]],
          ["2020-04-22", "missing", []],
          ["2020-04-23", "missing", []],
        ],
      )
    }),
  )
})

describe("a check", () => {
  it.effect("refuses what the service would refuse, and rows without an instant", () =>
    Effect.gen(function* () {
      const wrong = yield* Effect.flip(check(Stocks.endpoints.bars, { ...week, multiplier: 0 }, []))
      assert.strictEqual(wrong._tag, "InvalidRequest")
      assert.include(wrong.message, "multiplier")
      const untimed = yield* Effect.flip(check(Stocks.endpoints.dividends, {}, []))
      assert.include(untimed.message, "one whose rows hold an instant")
    }),
  )

  it.effect("of a range of weeks gives the days in order, whatever the order of the rows", () =>
    Effect.gen(function* () {
      const kind = kinds[0]!
      const days = clean(kind, "2025-06-02", 21, 9)
      const request = {
        ...stockRequest,
        multiplier: 30,
        from: "2025-06-02",
        to: lastDate("2025-06-02", 21),
        sort: "desc",
      } as const
      const report = yield* check(Stocks.endpoints.bars, request, [...flat(days)].reverse())
      assert.deepStrictEqual(faults(report), [])
      assert.deepStrictEqual(
        report.tickers[0]!.days.map(({ date }) => date),
        days.map(({ date }) => date),
      )
    }),
  )
})
