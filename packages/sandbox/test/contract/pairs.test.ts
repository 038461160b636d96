import { Crypto } from "@candela/crypto/Crypto"
import { Forex } from "@candela/forex/Forex"
import { forexPairs } from "@candela/sandbox/subjects/pairs/profiles"
import { dayMillis } from "@candela/market/TimeZone"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { connections, keys, serviceOf, Tables } from "./support.js"

const at = (text: string) => Date.parse(text)

/** The present of the data set. */
const now = at("2025-06-30T20:00:00Z")

/** Lively pairs and a quiet one. */
const pairs = forexPairs.filter((_, rank) => rank < 2 || rank === 12)

const delays = { business: 0, advanced: 0, developer: 600_000, starter: 600_000, basic: 8 * 3_600_000 }

describe("pairs", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("a market's day has every pair that traded, each with the bar of its own", () =>
      Effect.gen(function* () {
        const forex = yield* serviceOf(Forex)
        const crypto = yield* serviceOf(Crypto)
        for (const date of ["2025-06-27", "2025-06-30"]) {
          const range = { multiplier: 1, timespan: "day", from: date, to: date } as const
          const [currencies, coins] = [
            yield* forex.dailyMarketSummary({ date }),
            yield* crypto.dailyMarketSummary({ date }),
          ]
          assert.isAbove(currencies.results.length, 40)
          assert.isAbove(coins.results.length, 40)
          for (const { ticker, timestamp, ...row } of [
            ...currencies.results.slice(0, 5),
            ...coins.results.filter(({ ticker }) => ticker === "X:BTCUSD" || ticker === "X:ETHBTC"),
          ]) {
            const [bar] = (yield* ticker.startsWith("C:")
              ? forex.bars({ forexTicker: ticker, ...range })
              : crypto.bars({ cryptoTicker: ticker, ...range })).results
            assert.deepStrictEqual({ ...row, timestamp: at(`${date}T00:00:00Z`) }, bar)
            assert.strictEqual(timestamp, at(`${date}T23:59:59.999Z`))
          }
        }
        assert.deepStrictEqual((yield* forex.dailyMarketSummary({ date: "2025-06-28" })).results, [])
      }),
    )

    it.scoped("a crypto pair's day opens and closes with its bar, by the first and the last of its trades", () =>
      Effect.gen(function* () {
        const { bars, openClose } = yield* serviceOf(Crypto)
        for (const date of ["2025-06-27", "2025-06-30"]) {
          const range = { multiplier: 1, timespan: "day", from: date, to: date } as const
          const [bar] = (yield* bars({ cryptoTicker: "X:BTCUSD", ...range })).results
          const day = yield* openClose({ from: "BTC", to: "USD", date })
          assert.deepInclude(day, { symbol: "BTC-USD", isUTC: true, day: date, open: bar!.open, close: bar!.close })
          const [first, last] = [day.openTrades![0]!, day.closingTrades!.at(-1)!]
          assert.strictEqual(first.price, bar!.open)
          assert.strictEqual(last.price, bar!.close)
          const begin = at(`${date}T00:00:00Z`)
          assert.isTrue(
            first.timestamp >= begin && first.timestamp < last.timestamp && last.timestamp < begin + dayMillis,
          )
        }
        assert.strictEqual(
          (yield* Effect.flip(openClose({ from: "BTC", to: "USD", date: "2025-07-01" })))._tag,
          "NotFound",
        )
      }),
    )

    it.scoped(
      "the previous day is the last UTC day before today that the key sees whole, and its bar that of bars",
      () =>
        Effect.gen(function* () {
          for (const [key, plan] of Object.entries(keys)) {
            const forex = yield* serviceOf(Forex, key)
            const crypto = yield* serviceOf(Crypto, key)
            const whole = Math.floor(Math.min(now, now - delays[plan]) / dayMillis) * dayMillis - dayMillis
            for (const [ticker, previous, bars] of [
              [
                "C:EURUSD",
                forex.previousDayBar({ forexTicker: "C:EUR-USD" }),
                forex.bars({ forexTicker: "C:EURUSD", multiplier: 1, timespan: "day", from: whole, to: whole }),
              ],
              [
                "C:EURSEK",
                forex.previousDayBar({ forexTicker: "C:EURSEK", adjusted: false }),
                forex.bars({ forexTicker: "C:EURSEK", multiplier: 1, timespan: "day", from: whole, to: whole }),
              ],
              [
                "X:ETHBTC",
                crypto.previousDayBar({ cryptoTicker: "X:ETH-BTC" }),
                crypto.bars({ cryptoTicker: "X:ETHBTC", multiplier: 1, timespan: "day", from: whole, to: whole }),
              ],
            ] as const) {
              const { request_id: _, ...page } = yield* previous
              const { results } = yield* bars
              assert.lengthOf(results, 1)
              assert.deepStrictEqual(page, {
                status: delays[plan] > 0 ? "DELAYED" : "OK",
                ticker,
                adjusted: ticker !== "C:EURSEK",
                count: 1,
                queryCount: 1,
                resultsCount: 1,
                results: [{ ...results[0]!, ticker }],
              })
            }
            const none = yield* forex.previousDayBar({ forexTicker: "C:EURXXX" })
            assert.deepStrictEqual([none.results, none.resultsCount], [[], 0])
          }
        }),
    )

    it.scoped("a last quote is the latest of the quotes that the key sees, on every plan", () =>
      Effect.gen(function* () {
        for (const key of Object.keys(keys)) {
          const forex = yield* serviceOf(Forex, key)
          for (const { base, quote, ticker } of pairs) {
            const [latest] = (yield* forex.quotes({ fxTicker: ticker, limit: 1 })).results
            const { request_id: _, ...answer } = yield* forex.lastQuote({ from: base.code, to: quote.code })
            assert.deepStrictEqual(answer, {
              status: "success",
              symbol: `${base.code}/${quote.code}`,
              last: {
                ask: latest!.ask_price!,
                bid: latest!.bid_price!,
                exchange: latest!.ask_exchange!,
                timestamp: Number(latest!.participant_timestamp / 1_000_000n),
              },
            })
          }
        }
      }),
    )

    it.scoped(
      "a last quote is that of a conversion, in either order of the pair; turned around, a price is one over the other",
      () =>
        Effect.gen(function* () {
          const forex = yield* serviceOf(Forex)
          for (const { base, quote } of pairs) {
            for (const [from, to] of [
              [base.code, quote.code],
              [quote.code, base.code],
            ] as const) {
              const { last, symbol } = yield* forex.lastQuote({ from, to })
              const conversion = yield* forex.conversion({ from, to })
              assert.deepStrictEqual([symbol, last], [conversion.symbol, conversion.last])
              const { last: turned } = yield* forex.lastQuote({ from: to, to: from })
              assert.isAtMost(last!.bid!, last!.ask!)
              assert.approximately(last!.ask! * turned!.bid!, 1, 1e-5)
              assert.approximately(last!.bid! * turned!.ask!, 1, 1e-5)
            }
          }
        }),
    )
  })
})
