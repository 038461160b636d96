import type { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, layer } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Layer, Stream } from "effect"
import { connections, raw, stocksOf, stored, Tables, toBar } from "./support.js"
import { runs } from "@candela/support/seeded"

const at = (text: string) => Date.parse(text)

const days: Stocks.BarsRequest = {
  stocksTicker: "AAPL",
  multiplier: 1,
  timespan: "day",
  from: "2025-06-02",
  to: "2025-06-27",
}
const minutes: Stocks.BarsRequest = { ...days, timespan: "minute", from: "2025-06-26", to: "2025-06-27" }
/** A ticker that was split, two for one, on 2024-03-11, among days whose minutes are there. */
const split: Stocks.BarsRequest = { ...days, stocksTicker: "ODFL", from: "2024-03-04", to: "2024-03-15" }

/** What is tested in process, and with `--all` over sockets too. */
export const testBars = (name: keyof typeof connections) => {
  describe(`bars ${name}`, () => {
    layer(Layer.merge(connections[name], Tables), { excludeTestServices: true })((it) => {
      it.scoped("are the rows of the tables, day by day", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          const page = yield* stocks.bars(days)
          const rows = yield* stored("day_bars", "AAPL", at("2025-06-02T04:00Z"), at("2025-06-27T04:00Z"))
          assert.strictEqual(rows.length, 19)
          assert.deepStrictEqual(page.results, rows.map(toBar))
          const { request_id, results: _, ...envelope } = page
          assert.match(request_id!, /^[0-9a-f]{32}$/)
          assert.deepStrictEqual(envelope, {
            status: "OK",
            ticker: "AAPL",
            adjusted: true,
            count: 19,
            queryCount: 19,
            resultsCount: 19,
          })
        }),
      )

      it.scoped("are 5,000 base aggregates a page by default, and 50,000 at most", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          const long: Stocks.BarsRequest = { ...minutes, from: "2025-05-01", to: "2025-06-27" }
          const page = yield* stocks.bars(long)
          assert.strictEqual(page.queryCount, 5_000)
          assert.isString(page.next_url)
          const largest = yield* stocks.bars({ ...long, limit: 50_000 })
          assert.isAbove(largest.results.length, 15_000)
          assert.notProperty(largest, "next_url")
          assert.deepStrictEqual(largest.results.slice(0, 5_000), page.results)
          const streamed = yield* Stream.runCollect(stocks.bars.stream(long))
          assert.deepStrictEqual(Chunk.toReadonlyArray(streamed), largest.results)
        }),
      )

      it.scoped("are adjusted for splits unless it is not wanted", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          const adjusted = yield* stocks.bars(split)
          const traded = yield* stocks.bars({ ...split, adjusted: false })
          assert.isTrue(adjusted.adjusted)
          assert.isFalse(traded.adjusted)
          assert.deepStrictEqual(
            yield* stocks.bars({ ...split, adjusted: true }).pipe(Effect.map((page) => page.results)),
            adjusted.results,
          )
          const rows = yield* stored("day_bars", "ODFL", at("2024-03-04T05:00Z"), at("2024-03-15T05:00Z"))
          assert.strictEqual(rows.length, 10)
          assert.deepStrictEqual(traded.results, rows.map(toBar))
          adjusted.results.forEach((bar, index) => {
            const raw = traded.results[index]!
            const ratio = bar.timestamp < at("2024-03-11T04:00Z") ? 2 : 1
            for (const key of ["open", "high", "low", "close", "vwap"] as const) {
              assert.closeTo(bar[key]!, raw[key]! / ratio, 1e-4)
            }
            assert.strictEqual(bar.volume, raw.volume * ratio)
            assert.strictEqual(bar.transactions, raw.transactions)
          })
        }),
      )

      it.scoped("are none where nothing was traded, or nothing is known of the ticker", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          for (const request of [
            { ...minutes, from: "2025-06-28", to: "2025-06-29" },
            { ...days, stocksTicker: "NOSUCH" },
            { ...days, stocksTicker: "aapl" },
            { ...days, stocksTicker: "A/B?#%" },
            { ...days, from: "1990-01-01", to: "1990-12-31" },
            { ...days, from: "2030-01-01", to: "9999-12-31" },
          ]) {
            const page = yield* stocks.bars(request)
            assert.deepStrictEqual(page.results, [])
            assert.strictEqual(page.ticker, request.stocksTicker)
            assert.deepStrictEqual([page.queryCount, page.resultsCount], [0, 0])
            assert.notProperty(page, "next_url")
          }
        }),
      )

      it.scoped("continue after a next_url with the same filters, from a key in the query too, and never show it", () =>
        Effect.gen(function* () {
          const path = "/v2/aggs/ticker/ODFL/range/1/day/2024-03-04/2024-03-15"
          const first = yield* raw(`${path}?adjusted=false&sort=desc&limit=4&apiKey=key`, {})
          const next = first.json["next_url"] as string
          assert.deepStrictEqual([...new URL(next).searchParams.keys()], ["cursor"])
          assert.notInclude(Buffer.from(new URL(next).searchParams.get("cursor")!, "base64url").toString(), "apiKey")
          assert.match(next, /\/range\/1\/day\/2024-03-04\/\d{13}\?/)
          assert.strictEqual((yield* raw(next, {})).status, 401)
          const second = yield* raw(next)
          assert.isFalse(second.json["adjusted"])
          assert.strictEqual(second.json["count"], 4)
          const third = yield* raw(`${second.json["next_url"] as string}&apiKey=key`, {})
          assert.notProperty(third.json, "next_url")
          const stocks = yield* stocksOf("key")
          const all = yield* stocks.bars({ ...split, adjusted: false, sort: "desc" })
          const times = [first, second, third].flatMap(
            ({ json }) => json["results"] as ReadonlyArray<{ readonly t: number }>,
          )
          assert.deepStrictEqual(
            times.map(({ t }) => t),
            all.results.map(({ timestamp }) => timestamp),
          )
        }),
      )

      it.scoped("in pages are the whole, for any size of page, timespan, multiplier and order", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          const instant = FastCheck.integer({ min: at("2024-02-20T00:00Z"), max: at("2024-03-20T00:00Z") })
          const request = FastCheck.record({
            stocksTicker: FastCheck.constantFrom("ODFL", "BRK.A", "FNMA"),
            timespan: FastCheck.constantFrom("second", "minute", "hour", "day", "week", "month"),
            multiplier: FastCheck.integer({ min: 1, max: 40 }),
            from: instant,
            to: instant,
            sort: FastCheck.constantFrom("asc", "desc"),
            adjusted: FastCheck.boolean(),
          }).map((request): Stocks.BarsRequest => {
            const from = Math.min(request.from, request.to)
            const to = Math.max(request.from, request.to)
            // Seconds are many: a few hours of them do.
            return {
              ...request,
              from,
              to: request.timespan === "second" ? Math.min(to, from + 14_400_000) : to,
            } as Stocks.BarsRequest
          })
          // Pages of a twelfth to the whole, and the smallest where that is not too many.
          const sample = FastCheck.sample(
            FastCheck.tuple(request, FastCheck.double({ min: 0.08, max: 1.1, noNaN: true })),
            {
              seed: 1_618,
              numRuns: runs(25),
            },
          )
          for (const [request, part] of sample) {
            const whole = yield* stocks.bars({ ...request, limit: 50_000 })
            assert.notProperty(whole, "next_url")
            const limit = whole.queryCount! < 12 ? 1 : Math.max(1, Math.ceil(whole.queryCount! * part))
            const pages = Chunk.toReadonlyArray(yield* Stream.runCollect(stocks.bars.pages({ ...request, limit })))
            assert.deepStrictEqual(
              pages.flatMap(({ results }) => results),
              [...whole.results],
              JSON.stringify({ ...request, limit }),
            )
          }
        }),
      )
    })
  })
}
