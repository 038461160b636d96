import * as Columns from "@candela/core/Columns"
import type { Bar } from "@candela/market/Bar"
import * as Market from "@candela/market/Market"
import * as Trades from "@candela/market/Trades"
import * as Window from "@candela/market/Window"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import { runs } from "@candela/support/seeded"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Schema, Stream } from "effect"

const rule = (id: number, letters: string): Trades.ConditionRow => ({
  id,
  data_types: ["trade"],
  update_rules: {
    consolidated: {
      updates_high_low: letters.includes("H"),
      updates_open_close: letters.includes("O"),
      updates_volume: letters.includes("V"),
    },
  },
})

/** Odd lot, late report, sweep, official close, outside of the session; and a condition of quotes of the same id. */
const rules = Trades.rules([
  ...[rule(37, "V"), rule(32, "HV"), rule(14, "HOV"), rule(15, ""), rule(12, "V")],
  { id: 14, data_types: ["nbbo"] },
])

const options = { market: Market.stocks, multiplier: 1, timespan: "minute", rules } as const

const start = Date.UTC(2025, 5, 27, 14)
const nanos = (millis: number) => BigInt(start + millis) * 1_000_000n

interface Trade {
  readonly sip_timestamp: bigint
  readonly price: number
  readonly size: number
  readonly conditions?: ReadonlyArray<number>
}

const trade = (millis: number, price: number, size: number, ...conditions: ReadonlyArray<number>): Trade => ({
  sip_timestamp: nanos(millis),
  price,
  size,
  ...(conditions.length === 0 ? {} : { conditions }),
})

const TradeSchema = Field.struct({
  sip_timestamp: Field.required(Unit.EpochNanos),
  price: Field.required(Unit.Dollars),
  size: Field.optional(Unit.Volume),
  conditions: Field.optional(Schema.Array(Unit.Code)),
})

const collect = <A, E>(stream: Stream.Stream<A, E>) => Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)
const barsOf = (trades: ReadonlyArray<Trade>) => collect(Trades.bars(options)(Stream.fromIterable(trades)))

describe("bars of trades", () => {
  it.effect("are moved by a trade only in what each of its conditions allows", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* barsOf([
          trade(0, 90, 10, 37),
          trade(1, 105, 5, 32),
          trade(1, 100, 100),
          trade(2, 102, 200, 14),
          trade(3, 110, 20, 14, 37),
          trade(4, 101, 300, 12),
          trade(59_999, 95, 30, 32),
          trade(59_999, 99, 40, 15),
          // A minute without a trade that may be the open has no bar.
          trade(60_000, 99, 40, 37),
          trade(180_000, 99, 1, 14),
        ]),
        [
          {
            ...{ timestamp: start, open: 100, close: 101, high: 105, low: 95, volume: 665, transactions: 7 },
            vwap: Math.round(((900 + 525 + 10_000 + 20_400 + 2_200 + 30_300 + 2_850) / 665) * 10_000) / 10_000,
          },
          { timestamp: start + 180_000, open: 99, close: 99, high: 99, low: 99, volume: 1, vwap: 99, transactions: 1 },
        ],
      )
      assert.deepStrictEqual(yield* barsOf([]), [])
    }),
  )

  it.effect("are the same as columns, however the trades are divided, of any window", () =>
    Effect.promise(() =>
      FastCheck.assert(
        FastCheck.asyncProperty(
          FastCheck.array(
            FastCheck.tuple(
              FastCheck.integer({ min: 0, max: 40_000 }),
              FastCheck.integer({ min: 1, max: 500 }),
              FastCheck.integer({ min: 0, max: 300 }),
              FastCheck.subarray([14, 32, 37, 15]),
            ),
            { maxLength: 60 },
          ),
          FastCheck.integer({ min: 1, max: 7 }),
          FastCheck.constantFrom(
            { multiplier: 7, timespan: "second" } as const,
            { multiplier: 1, timespan: "minute" } as const,
          ),
          (steps, size, window) => {
            let at = 0
            const trades = steps.map(([step, price, size, conditions]) =>
              trade((at += step), price / 4, size, ...conditions),
            )
            const own = { ...options, ...window }
            const one = Trades.bars(own)(Stream.rechunk(Stream.fromIterable(trades), size))
            const parts = Stream.map(Stream.grouped(Stream.fromIterable(trades), size), (chunk) =>
              Columns.fromRows(TradeSchema, Chunk.toReadonlyArray(chunk)),
            )
            const columns = Stream.flatMap(Trades.barColumns(own)(parts), (chunk) =>
              Stream.fromIterable(chunk.toRows()),
            )
            return Effect.runPromise(
              Effect.gen(function* () {
                const bars = yield* collect(one)
                assert.deepStrictEqual(yield* collect(columns), bars)
                assert.deepStrictEqual(bars, expected(trades, own))
              }),
            )
          },
        ),
        { seed: 41, numRuns: runs(100) },
      ),
    ),
  )

  it.effect("fail on what makes none: another order, an unknown condition, no time", () =>
    Effect.gen(function* () {
      const failure = (trades: ReadonlyArray<Trade>) => Effect.flip(barsOf(trades))
      const late = yield* failure([trade(5, 1, 1), trade(4, 1, 1)])
      assert.deepInclude(late, { _tag: "UnfitTrades", reason: "NotAscending", row: 1 })
      assert.include(late.message, 'order "asc"')
      const unknown = yield* failure([trade(5, 1, 1, 14, 99)])
      assert.deepInclude(unknown, { reason: "UnknownCondition", condition: 99, row: 0 })
      assert.include(unknown.message, "reference.conditions")
      assert.include((yield* failure([{ price: 1, size: 1 } as Trade])).message, "has no time")
    }),
  )
})

/** Bars by the definition: windows one by one, each from all of its trades. */
const expected = (
  trades: ReadonlyArray<Trade>,
  { multiplier, timespan }: Pick<Window.Window, "multiplier" | "timespan">,
) => {
  const windows = Window.of({ multiplier, timespan, zone: "America/New_York" })
  const startOf = ({ sip_timestamp: time }: Trade) => windows.start(Number(time / 1_000_000n))
  const without = ({ conditions = [] }: Trade, ...ids: ReadonlyArray<number>) =>
    !ids.some((id) => conditions.includes(id))
  return [...new Set(trades.map(startOf))].flatMap((timestamp): ReadonlyArray<Bar> => {
    const own = trades.filter((trade) => startOf(trade) === timestamp)
    const priced = own.filter((trade) => without(trade, 37, 32, 15))
    if (priced.length === 0) return []
    const ranged = own.filter((trade) => without(trade, 37, 15)).map(({ price }) => price)
    const counted = own.filter((trade) => without(trade, 15))
    const volume = counted.reduce((sum, { size }) => sum + size, 0)
    const value = counted.reduce((sum, { price, size }) => sum + size * price, 0)
    return [
      {
        volume,
        ...(volume > 0 ? { vwap: Math.round((value / volume) * 10_000) / 10_000 } : {}),
        ...{ open: priced[0]!.price, close: priced.at(-1)!.price },
        ...{ high: Math.max(...ranged), low: Math.min(...ranged), timestamp, transactions: counted.length },
      },
    ]
  })
}

interface Quote {
  readonly sip_timestamp: bigint
  readonly bid_price: number
}

describe("the quote at each trade", () => {
  const times = FastCheck.array(FastCheck.integer({ min: 0, max: 30 }), { maxLength: 40 })

  it.effect("is the last one that is not later, however both streams are divided", () =>
    Effect.promise(() =>
      FastCheck.assert(
        FastCheck.asyncProperty(
          times,
          times,
          FastCheck.integer({ min: 1, max: 9 }),
          FastCheck.integer({ min: 1, max: 9 }),
          (tradeTimes, quoteTimes, one, other) => {
            const sorted = (values: ReadonlyArray<number>) => [...values].sort((a, b) => a - b)
            const trades = sorted(tradeTimes).map((at) => trade(at, 1, 1))
            const quotes = sorted(quoteTimes).map((at, index): Quote => ({
              sip_timestamp: nanos(at),
              bid_price: index,
            }))
            const joined = Trades.withQuotes(Stream.rechunk(Stream.fromIterable(quotes), other))(
              Stream.rechunk(Stream.fromIterable(trades), one),
            )
            return Effect.runPromise(
              Effect.map(collect(joined), (rows) =>
                assert.deepStrictEqual(
                  rows,
                  trades.map((trade) => ({
                    trade,
                    quote: quotes.findLast((quote) => quote.sip_timestamp <= trade.sip_timestamp),
                  })),
                ),
              ),
            )
          },
        ),
        { seed: 42, numRuns: runs(150) },
      ),
    ),
  )

  it.effect("takes no more quotes than it needs: one chunk ahead", () =>
    Effect.gen(function* () {
      let read = 0
      const quotes = Stream.iterate(0, (index) => index + 1).pipe(
        Stream.map((index): Quote => ({ sip_timestamp: nanos(index), bid_price: index })),
        Stream.rechunk(10),
        Stream.mapChunks((chunk) => {
          read += chunk.length
          return chunk
        }),
      )
      const rows = yield* collect(Trades.withQuotes(quotes)(Stream.make(trade(5, 1, 1), trade(25, 1, 1))))
      assert.deepStrictEqual(
        rows.map(({ quote }) => quote!.bid_price),
        [5, 25],
      )
      assert.isAtMost(read, 40)
    }),
  )

  it.effect("fails where a stream is in another order, and with the errors of both", () =>
    Effect.gen(function* () {
      const quote = (at: number): Quote => ({ sip_timestamp: nanos(at), bid_price: 1 })
      const join = (quotes: Stream.Stream<Quote, string>, trades: Stream.Stream<Trade, string>) =>
        Effect.flip(collect(Trades.withQuotes(quotes)(trades)))
      const trades = Stream.make(trade(5, 1, 1), trade(6, 1, 1))
      const late = yield* join(Stream.make(quote(9), quote(2)), trades)
      assert.deepInclude(late, { reason: "NotAscending", operator: "Trades.withQuotes, quotes", row: 1 })
      const late2 = yield* join(Stream.make(quote(1)), Stream.make(trade(5, 1, 1), trade(4, 1, 1)))
      assert.deepInclude(late2, { reason: "NotAscending", operator: "Trades.withQuotes", row: 1 })
      assert.strictEqual(yield* join(Stream.fail("quotes"), trades), "quotes")
      assert.strictEqual(yield* join(Stream.make(quote(1)), Stream.fail("trades")), "trades")
    }),
  )
})
