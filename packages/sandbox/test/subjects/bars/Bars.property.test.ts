import { cut, instants } from "@candela/market/BarRange"
import * as Market from "@candela/market/Market"
import { timespans } from "@candela/market/Timespan"
import { dateOf, midnight } from "@candela/market/TimeZone"
import * as Bars from "@candela/sandbox/subjects/bars/Bars"
import { Store } from "@candela/sandbox/store/Store"
import { assert, layer } from "@effect/vitest"
import { Effect, FastCheck, Layer } from "effect"
import { makeHistory, pages as referencePages, type WireBar } from "./reference.js"
import { write } from "./tables.js"
import { runs } from "@candela/support/seeded"

const sources: ReadonlyArray<{ readonly ticker: string; readonly market: Market.Market }> = [
  { ticker: "AAPL", market: Market.stocks },
  { ticker: "X:BTCUSD", market: Market.crypto },
]
const histories = new Map(sources.map(({ market, ticker }) => [ticker, makeHistory(market, ticker)]))

const Tables = Layer.effectDiscard(
  Effect.suspend(() => write(sources.map(({ market, ticker }) => ({ of: market, ticker, ...histories.get(ticker)! })))),
).pipe(Layer.provideMerge(Store.layer({})))

const instant = (from: string, to: string) => FastCheck.integer({ min: Date.parse(from), max: Date.parse(to) })

const recent = FastCheck.oneof(
  instant("2024-03-06T00:00:00Z", "2024-03-14T00:00:00Z"),
  instant("2024-10-31T00:00:00Z", "2024-11-06T12:00:00Z"),
)
const anyTime = FastCheck.oneof(recent, instant("2022-10-01T00:00:00Z", "2024-12-31T00:00:00Z"))
const bound = FastCheck.oneof(
  anyTime,
  anyTime.map((millis) => dateOf("America/New_York", millis)),
)

const request = FastCheck.record({
  source: FastCheck.constantFrom(...sources),
  multiplier: FastCheck.oneof(
    { weight: 2, arbitrary: FastCheck.constant(1) },
    { weight: 3, arbitrary: FastCheck.integer({ min: 1, max: 60 }) },
    { weight: 1, arbitrary: FastCheck.integer({ min: 1, max: 100_000 }) },
  ),
  timespan: FastCheck.constantFrom(...timespans),
  from: bound,
  to: bound,
  adjusted: FastCheck.boolean(),
  sort: FastCheck.constantFrom("asc" as const, "desc" as const),
  // After all data; within the day of the last data; within a day of splits.
  now: FastCheck.oneof(
    FastCheck.constant(Date.parse("2024-12-31T00:00:00Z")),
    instant("2024-11-05T05:00:00Z", "2024-11-06T05:00:00Z"),
    recent,
  ),
  // Midnights within the data, as a plan's history begins, and no bound.
  history: FastCheck.option(
    anyTime.map((millis) => midnight("America/New_York", dateOf("America/New_York", millis))),
    {
      nil: undefined,
    },
  ),
}).map(({ source, ...rest }): Omit<Bars.BarPageRequest, "limit"> => {
  const { from, to } = instants({ ...rest, zone: source.market.zone })
  return { ...source, ...rest, ...(from > to ? { from: rest.to, to: rest.from } : {}) }
})

/** Follows the pages to their end, as the service's `next_url` does. */
const allPages = (request: Bars.BarPageRequest) =>
  Effect.gen(function* () {
    const pages: Array<Bars.BarPage> = []
    let current: Bars.BarPageRequest | undefined = request
    while (current !== undefined) {
      const page: Bars.BarPage = yield* Bars.page(current)
      pages.push(page)
      current = page.next === undefined ? undefined : { ...current, ...page.next }
      assert.isBelow(pages.length, 1000)
    }
    return pages
  })

const parse = (page: Bars.BarPage): ReadonlyArray<WireBar> => JSON.parse(page.results)

const rowsOf = (pages: ReadonlyArray<Bars.BarPage>) => pages.flatMap(parse)

/**
 * The smallest limit that keeps the answer within so many pages: a page holds at least half of its
 * limit, or one larger bar.
 */
const limitFor = (request: Omit<Bars.BarPageRequest, "limit">, pages: number) => {
  const [whole] = referencePages(histories.get(request.ticker)!, { ...request, limit: Infinity })
  return Math.max(1, Math.ceil((whole?.queryCount ?? 0) / pages))
}

layer(Tables)("a page of bars", (it) => {
  it.effect.prop(
    "pages are those of the plain reference, one after the other",
    { request, pages: FastCheck.integer({ min: 1, max: 10 }) },
    ({ pages, request }) =>
      Effect.gen(function* () {
        const whole = { ...request, limit: limitFor(request, pages) }
        const actual = yield* allPages(whole)
        assert.deepStrictEqual(
          actual.map((page) => ({ results: parse(page), queryCount: page.queryCount })),
          referencePages(histories.get(request.ticker)!, whole).map((page) => ({ ...page })),
        )
        for (const page of actual) assert.strictEqual(page.resultsCount, parse(page).length)
      }),
    { fastCheck: { seed: 1, numRuns: runs(80) } },
  )

  it.effect.prop(
    "a page holds at least one bar, however small its limit is",
    {
      request: request.filter(({ timespan }) => timespan !== "second"),
      from: recent,
      length: FastCheck.double({ min: 0, max: 1, noNaN: true }),
      limit: FastCheck.integer({ min: 1, max: 3 }),
    },
    ({ from, length, limit, request }) =>
      Effect.gen(function* () {
        const hours = { minute: 6, hour: 24 }[request.timespan as string] ?? 24 * 40
        const narrow = { ...request, from, to: from + Math.floor(length * hours * 3_600_000), limit }
        const actual = yield* allPages(narrow)
        assert.deepStrictEqual(
          actual.map(parse),
          referencePages(histories.get(request.ticker)!, narrow).map((page) => page.results),
        )
        for (const page of actual) assert.isTrue(page.queryCount <= limit || page.resultsCount === 1)
      }),
    { fastCheck: { seed: 2, numRuns: runs(40) } },
  )

  it.effect.prop(
    "concatenated pages equal the whole, in both orders, whatever the limit",
    { request, pages: FastCheck.integer({ min: 2, max: 10 }) },
    ({ pages, request }) =>
      Effect.gen(function* () {
        const paged = rowsOf(yield* allPages({ ...request, limit: limitFor(request, pages) }))
        const [whole, ...rest] = yield* allPages({ ...request, limit: 1e6 })
        assert.lengthOf(rest, 0)
        assert.deepStrictEqual(paged, parse(whole!))
        const other = request.sort === "asc" ? "desc" : "asc"
        const reversed = rowsOf(yield* allPages({ ...request, sort: other, limit: 1e6 }))
        assert.deepStrictEqual(reversed.reverse(), paged)
      }),
    { fastCheck: { seed: 3, numRuns: runs(40) } },
  )

  it.effect.prop(
    "of a history that begins late hold the bars that begin in it, and no others",
    { request, history: anyTime },
    ({ history, request }) =>
      Effect.gen(function* () {
        const bars = parse(yield* Bars.page({ ...request, history: undefined, limit: 1e6 }))
        const seen = parse(yield* Bars.page({ ...request, history, limit: 1e6 }))
        assert.deepStrictEqual(
          seen,
          bars.filter(({ t }) => t >= history),
        )
      }),
    { fastCheck: { seed: 40, numRuns: runs(40) } },
  )

  it.effect.prop(
    "the parts of a range, asked for one by one, give what the whole gives",
    { request, shards: FastCheck.integer({ min: 2, max: 6 }) },
    ({ request, shards }) =>
      Effect.gen(function* () {
        const whole = { ...request, limit: 1e6 }
        const parts = yield* Effect.forEach(cut({ ...whole, zone: whole.market.zone }, shards), (part) =>
          Bars.page({ ...whole, ...part }),
        )
        assert.deepStrictEqual(rowsOf(parts), parse(yield* Bars.page(whole)))
      }),
    { fastCheck: { seed: 4, numRuns: runs(60) } },
  )

  it.effect.prop(
    "a bar is the same whatever range it is asked for in",
    { request, at: anyTime },
    ({ at, request }) =>
      Effect.gen(function* () {
        const whole = parse(yield* Bars.page({ ...request, limit: 1e6 }))
        const [single] = parse(yield* Bars.page({ ...request, from: at, to: at, limit: 1e6 }))
        if (single === undefined) return
        const { from, to } = instants({ ...request, zone: request.market.zone })
        const same = whole.find((bar) => bar.t === single.t)
        if (same === undefined) assert.isTrue(at < from || at > to)
        else assert.deepStrictEqual(single, same)
      }),
    { fastCheck: { seed: 5, numRuns: runs(80) } },
  )

  it.effect("a day is the same from its row, from its minutes and from its seconds", () =>
    Effect.gen(function* () {
      const source = sources[0]!
      const range = { from: "2024-03-06", to: "2024-03-13", now: Date.parse("2024-12-31T00:00:00Z") }
      const whole = { ...range, ...source, adjusted: false, sort: "asc", limit: 1e6 } as const
      const days = parse(yield* Bars.page({ ...whole, timespan: "day", multiplier: 1 }))
      assert.lengthOf(days, 6)
      assert.deepStrictEqual(parse(yield* Bars.page({ ...whole, timespan: "minute", multiplier: 1440 })), days)
      const fromSeconds = parse(yield* Bars.page({ ...whole, timespan: "second", multiplier: 86_400 }))
      assert.deepStrictEqual(
        fromSeconds.map((bar) => ({ ...bar, vw: 0 })),
        days.map((bar) => ({ ...bar, vw: 0 })),
      )
      // The seconds of a minute have its average once it is rounded; a day's average is that of its
      // seconds to within their rounding.
      fromSeconds.forEach(({ vw }, index) => assert.closeTo(vw!, days[index]!.vw!, 1.01e-4))
    }),
  )
})
