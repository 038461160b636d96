import type { MarketDataError } from "@candela/core/MarketDataError"
import { Crypto } from "@candela/crypto/Crypto"
import { Forex } from "@candela/forex/Forex"
import { Futures } from "@candela/futures/Futures"
import type { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connections, type keys, raw, serviceOf, stocksOf } from "./support.js"

const bars: Stocks.BarsRequest = {
  stocksTicker: "AAPL",
  multiplier: 1,
  timespan: "day",
  from: "2025-06-02",
  to: "2025-06-27",
}

const range = "/v2/aggs/ticker/AAPL/range"
const day = "1/day/2025-06-02/2025-06-27"

/**
 * Raw requests that the client would refuse to send, and the parameter that the answer names:
 * `everyEndpoint.ts` has those of each kind of parameter.
 */
const conflicts: ReadonlyArray<readonly [path: string, parameter: string]> = [
  [`${range}/1/day/2025-06-27/2025-06-02`, "from"],
  ["/v2/aggs/ticker/Q%3ASPX/prev", "stocksTicker"],
  [`${range}/${day}?sort=asc&sort=desc`, "sort"],
  [`${range}/${day}?cursor=abc`, "cursor"],
]

/** What is tested in process, and with `--all` over sockets too. */
export const testErrors = (name: keyof typeof connections) => {
  describe(`errors and plans ${name}`, () => {
    layer(connections[name], { excludeTestServices: true })((it) => {
      it.scoped("what the client would refuse to send is 409, and names the parameter", () =>
        Effect.gen(function* () {
          for (const [path, parameter] of conflicts) {
            const { headers, json, status } = yield* raw(path)
            assert.strictEqual(status, 409, path)
            assert.deepStrictEqual(Object.keys(json), ["status", "request_id", "error"])
            assert.strictEqual(json["status"], "ERROR")
            assert.strictEqual(json["request_id"], headers["x-request-id"])
            assert.isTrue(
              (json["error"] as string).startsWith(`"${parameter}" must be `),
              `${path}: ${String(json["error"])}`,
            )
          }
        }),
      )

      it.scoped("a plan with a delay leaves out what is too new, and says so", () =>
        Effect.gen(function* () {
          const today = { ...bars, timespan: "minute", from: "2025-06-30", to: "2025-06-30" } as const
          const seen = (key: keyof typeof keys) =>
            Effect.gen(function* () {
              const stocks = yield* stocksOf(key)
              const minutes = yield* stocks.bars(today)
              const [day] = (yield* stocks.bars({ ...today, timespan: "day" })).results
              assert.strictEqual(
                day!.volume,
                minutes.results.reduce((sum, { volume }) => sum + volume, 0),
              )
              return {
                status: minutes.status,
                last: new Date(minutes.results.at(-1)!.timestamp).toISOString().slice(11, 16),
              }
            })
          // It is 20:00 in UTC, 16:00 in New York; a minute is there when it is over.
          assert.deepStrictEqual(yield* seen("key"), { status: "OK", last: "19:59" })
          assert.deepStrictEqual(yield* seen("advanced-key"), { status: "OK", last: "19:59" })
          assert.deepStrictEqual(yield* seen("developer-key"), { status: "DELAYED", last: "19:49" })
          assert.deepStrictEqual(yield* seen("starter-key"), { status: "DELAYED", last: "19:49" })
          const basic = yield* seen("basic-key")
          assert.strictEqual(basic.status, "DELAYED")
          assert.isBelow(Number(basic.last.slice(0, 2)), 12)
        }),
      )

      it.scoped(
        "a plan's delay shows in the status where it touches the time that an answer depends on, and only there",
        () =>
          Effect.gen(function* () {
            const now = Date.parse("2025-06-30T16:00:00-04:00")
            const hour = 3_600_000
            const stocks = yield* stocksOf("basic-key")
            const futures = yield* serviceOf(Futures, "basic-key")
            const forex = yield* serviceOf(Forex, "basic-key")
            const crypto = yield* serviceOf(Crypto, "basic-key")
            const barsTo = (to: string | number, timespan: "minute" | "day" | "week" = "minute") =>
              stocks.bars({ ...bars, timespan, from: "2025-06-20", to })
            const futuresTo = (to: string) =>
              futures.bars({ ticker: "ESU5", resolution: "1session", "window_start.lte": to })
            const quotesTo = (to: bigint) => forex.quotes({ fxTicker: "C:EURUSD", "timestamp.lte": to, limit: 1 })
            const averageTo = (timespan: "day" | "week", to: string) =>
              crypto.sma({ cryptoTicker: "X:BTCUSD", timespan, window: 2, "timestamp.lte": to })
            const nanos = (millis: number) => BigInt(millis) * 1_000_000n
            const untouched = [
              barsTo("2025-06-27"),
              // The last minute ends with the newest data that the plan shows.
              barsTo(now - 8 * hour - 1),
              barsTo("2025-06-28", "week"),
              stocks.dailyMarketSummary({ date: "2025-06-27" }),
              stocks.openClose({ stocksTicker: "AAPL", date: "2025-06-27" }),
              crypto.historicTrades({ from: "BTC", to: "USD", date: "2025-06-29" }),
              quotesTo(nanos(now - 8 * hour) - 1_000_000n),
              averageTo("day", "2025-06-29"),
              averageTo("week", "2025-06-28"),
              futuresTo("2025-06-26"),
              stocks.dividends({ ticker: "AAPL" }),
            ]
            const touched = [
              barsTo("2025-06-30"),
              barsTo(now - 8 * hour),
              barsTo("2025-06-29", "week"),
              stocks.dailyMarketSummary({ date: "2025-06-30" }),
              stocks.previousDayBar({ stocksTicker: "AAPL" }),
              stocks.snapshots({ tickers: ["AAPL"] }),
              crypto.historicTrades({ from: "BTC", to: "USD", date: "2025-06-30" }),
              quotesTo(nanos(now - 8 * hour)),
              forex.quotes({ fxTicker: "C:EURUSD", limit: 1 }),
              averageTo("day", "2025-06-30"),
              averageTo("week", "2025-06-29"),
              crypto.sma({ cryptoTicker: "X:BTCUSD", timespan: "day", window: 2 }),
              futuresTo("2025-06-29"),
              futures.bars({ ticker: "ESU5" }),
            ]
            const statuses = (calls: ReadonlyArray<Effect.Effect<object, unknown>>) =>
              Effect.forEach(calls, (call) => Effect.map(call, (page) => (page as { readonly status: string }).status))
            assert.deepStrictEqual(
              yield* statuses(untouched),
              untouched.map(() => "OK"),
            )
            assert.deepStrictEqual(
              yield* statuses(touched),
              touched.map(() => "DELAYED"),
            )
          }),
      )

      it.scoped("a plan's history ends where it says, and the answer says where", () =>
        Effect.gen(function* () {
          for (const [plan, first, before] of [
            ["basic", "2023-06-30", "2023-06-29"],
            ["starter", "2023-06-30", "2023-06-29"],
            ["developer", "2020-06-30", "2020-06-29"],
          ] as const) {
            const stocks = yield* stocksOf(`${plan}-key`)
            yield* stocks.bars({ ...bars, from: first })
            yield* stocks.bars({ ...bars, from: Date.parse(`${first}T04:00:00Z`) })
            yield* stocks.dailyMarketSummary({ date: first })
            const notFound = yield* Effect.flip(stocks.openClose({ stocksTicker: "AAPL", date: first }))
            assert.strictEqual(notFound._tag, "NotFound")
            const refused: ReadonlyArray<Effect.Effect<unknown, MarketDataError>> = [
              stocks.bars({ ...bars, from: before }),
              stocks.bars({ ...bars, from: Date.parse(`${first}T03:59:59.999Z`) }),
              stocks.dailyMarketSummary({ date: before }),
              stocks.openClose({ stocksTicker: "AAPL", date: before }),
            ]
            for (const call of refused) {
              const error = yield* Effect.flip(call)
              assert.deepInclude(error, { _tag: "Unauthorized", reason: "NotEntitled", status: 403 })
              assert.match(
                error.message,
                new RegExp(`not entitled to this data.*the plan ${plan} holds . years of history, from ${first}`, "i"),
              )
            }
            const { json } = yield* raw(`/v1/open-close/AAPL/${before}`, { authorization: `Bearer ${plan}-key` })
            assert.deepStrictEqual(Object.keys(json), ["status", "request_id", "message"])
            assert.strictEqual(json["status"], "NOT_AUTHORIZED")
          }
          for (const key of ["advanced-key", "key"]) {
            const stocks = yield* stocksOf(key)
            yield* stocks.bars({ ...bars, from: "0001-01-01" })
            yield* stocks.dailyMarketSummary({ date: "1990-01-02" })
          }
        }),
      )

      it.scoped(
        "a window that begins before a plan's history is left out: stretching a range shows no older data",
        () =>
          Effect.gen(function* () {
            const begin = Date.parse("2023-06-30T04:00:00Z")
            let hidden = 0
            for (const [timespan, multiplier] of [
              ["day", 1],
              ["day", 10],
              ["day", 30],
              ["week", 1],
              ["week", 5],
              ["month", 1],
              ["month", 4],
              ["quarter", 1],
              ["quarter", 2],
              ["year", 1],
              ["year", 2],
            ] as const) {
              const request = { ...bars, timespan, multiplier, from: "2023-06-30" }
              // The last window may hold the day in progress, of which plans see different parts.
              const starts = (key: keyof typeof keys) =>
                Effect.gen(function* () {
                  const { results } = yield* (yield* stocksOf(key)).bars(request)
                  return results.map(({ timestamp }) => timestamp)
                })
              const all = yield* starts("key")
              const seen = yield* starts("basic-key")
              assert.deepStrictEqual(
                seen,
                all.filter((start) => start >= begin),
              )
              hidden += all.length - seen.length
            }
            assert.isAtLeast(hidden, 3)
          }),
      )
    })
  })
}
