import { Crypto } from "@candela/crypto/Crypto"
import type { Bar } from "@candela/market/Bar"
import type { IndicatorValue } from "@candela/market/Indicator"
import { round } from "@candela/sandbox/Rounding"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, FastCheck, Stream } from "effect"
import { assertSameRows } from "../forAll.js"
import { connections, raw, serviceOf } from "./support.js"

const cryptoOf = () => serviceOf(Crypto)

const at = (text: string) => Date.parse(text)

/** Every value of an average over bars, the plain way. */
const averages = (
  bars: ReadonlyArray<Bar>,
  window: number,
  price: "open" | "high" | "low" | "close" = "close",
): ReadonlyArray<IndicatorValue> =>
  bars.slice(window - 1).map(({ timestamp }, index) => {
    const sum = bars.slice(index, index + window).reduce((sum, bar) => sum + bar[price], 0)
    return { timestamp, value: round(sum / window, 8) }
  })

const allDays: Crypto.BarsRequest = {
  cryptoTicker: "X:BTCUSD",
  multiplier: 1,
  timespan: "day",
  from: "2023-01-01",
  to: "2025-12-31",
}

for (const [name, connection] of Object.entries(connections)) {
  describe(`simple moving averages ${name}`, () => {
    layer(connection, { excludeTestServices: true })((it) => {
      it.scoped("are those of the service's own bars, the latest first, 10 by default", () =>
        Effect.gen(function* () {
          const crypto = yield* cryptoOf()
          const { results: bars } = yield* crypto.bars(allDays)
          assert.isAbove(bars.length, 700)
          const page = yield* crypto.sma({ cryptoTicker: "X:BTCUSD" })
          assert.deepStrictEqual(page.results, averages(bars, 50).slice(-10).reverse())
          assert.strictEqual(page.status, "OK")
          const whole = yield* crypto.sma({ cryptoTicker: "X:BTCUSD", order: "asc", limit: 5_000 })
          // The first bars have no complete window.
          assertSameRows(whole.results, averages(bars, 50))
          assert.notProperty(whole, "next_url")
        }),
      )

      it.scoped("are of any window, price and size of bar", () =>
        Effect.gen(function* () {
          const crypto = yield* cryptoOf()
          for (const [cryptoTicker, timespan, window, series_type] of [
            ["X:LTCUSD", "minute", 20, "open"],
            ["X:SHIBUSD", "hour", 24, "high"],
            ["X:ETHBTC", "day", 1, "low"],
            ["X:BTC-USD", "week", 10, "close"],
            ["X:ETHUSD", "month", 3, "close"],
            ["X:ETHUSD", "quarter", 9, "close"],
            ["X:ETHUSD", "year", 2, "close"],
          ] as const) {
            const request = { cryptoTicker, timespan, window, series_type, limit: 200 }
            const bars = yield* Stream.runCollect(crypto.bars.stream({ ...allDays, cryptoTicker, timespan }))
            const page = yield* crypto.sma(request)
            assertSameRows(
              page.results,
              averages([...bars], window, series_type)
                .slice(-200)
                .reverse(),
              cryptoTicker,
            )
          }
        }),
      )

      it.scoped("are filtered by the time of their bar, by each operator, and count bars before it", () =>
        Effect.gen(function* () {
          const crypto = yield* cryptoOf()
          const { results: bars } = yield* crypto.bars(allDays)
          const all = averages(bars, 50)
          const [first, last] = [at("2024-05-01"), at("2024-05-20")]
          const day = 86_400_000
          for (const [filter, passes] of [
            [{ timestamp: "2024-05-01" }, (t) => t === first],
            [{ timestamp: first }, (t) => t === first],
            [{ timestamp: first + 1 }, () => false],
            [{ "timestamp.gte": first, "timestamp.lte": last }, (t) => t >= first && t <= last],
            [{ "timestamp.gt": first, "timestamp.lt": last }, (t) => t > first && t < last],
            [{ "timestamp.gt": "2024-05-01", "timestamp.lte": "2024-05-20" }, (t) => t > first && t <= last],
            [{ "timestamp.gte": new Date(first), "timestamp.lt": "2024-05-20" }, (t) => t >= first && t < last],
            [
              { "timestamp.gte": first - 1, "timestamp.lte": first + 2 * day + 1 },
              (t) => t >= first && t <= first + 2 * day,
            ],
            [{ "timestamp.gt": last, "timestamp.lt": first }, () => false],
            [{ "timestamp.lt": "2023-08-25" }, (t) => t < at("2023-08-25")],
            [{ "timestamp.lt": "2023-07-10" }, () => false],
            [{ "timestamp.gt": "2025-06-25" }, (t) => t > at("2025-06-25")],
          ] satisfies ReadonlyArray<readonly [Partial<Crypto.SmaRequest>, (t: number) => boolean]>) {
            const expected = all.filter(({ timestamp }) => passes(timestamp!))
            for (const order of ["asc", "desc"] as const) {
              const request = { cryptoTicker: "X:BTCUSD", order, limit: 100, expand_underlying: true, ...filter }
              const page = yield* crypto.sma(request)
              assert.deepStrictEqual(
                page.results,
                order === "asc" ? expected : [...expected].reverse(),
                JSON.stringify(request),
              )
            }
          }
        }),
      )

      it.scoped("come with the bars that they were computed from, and with the request that gives the same", () =>
        Effect.gen(function* () {
          const crypto = yield* cryptoOf()
          const cryptoTicker = "X:LTCUSD"
          for (const [timespan, window, limit] of [
            ["day", 50, 10],
            ["hour", 5, 30],
            ["minute", 3, 100],
            ["month", 2, 4],
          ] as const) {
            const all = [...(yield* Stream.runCollect(crypto.bars.stream({ ...allDays, cryptoTicker, timespan })))]
            for (const order of ["asc", "desc"] as const) {
              const request = {
                cryptoTicker,
                timespan,
                window,
                order,
                limit,
                "timestamp.gte": "2024-03-01",
              }
              const plain = yield* crypto.sma(request)
              assert.notProperty(plain.underlying, "aggregates")
              const page = yield* crypto.sma({ ...request, expand_underlying: true })
              assert.strictEqual(plain.underlying!.url, page.underlying!.url)
              assert.deepStrictEqual(plain.results, page.results)
              const used = page.underlying!.aggregates!
              const latest = Math.max(...page.results.map(({ timestamp }) => timestamp!))
              const end = all.findIndex(({ timestamp }) => timestamp === latest)
              const expected = all.slice(end - limit - window + 2, end + 1)
              assertSameRows(used, order === "asc" ? expected : expected.reverse())
              const { json, status } = yield* raw(page.underlying!.url!)
              assert.strictEqual(status, 200)
              assert.notProperty(json, "next_url")
              assert.deepStrictEqual(
                (json["results"] as ReadonlyArray<{ readonly t: number; readonly c: number }>).map(({ c, t }) => ({
                  t,
                  c,
                })),
                used.map(({ close, timestamp }) => ({ t: timestamp, c: close })),
              )
            }
          }
        }),
      )

      it.scoped("come in pages of any size, both ways, and stream alike; an exact multiple has no further page", () =>
        Effect.gen(function* () {
          const crypto = yield* cryptoOf()
          const request: Omit<Crypto.SmaRequest, "limit"> = {
            cryptoTicker: "X:BTCUSD",
            window: 20,
            "timestamp.gte": "2024-01-01",
            "timestamp.lt": "2024-03-01",
          }
          const expected = (yield* crypto.sma({ ...request, order: "asc", limit: 100 })).results
          assert.strictEqual(expected.length, 60)
          for (const order of ["asc", "desc"] as const) {
            const inOrder = order === "asc" ? expected : [...expected].reverse()
            for (const [limit, lengths] of [
              [7, [7, 7, 7, 7, 7, 7, 7, 7, 4]],
              [20, [20, 20, 20]],
              [60, [60]],
              [59, [59, 1]],
            ] as const) {
              const pages = [
                ...(yield* Stream.runCollect(crypto.sma.pages({ ...request, order, limit, expand_underlying: true }))),
              ]
              assert.deepStrictEqual(
                pages.map(({ results }) => results.length),
                [...lengths],
              )
              assertSameRows(
                pages.flatMap(({ results }) => results),
                inOrder,
              )
              for (const { results, underlying } of pages) {
                assert.strictEqual(underlying!.aggregates!.length, results.length + 19)
              }
            }
            for (const pageSize of [11, 5_000]) {
              assertSameRows(
                [...(yield* Stream.runCollect(crypto.sma.stream({ ...request, order }, { pageSize })))],
                inOrder,
              )
            }
          }
        }),
      )

      it.scoped("are those of the plain computation, whatever is asked for", () =>
        Effect.gen(function* () {
          const crypto = yield* cryptoOf()
          const instant = FastCheck.integer({ min: at("2024-02-20"), max: at("2024-03-20") })
          const sample = FastCheck.sample(
            FastCheck.record({
              timespan: FastCheck.constantFrom("hour", "day", "week"),
              window: FastCheck.integer({ min: 1, max: 40 }),
              limit: FastCheck.integer({ min: 1, max: 60 }),
              order: FastCheck.constantFrom("asc", "desc"),
              "timestamp.gte": FastCheck.option(instant, { nil: undefined }),
              "timestamp.lt": FastCheck.option(instant, { nil: undefined }),
            }),
            { seed: 2_718, numRuns: 25 },
          )
          const known = new Map<string, ReadonlyArray<Bar>>()
          for (const timespan of ["hour", "day", "week"] as const) {
            known.set(timespan, [
              ...(yield* Stream.runCollect(crypto.bars.stream({ ...allDays, cryptoTicker: "X:LTCUSD", timespan }))),
            ])
          }
          for (const request of sample) {
            const { limit, order, timespan, window } = request
            const passing = averages(known.get(timespan)!, window).filter(
              ({ timestamp }) =>
                timestamp! >= (request["timestamp.gte"] ?? -Infinity) &&
                timestamp! < (request["timestamp.lt"] ?? Infinity),
            )
            const expected = order === "asc" ? passing.slice(0, limit) : passing.slice(-limit).reverse()
            const page = yield* crypto.sma({ cryptoTicker: "X:LTCUSD", ...request } as Crypto.SmaRequest)
            assertSameRows(page.results, expected, JSON.stringify(request))
            assert.strictEqual(page.next_url !== undefined, passing.length > limit)
          }
        }),
      )
    })
  })
}
