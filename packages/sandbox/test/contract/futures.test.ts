import { Futures } from "@candela/futures/Futures"
import type { FuturesBar } from "@candela/futures/Bars"
import * as Resolution from "@candela/futures/Resolution"
import { futures } from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import * as TimeZone from "@candela/market/TimeZone"
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import { round } from "@candela/sandbox/numbers/Rounding"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, layer } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"
import { connections, serviceOf, Tables } from "./support.js"
import { sampled } from "@candela/support/seeded"

const zone = "America/Chicago"
const now = Dataset.defaultNow
const nanos = (millis: number) => BigInt(millis) * 1_000_000n
const at = (text: string) => Date.parse(text)
const millisOf = (bar: FuturesBar) => Number(bar.window_start / 1_000_000n)

interface Part {
  /** The instant that tells the window. */
  readonly t: number
  readonly date: string
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
  readonly dv: number
  readonly n: number
  readonly settlement?: number
}

const tradingDate = (t: number) => TimeZone.dateOfDay(Session.dayOf(futures, t))

const barOf = (ticker: string, start: number, parts: ReadonlyArray<Part>): FuturesBar => {
  const last = parts.at(-1)!
  const sum = (of: (part: Part) => number) => parts.reduce((sum, part) => sum + of(part), 0)
  return {
    ticker,
    open: parts[0]!.o,
    high: Math.max(...parts.map(({ h }) => h)),
    low: Math.min(...parts.map(({ l }) => l)),
    close: last.c,
    volume: sum(({ v }) => v),
    transactions: sum(({ n }) => n),
    dollar_volume: round(
      sum(({ dv }) => dv),
      4,
    ),
    window_start: nanos(start),
    session_end_date: last.date,
    ...(last.settlement === undefined ? {} : { settlement_price: last.settlement }),
  }
}

const grouped = (parts: ReadonlyArray<Part>, keyOf: (part: Part) => number) => {
  const groups = new Map<number, Array<Part>>()
  for (const part of parts) {
    const key = keyOf(part)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [part])
    else group.push(part)
  }
  return [...groups]
}

/** All bars of a contract that are seen at an instant, in ascending order, made of the tables. */
const truth = (ticker: string, text: string, visible = now) =>
  Effect.gen(function* () {
    const store = yield* Store
    const resolution = Resolution.parse(text)!
    const columns = "t::DOUBLE AS t, o, h, l, c, v::DOUBLE AS v, dv, n::DOUBLE AS n"
    const minutes = (yield* store.query<Part>(
      `SELECT ${columns} FROM futures_minute_bars WHERE ticker = $1 AND t <= $2 ORDER BY t`,
      [ticker, BigInt(visible - 60_000)],
    )).map((part) => ({ ...part, date: tradingDate(part.t) }))
    const { start } = Resolution.windows(resolution)
    if (Resolution.isClock(resolution.unit)) {
      return grouped(minutes, ({ t }) => start(t)).map(([start, parts]) => barOf(ticker, start, parts))
    }
    const over = (yield* store.query<Part>(
      `SELECT ${columns}, date, settlement FROM futures_session_bars WHERE ticker = $1 ORDER BY date`,
      [ticker],
    )).filter(({ t }) => t + 23 * 3_600_000 <= visible)
    const opening = Session.open(futures, Session.dayOf(futures, visible))
    const inProgress = minutes.filter(({ t }) => t >= opening && over.at(-1)?.t !== opening)
    const current = grouped(inProgress, () => opening).map(([t, parts]) => {
      const { close, dollar_volume, high, low, open, transactions, volume } = barOf(ticker, t, parts)
      return {
        t,
        date: tradingDate(t),
        o: open,
        h: high,
        l: low,
        c: close,
        v: volume,
        dv: dollar_volume!,
        n: transactions!,
        // As a part of a longer bar it has that of the last session that has settled.
        ...(resolution.unit === "session" || over.length === 0 ? {} : { settlement: over.at(-1)!.settlement! }),
      }
    })
    const instantOf = ({ date, t }: Part) => (resolution.unit === "session" ? t : TimeZone.midnight(zone, date))
    return grouped([...over, ...current], (part) => start(instantOf(part))).map(([start, parts]) =>
      barOf(ticker, start, parts),
    )
  })

type Operator = "" | ".gte" | ".gt" | ".lte" | ".lt"
type Filters = { readonly [K in `window_start${Operator}`]?: string | bigint }

/**
 * The bars that a naive filter leaves: dates are compared with the date on which a bar begins, or
 * with that of the window that holds them.
 */
const filtered = (bars: ReadonlyArray<FuturesBar>, text: string, filters: Filters): ReadonlyArray<FuturesBar> => {
  const { multiplier, unit } = Resolution.parse(text)!
  const { start } = Resolution.windows({ multiplier, unit })
  const withinDay = Resolution.isClock(unit) || text === "1session"
  const dated = (value: string | bigint | undefined) => withinDay && typeof value === "string"
  const wanted = (value: string | bigint) => {
    if (typeof value === "bigint") return start(Number(value / 1_000_000n))
    return dated(value) ? value : start(TimeZone.midnight(zone, value) + (unit === "session" ? 17 * 3_600_000 : 0))
  }
  const holds = (operator: Operator, test: (begin: string | number, wanted: string | number) => boolean) => {
    const value = filters[`window_start${operator}`]
    if (value === undefined) return () => true
    const bound = wanted(value)
    return (bar: FuturesBar) => test(dated(value) ? TimeZone.dateOf(zone, millisOf(bar)) : millisOf(bar), bound)
  }
  return bars
    .filter(holds("", (begin, wanted) => begin === wanted))
    .filter(holds(".gte", (begin, wanted) => begin >= wanted))
    .filter(holds(".gt", (begin, wanted) => begin > wanted))
    .filter(holds(".lte", (begin, wanted) => begin <= wanted))
    .filter(holds(".lt", (begin, wanted) => begin < wanted))
}

const futuresOf = (key = "key") => serviceOf(Futures, key)

describe("futures bars", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("are the sessions of the tables, the newest first, and the one in progress so far", () =>
      Effect.gen(function* () {
        const { bars } = yield* futuresOf()
        const page = yield* bars({ ticker: "ESU5" })
        const expected = yield* truth("ESU5", "1session")
        assert.isAbove(expected.length, 200)
        assert.deepStrictEqual(page.results, [...expected].reverse())
        const [current, last] = page.results
        assert.deepInclude(current, {
          session_end_date: "2025-06-30",
          window_start: nanos(at("2025-06-29T17:00-05:00")),
        })
        assert.notProperty(current, "settlement_price")
        assert.deepInclude(last, {
          session_end_date: "2025-06-27",
          window_start: nanos(at("2025-06-26T17:00-05:00")),
        })
        assert.property(last, "settlement_price")
        const { request_id, results: _, ...envelope } = page
        assert.match(request_id!, /^[0-9a-f]{32}$/)
        assert.deepStrictEqual(envelope, { status: "OK", count: expected.length })
      }),
    )

    it.scoped("of every resolution are made of the minutes or sessions of their windows", () =>
      Effect.gen(function* () {
        const { bars } = yield* futuresOf()
        for (const [ticker, resolution] of [
          ["VXN5", "1min"],
          ["VXN5", "7min"],
          ["VXN5", "59min"],
          ["GCQ5", "1hour"],
          ["GCQ5", "23hour"],
          ["CLF6", "2session"],
          ["CLQ5", "4session"],
          ["CLQ5", "1week"],
          ["CLQ5", "3week"],
          ["NQM5", "1month"],
          ["NQM5", "11month"],
          ["NQM5", "1quarter"],
          ["NQM5", "1year"],
        ] as const) {
          const { results } = yield* bars({ ticker, resolution, sort: "window_start.asc", limit: 50_000 })
          const expected = yield* truth(ticker, resolution)
          assert.isAbove(expected.length, 0)
          assert.deepStrictEqual(results, expected, `${ticker} ${resolution}`)
        }
      }),
    )

    it.scoped("of seconds add up to their minutes, exactly", () =>
      Effect.gen(function* () {
        const { bars } = yield* futuresOf()
        const minutes = yield* bars({
          ticker: "ESU5",
          resolution: "1min",
          "window_start.gte": "2025-06-27T13:25:00Z",
          "window_start.lt": "2025-06-27T14:05:00Z",
          sort: "window_start.asc",
        })
        assert.isAbove(minutes.results.length, 30)
        const request = {
          ticker: "ESU5",
          resolution: "1sec",
          "window_start.gte": "2025-06-27T13:25:00Z",
          "window_start.lt": "2025-06-27T14:05:00Z",
          sort: "window_start.asc",
        } as const
        const seconds = (yield* bars({ ...request, limit: 50_000 })).results
        assert.isAbove(seconds.length, 1_000)
        for (const second of seconds) {
          assert.isAtLeast(second.dollar_volume!, second.volume * second.low - 1e-6)
          assert.isAtMost(second.dollar_volume!, second.volume * second.high + 1e-6)
          // A tick of the contract is a quarter of a point.
          for (const price of [second.open, second.high, second.low, second.close]) assert.strictEqual(price % 0.25, 0)
        }
        const parts = seconds.map((bar): Part => ({
          t: millisOf(bar),
          date: bar.session_end_date!,
          o: bar.open,
          h: bar.high,
          l: bar.low,
          c: bar.close,
          v: bar.volume,
          dv: bar.dollar_volume!,
          n: bar.transactions!,
        }))
        const again = (size: number) =>
          grouped(parts, ({ t }) => t - (t % size)).map(([start, parts]) => barOf("ESU5", start, parts))
        assert.deepStrictEqual(again(60_000), minutes.results)
        assert.deepStrictEqual((yield* bars({ ...request, resolution: "15sec" })).results, again(15_000).slice(0, 1000))
        const backwards = yield* bars({ ...request, sort: "window_start.desc", limit: 50_000 })
        assert.deepStrictEqual([...backwards.results].reverse(), seconds)
      }),
    )

    it.scoped("are found by each filter, by dates and by nanoseconds, in both directions", () =>
      Effect.gen(function* () {
        const { bars } = yield* futuresOf()
        const days = ["2025-06-05", "2025-06-07", "2025-06-08"]
        for (const [ticker, resolution, values] of [
          ["ESM6", "7min", ["2025-06-26", "2025-06-27", nanos(at("2025-06-30T09:07:30-05:00"))]],
          [
            "CLQ5",
            "1session",
            [...days, nanos(at("2025-06-11T17:00:00-05:00")) - 1n, nanos(at("2025-06-11T17:00:00-05:00"))],
          ],
          ["CLQ5", "3session", ["2025-06-05", nanos(at("2025-06-11T16:30:00-05:00")) + 1n]],
          ["CLQ5", "1week", ["2025-06-07", "2025-06-08"]],
        ] as const) {
          const all = yield* truth(ticker, resolution)
          for (const value of values) {
            for (const operator of sampled(["", ".gte", ".gt", ".lte", ".lt"] as const, String(value).length)) {
              const filters = { [`window_start${operator}`]: value }
              const expected = filtered(all, resolution, filters)
              const request = { ticker, resolution, limit: 50_000, ...filters }
              const ascending = yield* bars({ ...request, sort: "window_start.asc" })
              assert.deepStrictEqual(ascending.results, expected, `${resolution} ${operator} ${String(value)}`)
              const descending = yield* bars(request)
              assert.deepStrictEqual([...descending.results].reverse(), expected)
            }
          }
        }
      }),
    )

    it.scoped("pass all filters that are given, also a value beside a range", () =>
      Effect.gen(function* () {
        const { bars } = yield* futuresOf()
        const all = yield* truth("CLQ5", "1session")
        for (const filters of [
          { "window_start.gte": "2025-06-02", "window_start.lt": "2025-06-09" },
          { "window_start.gt": "2025-06-02", "window_start.lte": "2025-06-09" },
          { window_start: "2025-06-04", "window_start.gte": "2025-06-02", "window_start.lte": "2025-06-09" },
          { "window_start.gte": "0001-01-01", "window_start.lte": "9999-12-31" },
        ]) {
          const { results } = yield* bars({ ticker: "CLQ5", ...filters, sort: "window_start.asc" })
          assert.deepStrictEqual(results, filtered(all, "1session", filters))
        }
      }),
    )

    it.scoped("of a date are one session, which settles on the day after", () =>
      Effect.gen(function* () {
        const { bars } = yield* futuresOf()
        const all = yield* truth("ESU5", "1session")
        for (const bar of all.slice(-12, -1)) {
          const dayBefore = TimeZone.dateOfDay(TimeZone.dayNumber(bar.session_end_date!) - 1)
          assert.deepStrictEqual((yield* bars({ ticker: "ESU5", window_start: dayBefore })).results, [bar])
        }
        // No session opens on a Friday or Saturday evening.
        for (const date of ["2025-06-13", "2025-06-14"]) {
          assert.deepStrictEqual((yield* bars({ ticker: "ESU5", window_start: date })).results, [])
        }
        // An instant is snapped down to the session whose window holds it.
        const noon = nanos(at("2025-06-14T12:00:00-05:00"))
        const { results: snapped } = yield* bars({ ticker: "ESU5", window_start: noon })
        assert.deepStrictEqual(
          snapped.map(({ session_end_date }) => session_end_date),
          ["2025-06-13"],
        )
        // Good Friday has no session.
        assert.deepStrictEqual((yield* bars({ ticker: "ESM5", window_start: "2025-04-17" })).results, [])
      }),
    )

    it.scoped("without filters are the newest ones, in the order that is asked for; descending pages go back", () =>
      Effect.gen(function* () {
        const { bars } = yield* futuresOf()
        for (const [ticker, resolution] of [
          ["VXN5", "1min"],
          ["CLQ5", "1session"],
        ] as const) {
          const all = yield* truth(ticker, resolution)
          const request = { ticker, resolution, limit: 30 }
          const newest = yield* bars(request)
          assert.deepStrictEqual(newest.results, all.slice(-30).reverse())
          assert.property(newest, "next_url")
          const ascending = yield* bars({ ...request, sort: "window_start.asc" })
          assert.deepStrictEqual(ascending.results, all.slice(-30))
          assert.notProperty(ascending, "next_url")
          const rows = Chunk.toReadonlyArray(yield* Stream.runCollect(bars.stream({ ticker, resolution })))
          assert.deepStrictEqual(rows, [...all].reverse())
        }
      }),
    )

    it.scoped("are none where nothing was traded, or nothing is known of the contract", () =>
      Effect.gen(function* () {
        const { bars } = yield* futuresOf()
        for (const request of [
          { ticker: "NOSUCH" },
          { ticker: "esu5" },
          { ticker: "ES:BF U5-Z5/H6" },
          { ticker: "ESU5", window_start: "2023-07-05" },
          { ticker: "ESM5", "window_start.gt": "2025-06-20" },
          {
            ticker: "ESU5",
            resolution: "1min",
            "window_start.gte": "2025-06-27T21:00:00Z",
            "window_start.lt": "2025-06-29T22:00:00Z",
          },
          { ticker: "ESU5", "window_start.gte": "2030-01-01" },
          { ticker: "ESU5", "window_start.lt": "0001-01-01" },
        ] as const) {
          const page = yield* bars(request)
          assert.deepStrictEqual(page.results, [])
          assert.notProperty(page, "next_url")
        }
      }),
    )

    it.scoped("are as new as the key's plan: the session in progress too is made of what it sees", () =>
      Effect.gen(function* () {
        for (const [key, delay] of [
          ["basic-key", 8 * 3_600_000],
          ["starter-key", 600_000],
          ["developer-key", 600_000],
          ["advanced-key", 0],
        ] as const) {
          const { bars } = yield* futuresOf(key)
          for (const resolution of ["1min", "1session", "1month"] as const) {
            const page = yield* bars({ ticker: "ESZ5", resolution, limit: 10 })
            assert.strictEqual(page.status, delay === 0 ? "OK" : "DELAYED")
            const expected = yield* truth("ESZ5", resolution, now - delay)
            assert.deepStrictEqual(page.results, expected.slice(-10).reverse(), `${key} ${resolution}`)
          }
        }
      }),
    )

    it.scoped("are as old as the key's plan", () =>
      Effect.gen(function* () {
        const { bars } = yield* futuresOf("starter-key")
        // Two years before 2025-06-30 are 2023-06-30: the data set begins a little later, so that
        // the history cuts nothing.
        const denied = [
          { "window_start.gte": "2023-06-29" },
          { "window_start.gte": "0001-01-01" },
          { "window_start.gt": nanos(at("2023-06-29T12:00:00Z")) },
          { window_start: "2023-06-20" },
          { "window_start.lte": "2023-06-20" },
          { "window_start.lt": "2023-06-29", "window_start.gte": "2023-06-01" },
        ]
        for (const request of denied) {
          const error = yield* Effect.flip(bars({ ticker: "ESU3", ...request }))
          assert.strictEqual(error._tag, "Unauthorized", JSON.stringify(Object.keys(request)))
          assert.strictEqual((error as { readonly status?: number }).status, 403)
        }
        const all = yield* truth("ESU3", "1session")
        assert.isAbove(all.length, 30)
        for (const request of [{ "window_start.gte": "2023-06-30" }, { "window_start.lte": "2023-09-01" }, {}]) {
          const expected = filtered(all, "1session", request)
          assert.deepStrictEqual((yield* bars({ ticker: "ESU3", ...request })).results, [...expected].reverse())
        }
        // The year 2023 began before the history.
        assert.deepStrictEqual((yield* bars({ ticker: "ESU3", resolution: "1year" })).results, [])
        const whole = yield* futuresOf()
        assert.lengthOf((yield* whole.bars({ ticker: "ESU3", resolution: "1year" })).results, 1)
      }),
    )
  })
})
