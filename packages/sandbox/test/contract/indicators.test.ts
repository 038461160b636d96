import { Crypto } from "@candela/crypto/Crypto"
import { Forex } from "@candela/forex/Forex"
import type { Bar } from "@candela/market/Bar"
import type * as Indicator from "@candela/market/Indicator"
import type { Timespan } from "@candela/market/Timespan"
import { round } from "@candela/sandbox/numbers/Rounding"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, FastCheck, Stream } from "effect"
import { indicators, lengths, type Plain, type Windows } from "../../../market/test/formulas.js"
import { connections, raw, serviceOf } from "./support.js"
import { isAll, runs, sampled } from "@candela/support/seeded"

const names = ["sma", "ema", "rsi", "macd"] as const

type Name = (typeof names)[number]

/** A request for any of the indicators. */
type Asked = Omit<Indicator.MacdRequest & Indicator.AverageRequest, "limit"> & { readonly limit?: number }

/** The indicators and the bars of both markets alike. */
const markets = {
  crypto: {
    tickers: ["X:BTCUSD", "X:LTC-USD"],
    of: (key?: string) =>
      Effect.map(serviceOf(Crypto, key), (crypto) => ({
        bars: (cryptoTicker: string, timespan: Timespan, from: string) =>
          crypto.bars.stream({ cryptoTicker, multiplier: 1, timespan, from, to: "2025-12-31" }),
        ask: (name: Name, cryptoTicker: string, asked: Asked) => crypto[name]({ cryptoTicker, ...asked }),
        pages: (name: Name, cryptoTicker: string, asked: Asked) => crypto[name].pages({ cryptoTicker, ...asked }),
        stream: (name: Name, cryptoTicker: string, asked: Omit<Asked, "limit">) =>
          crypto[name].stream({ cryptoTicker, ...asked }, { pageSize: 11 }),
      })),
  },
  forex: {
    tickers: ["C:EURUSD", "C:EUR-SEK"],
    of: (key?: string) =>
      Effect.map(serviceOf(Forex, key), (forex) => ({
        bars: (forexTicker: string, timespan: Timespan, from: string) =>
          forex.bars.stream({ forexTicker, multiplier: 1, timespan, from, to: "2025-12-31" }),
        ask: (name: Name, fxTicker: string, asked: Asked) => forex[name]({ fxTicker, ...asked }),
        pages: (name: Name, fxTicker: string, asked: Asked) => forex[name].pages({ fxTicker, ...asked }),
        stream: (name: Name, fxTicker: string, asked: Omit<Asked, "limit">) =>
          forex[name].stream({ fxTicker, ...asked }, { pageSize: 11 }),
      })),
  },
}

type Market = Effect.Effect.Success<ReturnType<(typeof markets)[keyof typeof markets]["of"]>>

const barsOf = ({ bars }: Market, ticker: string, timespan: Timespan, from = "2023-07-01") =>
  Effect.map(Stream.runCollect(bars(ticker, timespan, from)), (chunk): ReadonlyArray<Bar> => [...chunk])

/** The values of bars by their formulas, with the times of their bars. */
const expectedOf = (
  name: Name,
  bars: ReadonlyArray<Bar>,
  windows: Windows,
  price: Indicator.AverageRequest["series_type"],
) => {
  const prices = bars.map((bar) => bar[price ?? "close"])
  const values: ReadonlyArray<Plain> = indicators[name](prices, windows)
  return values.map((value, index) => ({ ...value, timestamp: bars[bars.length - values.length + index]!.timestamp }))
}

/** Values are the formulas' as far as decimals are sent; a number in the middle of two may be rounded either way. */
const assertValues = (
  rows: ReadonlyArray<Indicator.MacdValue>,
  expected: ReadonlyArray<Plain & { readonly timestamp: number }>,
  message: string,
) => {
  assert.deepStrictEqual(
    rows.map(({ timestamp }) => timestamp),
    expected.map(({ timestamp }) => timestamp),
    message,
  )
  for (const [index, { histogram, signal, value }] of rows.entries()) {
    assert.approximately(value!, expected[index]!.value, 1.001e-8, message)
    if (expected[index]!.signal === undefined) assert.isUndefined(signal)
    else {
      assert.approximately(signal!, expected[index]!.signal, 1.001e-8, message)
      assert.strictEqual(histogram, round(value! - signal!, 8), message)
    }
  }
}

const last = <A>(rows: ReadonlyArray<A>, count: number) => rows.slice(-count).reverse()

// Both markets keep the same laws: by default those of one are tried.
for (const [market, { of, tickers }] of Object.entries(markets).slice(isAll ? 0 : -1)) {
  describe(`indicators of ${market}`, () => {
    layer(connections["in process"], { excludeTestServices: true })((it) => {
      it.scoped("are those of the key's own bars from the first complete window on, the latest 10 by default", () =>
        Effect.gen(function* () {
          for (const key of ["key", "basic-key"]) {
            const service = yield* of(key)
            for (const ticker of tickers) {
              const bars = yield* barsOf(service, ticker, "day")
              assert.isAbove(bars.length, 600)
              for (const name of names) {
                const expected = expectedOf(name, bars, {}, "close")
                const page = yield* service.ask(name, ticker, {})
                assertValues(page.results, last(expected, 10), `${name} ${ticker} ${key}`)
                assert.strictEqual(page.status, key === "key" ? "OK" : "DELAYED")
                const whole = yield* service.ask(name, ticker, { order: "asc", limit: 5_000 })
                assertValues(whole.results, expected, `${name} ${ticker} ${key}`)
                assert.notProperty(whole, "next_url")
              }
            }
          }
        }),
      )

      it.scoped("are of any window, price and size of bar", () =>
        Effect.gen(function* () {
          const service = yield* of()
          const [ticker, other] = tickers as [string, string]
          const cases = [
            [ticker, "minute", { window: 20 }, "open"],
            [ticker, "hour", { window: 6 }, "high"],
            [ticker, "day", { window: 1 }, "low"],
            [other, "week", { window: 10 }, "close"],
            [ticker, "month", { window: 3 }, "close"],
            [ticker, "quarter", { window: 8 }, "close"],
            [ticker, "year", { window: 2 }, "close"],
          ] as const
          for (const [ticker_, timespan, windows, series_type] of sampled(cases, 0)) {
            // The last days suffice: they hold far more than what a value takes.
            const from = { minute: "2025-06-29", hour: "2025-06-01" }[timespan as string]
            const bars = yield* barsOf(service, ticker_, timespan, from)
            for (const name of names) {
              const macd = { short_window: 2, long_window: Math.max(2, windows.window - 3), signal_window: 2 }
              const asked = { timespan, series_type, limit: 100, ...(name === "macd" ? macd : windows) }
              const page = yield* service.ask(name, ticker_, asked)
              const expected = last(expectedOf(name, bars, asked, series_type), 100)
              assertValues(page.results, expected, `${name} ${JSON.stringify(asked)}`)
            }
          }
        }),
      )

      it.scoped("are the same whatever range, order, page and stream they are asked for in", () =>
        Effect.gen(function* () {
          const service = yield* of()
          const [, ticker] = tickers as [string, string]
          const instant = FastCheck.integer({ min: Date.parse("2024-02-20"), max: Date.parse("2024-03-20") })
          const bound = FastCheck.option(instant, { nil: undefined })
          for (const name of names) {
            const windows = name === "macd" ? { short_window: 4, long_window: 7, signal_window: 3 } : { window: 5 }
            const known = new Map<string, ReadonlyArray<Indicator.IndicatorValue>>()
            for (const timespan of ["hour", "day", "week"] as const) {
              const whole = yield* service.ask(name, ticker, { ...windows, timespan, order: "asc", limit: 5_000 })
              assert.isAbove(whole.results.length, 60)
              known.set(timespan, whole.results)
            }
            const sample = FastCheck.sample(
              FastCheck.record({
                timespan: FastCheck.constantFrom("hour" as const, "day" as const, "week" as const),
                order: FastCheck.constantFrom("asc" as const, "desc" as const),
                limit: FastCheck.integer({ min: 1, max: 60 }),
                gte: bound,
                lt: bound,
              }),
              { seed: 2_718, numRuns: runs(12) },
            )
            for (const { gte, limit, lt, order, timespan } of sample) {
              // A range that ends before it begins is refused.
              if (gte !== undefined && lt !== undefined && Number(gte) > Number(lt)) continue
              const passing = known
                .get(timespan)!
                .filter(({ timestamp }) => timestamp! >= (gte ?? -Infinity) && timestamp! < (lt ?? Infinity))
              const expected = order === "asc" ? passing : [...passing].reverse()
              const asked = { ...windows, timespan, order, "timestamp.gte": gte, "timestamp.lt": lt }
              const page = yield* service.ask(name, ticker, { ...asked, limit })
              assert.deepStrictEqual(page.results, expected.slice(0, limit), `${name} ${JSON.stringify(asked)}`)
              assert.strictEqual(page.next_url !== undefined, passing.length > limit)
            }
            const asked = { ...windows, "timestamp.gte": "2024-03-01", "timestamp.lt": "2024-04-01" } as const
            const march = known
              .get("day")!
              .filter(({ timestamp: t }) => t! >= Date.parse("2024-03-01") && t! < Date.parse("2024-04-01"))
            for (const order of ["asc", "desc"] as const) {
              const expected = order === "asc" ? march : [...march].reverse()
              const pages = [...(yield* Stream.runCollect(service.pages(name, ticker, { ...asked, order, limit: 9 })))]
              assert.deepStrictEqual(
                pages.flatMap(({ results }) => results),
                expected,
              )
              assert.deepStrictEqual(
                [...(yield* Stream.runCollect(service.stream(name, ticker, { ...asked, order })))],
                expected,
              )
            }
          }
        }),
      )

      it.scoped(
        "come with exactly the bars that they were computed from, and with the request that gives the same",
        () =>
          Effect.gen(function* () {
            const service = yield* of()
            const [ticker, other] = tickers as [string, string]
            for (const [name, ticker_, timespan, windows, limit, from] of [
              ["sma", ticker, "day", {}, 10, undefined],
              ["sma", other, "hour", { window: 5 }, 30, "2024-03-05"],
              ["ema", ticker, "day", { window: 10 }, 7, "2024-12-01"],
              ["ema", other, "minute", { window: 3 }, 100, undefined],
              ["rsi", ticker, "day", { window: 5 }, 20, "2024-06-01"],
              ["rsi", other, "week", {}, 5, undefined],
              ["macd", ticker, "day", { short_window: 3, long_window: 5, signal_window: 4 }, 6, "2024-12-01"],
              ["macd", ticker, "month", { short_window: 2, long_window: 3, signal_window: 2 }, 3, undefined],
            ] as const) {
              const all = yield* barsOf(service, ticker_, timespan)
              for (const order of ["asc", "desc"] as const) {
                const asked = { ...windows, timespan, order, limit, ...(from && { "timestamp.gte": from }) }
                const message = `${name} ${JSON.stringify(asked)}`
                const plain = yield* service.ask(name, ticker_, asked)
                assert.notProperty(plain.underlying, "aggregates")
                const page = yield* service.ask(name, ticker_, { ...asked, expand_underlying: true })
                assert.deepStrictEqual({ ...plain.underlying }, { url: page.underlying!.url! })
                assert.deepStrictEqual(plain.results, page.results)

                const used = page.underlying!.aggregates!
                const latest = Math.max(...page.results.map(({ timestamp }) => timestamp!))
                const end = all.findIndex(({ timestamp }) => timestamp === latest) + 1
                const expected = all.slice(Math.max(0, end - (limit - 1) - lengths[name](windows)), end)
                assert.deepStrictEqual(used, order === "asc" ? expected : [...expected].reverse(), message)
                const again = last(expectedOf(name, expected, windows, "close"), limit)
                assertValues(page.results, order === "asc" ? again.reverse() : again, message)

                const { json, status } = yield* raw(page.underlying!.url!)
                assert.strictEqual(status, 200)
                assert.notProperty(json, "next_url")
                assert.deepStrictEqual(
                  (json["results"] as ReadonlyArray<{ readonly t: number; readonly c: number }>).map(({ c, t }) => [
                    t,
                    c,
                  ]),
                  used.map(({ close, timestamp }) => [timestamp, close]),
                  message,
                )
              }
            }
          }),
      )
    })
  })
}
