import * as Columns from "@candela/core/Columns"
import * as Integrity from "@candela/history/Integrity"
import * as Calendar from "@candela/market/Calendar"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Exit, FastCheck as fc, Ref, Schema, Stream } from "effect"
import { runs } from "@candela/support/seeded"
import { clean, type Day, faults, flat, type Kind, kinds, lastDate, type Row, starts } from "./histories.js"

const seeded = (cases: number) => ({ fastCheck: { seed: 20250630, numRuns: runs(cases) } })

const calendarDays = 21
/** After every session here. */
const asOf = Date.parse("2025-12-31T00:00:00Z")

const reportOf = (kind: Kind, rows: ReadonlyArray<Row>, from: string, sizes: ReadonlyArray<number> = [1000]) => {
  const request = kind.request(from, lastDate(from, calendarDays))
  return Stream.fromChunks(...chunksOf(rows.map(kind.row), sizes)).pipe(
    Stream.run(Integrity.report(kind.endpoint, request, { asOf })),
  )
}

/** Rows in chunks of the given sizes, over and over. */
const chunksOf = <A>(rows: ReadonlyArray<A>, sizes: ReadonlyArray<number>): ReadonlyArray<Chunk.Chunk<A>> => {
  const chunks: Array<Chunk.Chunk<A>> = []
  for (let at = 0, turn = 0; at < rows.length; turn++) {
    const size = sizes[turn % sizes.length]!
    chunks.push(Chunk.unsafeFromArray(rows.slice(at, at + size)))
    at += size
  }
  return chunks
}

/** A day's rows with one replaced by some. */
const replaced = (days: ReadonlyArray<Day>, day: Day, index: number, by: (row: Row) => ReadonlyArray<Row>) =>
  days.map((one) =>
    one === day ? { ...one, rows: one.rows.flatMap((row, at) => (at === index ? by(row) : [row])) } : one,
  )

interface Place {
  readonly kind: Kind
  readonly days: ReadonlyArray<Day>
  readonly day: Day
  /** Index of a row of the day. */
  readonly index: number
}

/** A fault put into a clean history, and what must be found of it; `undefined` where it makes no sense. */
type Injection = (place: Place) => { readonly days: ReadonlyArray<Day>; readonly found: string } | undefined

const changed =
  (reason: Integrity.Reason, change: (row: Row) => Partial<Row>): Injection =>
  ({ day, days, index }) => ({
    days: replaced(days, day, index, (row) => [{ ...row, ...change(row) }]),
    found: `${day.date} degraded ${reason}`,
  })

const scaled = (row: Row, factor: number): Row => ({
  ...row,
  open: row.open * factor,
  high: row.high * factor,
  low: row.low * factor,
  close: row.close * factor,
  vwap: row.vwap * factor,
})

/** Whether the market is sure to trade on a day: forex and futures may pause on the holidays of stocks. */
const isCertain = ({ name }: Kind, { date }: Day) =>
  !/pair|futures/.test(name) || Calendar.session(date) !== undefined || new Date(date).getUTCDay() === 0

const injections: Readonly<Record<string, Injection>> = {
  "a row that comes twice": ({ day, days, index }) => ({
    days: replaced(days, day, index, (row) => [row, row]),
    found: `${day.date} degraded duplicate`,
  }),
  "two rows that are swapped": ({ day, days, index }) => {
    if (index === 0) return undefined
    const rows = [...day.rows]
    ;[rows[index - 1], rows[index]] = [rows[index]!, rows[index - 1]!]
    return { days: days.map((one) => (one === day ? { ...day, rows } : one)), found: `${day.date} degraded unordered` }
  },
  "a day that is dropped": ({ day, days, kind }) =>
    isCertain(kind, day) ? { days: days.filter((one) => one !== day), found: `${day.date} missing` } : undefined,
  "windows that are dropped": ({ day, days, index, kind }) => {
    const lost = day.rows.slice(index, index + 6)
    // Of a stock's extended hours nothing is expected.
    if (!isCertain(kind, day) || index < 2 || lost.length < 6 || index + 6 > day.rows.length - 2) return undefined
    return {
      days: days.map((one) => (one === day ? { ...day, rows: day.rows.filter((row) => !lost.includes(row)) } : one)),
      found: `${day.date} degraded gap`,
    }
  },
  "a negative volume": changed("negative", () => ({ volume: -1 })),
  "a negative number of trades": changed("negative", () => ({ transactions: -3 })),
  "a high below the close": changed("highLow", ({ close, low, open }) => ({
    high: Math.min(open, close, low + 1) - 0.5,
  })),
  "a low above the open": changed("highLow", ({ high, open }) => ({ low: Math.max(open, high) + 1 })),
  "an average below the low": (place) =>
    "vwap" in place.kind.row(place.day.rows[0]!)
      ? changed("vwap", ({ low }) => ({ vwap: low - 0.5 }))(place)
      : undefined,
  "a price of zero": (place) =>
    // Futures may have such prices.
    "window_start" in place.kind.row(place.day.rows[0]!) ? undefined : changed("price", () => ({ low: 0 }))(place),
  "a jump of one row": (place) =>
    place.index === 0 && place.days[0] === place.day ? undefined : changed("jump", (row) => scaled(row, 7))(place),
  "a high that jumps": (place) =>
    place.index === 0 && place.days[0] === place.day
      ? undefined
      : changed("jump", ({ high }) => ({ high: high * 7 }))(place),
  "a jump of all that follows": ({ day, days, index }) => {
    if (index === 0 && days[0] === day) return undefined
    const from = flat(days).indexOf(day.rows[index]!)
    let at = 0
    return {
      days: days.map((one) => ({ ...one, rows: one.rows.map((row) => (at++ >= from ? scaled(row, 1 / 7) : row)) })),
      found: `${day.date} degraded jump`,
    }
  },
  "a row after the range": ({ days, day, index, kind }) => {
    const last = dayNumber(days.at(-1)!.date)
    const later = Array.from({ length: 9 }, (_, offset) => last + 21 + offset).find(
      (day) => kind.instants(day).length > 0,
    )!
    const outside = { ...day.rows[index]!, timestamp: kind.instants(later)[0]! }
    return {
      days: replaced(days, day, index, (row) => [row, outside]),
      found: `${dateOfDay(later)} degraded outside`,
    }
  },
  "a row at night": ({ day, days, kind }) => {
    if (kind.night === undefined) return undefined
    const timestamp = kind.night(dayNumber(day.date))
    const row = { ...day.rows[0]!, timestamp }
    const rows = [...day.rows, row].sort((one, other) => one.timestamp - other.timestamp)
    return { days: days.map((one) => (one === day ? { ...day, rows } : one)), found: `${day.date} degraded closed` }
  },
}

const history = { name: fc.constantFrom(...kinds.map(({ name }) => name)), from: starts, seed: fc.nat() }
const kindOf = (name: string) => kinds.find((kind) => kind.name === name)!

describe("a check of a history", () => {
  it.effect.prop(
    "finds nothing in a clean one, in any market",
    history,
    ({ from, name, seed }) =>
      Effect.gen(function* () {
        const kind = kindOf(name)
        const days = clean(kind, from, calendarDays, seed)
        const report = yield* reportOf(kind, flat(days), from)
        assert.deepStrictEqual(faults(report), [])
        assert.deepStrictEqual(
          report.tickers[0]!.days.map(({ date, rows }) => ({ date, rows })),
          days.map(({ date, rows }) => ({ date, rows: rows.length })),
        )
      }),
    seeded(160),
  )

  for (const [name, inject] of Object.entries(injections)) {
    it.effect.prop(
      `finds ${name}, on its day and under its name, and nothing else`,
      { ...history, where: fc.nat(), at: fc.nat(), last: fc.boolean() },
      ({ at, from, last, name, seed, where }) =>
        Effect.gen(function* () {
          const kind = kindOf(name)
          const days = clean(kind, from, calendarDays, seed)
          const day = days[where % days.length]!
          // The last row of a day is where a fault shows on the next one most easily.
          const index = last ? day.rows.length - 1 : at % day.rows.length
          const injected = inject({ kind, days, day, index })
          if (injected === undefined) return
          assert.deepStrictEqual(faults(yield* reportOf(kind, flat(injected.days), from)), [injected.found])
        }),
      seeded(60),
    )
  }

  /** A history with some faults, whatever they are. */
  const damaged = {
    ...history,
    picks: fc.array(fc.record({ fault: fc.constantFrom(...Object.keys(injections)), where: fc.nat(), at: fc.nat() }), {
      maxLength: 4,
    }),
  }
  type Damaged = {
    readonly from: string
    readonly name: string
    readonly seed: number
    readonly picks: ReadonlyArray<{ readonly fault: string; readonly where: number; readonly at: number }>
  }
  const rowsOf = ({ from, name, picks, seed }: Damaged) => {
    const kind = kindOf(name)
    return flat(
      picks.reduce<ReadonlyArray<Day>>(
        (days, { at, fault, where }) => {
          const day = days[where % days.length]!
          return injections[fault]!({ kind, days, day, index: at % day.rows.length })?.days ?? days
        },
        clean(kind, from, calendarDays, seed),
      ),
    )
  }
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })

  it.effect.prop(
    "gives the same report however rows are cut into chunks, and for columns",
    { ...damaged, sizes },
    ({ sizes, ...history }) =>
      Effect.gen(function* () {
        const { from } = history
        const kind = kindOf(history.name)
        const rows = rowsOf(history)
        const whole = yield* reportOf(kind, rows, from)
        assert.deepStrictEqual(yield* reportOf(kind, rows, from, sizes), whole)
        const columns = chunksOf(rows.map(kind.row), sizes).map((chunk) =>
          Columns.fromRows(kind.endpoint.row, Chunk.toReadonlyArray(chunk)),
        )
        const request = kind.request(from, lastDate(from, calendarDays))
        const ofColumns = yield* Stream.fromIterable(columns).pipe(
          Stream.run(Integrity.report(kind.endpoint, request, { asOf })),
        )
        assert.deepStrictEqual(ofColumns, whole)
      }),
    seeded(120),
  )

  it.effect.prop(
    "gives a report that comes back from JSON as it was",
    damaged,
    (history) =>
      Effect.gen(function* () {
        const report = yield* reportOf(kindOf(history.name), rowsOf(history), history.from)
        const text = yield* Schema.encode(Integrity.Json)(report)
        assert.deepStrictEqual(yield* Schema.decode(Integrity.Json)(text), report)
        assert.deepStrictEqual(JSON.parse(JSON.stringify(report)), report)
      }),
    seeded(60),
  )

  it.effect.prop(
    "lets rows and columns pass unchanged, and gives the sink's report at the end",
    { ...damaged, sizes },
    ({ sizes, ...history }) =>
      Effect.gen(function* () {
        const { from } = history
        const kind = kindOf(history.name)
        const rows = rowsOf(history).map(kind.row)
        const request = kind.request(from, lastDate(from, calendarDays))
        const reports = yield* Ref.make<ReadonlyArray<Integrity.Report>>([])
        const checked = Stream.fromChunks(...chunksOf(rows, sizes)).pipe(
          Integrity.check(kind.endpoint, request, {
            asOf,
            onReport: (report) => Ref.update(reports, (all) => [...all, report]),
          }),
        )
        const passed = Chunk.toReadonlyArray(yield* Stream.runCollect(Stream.chunks(checked)))
        assert.deepStrictEqual(passed.map(Chunk.toReadonlyArray), chunksOf(rows, sizes).map(Chunk.toReadonlyArray))
        const expected = yield* reportOf(kind, rowsOf(history), from)
        assert.deepStrictEqual(yield* Ref.get(reports), [expected])
        // Each run checks anew.
        yield* Stream.runDrain(checked)
        assert.deepStrictEqual(yield* Ref.get(reports), [expected, expected])
      }),
    seeded(60),
  )

  it.effect.prop(
    "of several tickers, in any order, gives each the report that it has alone",
    { ...history, turns: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }), picks: damaged.picks },
    ({ from, picks, seed, turns }) =>
      Effect.gen(function* () {
        const { name } = kinds[0]!
        const kind = kindOf(name)
        const [one, other] = [rowsOf({ from, name, picks, seed }), rowsOf({ from, name, picks: [], seed: seed + 1 })]
        const request = (stocksTicker: string) => ({
          ...kind.request(from, lastDate(from, calendarDays)),
          stocksTicker,
        })
        const left = [one.map((row) => ({ ...row, ticker: "AAPL" })), other.map((row) => ({ ...row, ticker: "MSFT" }))]
        const mixed: Array<object> = []
        for (let turn = 0; left[0]!.length + left[1]!.length > 0; turn++) {
          const next =
            left[turns[turn % turns.length]! ? 0 : 1]!.length > 0
              ? turns[turn % turns.length]!
                ? 0
                : 1
              : turns[turn % turns.length]!
                ? 1
                : 0
          mixed.push(...left[next]!.splice(0, 1 + (turn % 5)))
        }
        const report = yield* Stream.fromIterable(mixed).pipe(
          Stream.run(Integrity.report(kind.endpoint, [request("AAPL"), request("MSFT")], { asOf })),
        )
        const alone = yield* Effect.all([reportOf(kind, one, from), reportOf(kind, other, from)])
        assert.deepStrictEqual(
          report.tickers,
          alone.map(({ tickers }, index) => ({ ...tickers[0]!, ticker: ["AAPL", "MSFT"][index]! })),
        )
      }),
    seeded(60),
  )
})

describe("a report", () => {
  const kind = kinds[1]!
  const request = kind.request("2025-06-02", "2025-06-20")
  const rows = flat(clean(kind, "2025-06-02", 19, 1)).map(kind.row)

  it.effect("is not given of a stream that fails, nor of one that is left before its end", () =>
    Effect.gen(function* () {
      const reports = yield* Ref.make(0)
      const check = Integrity.check(kind.endpoint, request, { asOf, onReport: () => Ref.update(reports, (n) => n + 1) })
      const failing = Stream.concat(Stream.fromIterable(rows), Stream.fail("lost"))
      assert.strictEqual(yield* Effect.flip(Stream.runDrain(check(failing))), "lost")
      yield* Stream.runDrain(Stream.take(check(Stream.fromIterable(rows)), 3))
      assert.strictEqual(yield* Ref.get(reports), 0)
      yield* Stream.runDrain(check(Stream.fromIterable(rows)))
      assert.strictEqual(yield* Ref.get(reports), 1)
    }),
  )

  it.effect("can fail the stream that it is of", () =>
    Effect.gen(function* () {
      const exit = yield* Stream.fromIterable(rows.slice(1)).pipe(
        Integrity.check(kind.endpoint, request, {
          asOf,
          onReport: ({ tickers }) =>
            tickers.some(({ days }) => days.some(({ status }) => status !== "available"))
              ? Effect.fail("not whole")
              : Effect.void,
        }),
        Stream.runDrain,
        Effect.exit,
      )
      assert.deepStrictEqual(exit, Exit.fail("not whole"))
    }),
  )

  it.effect("takes the clock's time for that until which rows came", () =>
    Effect.gen(function* () {
      // The test's clock stands at 1970: nothing is late.
      const report = yield* Stream.run(Stream.empty, Integrity.report(kind.endpoint, request))
      assert.deepStrictEqual({ asOf: report.asOf, days: report.tickers[0]!.days }, { asOf: 0, days: [] })
    }),
  )
})
