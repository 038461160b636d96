import type { Bar } from "@candela/market/Bar"
import * as Window from "@candela/market/Window"
import type { Timespan } from "@candela/market/Timespan"
import { round } from "@candela/sandbox/numbers/Rounding"
import type { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, layer } from "@effect/vitest"
import { Chunk, DateTime, Effect, FastCheck, Layer, Stream } from "effect"
import { connections, raw, stocksOf, stored, Tables, toBar } from "./support.js"
import { runs } from "../../../core/test/support/seeded.js"

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

/** What a bar of several must be. */
const combined = (timestamp: number, bars: ReadonlyArray<Bar>): Bar => {
  const volume = bars.reduce((sum, bar) => sum + bar.volume, 0)
  return {
    timestamp,
    open: bars[0]!.open,
    high: Math.max(...bars.map((bar) => bar.high)),
    low: Math.min(...bars.map((bar) => bar.low)),
    close: bars.at(-1)!.close,
    volume,
    vwap: round(bars.reduce((sum, bar) => sum + bar.volume * bar.vwap!, 0) / volume, 4),
    transactions: bars.reduce((sum, bar) => sum + bar.transactions!, 0),
    ...(bars[0]!.otc === true ? { otc: true } : {}),
  }
}

/** Groups bars by the window that they lie in. */
const windows = (multiplier: number, timespan: Timespan, bars: ReadonlyArray<Bar>) => {
  const groups = new Map<number, Array<Bar>>()
  for (const bar of bars) {
    const start = Window.start({ multiplier, timespan, zone: "America/New_York" }, bar.timestamp)
    const known = groups.get(start)
    if (known === undefined) groups.set(start, [bar])
    else known.push(bar)
  }
  return [...groups].map(([start, bars]) => combined(start, bars))
}

/** Equal, but for what rounding days or seconds first makes of an average price: at most the last decimal. */
const assertSame = (actual: ReadonlyArray<Bar>, expected: ReadonlyArray<Bar>) => {
  assert.strictEqual(actual.length, expected.length)
  actual.forEach(({ vwap, ...rest }, index) => {
    const { vwap: wanted, ...others } = expected[index]!
    assert.deepStrictEqual(rest, others)
    assert.closeTo(vwap!, wanted!, 1.01e-4)
  })
}

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

      it.scoped("are the rows of the tables, minute by minute, from before the market to after it", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          const { results } = yield* stocks.bars(minutes)
          const rows = yield* stored("minute_bars", "AAPL", at("2025-06-26T04:00Z"), at("2025-06-28T03:59Z"))
          assert.isAbove(rows.length, 1_000)
          assert.deepStrictEqual(results, rows.map(toBar))
          const hours = results.map(({ timestamp }) => new Date(timestamp).toISOString().slice(11, 16)).sort()
          assert.isBelow(Number(hours[0]!.slice(0, 2)), 10)
          assert.isAtLeast(Number(hours.at(-1)!.slice(0, 2)), 22)
        }),
      )

      it.scoped("are found by dates, by milliseconds, and by instants of any kind, inclusive and whole", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          const ask = (from: Stocks.BarsRequest["from"], to: Stocks.BarsRequest["to"]) =>
            Effect.map(stocks.bars({ ...minutes, from, to }), ({ results }) => results)
          const [from, to] = [at("2025-06-26T13:30:00Z"), at("2025-06-26T13:39:00Z")]
          const rows = (yield* stored("minute_bars", "AAPL", from, to)).map(toBar)
          assert.isAbove(rows.length, 5)
          assert.deepStrictEqual(yield* ask(from, to), rows)
          assert.deepStrictEqual(yield* ask(from + 59_999, to), rows)
          assert.deepStrictEqual(yield* ask(new Date(from), new Date(to)), rows)
          assert.deepStrictEqual(yield* ask(DateTime.unsafeMake(from), DateTime.unsafeMake(to)), rows)
          const whole = yield* ask("2025-06-26", "2025-06-26")
          assert.deepStrictEqual(yield* ask(at("2025-06-26T04:00:00Z"), "2025-06-26"), whole)
          assert.deepStrictEqual(yield* ask("2025-06-26", at("2025-06-27T03:59:59.999Z")), whole)
        }),
      )

      it.scoped("are whole, also where a range begins inside one", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          const whole = yield* stocks.bars({ ...days, timespan: "week", from: "2025-06-08", to: "2025-06-21" })
          const inside = yield* stocks.bars({ ...days, timespan: "week", from: "2025-06-11", to: "2025-06-18" })
          assert.strictEqual(whole.results.length, 2)
          assert.deepStrictEqual(inside.results, whole.results)
        }),
      )

      it.scoped("run forwards or backwards", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          for (const request of [days, minutes]) {
            const ascending = (yield* stocks.bars({ ...request, sort: "asc" })).results
            const descending = (yield* stocks.bars({ ...request, sort: "desc" })).results
            assert.deepStrictEqual([...descending].reverse(), ascending)
            assert.deepStrictEqual((yield* stocks.bars(request)).results, ascending)
          }
        }),
      )

      it.scoped("come in pages of as many base aggregates as limit says, complete bars only", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          const hours: Stocks.BarsRequest = { ...minutes, timespan: "hour" }
          const whole = yield* stocks.bars(hours)
          assert.notProperty(whole, "next_url")
          for (const sort of ["asc", "desc"] as const) {
            const pages = Chunk.toReadonlyArray(
              yield* Stream.runCollect(stocks.bars.pages({ ...hours, limit: 120, sort })),
            )
            assert.isAbove(pages.length, 9)
            for (const page of pages) {
              assert.isAtMost(page.queryCount!, 120)
              assert.isAtLeast(page.results.length, 1)
              assert.strictEqual(page.resultsCount, page.results.length)
            }
            const rows = pages.flatMap(({ results }) => results)
            assert.deepStrictEqual(sort === "asc" ? rows : rows.reverse(), whole.results)
            assert.strictEqual(
              pages.reduce((sum, page) => sum + page.queryCount!, 0),
              whole.queryCount,
            )
            assert.deepStrictEqual(
              pages.map((page) => page.next_url === undefined),
              pages.map((_, index) => index === pages.length - 1),
            )
          }
        }),
      )

      it.scoped("complete at least one bar a page, however small limit is", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          const request: Stocks.BarsRequest = {
            ...days,
            timespan: "month",
            from: "2025-04-01",
            to: "2025-06-27",
            limit: 1,
          }
          const pages = Chunk.toReadonlyArray(yield* Stream.runCollect(stocks.bars.pages(request)))
          assert.deepStrictEqual(
            pages.map(({ results }) => results.length),
            [1, 1, 1],
          )
          assert.deepStrictEqual(
            pages.map(({ queryCount }) => queryCount! > 15),
            [true, true, true],
          )
        }),
      )

      it.scoped("have no further page when the total is a multiple of limit", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          const pages = yield* Stream.runCollect(stocks.bars.pages({ ...days, to: "2025-06-13", limit: 5 }))
          assert.deepStrictEqual(
            Chunk.toReadonlyArray(pages).map(({ results }) => results.length),
            [5, 5],
          )
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

      it.scoped("of a day are the aggregation of its minutes, and so are those of other sizes", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          for (const [stocksTicker, from, to] of [
            ["BRK.A", "2024-02-26", "2024-03-15"],
            ["ODFL", "2024-03-04", "2024-03-15"],
            ["FNMA", "2025-06-02", "2025-06-27"],
          ] as const) {
            const request = { ...days, stocksTicker, from, to, adjusted: false, limit: 50_000 }
            const base = (yield* stocks.bars({ ...request, timespan: "minute" })).results
            for (const [multiplier, timespan] of [
              [1, "day"],
              [1, "week"],
              [7, "minute"],
              [4, "hour"],
            ] as const) {
              const actual = yield* stocks.bars({ ...request, multiplier, timespan })
              // A week at the edge of the range is whole in the answer, but not in these minutes.
              const inner = (bars: ReadonlyArray<Bar>) => (timespan === "week" ? bars.slice(1, -1) : bars)
              assertSame(inner(actual.results), inner(windows(multiplier, timespan, base)))
            }
          }
        }),
      )

      it.scoped("of seconds add up to their minutes", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          const request = {
            ...minutes,
            from: at("2025-06-26T13:25:00Z"),
            to: at("2025-06-26T13:45:59.999Z"),
            limit: 50_000,
          }
          const seconds = (yield* stocks.bars({ ...request, timespan: "second" })).results
          assert.isAbove(seconds.length, 100)
          const expected = (yield* stocks.bars(request)).results
          assertSame(windows(1, "minute", seconds), expected)
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

      it.scoped("say that a ticker is over the counter, and only then", () =>
        Effect.gen(function* () {
          const stocks = yield* stocksOf("key")
          const otc = yield* stocks.bars({ ...days, stocksTicker: "FNMA" })
          assert.isTrue(otc.results.length > 0 && otc.results.every((bar) => bar.otc === true))
          const listed = yield* stocks.bars(days)
          assert.isTrue(listed.results.every((bar) => !("otc" in bar)))
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
