import * as Field from "@candela/core/declare/Field"
import { DuckDBInstance } from "@duckdb/node-api"
import { dateOf } from "@candela/market/TimeZone"
import * as Calendar from "@candela/market/Calendar"
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import { all } from "@candela/sandbox/dataset/all"
import { digest, modulesOf } from "@candela/sandbox/dataset/digest"
import { minuteDates } from "@candela/sandbox/generate/Extent"
import type * as Generator from "@candela/sandbox/generate/Generator"
import * as Tickers from "@candela/sandbox/subjects/tickers/Tickers"
import { firstTickers } from "@candela/sandbox/subjects/companies/profiles"
import { average, round } from "@candela/sandbox/numbers/Rounding"
import { Store } from "@candela/sandbox/store/Store"
import * as Table from "@candela/sandbox/store/Table"
import { assert, describe, it, layer, vi } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { createHash } from "node:crypto"
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { basename, dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { Tables } from "../contract/support.js"
import { runs, sampled } from "@candela/support/seeded"
import { contents, ofStockBars, ofStocks, one, opened, temporaryDirectory, tradedStocks } from "./support.js"

const zone = "America/New_York"
const minute = 60_000

interface Minute {
  readonly ticker: string
  readonly t: number
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
  readonly vw: number
  readonly n: number
}

interface Day extends Minute {
  readonly date: string
  readonly session_open: number | null
  readonly session_high: number | null
  readonly session_low: number | null
  readonly session_close: number | null
  readonly pre_market: number | null
  readonly after_hours: number | null
}

const minutesOf = (store: Store.Service, ticker: string) =>
  store.query<Minute>(
    "SELECT * REPLACE (t::DOUBLE AS t, n::DOUBLE AS n) FROM minute_bars WHERE ticker = $1 ORDER BY t",
    [ticker],
  )

const daysOf = (store: Store.Service, ticker: string) =>
  store.query<Day>(
    "SELECT * EXCLUDE (exact_vw) REPLACE (t::DOUBLE AS t, n::DOUBLE AS n) FROM day_bars WHERE ticker = $1 ORDER BY date",
    [ticker],
  )

const tickersOf = (store: Store.Service) =>
  Effect.map(
    store.query<{ readonly ticker: string }>(
      `SELECT DISTINCT ticker FROM tickers WHERE ${tradedStocks} ORDER BY ticker`,
    ),
    (rows) => rows.map(({ ticker }) => ticker),
  )

/** The day bars of a ticker's minutes, put together here by hand. */
const aggregate = (minutes: ReadonlyArray<Minute>): ReadonlyArray<Day> => {
  const byDate = new Map<string, Array<Minute>>()
  for (const bar of minutes) {
    const date = dateOf(zone, bar.t)
    const bars = byDate.get(date)
    if (bars === undefined) byDate.set(date, [bar])
    else bars.push(bar)
  }
  return [...byDate].map(([date, bars]) => {
    const session = Calendar.session(date)!
    const regular = bars.filter(({ t }) => t >= session.open && t < session.close)
    const first = bars[0]!
    const v = bars.reduce((sum, bar) => sum + bar.v, 0)
    const h = Math.max(...bars.map(({ h }) => h))
    const l = Math.min(...bars.map(({ l }) => l))
    const vw = bars.reduce((sum, bar) => sum + bar.v * bar.vw, 0) / v
    return {
      ticker: first.ticker,
      date,
      t: session.midnight,
      o: first.o,
      h,
      l,
      c: bars.at(-1)!.c,
      v: round(v, 4),
      vw: bars.length === 1 ? first.vw : average(vw, l, h, 4),
      n: bars.reduce((sum, bar) => sum + bar.n, 0),
      session_open: regular[0]?.o ?? null,
      session_high: regular.length === 0 ? null : Math.max(...regular.map(({ h }) => h)),
      session_low: regular.length === 0 ? null : Math.min(...regular.map(({ l }) => l)),
      session_close: regular.at(-1)?.c ?? null,
      pre_market: bars.find(({ t }) => t < session.open)?.o ?? null,
      after_hours: bars.findLast(({ t }) => t >= session.close)?.c ?? null,
    }
  })
}

layer(Tables)("small", (it) => {
  it.effect("ends at 2025-06-30 16:00 New York, and says under what it was made", () =>
    Effect.gen(function* () {
      const info = yield* Dataset.Dataset
      assert.deepStrictEqual(info, { name: "small", seed: 1, now: Date.parse("2025-06-30T20:00:00Z") })
    }),
  )

  it.effect("has real symbols that are marked synthetic, with the special ones among them", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const tickers = yield* tickersOf(store)
      assert.isAtLeast(tickers.length, 25)
      assert.includeMembers([...tickers], ["AAPL", "MSFT", "BRK.A", "BRK.B"])
      const counts = yield* one(
        store,
        `SELECT count(*) FILTER (NOT synthetic)::INTEGER AS real, count(*) FILTER (otc)::INTEGER AS otc,
           count(*) FILTER (active AND delisted_date IS NULL)::INTEGER AS active,
           count(*) FILTER (NOT active AND delisted_date BETWEEN '2023-07-03' AND '2025-06-30')::INTEGER AS delisted
         FROM tickers WHERE ${tradedStocks}`,
      )
      // One is delisted, one has another ticker since, which another company had before.
      assert.deepStrictEqual(counts, { real: 0, otc: 1, active: tickers.length - 2, delisted: 3 })
    }),
  )

  it.effect("has day bars on every session of every ticker, and of a delisted one until the day before", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const dates = Calendar.sessions("2023-07-03", "2025-06-30").map(({ date }) => date)
      const delisted = new Map(
        (yield* store.query<{ readonly ticker: string; readonly date: string }>(
          "SELECT ticker, delisted_date AS date FROM tickers WHERE NOT active AND held_until IS NULL",
        )).map(({ date, ticker }) => [ticker, date]),
      )
      for (const ticker of yield* tickersOf(store)) {
        const end = delisted.get(ticker) ?? "9999-12-31"
        assert.deepStrictEqual(
          (yield* daysOf(store, ticker)).map(({ date }) => date),
          dates.filter((date) => date < end),
          ticker,
        )
      }
    }),
  )

  it.effect("has minutes from 2024-02-26 to 2024-03-15 and in the last 40 sessions, and no others", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const dates = [
        ...Calendar.sessions("2024-02-26", "2024-03-15"),
        ...Calendar.sessions("2024-01-01", "2025-06-30").slice(-40),
      ].map(({ date }) => date)
      assert.strictEqual(dates.length, 55)
      for (const ticker of ["AAPL", "BRK.A", "FNMA"]) {
        const found = new Set((yield* minutesOf(store, ticker)).map(({ t }) => dateOf(zone, t)))
        assert.deepStrictEqual([...found], dates, ticker)
      }
    }),
  )

  it.effect("day bars are the aggregation of their minutes, to the last bit", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const tickers = yield* tickersOf(store)
      // With all minutes, only in the session, with a split; and a part of the others.
      for (const ticker of new Set(["AAPL", "FNMA", "ODFL", ...tickers.slice(0, runs(tickers.length))])) {
        const days = new Map((yield* daysOf(store, ticker)).map((day) => [day.date, day]))
        const expected = aggregate(yield* minutesOf(store, ticker))
        const stored: ReadonlyArray<Day | undefined> = expected.map(({ date }) => days.get(date))
        assert.deepStrictEqual(stored, expected, ticker)
      }
    }),
  )

  it.effect("no minute lies outside the trading hours, and none has begun later than a minute before now", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const rows = yield* store.query<{ readonly t: number }>(
        `SELECT DISTINCT t::DOUBLE AS t FROM minute_bars WHERE ${ofStocks}`,
      )
      assert.isAbove(rows.length, 30_000)
      const wrong = rows.filter(({ t }) => {
        const session = Calendar.session(dateOf(zone, t))
        const isOpen = session !== undefined && t >= session.preMarketOpen && t < session.afterHoursClose
        return !isOpen || t % minute !== 0 || t + minute > Dataset.defaultNow
      })
      assert.deepStrictEqual(wrong, [])
    }),
  )

  it.effect("a ticker's rows are stored together and in the order of time, one for each time", () =>
    Effect.gen(function* () {
      const store = yield* Store
      for (const table of ["minute_bars", "day_bars"]) {
        const found = yield* one<{ readonly disordered: number; readonly scattered: number; readonly rows: number }>(
          store,
          `SELECT count(*)::INTEGER AS rows, count(*) FILTER (same AND NOT before < t)::INTEGER AS disordered,
             (count(*) FILTER (NOT coalesce(same, false)) - count(DISTINCT ticker))::INTEGER AS scattered
           FROM (SELECT ticker, t, lag(t) OVER rows AS before, lag(ticker) OVER rows = ticker AS same FROM ${table} WINDOW rows AS (ORDER BY rowid))`,
        )
        assert.isAbove(found.rows, 10_000)
        assert.deepInclude(found, { disordered: 0, scattered: 0 })
      }
    }),
  )

  it.effect("every bar holds together", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const whole = `h >= greatest(o, c) AND l <= least(o, c) AND l > 0 AND vw BETWEEN l AND h
        AND n >= 1 AND v >= n AND v = floor(v)`
      const decimals = ["o", "h", "l", "c", "vw"].map((name) => `${name} = round(${name}, 4)`).join(" AND ")
      const broken = yield* one(
        store,
        `SELECT
           (SELECT count(*)::INTEGER FROM minute_bars WHERE ${ofStocks} AND NOT coalesce(${whole} AND ${decimals}, false)) AS minutes,
           (SELECT count(*)::INTEGER FROM day_bars WHERE ${ofStocks} AND NOT coalesce(${whole} AND ${decimals}, false)) AS days,
           (SELECT count(*)::INTEGER FROM day_bars WHERE ${ofStocks} AND NOT coalesce(session_high >= greatest(session_open, session_close)
             AND session_low <= least(session_open, session_close) AND h >= session_high AND l <= session_low
             AND coalesce(pre_market BETWEEN l AND h, true) AND coalesce(after_hours BETWEEN l AND h, true), false)) AS sessions`,
      )
      assert.deepStrictEqual(broken, { minutes: 0, days: 0, sessions: 0 })
    }),
  )

  it.effect("every bar has at least as many transactions as its prices demand", () =>
    Effect.gen(function* () {
      const store = yield* Store
      // One where all prices are one, else one for open and close each, and one for an extreme that is neither.
      const least = "if(h = l, 1, 2 + (h NOT IN (o, c))::INTEGER + (l NOT IN (o, c))::INTEGER)"
      for (const table of ["minute_bars", "day_bars", "futures_minute_bars", "futures_session_bars"]) {
        const found = yield* one(store, `SELECT count(*)::INTEGER AS wrong FROM ${table} WHERE n < ${least}`)
        assert.deepStrictEqual(found, { wrong: 0 }, table)
      }
    }),
  )

  it.effect("liquid stocks trade in every minute of the session, and sparsely outside it", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const bars = yield* minutesOf(store, "AAPL")
      const session = Calendar.session("2025-06-27")!
      const between = (from: number, to: number) => bars.filter(({ t }) => t >= from && t < to).length
      assert.strictEqual(between(session.open, session.close), 390)
      assert.isAbove(between(session.preMarketOpen, session.open), 20)
      assert.isBelow(between(session.preMarketOpen, session.open), 300)
      assert.isAbove(between(session.close, session.afterHoursClose), 20)
      assert.isBelow(between(session.close, session.afterHoursClose), 220)
    }),
  )

  it.effect("over the counter, trading is in the session only and leaves gaps", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const [bars, days] = yield* Effect.all([minutesOf(store, "FNMA"), daysOf(store, "FNMA")])
      assert.isBelow(bars.length, 55 * 390)
      assert.isTrue(
        bars.every(({ t }) => {
          const session = Calendar.session(dateOf(zone, t))!
          return t >= session.open && t < session.close
        }),
      )
      assert.isTrue(days.every((day) => day.pre_market === null && day.after_hours === null))
    }),
  )

  it.effect("a session is busiest and moves most at its ends", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const sums = yield* store.query<{ readonly place: number; readonly v: number; readonly range: number }>(
        `SELECT place, sum(v ORDER BY ticker, t) AS v, sum((h - l) / o ORDER BY ticker, t) AS range
         FROM (SELECT *, (t - 48600000) % 86400000 // 1800000 AS place FROM minute_bars WHERE ${ofStocks} AND t >= 1747000000000)
         WHERE place BETWEEN 0 AND 12 GROUP BY place ORDER BY place`,
      )
      const at = (place: number) => sums.find((sum) => Number(sum.place) === place)!
      for (const end of [0, 12]) {
        assert.isAbove(at(end).v, 2 * at(6).v)
        assert.isAbove(at(end).range, 1.2 * at(6).range)
      }
    }),
  )

  it.effect("the last day is in progress: there is nothing after the session yet", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const counts = yield* one(
        store,
        `SELECT count(*)::INTEGER AS days, count(after_hours)::INTEGER AS after, count(pre_market)::INTEGER AS before
         FROM day_bars WHERE ${ofStocks} AND date = '2025-06-30'`,
      )
      assert.deepStrictEqual(counts, { days: 109, after: 0, before: 108 })
    }),
  )

  it.effect("a split in March 2024 shows in the prices, with minutes on both sides of it", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const splits = yield* store.query<{ readonly ticker: string; readonly ratio: number }>(
        "SELECT ticker, split_to / split_from AS ratio FROM splits WHERE execution_date = '2024-03-11'",
      )
      assert.deepStrictEqual(splits, [{ ticker: "ODFL", ratio: 2 }])
      const days = yield* daysOf(store, "ODFL")
      const at = (date: string) => days.find((day) => day.date === date)!
      assert.closeTo(at("2024-03-08").c / at("2024-03-11").o, 2, 0.2)
      const dates = (yield* minutesOf(store, "ODFL")).map(({ t }) => dateOf(zone, t))
      assert.includeMembers(dates, ["2024-03-08", "2024-03-11"])
    }),
  )

  it.effect("with as many minutes a session as here, quickstart has a million of several tickers", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const { from, markets } = Dataset.extents.quickstart
      const tickers = markets.stocks!.tickers as ReadonlyArray<string>
      assert.strictEqual(tickers.length, 8)
      const found = yield* one<{ readonly rows: number }>(
        store,
        `SELECT count(*)::INTEGER AS rows FROM minute_bars WHERE ticker IN (${tickers.map((ticker) => `'${ticker}'`).join()})`,
      )
      const sessions = Calendar.sessions(from, dateOf(zone, Dataset.defaultNow)).length
      assert.closeTo((found.rows / 55) * sessions, 1_025_000, 25_000)
    }),
  )

  it.effect("no day moves further than a split or another company explains", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const jumps = yield* store.query(
        `SELECT DISTINCT ticker FROM
           (SELECT ticker, date, c / lag(c) OVER (PARTITION BY ticker ORDER BY date) AS move FROM day_bars)
         WHERE move NOT BETWEEN 0.75 AND 1.3 ORDER BY ticker`,
      )
      // The ticker DOC is another company's from a day on.
      const [changed, ...split] = jumps
      assert.deepStrictEqual(changed, { ticker: "DOC" })
      assert.deepStrictEqual(split, [{ ticker: "NVDA" }, { ticker: "ODFL" }, { ticker: "SPCE" }, { ticker: "WMT" }])
    }),
  )
})

describe("making", () => {
  it.scopedLive("the bars of stocks of seed 1 are the same on every machine", () =>
    Effect.gen(function* () {
      const { store } = yield* opened("small", {
        now: Date.parse("2023-07-10T12:00:00-04:00"),
        generators: ofStockBars,
      })
      const hash = createHash("sha256")
      for (const [table, order] of [
        ["minute_bars", "t"],
        ["day_bars", "date"],
      ]) {
        const rows = `FROM ${table} AS bars WHERE NOT contains(ticker, ':') ORDER BY ticker, ${order}`
        hash.update(yield* store.text(`SELECT to_json(bars) ${rows}`))
      }
      assert.strictEqual(hash.digest("hex"), "3ce8bd3a92b71df8bfe327130e9bd8d26f3fa023c87eaa2da567ed55088f8197")
    }),
  )

  it.scopedLive("a file is used again; a file that is broken is made anew", () =>
    Effect.gen(function* () {
      const directory = join(yield* temporaryDirectory, "made", "on", "the", "way")
      const shares: Array<number> = []
      const onProgress = (share: number) => Effect.sync(() => void shares.push(share))
      const now = Date.parse("2023-07-05T12:00:00-04:00")
      const options = { directory, now, generators: [Tickers.generator], onProgress }
      const path = yield* Dataset.make("small", options)
      const made = statSync(path)
      assert.deepStrictEqual(shares, [0, 0.9, 1])
      assert.strictEqual(yield* Dataset.make("small", options), path)
      assert.strictEqual(statSync(path).ino, made.ino)
      assert.strictEqual(shares.length, 3)
      assert.notStrictEqual(yield* Dataset.make("small", { ...options, seed: 2 }), path)

      writeFileSync(path, "not a database")
      assert.strictEqual(yield* Dataset.make("small", options), path)
      const { store } = yield* Dataset.open(path, options)
      assert.isAbove((yield* tickersOf(store)).length, 0)
      assert.strictEqual(readdirSync(directory).length, 2)
    }),
  )

  it.scopedLive("one that is ready is opened once; one that is missing or broken is made first", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const options = { directory, now: Date.parse("2023-07-05T12:00:00-04:00"), generators: [Tickers.generator] }
      const ready = Effect.scoped(
        Effect.flatMap(Dataset.ready("small", options), ({ store, ...info }) =>
          Effect.map(tickersOf(store), (tickers) => ({ ...info, path: store.path!, count: tickers.length })),
        ),
      )
      const first = yield* ready
      assert.strictEqual(first.path, yield* Dataset.make("small", options))
      const made = statSync(first.path)
      const open = vi.spyOn(DuckDBInstance, "create")
      assert.deepStrictEqual(yield* ready, first)
      assert.strictEqual(open.mock.calls.length, 1)
      open.mockRestore()
      assert.strictEqual(statSync(first.path).ino, made.ino)

      writeFileSync(first.path, "not a database")
      assert.deepStrictEqual(yield* ready, first)
      const { path, store } = yield* Effect.map(
        Dataset.ready("small", { ...options, writable: true }),
        ({ store }) => ({ path: store.path, store }),
      )
      assert.notStrictEqual(path, first.path)
      yield* store.run("CREATE TABLE mine (a INTEGER)")
      assert.deepStrictEqual(readdirSync(directory), [basename(first.path)])
    }),
  )

  it.scopedLive(
    "what killed builds have left is removed, and nothing that somebody may still build in, or that is not ours",
    () =>
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const { pid: gone } = spawnSync(process.execPath, ["-e", ""])
        const old = new Date(Date.now() - 2 * 3_600_000)
        const add = (name: string, modified: Date, content = "data.duckdb") => {
          mkdirSync(join(directory, name))
          writeFileSync(join(directory, name, content), "")
          utimesSync(join(directory, name), modified, modified)
          return name
        }
        const recent = new Date()
        const [here, elsewhere] = [hostname(), `not-${hostname()}`]
        const removed = [
          add(`building-${gone}-${here}-abcdef`, recent),
          add(`building-${gone}-${here}-ABC123`, old, "data.duckdb.wal"),
          add(`building-${process.pid}-${here}-abcdef`, old),
          add(`building-1-${elsewhere}-abcdef`, old),
          add("building-abcdef", old),
        ]
        const kept = [
          add(`building-${process.ppid}-${here}-abcdef`, recent),
          add(`building-${process.ppid}-${here}-ABCDEF`, old),
          add(`building-${process.pid}-${here}-ABCDEF`, recent),
          add(`building-${gone}-${elsewhere}-abcdef`, recent),
          add("building-ABCDEF", recent),
          add("building-blocks", old, "notes.txt"),
          add("building-a-house", old),
          add("my-building-abcdef", old),
        ]
        const options = { directory, now: Date.parse("2023-07-05T12:00:00-04:00"), generators: [notes("any")] }
        const path = yield* Dataset.make("small", options)
        assert.deepStrictEqual(readdirSync(directory).sort(), [...kept, basename(path)].sort())

        // Also where the data set is there already.
        add(removed[0]!, recent)
        yield* Dataset.make("small", options)
        add(removed[1]!, recent)
        yield* Effect.scoped(Dataset.ready("small", options))
        assert.deepStrictEqual(readdirSync(directory).sort(), [...kept, basename(path)].sort())
      }),
  )

  it.scopedLive("a clock before the data set begins is refused", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      for (const now of [Date.parse("2023-06-30T12:00:00Z"), Number.NaN, Date.parse("2036-01-01T00:00:00Z")]) {
        const error = yield* Effect.flip(Dataset.make("small", { directory, now }))
        assert.strictEqual(error._tag, "DatasetError")
        assert.include(error.message, "2023-07-03")
      }
      assert.deepStrictEqual(readdirSync(directory), [])
    }),
  )

  it.scopedLive("a directory that cannot be made fails by its name", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "file")
      writeFileSync(file, "")
      const error = yield* Effect.flip(Dataset.make("small", { directory: join(file, "inside") }))
      assert.strictEqual(error._tag, "DatasetError")
      assert.include(error.message, join(file, "inside"))
    }),
  )

  it("demo has minutes of the last 40 sessions, and for at least five tickers of all its two years", () => {
    const { from, markets } = Dataset.extents.demo
    const dates = Calendar.sessions(from, dateOf(zone, Dataset.defaultNow)).map(({ date }) => date)
    assert.isAtLeast(dates.length, 500)
    const minutes = firstTickers.map((ticker) => [...new Set(minuteDates(markets.stocks!, ticker, dates))].sort())
    const whole = minutes.filter((of) => of.length === dates.length)
    const others = minutes.filter((of) => of.length < dates.length)
    assert.isAtLeast(whole.length, 5)
    assert.isAtLeast(others.length, 20)
    for (const of of others) assert.deepStrictEqual(of, dates.slice(-40))
  })
})

/** A generator of one row, or of a table with another column. */
const notes = (text: string, hidden: Table.Hidden = {}): Generator.Generator => {
  const table = Table.of("notes", { row: Field.struct({ text: Field.required(Schema.String) }), hidden, key: ["text"] })
  return {
    name: `notes of ${text}`,
    tables: [table],
    needs: [],
    write: ({ statements }) => table.append(statements, [{ text }]),
  }
}

describe("a file's name", () => {
  const now = Date.parse("2023-07-05T12:00:00-04:00")
  const texts = Effect.fnUntraced(function* (path: string, generators: ReadonlyArray<Generator.Generator>) {
    const { store } = yield* Dataset.open(path, { generators })
    return yield* store.query("SELECT text FROM notes")
  }, Effect.scoped)

  it.scopedLive("changes with a generator and with a table: a file of the old ones is never served", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const variants = [
        [notes("old")],
        [notes("new")],
        [notes("new", { added: "DOUBLE" })],
        [notes("new"), Tickers.generator],
      ]
      const paths = yield* Effect.forEach(variants, (generators) =>
        Dataset.make("small", { directory, now, generators }),
      )
      assert.strictEqual(new Set(paths).size, variants.length)
      const found = yield* Effect.forEach(variants, (generators, index) => texts(paths[index]!, generators))
      assert.deepStrictEqual(found.flat(), [{ text: "old" }, { text: "new" }, { text: "new" }, { text: "new" }])
    }),
  )

  it.scopedLive("changes with the text of any module that makes rows, and with what rows are made of", () =>
    Effect.gen(function* () {
      const directory = join(yield* temporaryDirectory, "src")
      const sources = fileURLToPath(new URL("../../src", import.meta.url))
      cpSync(sources, directory, { recursive: true })
      const entry = join(directory, "dataset/all.ts")
      const options = { generators: all, extent: Dataset.extents.small, seed: 1, now, entry }
      const before = digest(options)
      assert.strictEqual(digest(options), before)
      assert.strictEqual(digest({ ...options, entry: join(sources, "dataset/all.ts") }), before)

      const modules = modulesOf(entry)
      const names = modules.map((file) => relative(directory, file))
      assert.includeMembers(names, ["subjects/tickers/Tickers.ts", "subjects/stocks/walk.ts", "numbers/Rounding.ts"])
      assert.notInclude(names, "routes/stocks.ts")
      const changed = sampled(modules, 0)
      const digests = changed.map((file) => {
        const text = readFileSync(file, "utf8")
        writeFileSync(file, `${text} `)
        const other = digest(options)
        writeFileSync(file, text)
        return other
      })
      const others = [
        digest({ ...options, seed: 2 }),
        digest({ ...options, now: now + 1 }),
        digest({ ...options, extent: Dataset.extents.demo }),
      ]
      assert.strictEqual(new Set([before, ...digests, ...others]).size, 1 + changed.length + 3)
    }),
  )
})

describe("opening", () => {
  const now = Date.parse("2023-07-05T12:00:00-04:00")

  it.scopedLive("a file is read only; a writable copy leaves it as it is, and goes with its scope", () =>
    Effect.gen(function* () {
      const generators = [Tickers.generator]
      const options = { directory: yield* temporaryDirectory, now, generators }
      const path = yield* Dataset.make("small", options)
      const reading = yield* Dataset.open(path, options)
      assert.deepInclude(reading, { name: "small", seed: 1, now })
      assert.include((yield* Effect.flip(reading.store.run("DELETE FROM tickers"))).message, "read-only")
      const before = yield* contents(reading.store, generators)

      const copy = yield* Effect.scoped(
        Effect.gen(function* () {
          const writing = yield* Dataset.open(path, { ...options, writable: true })
          yield* writing.store.run("DELETE FROM tickers")
          assert.notStrictEqual(yield* contents(writing.store, generators), before)
          return writing.store.path!
        }),
      )
      assert.isFalse(existsSync(copy))
      const again = yield* Dataset.open(path, options)
      assert.strictEqual(yield* contents(again.store, generators), before)
    }),
  )

  it.scopedLive("a writable copy of a killed process is removed, and no other", () =>
    Effect.gen(function* () {
      const options = { directory: yield* temporaryDirectory, now, generators: [notes("any")] }
      const path = yield* Dataset.make("small", options)
      const copies = yield* temporaryDirectory
      vi.stubEnv("TMPDIR", copies)
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllEnvs()))
      const add = (name: string, file = "data.duckdb") => {
        mkdirSync(join(copies, name))
        writeFileSync(join(copies, name, file), "")
        return name
      }
      const { pid: gone } = spawnSync(process.execPath, ["-e", ""])
      const here = hostname()
      const before = new Date(Date.now() - process.uptime() * 1_000 - 60_000)
      add(`candela-import-${gone}-${here}-abcdef`)
      // The number of this process was another's before it began.
      utimesSync(join(copies, add(`candela-import-${process.pid}-${here}-abcdef`)), before, before)
      const kept = [
        add(`candela-import-${process.ppid}-${here}-abcdef`),
        add(`candela-import-${process.pid}-${here}-ABCDEF`),
        add(`candela-import-${gone}-not-${here}-abcdef`),
        add(`candela-import-${gone}-${here}-ABCDEF`, "notes.txt"),
        add(`candela-${gone}-${here}-abcdef`),
      ]
      utimesSync(join(copies, kept[0]!), before, before)
      utimesSync(join(copies, kept[2]!), before, before)
      const { store } = yield* Dataset.open(path, { ...options, writable: true })
      assert.deepStrictEqual(readdirSync(copies).sort(), [...kept, basename(dirname(store.path!))].sort())
    }),
  )

  it.scopedLive("another database is refused, and so is a file that other generators made", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const path = join(directory, "other.duckdb")
      yield* Effect.scoped(Effect.flatMap(Store.make({ path }), (store) => store.run("CREATE TABLE other (x INTEGER)")))
      const error = yield* Effect.flip(Dataset.open(path))
      assert.strictEqual(error._tag, "DatasetError")
      assert.include(error.message, path)

      const other = yield* Dataset.make("small", { directory, now, generators: [notes("other")] })
      assert.include((yield* Effect.flip(Dataset.open(other))).message, "make it anew")
      const reopened = yield* Dataset.open(other, { generators: [notes("other")] })
      assert.deepInclude(reopened, { name: "small", now })
    }),
  )

  it.scopedLive("an empty data set has every table and its clock", () =>
    Effect.gen(function* () {
      const { store, ...info } = yield* Dataset.empty({ now })
      assert.deepStrictEqual(info, { name: "empty", seed: 0, now })
      assert.deepStrictEqual(yield* tickersOf(store), [])
      assert.deepStrictEqual(yield* minutesOf(store, "AAPL"), [])
    }),
  )
})
