import * as Columns from "@candela/core/Columns"
import { dateOf, midnight } from "@candela/market/TimeZone"
import { Adjustment, Bar } from "@candela/stocks"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck as fc, Stream } from "effect"

const zone = "America/New_York"
const days = ["2024-03-08", "2024-03-09", "2024-03-10", "2024-03-11", "2024-11-02", "2024-11-03", "2024-11-04"]
const day = fc.constantFrom(...days)
const factor = fc.double({ min: 0.5, max: 1, noNaN: true })

/** One dividend an ex-date, in any order. */
const dividends = fc.uniqueArray(
  fc.record({ ex_dividend_date: day, historical_adjustment_factor: factor }, { noNullPrototype: true }),
  { selector: ({ ex_dividend_date }) => ex_dividend_date },
)
type Dividends = typeof dividends extends fc.Arbitrary<infer A> ? A : never

const cents = fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100)
const bar: fc.Arbitrary<Bar> = fc.record(
  {
    open: cents,
    high: cents,
    low: cents,
    close: cents,
    vwap: cents,
    volume: fc.nat(),
    transactions: fc.nat(),
    timestamp: fc
      .record({ day, minute: fc.integer({ min: -2, max: 1441 }) })
      .map(({ day, minute }) => midnight(zone, day) + minute * 60_000),
  },
  { requiredKeys: ["open", "high", "low", "close", "volume", "timestamp"], noNullPrototype: true },
)
const bars = fc.array(bar, { maxLength: 30 })

/** The specification's rule, word by word. */
const factorOn = (date: string, dividends: Dividends) =>
  [...dividends]
    .sort((one, other) => (one.ex_dividend_date < other.ex_dividend_date ? -1 : 1))
    .find(({ ex_dividend_date }) => ex_dividend_date > date)?.historical_adjustment_factor ?? 1

const naive = (bars: ReadonlyArray<Bar>, dividends: Dividends): ReadonlyArray<Bar> =>
  bars.map((bar) => {
    const factor = factorOn(dateOf(zone, bar.timestamp), dividends)
    const adjusted = { ...bar } as { -readonly [K in keyof Bar]: Bar[K] }
    for (const name of ["open", "high", "low", "close"] as const) adjusted[name] = bar[name] * factor
    if (bar.vwap !== undefined) adjusted.vwap = bar.vwap * factor
    return adjusted
  })

const options = { fastCheck: { seed: 11, numRuns: 200 } }

describe("prices adjusted for dividends", () => {
  it.prop(
    "are multiplied by the factor of the first dividend whose ex-date is after the day",
    { date: day, dividends, price: cents },
    ({ date, dividends, price }) => {
      const expected = price * factorOn(date, dividends)
      assert.strictEqual(Adjustment.price(price, date, dividends), expected)
      assert.strictEqual(Adjustment.price(date, dividends)(price), expected)
    },
    options,
  )

  it.prop(
    "of bars are those of the day in New York on which the bar starts, in any order; volumes stay",
    { bars, dividends },
    ({ bars, dividends }) => {
      assert.deepStrictEqual(Adjustment.bars(bars, dividends), naive(bars, dividends))
      assert.deepStrictEqual(Adjustment.bars(dividends)(bars), naive(bars, dividends))
    },
    options,
  )

  it.effect.prop(
    "of a stream, and of columns, are those of its bars, however it is cut into chunks",
    { bars, dividends, size: fc.integer({ min: 1, max: 9 }) },
    ({ bars, dividends, size }) =>
      Effect.gen(function* () {
        const expected = naive(bars, dividends)
        const chunks = Array.from({ length: Math.ceil(bars.length / size) }, (_, index) =>
          bars.slice(index * size, (index + 1) * size),
        )
        const stream = Stream.fromChunks(...chunks.map((rows) => Chunk.unsafeFromArray(rows)))
        const adjusted = yield* stream.pipe(Adjustment.stream(dividends), Stream.chunks, Stream.runCollect)
        assert.deepStrictEqual(
          Array.from(adjusted, (chunk) => chunk.length).filter((length) => length > 0),
          chunks.map(({ length }) => length),
        )
        assert.deepStrictEqual(
          Array.from(adjusted).flatMap((chunk) => Chunk.toReadonlyArray(chunk)),
          expected,
        )
        const columns = yield* Stream.fromIterable(chunks).pipe(
          Stream.map((rows) => Columns.fromRows(Bar, rows)),
          Adjustment.columns(dividends),
          Stream.runCollect,
        )
        assert.deepStrictEqual(
          Array.from(columns).flatMap((chunk) => chunk.toRows()),
          expected,
        )
        for (const [index, chunk] of Array.from(columns).entries()) {
          const rows = expected.slice(index * size, (index + 1) * size)
          assert.deepStrictEqual(
            Array.from(chunk.columns.close),
            rows.map(({ close }) => close),
          )
          assert.deepStrictEqual(Columns.slice(chunk, 1).toRows(), rows.slice(1))
        }
      }),
    { fastCheck: { seed: 12, numRuns: 60 } },
  )

  it("heed the smallest factor of an ex-date, which holds the others, and no dividend without a date or a factor", () => {
    const dividends = [
      { ex_dividend_date: "2024-03-11", historical_adjustment_factor: 0.9 },
      { ex_dividend_date: "2024-03-11", historical_adjustment_factor: 0.8 },
      { ex_dividend_date: "2024-03-09" },
      { historical_adjustment_factor: 0.1 },
    ]
    assert.strictEqual(Adjustment.price(100, "2024-03-08", dividends), 80)
    assert.strictEqual(Adjustment.price(100, "2024-03-11", dividends), 100)
  })
})
