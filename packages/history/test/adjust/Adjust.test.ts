import * as Field from "@candela/core/declare/Field"
import * as Columns from "@candela/core/Columns"
import { Adjust, InvalidAction, SplitDifference } from "@candela/history"
import { dateOf, midnight } from "@candela/market/TimeZone"
import { Bar, DailyBar } from "@candela/stocks"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck as fc, Schema, Stream, TestClock } from "effect"
import {
  afterwards,
  bar,
  bars,
  type Happened,
  chunked,
  day,
  listedOn,
  nearly,
  payments,
  plainly,
  splits,
  zone,
} from "./support.js"
import { runs } from "@candela/support/seeded"

const always = "9999-12-31"
const settings = { fastCheck: { seed: 22, numRuns: runs(400) } }
const dollar: Bar = {
  open: 8,
  high: 10,
  low: 6,
  close: 9,
  vwap: 7,
  volume: 300,
  transactions: 5,
  timestamp: midnight(zone, "2024-03-08"),
}

describe("bars adjusted", () => {
  it("for splits have their prices divided and their volumes multiplied, exactly where a number can", () => {
    const split = { execution_date: "2024-03-11", split_from: 1, split_to: 3 }
    assert.deepStrictEqual(Adjust.bars([dollar], Adjust.splits([split])), [
      { ...dollar, open: 8 / 3, high: 10 / 3, low: 2, close: 3, vwap: 7 / 3, volume: 900 },
    ])
    const reverse = { execution_date: "2024-03-09", split_from: 20, split_to: 1 }
    assert.deepStrictEqual(Adjust.bars([dollar], Adjust.splits([reverse])), [
      { ...dollar, open: 160, high: 200, low: 120, close: 180, vwap: 140, volume: 15 },
    ])
  })

  it("for dividends have their prices multiplied by the factor of the first one after the day; volumes stay", () => {
    const dividends = [
      { ex_dividend_date: "2024-03-11", historical_adjustment_factor: 0.5 },
      { ex_dividend_date: "2024-03-09", historical_adjustment_factor: 0.25 },
    ]
    const adjustment = Adjust.dividends(dividends)
    assert.deepStrictEqual(Adjust.bars([dollar], adjustment), [
      { ...dollar, open: 2, high: 2.5, low: 1.5, close: 2.25, vwap: 1.75 },
    ])
    assert.strictEqual(Adjust.price(100, "2024-03-09", adjustment), 50)
    assert.strictEqual(Adjust.price("2024-03-11", adjustment)(100), 100)
  })

  it.prop(
    "are those of the rule, whatever the order of bars, splits and dividends",
    { bars, splits, payments },
    ({ bars, payments, splits }) => {
      const dividends = listedOn(payments, always)
      const accepts = (adjustment: Adjust.Adjustment, happened: Happened) =>
        assert.isTrue(
          nearly(
            Adjust.bars(bars, adjustment),
            bars.map((bar) => plainly(bar, happened)),
          ),
        )
      accepts(Adjust.splits(splits), { splits })
      accepts(Adjust.dividends(dividends), { payments })
      accepts(Adjust.both({ splits, dividends }), { splits, payments })
    },
    settings,
  )

  it.prop(
    "are the same to the last bit for every order of the splits, and of the dividends",
    {
      lists: fc.record({ splits, payments }).chain(({ payments, splits }) => {
        const dividends = listedOn(payments, always)
        const shuffle = <A>(list: ReadonlyArray<A>) =>
          fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length })
        return fc.record({
          one: fc.constant({ splits, dividends }),
          other: fc.record({ splits: shuffle(splits), dividends: shuffle(dividends) }),
        })
      }),
    },
    ({ lists: { one, other } }) => {
      assert.deepStrictEqual(Adjust.both(one), Adjust.both(other))
    },
    settings,
  )

  it("do not depend on the order of several splits of one day, whose shares are fractions", () => {
    const splits = [1.02, 1.03, 1.05].map((split_to) => ({ execution_date: "2024-03-11", split_from: 1, split_to }))
    const { steps } = Adjust.splits(splits)
    assert.closeTo(steps[0]!.to, 1.10313, 1e-9)
    for (const turned of [
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      assert.deepStrictEqual(Adjust.splits(turned.map((index) => splits[index]!)).steps, steps)
    }
  })

  it.prop(
    "for splits, then for dividends, are to the last bit those adjusted for both",
    { bars, splits, payments },
    ({ bars, payments, splits }) => {
      const dividends = listedOn(payments, always)
      const one = Adjust.bars(Adjust.bars(bars, Adjust.splits(splits)), Adjust.dividends(dividends))
      assert.deepStrictEqual(one, Adjust.bars(bars, Adjust.both({ splits, dividends })))
    },
    settings,
  )

  it.prop(
    "become what was traded by the inverse",
    { bars, splits, payments },
    ({ bars, payments, splits }) => {
      const adjustment = Adjust.both({ splits, dividends: listedOn(payments, always) })
      const back = Adjust.bars(Adjust.bars(bars, adjustment), Adjust.inverse(adjustment))
      assert.isTrue(nearly(back, bars))
    },
    settings,
  )

  it("without anything to adjust stay the same objects", () => {
    assert.strictEqual(Adjust.bars([dollar], Adjust.none)[0], dollar)
    assert.deepStrictEqual(Adjust.dividends([]), Adjust.none)
    for (const adjustment of [Adjust.splits([]), Adjust.both({ splits: [], dividends: [] })]) {
      assert.deepStrictEqual(adjustment, { steps: [], splits: "applied" })
      assert.strictEqual(Adjust.bars([dollar], adjustment)[0], dollar)
    }
  })
})

describe("as of a day", () => {
  it.prop(
    "only what had happened by then applies, though factors are listed as of today",
    { bars, splits, payments, asOf: day },
    ({ asOf, bars, payments, splits }) => {
      const adjustment = Adjust.both({ splits, dividends: listedOn(payments, always) }, { asOf })
      const expected = bars.map((bar) => plainly(bar, { splits, payments, asOf }))
      assert.isTrue(nearly(Adjust.bars(bars, adjustment), expected))
    },
    settings,
  )

  it.prop(
    "bars are what the service would have shown on that day, from its lists of that day",
    { bars, splits, payments, asOf: day, today: day },
    ({ asOf, bars, payments, splits, today }) => {
      const [then, now] = asOf <= today ? [asOf, today] : [today, asOf]
      const listed = (on: string) => ({
        splits: splits.filter(({ execution_date }) => execution_date <= on),
        dividends: listedOn(payments, on),
      })
      const past = bars.filter(({ timestamp }) => dateOf(zone, timestamp) <= then)
      const shown = Adjust.bars(past, Adjust.both(listed(then)))
      assert.isTrue(nearly(Adjust.bars(past, Adjust.both(listed(now), { asOf: then })), shown))
    },
    settings,
  )

  it.prop(
    "bars after it stay as they were traded",
    { bars, splits, payments, asOf: day },
    ({ asOf, bars, payments, splits }) => {
      const later = bars.filter(({ timestamp }) => dateOf(zone, timestamp) >= asOf)
      const adjustment = Adjust.both({ splits, dividends: listedOn(payments, always) }, { asOf })
      assert.deepStrictEqual(Adjust.bars(later, adjustment), later)
    },
    settings,
  )

  it("takes a date as requests do, and refuses what is none", () => {
    const split = { execution_date: "2024-03-11", split_from: 1, split_to: 2 }
    const applied = (asOf: Adjust.Options["asOf"]) => Adjust.splits([split], { asOf }).steps.length
    assert.strictEqual(applied("2024-03-10"), 0)
    assert.strictEqual(applied("2024-03-11"), 1)
    assert.strictEqual(applied(new Date("2024-03-10T23:59:59Z")), 0)
    assert.strictEqual(applied(new Date("2024-03-11T00:00:00Z")), 1)
    assert.throws(() => applied("2024-3-9"), /2024-3-9/)
  })
})

describe("a split that is announced", () => {
  const split = { execution_date: "2024-03-11", split_from: 1, split_to: 4 }
  const steps = (...splits: Parameters<typeof Adjust.splits>) => Adjust.splits(...splits).steps.map(({ to }) => to)

  it.effect("applies from its day on, in New York, by the clock", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(midnight(zone, "2024-03-11") - 1)
      const before = Adjust.byTicker({ splits: [{ ...split, ticker: "A" }] })
      assert.deepStrictEqual(steps([split]), [])
      assert.deepStrictEqual(Adjust.bars([dollar], Adjust.splits([split])), [dollar])
      assert.deepStrictEqual(Adjust.both({ splits: [split], dividends: [] }).steps, [])
      assert.deepStrictEqual(steps([split], { asOf: "2024-03-11" }), [4])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(steps([split]), [4])
      assert.deepStrictEqual(steps([split], { asOf: "2024-03-10" }), [])
      // What was made earlier keeps its day.
      assert.deepStrictEqual(before("A").steps, [])
    }),
  )

  it.effect("has its day by the bars, too: those from it on are refused, so a clock that is behind is told", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(midnight(zone, "2024-03-11") - 1)
      const later = { execution_date: "2025-01-01", split_from: 1, split_to: 2 }
      const dividends = ["2024-03-09", "2024-03-12"].map((date) => ({
        ex_dividend_date: date,
        historical_adjustment_factor: 0.5,
      }))
      const barAt = (instant: number): Bar => ({ ...dollar, timestamp: instant })
      const day = barAt(midnight(zone, "2024-03-11"))
      const eve = barAt(midnight(zone, "2024-03-11") - 1)
      const untold = Adjust.dividends(dividends)
      for (const announced of [
        Adjust.splits([later, split, split]),
        Adjust.both({ splits: [split], dividends }),
        Adjust.inverse(Adjust.splits([split])),
      ]) {
        assert.lengthOf(Adjust.bars([eve], announced), 1)
        assert.throws(() => Adjust.bars([eve, day], announced), /the clock is behind/)
        const columns = Stream.make(Columns.fromRows(Bar, [eve, day])).pipe(Adjust.columns(announced), Stream.runDrain)
        assert.deepInclude({ ...(yield* Effect.flip(columns)) }, { reason: "Announced", timestamp: day.timestamp })
      }
      assert.deepStrictEqual(
        Adjust.bars([eve], Adjust.both({ splits: [split], dividends })),
        Adjust.bars([eve], untold),
      )
      // With the day given, bars after it stay unadjusted, as documented.
      assert.deepStrictEqual(Adjust.bars([day], Adjust.splits([split], { asOf: "2024-03-10" })), [day])
    }),
  )

  it.effect("is not found missing in closes that do not show it yet", () =>
    Effect.gen(function* () {
      const bars = ["2024-03-07", "2024-03-08"].map((date) => ({ ...dollar, timestamp: midnight(zone, date) }))
      yield* TestClock.setTime(midnight(zone, "2024-03-10"))
      assert.deepStrictEqual(SplitDifference.find({ raw: bars, adjusted: bars, splits: [split] }), [])
      yield* TestClock.setTime(midnight(zone, "2024-03-12"))
      assert.deepStrictEqual(
        SplitDifference.find({ raw: bars, adjusted: bars, splits: [split] }).map(({ kind }) => kind),
        ["unapplied"],
      )
      // By the days of the bars, where the clock is behind them.
      yield* TestClock.setTime(0)
      const later = [...bars, { ...dollar, timestamp: midnight(zone, "2024-03-12") }]
      assert.deepStrictEqual(
        SplitDifference.find({ raw: later, adjusted: later, splits: [split] }).map(({ kind }) => kind),
        ["unapplied"],
      )
    }),
  )

  it.effect("of dividends, the announced ones apply at once: the first one after the day, whatever today is", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(midnight(zone, "2024-03-10"))
      const announced = { ex_dividend_date: "2024-03-11", historical_adjustment_factor: 0.5 }
      assert.strictEqual(Adjust.price(100, "2024-03-09", Adjust.dividends([announced])), 50)
      assert.strictEqual(Adjust.price(100, "2024-03-09", Adjust.dividends([announced], { asOf: "2024-03-10" })), 100)
    }),
  )
})

describe("what cannot adjust", () => {
  const split = { id: "S", ticker: "A", execution_date: "2024-03-11", split_from: 1, split_to: 2 }
  const dividend = { ticker: "A", ex_dividend_date: "2024-03-11", historical_adjustment_factor: 0.5 }
  const thrown = (run: () => unknown): InvalidAction => {
    try {
      run()
    } catch (error) {
      assert.instanceOf(error, InvalidAction)
      return error
    }
    return assert.fail("nothing was thrown")
  }

  it("is told: a split that applies, without a date or its shares", () => {
    for (const change of [
      { execution_date: undefined },
      { execution_date: "2024-02-30" },
      ...[undefined, 0, -1, NaN, Infinity].flatMap((shares) => [{ split_from: shares }, { split_to: shares }]),
    ]) {
      const wrong = { ...split, ...change } as typeof split
      const error = thrown(() => Adjust.splits([{ ...split, id: "T", execution_date: "2024-03-08" }, wrong]))
      assert.deepInclude({ ...error }, { action: "split", ticker: "A", id: "S" })
      assert.include(error.message, "The split of A")
      assert.throws(() => Adjust.both({ splits: [wrong], dividends: [] }), InvalidAction)
      assert.throws(() => Adjust.byTicker({ splits: [wrong] })("A"), InvalidAction)
      assert.throws(() => SplitDifference.find({ raw: [], adjusted: [], splits: [wrong] }), InvalidAction)
    }
    const { ticker: _, ...nameless } = split
    assert.throws(() => Adjust.byTicker({ splits: [nameless] }), InvalidAction, /no ticker/)
    // An announced one may lack its ratio: it does not apply.
    assert.deepStrictEqual(Adjust.splits([{ ...split, split_to: 0 }], { asOf: "2024-03-10" }).steps, [])
  })

  it("is told: a dividend that prices depend on, without a date or its factor", () => {
    const next = { ...dividend, ex_dividend_date: "2024-06-11" }
    for (const change of [
      { ex_dividend_date: undefined },
      ...[undefined, 0, -1, NaN, Infinity].map((factor) => ({ historical_adjustment_factor: factor })),
    ]) {
      const wrong = { ...dividend, ...change } as typeof dividend
      assert.deepInclude({ ...thrown(() => Adjust.dividends([wrong])) }, { action: "dividend", ticker: "A" })
      assert.throws(() => Adjust.byTicker({ dividends: [next, wrong] })("A"), InvalidAction)
    }
    const lacking = { ...dividend, historical_adjustment_factor: 0 }
    // As of a day before, the factor of the first dividend after it is divided out.
    assert.throws(() => Adjust.dividends([next, lacking], { asOf: "2024-03-08" }), InvalidAction)
    assert.strictEqual(
      Adjust.dividends([next, { ...lacking, ex_dividend_date: "2024-09-11" }], { asOf: "2024-03-08" }).steps.length,
      0,
    )
    // An announced one may lack its factor.
    assert.strictEqual(Adjust.dividends([next, { ...lacking, ex_dividend_date: "2999-01-01" }]).steps.length, 1)
  })

  it("is the same split a second time, under any id; another ratio of the same day counts", () => {
    const shares = (...splits: Parameters<typeof Adjust.splits>[0] & ReadonlyArray<unknown>) =>
      Adjust.splits(splits).steps.map(({ from, to }) => to / from)
    const { id: _, ...nameless } = split
    assert.deepStrictEqual(shares(split, split), [2])
    assert.deepStrictEqual(shares(split, { ...split, id: "T" }), [2])
    assert.deepStrictEqual(shares(nameless, { ...split, split_from: 5, split_to: 10 }), [2])
    assert.deepStrictEqual(shares({ ...split, split_to: 1.5 }, { ...nameless, split_from: 2, split_to: 3 }), [1.5])
    assert.deepStrictEqual(shares(split, { ...split, id: "T", split_to: 3 }), [6])
    assert.deepStrictEqual(shares(split, { ...split, id: "T", execution_date: "2024-03-12" }), [4, 2])
    const undone = [
      { ...nameless, split_from: 500, split_to: 1 },
      { ...nameless, split_from: 1, split_to: 500 },
    ]
    assert.deepStrictEqual(Adjust.bars([dollar], Adjust.splits(undone)), [dollar])
    assert.throws(() => Adjust.splits([split, { ...split, split_to: 3 }]), InvalidAction, /same id/)
  })

  it("is the larger factor of an ex-date: the smallest holds the others, today and as of a day before", () => {
    const dividends = [
      { ex_dividend_date: "2024-03-10", historical_adjustment_factor: 0.2 },
      { ex_dividend_date: "2024-03-11", historical_adjustment_factor: 0.9 },
      { ex_dividend_date: "2024-03-11", historical_adjustment_factor: 0.8 },
      { ex_dividend_date: "2024-03-11", historical_adjustment_factor: 0.85 },
    ]
    assert.strictEqual(Adjust.price(100, "2024-03-10", Adjust.dividends(dividends)), 80)
    assert.strictEqual(Adjust.price(100, "2024-03-09", Adjust.dividends(dividends, { asOf: "2024-03-10" })), 25)
  })
})

describe("streams", () => {
  const size = fc.integer({ min: 1, max: 9 })
  const streaming = { fastCheck: { seed: 12, numRuns: runs(200) } }

  it.effect.prop(
    "of rows and of columns hold the bars adjusted, wherever their chunks end",
    { bars, splits, payments, size, inOrder: fc.boolean() },
    ({ bars: any, inOrder, payments, size, splits }) =>
      Effect.gen(function* () {
        yield* afterwards
        const bars = inOrder ? [...any].sort((one, other) => one.timestamp - other.timestamp) : any
        const adjustment = Adjust.both({ splits, dividends: listedOn(payments, always) })
        const expected = chunked(Adjust.bars(bars, adjustment), size)
        const chunks = chunked(bars, size)

        const rows = yield* Stream.fromChunks(...chunks.map((rows) => Chunk.unsafeFromArray(rows))).pipe(
          Adjust.stream(adjustment),
          Stream.chunks,
          Stream.map((chunk) => Chunk.toReadonlyArray(chunk)),
          Stream.filter((chunk) => chunk.length > 0),
          Stream.runCollect,
        )
        assert.deepStrictEqual(Chunk.toReadonlyArray(rows), expected)

        const columns = yield* Stream.fromIterable(chunks).pipe(
          Stream.map((rows) => Columns.fromRows(Bar, rows)),
          Adjust.columns(adjustment),
          Stream.runCollect,
        )
        assert.deepStrictEqual(
          Array.from(columns, (chunk) => chunk.toRows()),
          expected,
        )
        for (const [index, chunk] of Array.from(columns).entries()) {
          assert.deepStrictEqual(
            Array.from(chunk.columns.close),
            expected[index]!.map(({ close }) => close),
          )
          assert.deepStrictEqual(Columns.slice(chunk, 1).toRows(), expected[index]!.slice(1))
        }
      }),
    streaming,
  )

  it.effect("of columns leave the chunks that they read as they are, and share the arrays that nothing changes", () =>
    Effect.gen(function* () {
      yield* afterwards
      const split = { execution_date: "2024-03-11", split_from: 1, split_to: 2 }
      const before = Columns.fromRows(Bar, [dollar])
      const since = Columns.fromRows(Bar, [{ ...dollar, timestamp: midnight(zone, "2024-03-11") }])
      const adjusted = yield* Stream.make(before, since).pipe(Adjust.columns(Adjust.splits([split])), Stream.runCollect)
      assert.strictEqual(before.columns.close[0], 9)
      assert.strictEqual(Chunk.unsafeGet(adjusted, 0).columns.close[0], 4.5)
      assert.strictEqual(Chunk.unsafeGet(adjusted, 1).columns.close.buffer, since.columns.close.buffer)
      assert.deepStrictEqual(
        Array.from(adjusted, (chunk) => chunk.adjusted),
        [true, true],
      )
    }),
  )

  it.effect("of columns adjust those that a file was read with", () =>
    Effect.gen(function* () {
      yield* afterwards
      const some = Field.struct({ timestamp: Field.required(Schema.Number), close: Field.required(Schema.Number) })
      const chunk = Columns.fromRows(some, [{ timestamp: dollar.timestamp, close: 9 }])
      const split = { execution_date: "2024-03-11", split_from: 1, split_to: 2 }
      const adjusted = yield* Stream.make(chunk as unknown as Columns.Columns<Bar>).pipe(
        Adjust.columns(Adjust.splits([split])),
        Stream.runHead,
        Effect.flatten,
      )
      assert.deepStrictEqual(adjusted.toRows() as ReadonlyArray<unknown>, [{ timestamp: dollar.timestamp, close: 4.5 }])
    }),
  )

  it.effect.prop(
    "of many tickers adjust each bar by its own ticker, however they are mixed",
    {
      rows: fc.array(fc.record({ bar, ticker: fc.constantFrom("A", "B", "C") }), { maxLength: 30 }),
      splits: fc.record({ A: splits, B: splits }),
      payments: fc.record({ A: payments, C: payments }),
      size,
    },
    ({ payments, rows, size, splits }) =>
      Effect.gen(function* () {
        yield* afterwards
        const bars = rows.map(({ bar, ticker }) => ({ ticker, ...bar }))
        const named = <A extends object>(lists: Readonly<Record<string, ReadonlyArray<A>>>) =>
          Object.entries(lists).flatMap(([ticker, rows]) => rows.map((row) => ({ ticker, ...row })))
        const adjustments = Adjust.byTicker({
          splits: named(splits),
          dividends: named({ A: listedOn(payments.A, always), C: listedOn(payments.C, always) }),
        })
        const expected = bars.flatMap((bar) => Adjust.bars([bar], adjustments(bar.ticker)))
        const plain = rows.map(({ bar, ticker }) => ({
          ticker,
          ...plainly(bar, {
            splits: ticker === "C" ? [] : splits[ticker as "A" | "B"],
            payments: ticker === "B" ? [] : payments[ticker as "A" | "C"],
          }),
        }))
        assert.isTrue(nearly(expected, plain))
        assert.deepStrictEqual(Adjust.bars(bars, adjustments), expected)
        const streamed = yield* Stream.runCollect(
          Stream.rechunk(Adjust.stream(Stream.fromIterable(bars), adjustments), size),
        )
        assert.deepStrictEqual(Chunk.toReadonlyArray(streamed), expected)
        const columns = yield* Stream.fromIterable(chunked(bars, size)).pipe(
          Stream.map((rows) => Columns.fromRows(DailyBar, rows)),
          Adjust.columns(adjustments),
          Stream.runCollect,
        )
        assert.deepStrictEqual(
          Array.from(columns).flatMap((chunk) => chunk.toRows()),
          expected,
        )
      }),
    streaming,
  )
})
