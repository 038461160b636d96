import { Crypto } from "@candela/crypto/Crypto"
import { crypto as market } from "@candela/market/Market"
import { dateOfDay, dayMillis } from "@candela/market/TimeZone"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { Store } from "@candela/sandbox/store/Store"
import { type BaseBar, combine } from "@candela/sandbox/subjects/bars/BaseBar"
import * as DayMinutes from "@candela/sandbox/subjects/bars/DayMinutes"
import { secondsOf } from "@candela/sandbox/subjects/bars/Seconds"
import { tradesOf } from "@candela/sandbox/subjects/bars/Trades"
import { sampled } from "@candela/support/seeded"
import { assert, describe, it, layer } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"
import { Tables } from "../../contract/support.js"

/** Prices, volume and number of trades. */
const sumsOf = ({ c, h, l, n, o, v }: BaseBar) => ({ o, h, l, c, v, n })

layer(Tables)("the minutes of a crypto pair's day without any", (it) => {
  it.effect("make the day, as its seconds and trades do, in every pair", () =>
    Effect.gen(function* () {
      const { query } = yield* Store
      const days = yield* query<BaseBar & { readonly ticker: string }>(
        `SELECT ticker, t::DOUBLE AS t, o, h, l, c, v, vw, n::DOUBLE AS n FROM day_bars
         WHERE regexp_matches(ticker, '^X:') AND date BETWEEN '2024-05-01' AND '2024-05-07' ORDER BY ticker, t`,
      )
      assert.isAbove(days.length, 500)
      for (const { ticker, ...day } of sampled(days, 1)) {
        const minutes = DayMinutes.ofDay(day)
        const why = `${ticker} on ${dateOfDay(day.t / dayMillis)}`
        assert.deepStrictEqual(sumsOf(combine(minutes, day.t, market.decimals)), sumsOf(day), why)
        for (const [index, { t }] of minutes.entries()) {
          assert.isTrue(t % 60_000 === 0 && t >= day.t && t < day.t + dayMillis, why)
          assert.isTrue(index === 0 || t > minutes[index - 1]!.t, why)
        }
        const trades = minutes
          .flatMap((bar) => secondsOf(bar, market.decimals))
          .flatMap((bar) => tradesOf(bar, market.decimals))
        const prices = trades.map(({ price }) => price)
        assert.deepStrictEqual(
          { n: trades.length, o: prices[0], h: Math.max(...prices), l: Math.min(...prices), c: prices.at(-1) },
          { n: day.n, o: day.o, h: day.h, l: day.l, c: day.c },
          why,
        )
      }
    }),
  )
})

const Live = Crypto.layer.pipe(Layer.provide(Sandbox.layer()))

const all = <A, E, R>(stream: Stream.Stream<A, E, R>) => Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

describe("a day of a crypto pair", () => {
  it.effect("has as many trades as the daily summary counts, in either order, with those that open and close it", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      // A day with minutes of some pairs only, and one that has none.
      for (const date of ["2025-06-26", "2024-05-02"]) {
        const { results } = yield* crypto.dailyMarketSummary({ date })
        const few = results.filter(({ ticker, transactions = 0 }) => transactions < 400 && ticker.endsWith("USD"))
        assert.isAbove(few.length, 50)
        for (const { close, open, ticker, transactions } of sampled(sampled(few, 2), 1)) {
          const asked = { cryptoTicker: ticker, timestamp: date } as const
          const trades = yield* all(crypto.trades.stream({ ...asked, order: "asc" }))
          assert.deepStrictEqual(
            [trades.length, trades[0]!.price, trades.at(-1)!.price],
            [transactions, open, close],
            `${ticker} on ${date}`,
          )
          const turned = yield* all(crypto.trades.stream({ ...asked, order: "desc" }, { pageSize: 150 }))
          assert.deepStrictEqual([...turned].reverse(), trades)
          const ends = yield* crypto.openClose({ from: ticker.slice(2, -3), to: "USD", date })
          assert.deepStrictEqual([ends.open, ends.close], [open, close])
        }
      }
    }).pipe(Effect.provide(Live)),
  )

  it.effect("has minutes, hours and seconds that make its bar, in either order and in small pages", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      const date = "2024-05-02"
      const of = (timespan: "day" | "hour" | "minute" | "second", sort: "asc" | "desc" = "asc", pageSize?: number) => {
        const asked = { cryptoTicker: "X:ZECUSD", multiplier: 1, timespan, from: date, to: date, sort } as const
        return all(crypto.bars.stream(asked, { pageSize }))
      }
      const [day] = yield* of("day")
      for (const timespan of ["hour", "minute", "second"] as const) {
        const bars = yield* of(timespan)
        const sum = (key: "transactions" | "volume") => bars.reduce((total, bar) => total + (bar[key] ?? 0), 0)
        assert.deepStrictEqual(
          {
            open: bars[0]?.open,
            high: Math.max(...bars.map(({ high }) => high)),
            low: Math.min(...bars.map(({ low }) => low)),
            close: bars.at(-1)?.close,
            transactions: sum("transactions"),
          },
          { open: day!.open, high: day!.high, low: day!.low, close: day!.close, transactions: day!.transactions },
          timespan,
        )
        assert.closeTo(sum("volume"), day!.volume, 1e-6, timespan)
        assert.deepStrictEqual([...(yield* of(timespan, "desc"))].reverse(), bars)
        assert.deepStrictEqual(yield* of(timespan, "asc", 100), bars)
      }
      const { results } = yield* crypto.sma({
        cryptoTicker: "X:ZECUSD",
        timespan: "minute",
        window: 2,
        "timestamp.gte": date,
        "timestamp.lte": date,
        limit: 5,
      })
      assert.lengthOf(results, 5)
    }).pipe(Effect.provide(Live)),
  )
})
