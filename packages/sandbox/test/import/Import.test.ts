import { midnight } from "@candela/market/TimeZone"
import * as Calendar from "@candela/market/Calendar"
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import * as Import from "@candela/sandbox/import/Import"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, type Scope } from "effect"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { directory } from "../contract/support.js"
import { sp500File } from "../sp500.js"
import { runs, sampled } from "@candela/support/seeded"

const zone = "America/New_York"

const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-import-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true })),
)

const minuteColumns = { timestamp: "time" }

/** Runs with an empty data set. */
const withStore = <A, E>(use: Effect.Effect<A, E, Store | Scope.Scope>) =>
  Effect.flatMap(Dataset.empty({ now: Dataset.defaultNow }), ({ store }) => Effect.provideService(use, Store, store))

const importText = (text: string | Uint8Array, options: Partial<Import.Options> = {}, name = "bars.csv") =>
  Effect.gen(function* () {
    const file = join(yield* temporaryDirectory, name)
    writeFileSync(file, text)
    return yield* Import.bars({ file, ticker: "MINE", timespan: "day", ...options })
  })

const days = (ticker = "MINE") =>
  Effect.flatMap(Store, (store) =>
    store.query<Record<string, unknown>>(
      "SELECT * EXCLUDE (exact_vw) REPLACE (t::DOUBLE AS t) FROM day_bars WHERE ticker = $1 ORDER BY date",
      [ticker],
    ),
  )

const minutes = (ticker = "MINE") =>
  Effect.flatMap(Store, (store) =>
    store.query<Record<string, unknown>>(
      "SELECT * REPLACE (t::DOUBLE AS t) FROM minute_bars WHERE ticker = $1 ORDER BY t",
      [ticker],
    ),
  )

const rowsInAll = Effect.flatMap(Store, (store) =>
  store.query(
    "SELECT (SELECT count(*)::INTEGER FROM tickers) + (SELECT count(*)::INTEGER FROM minute_bars) + (SELECT count(*)::INTEGER FROM day_bars) AS rows",
  ),
)

const failure = (text: string | Uint8Array, options?: Partial<Import.Options>, name?: string) =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(importText(text, options, name))
    assert.deepStrictEqual(yield* rowsInAll, [{ rows: 0 }])
    if (error._tag !== "ImportError") return assert.fail(error.message)
    return error
  })

const header = "date,open,high,low,close\n"

describe("daily bars", () => {
  it.scopedLive("the real S&P 500 of 2000 to 2020 is imported, row for row", () =>
    withStore(
      Effect.gen(function* () {
        const imported = yield* Import.bars({
          file: sp500File,
          ticker: "SPX",
          name: "S&P 500",
          timespan: "day",
        })
        assert.deepStrictEqual(imported, {
          file: sp500File,
          ticker: "SPX",
          timespan: "day",
          rows: 5105,
          first: Date.parse("2000-01-03T00:00:00-05:00"),
          last: Date.parse("2020-04-17T00:00:00-04:00"),
          columns: { date: "date", open: "open", high: "high", low: "low", close: "close", volume: "volume" },
          unmapped: ["adjclose"],
        })
        const expected = readFileSync(sp500File, "utf8")
          .split("\n")
          .slice(1)
          .map((line) => {
            const [date, o, h, l, c, , v] = line.split(",")
            return {
              date,
              t: midnight(zone, date!),
              o: Number(o),
              h: Number(h),
              l: Number(l),
              c: Number(c),
              v: Number(v),
            }
          })
        const found = yield* days("SPX")
        assert.deepStrictEqual(
          found.map(({ c, date, h, l, o, t, v }) => ({ date, t, o, h, l, c, v })),
          expected as never,
        )
        assert.isTrue(found.every((row) => row["vw"] === null && row["n"] === null && row["session_open"] === null))
        const store = yield* Store
        assert.deepStrictEqual(yield* store.query("SELECT ticker, name, market, active, otc, synthetic FROM tickers"), [
          { ticker: "SPX", name: "S&P 500", market: "stocks", active: true, otc: false, synthetic: false },
        ])
      }),
    ),
  )

  it.scopedLive("dates are read in every common form, with quotes and space around them", () =>
    withStore(
      Effect.gen(function* () {
        const forms = [
          "2000-01-03",
          "2000/01/04",
          "20000105",
          "01/06/2000",
          "1/7/2000",
          "Jan 10 2000",
          '"Jan 11, 2000"',
          "12 Jan 2000",
          "13-Jan-2000",
          "January 14 2000",
          '"January 18, 2000"',
          " 2000-01-19 ",
          "2000-01-20 00:00:00",
          "2000-01-21T00:00:00Z",
          "2000-01-24 00:00:00+00:00",
          // Midnight in UTC, midnight in New York, and the close there.
          String(Date.parse("2000-01-25T00:00:00Z")),
          String(Date.parse("2000-01-26T00:00:00-05:00")),
          `${Date.parse("2000-01-27T16:00:00-05:00")}.0`,
        ]
        yield* importText(header + forms.map((form) => `${form},1,2,1,2\n`).join(""))
        assert.deepStrictEqual(
          (yield* days()).map(({ date }) => date),
          Calendar.sessions("2000-01-03", "2000-01-27").map(({ date }) => date),
        )
      }),
    ),
  )

  it.scopedLive("rows in any order are sorted; columns are found by name, and others are told", () =>
    withStore(
      Effect.gen(function* () {
        const text = "Shares,Note,Close,Low,High,Open,Day\n7,x,2,1,3,2,2024-01-03\n8,,3,2,4,3,2024-01-02\n"
        const { unmapped } = yield* importText(text, { columns: { date: "Day", volume: "Shares" } })
        assert.deepStrictEqual(unmapped, ["Note"])
        assert.deepStrictEqual(
          (yield* days()).map(({ date, o, v }) => [date, o, v]),
          [
            ["2024-01-02", 3, 8],
            ["2024-01-03", 2, 7],
          ],
        )
        const store = yield* Store
        assert.deepStrictEqual(yield* store.query("SELECT date FROM day_bars ORDER BY rowid"), [
          { date: "2024-01-02" },
          { date: "2024-01-03" },
        ])
      }),
    ),
  )

  it.scopedLive("volume is 0 and average and count are null where they are missing", () =>
    withStore(
      Effect.gen(function* () {
        const text = "date,open,high,low,close,v,vw,n\n2024-01-02,1,2,1,2,,,\n2024-01-03,1,2,1,2,5.5,1.5,3\n"
        yield* importText(text, { columns: { volume: "v", vwap: "vw", transactions: "n" } })
        assert.deepStrictEqual(
          (yield* days()).map(({ n, v, vw }) => [v, vw, n]),
          [
            [0, null, null],
            [5.5, 1.5, 3n],
          ],
        )
      }),
    ),
  )

  const known = ["date", "open", "high", "low", "close", "volume", "vwap", "transactions"]
  const values: Readonly<Record<string, string>> = {
    date: "2024-01-02",
    open: "2",
    high: "4",
    low: "1",
    close: "3",
    volume: "70",
    vwap: "2.5",
    transactions: "7",
  }
  const other = fc.stringMatching(/^[a-z]{2,8} ?[a-z]{2,4}$/).filter((name) => !known.includes(name))
  const letterCase = (name: string) =>
    fc
      .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
      .map((upper) => Array.from(name, (letter, at) => (upper[at] === true ? letter.toUpperCase() : letter)).join(""))

  /**
   * A header: our names in any order and letter case, what may be missing sometimes missing, and
   * columns of other names between them.
   */
  const anyHeader = fc
    .tuple(fc.subarray(known.slice(5)), fc.uniqueArray(other, { maxLength: 4 }))
    .chain(([optional, others]) =>
      fc.tuple(...[...known.slice(0, 5), ...optional].map(letterCase), ...others.map((name) => fc.constant(name))),
    )
    .chain((names) => fc.shuffledSubarray(names, { minLength: names.length }))

  it.scopedLive("every column of a known name is read, in any letter case and place, and every other is told", () =>
    Effect.forEach(
      fc.sample(anyHeader, { seed: 14, numRuns: runs(40) }),
      (names) =>
        withStore(
          Effect.gen(function* () {
            const isOurs = (name: string) => known.includes(name.toLowerCase())
            const imported = yield* importText(
              [names, names.map((name) => values[name.toLowerCase()] ?? "9")].map((row) => row.join(",")).join("\n"),
            )
            assert.deepStrictEqual(
              imported.columns,
              Object.fromEntries(names.filter(isOurs).map((name) => [name.toLowerCase(), name])),
            )
            assert.deepStrictEqual(
              imported.unmapped,
              names.filter((name) => !isOurs(name)),
            )
            const has = (name: string) => name in imported.columns
            const [day] = yield* days()
            assert.deepInclude(day, { date: "2024-01-02", o: 2, h: 4, l: 1, c: 3 })
            assert.deepInclude(day, {
              v: has("volume") ? 70 : 0,
              vw: has("vwap") ? 2.5 : null,
              n: has("transactions") ? 7n : null,
            })
          }),
        ).pipe(Effect.scoped),
      { discard: true },
    ),
  )

  it.scopedLive("a name that is given beats ours, and names that differ in letter case alone are told apart", () =>
    withStore(
      Effect.gen(function* () {
        const text = "Date,Open,High,Low,Close,close,Adj Close\n2024-01-02,2,4,1,3,2.5,1.5\n"
        const closes = Effect.map(days(), ([day]) => day!["c"])
        assert.deepStrictEqual((yield* importText(text)).unmapped, ["Close", "Adj Close"])
        assert.strictEqual(yield* closes, 2.5)
        const adjusted = yield* importText(text, { columns: { close: "Adj Close" } })
        assert.deepStrictEqual(adjusted.unmapped, ["Close", "close"])
        assert.strictEqual(yield* closes, 1.5)
        assert.include((yield* Effect.flip(importText(text.replace("close", "CLOSE")))).message, "more than once")
      }),
    ),
  )

  const price = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => cents / 100)
  const bar = fc.tuple(
    fc.integer({ min: -20_000, max: 40_000 }),
    fc.array(price, { minLength: 4, maxLength: 4 }),
    fc.nat(),
  )

  it.scopedLive("whatever is written to a file is in the table afterwards", () =>
    Effect.forEach(
      fc.sample(fc.uniqueArray(bar, { selector: ([day]) => day, minLength: 1, maxLength: 40 }), {
        seed: 5,
        numRuns: runs(15),
      }),
      (bars) =>
        withStore(
          Effect.gen(function* () {
            const rows = bars.map(([day, prices, volume]) => {
              const [low, open, close, high] = prices.sort((a, b) => a - b)
              const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
              return { date, o: open, h: high, l: low, c: close, v: volume }
            })
            const text = rows.map(({ c, date, h, l, o, v }) => [date, o, h, l, c, v].join(",")).join("\n")
            yield* importText(`date,open,high,low,close,volume\n${text}`)
            assert.deepStrictEqual(
              (yield* days()).map(({ c, date, h, l, o, v }) => ({ date, o, h, l, c, v })),
              [...rows].sort((a, b) => (a.date < b.date ? -1 : 1)) as never,
            )
          }),
        ).pipe(Effect.scoped),
      { discard: true },
    ),
  )

  it.scopedLive("a Parquet file gives the same rows as a CSV file, whatever its types", () =>
    withStore(
      Effect.gen(function* () {
        const store = yield* Store
        const directory = yield* temporaryDirectory
        yield* Import.bars({ file: sp500File, ticker: "CSV", timespan: "day" })
        const types = ["date", "t", "date::VARCHAR", "date::TIMESTAMP", "t::DOUBLE", "date::TIMESTAMPTZ"]
        for (const [index, time] of sampled(types, 0).entries()) {
          const file = join(directory, `${index}.parquet`)
          yield* store.run(
            `COPY (SELECT ${time} AS "the ""day""", o AS open, h::DECIMAL(18, 6) AS high, l AS low, c::VARCHAR AS close, v::BIGINT AS volume
             FROM day_bars WHERE ticker = 'CSV') TO '${file}' (FORMAT parquet)`,
          )
          yield* Import.bars({
            file,
            ticker: `PARQUET${index}`,
            timespan: "day",
            columns: { date: 'the "day"' },
          })
          const difference = yield* store.query(
            `SELECT * EXCLUDE (ticker, exact_vw) FROM day_bars WHERE ticker = 'CSV' EXCEPT SELECT * EXCLUDE (ticker, exact_vw) FROM day_bars WHERE ticker = $1`,
            [`PARQUET${index}`],
          )
          assert.deepStrictEqual(difference, [], time)
        }
      }),
    ),
  )
})

describe("minute bars", () => {
  it.scopedLive("of a pair have the days and the times of UTC, and all decimals of its market", () =>
    withStore(
      Effect.gen(function* () {
        const text =
          "time,open,high,low,close,volume,vwap,transactions\n" +
          "2024-03-04 23:59,1,3,1,2,0.00000001,2.12345678,1\n" +
          "2024-03-05 00:00,2,4,2,3,0.00000003,3,1\n" +
          "2024-03-05T01:00:00Z,3,5,3,4,0.00000001,4,1\n"
        for (const [ticker, market] of [
          ["X:MINEUSD", "crypto"],
          ["C:MINUSD", "fx"],
        ] as const) {
          yield* importText(text, { ticker, timespan: "minute", columns: minuteColumns })
          const found = (yield* days(ticker)).map(({ date, t, v, vw }) => ({ date, t, v, vw }))
          assert.deepStrictEqual(found, [
            { date: "2024-03-04", t: Date.parse("2024-03-04"), v: 1e-8, vw: 2.12345678 },
            { date: "2024-03-05", t: Date.parse("2024-03-05"), v: 4e-8, vw: 3.25 },
          ])
          assert.deepStrictEqual(
            (yield* minutes(ticker)).map(({ t }) => t),
            ["2024-03-04T23:59Z", "2024-03-05T00:00Z", "2024-03-05T01:00Z"].map((time) => Date.parse(time)),
          )
          const store = yield* Store
          const [row] = yield* store.query("SELECT market, locale FROM tickers WHERE ticker = $1", [ticker])
          assert.deepStrictEqual(row, { market, locale: "global" })
          yield* importText("date,open,high,low,close\n2024-03-06,1,1,1,1\n", { ticker })
          assert.strictEqual((yield* days(ticker)).at(-1)!["t"], Date.parse("2024-03-06"))
        }
      }),
    ),
  )

  it.scopedLive("times are read with a zone, without one as New York's, and as milliseconds", () =>
    withStore(
      Effect.gen(function* () {
        const forms = [
          "2024-03-08 09:30",
          "2024-03-08T14:31:00Z",
          "2024-03-08 09:32:00-05:00",
          "2024/03/08 09:33",
          "3/8/2024 9:34",
          String(Date.parse("2024-03-08T09:35:00-05:00")),
          // After daylight-saving time has begun.
          "2024-03-11 09:30:00.000",
          "2024-03-11T13:31:00+0000",
        ]
        yield* importText("time,open,high,low,close\n" + forms.map((form) => `${form},1,2,1,2\n`).join(""), {
          timespan: "minute",
          columns: minuteColumns,
        })
        const expected = [
          ...[30, 31, 32, 33, 34, 35].map((minute) => `2024-03-08T09:${minute}:00-05:00`),
          "2024-03-11T09:30:00-04:00",
          "2024-03-11T09:31:00-04:00",
        ]
        assert.deepStrictEqual(
          (yield* minutes()).map(({ t }) => t),
          expected.map((text) => Date.parse(text)),
        )
      }),
    ),
  )

  it.scopedLive("they give the day bars of their days, with what came before, in and after the session", () =>
    withStore(
      Effect.gen(function* () {
        const imported = yield* importText(
          `time,open,high,low,close,v,vw,n
2024-07-03 08:00,10,12,9,11,100,10.5,4
2024-07-03 09:30,11,15,11,14,200,13,5
2024-07-03 12:59,14,14,8,9,100,10,6
2024-07-03 13:00,9,10,7,8,100,9,7
2024-07-05 10:00,5,5,5,5,1,5,1
2024-07-06 10:00,6,7,6,7,0,6,1
`,
          { timespan: "minute", columns: { ...minuteColumns, volume: "v", vwap: "vw", transactions: "n" } },
        )
        assert.deepInclude(imported, { rows: 6, first: Date.parse("2024-07-03T08:00:00-04:00") })
        const [short, single, saturday, ...more] = yield* days()
        assert.deepStrictEqual(short, {
          ticker: "MINE",
          date: "2024-07-03",
          t: Date.parse("2024-07-03T00:00:00-04:00"),
          o: 10,
          h: 15,
          l: 7,
          c: 8,
          v: 500,
          vw: 11.1,
          n: 22n,
          session_open: 11,
          session_high: 15,
          session_low: 8,
          session_close: 9,
          pre_market: 10,
          after_hours: 8,
        })
        assert.deepInclude(single, { date: "2024-07-05", vw: 5, pre_market: null, after_hours: null })
        // Also on a day on which the market is closed: it is the user's data.
        assert.deepInclude(saturday, { date: "2024-07-06", v: 0, vw: 6, session_open: 6, session_close: 7 })
        assert.deepStrictEqual(more, [])
      }),
    ),
  )

  it.scopedLive("days and minutes of one ticker go together: where there are minutes, they make the day", () =>
    Effect.gen(function* () {
      const day = importText(`${header}2024-03-07,1,1,1,1\n2024-03-08,1,1,1,1\n`)
      const minute = importText("time,open,high,low,close\n2024-03-08 09:30,5,5,5,5\n", {
        timespan: "minute",
        columns: minuteColumns,
      })
      for (const both of [
        [day, minute],
        [minute, day],
      ]) {
        yield* withStore(
          Effect.gen(function* () {
            yield* Effect.all(both)
            assert.deepStrictEqual(
              (yield* days()).map(({ date, o }) => [date, o]),
              [
                ["2024-03-07", 1],
                ["2024-03-08", 5],
              ],
            )
          }),
        )
      }
    }),
  )

  it.scopedLive("a second file adds to the first, and replaces what both have", () =>
    withStore(
      Effect.gen(function* () {
        const options = { timespan: "minute", columns: minuteColumns } as const
        yield* importText("time,open,high,low,close\n2024-03-08 09:30,1,1,1,1\n2024-03-08 09:31,2,2,2,2\n", options)
        yield* importText("time,open,high,low,close\n2024-03-08 09:31,3,3,3,3\n2024-03-08 09:32,4,4,4,4\n", options)
        assert.deepStrictEqual(
          (yield* minutes()).map(({ o }) => o),
          [1, 3, 4],
        )
        assert.deepStrictEqual(
          (yield* days()).map(({ c, o }) => [o, c]),
          [[1, 4]],
        )
        yield* importText(`${header}2024-01-02,1,1,1,1\n2024-01-03,2,2,2,2\n`)
        yield* importText(`${header}2024-01-03,3,3,3,3\n`)
        assert.deepStrictEqual(
          (yield* days()).map(({ date, o }) => [date, o]),
          [
            ["2024-01-02", 1],
            ["2024-01-03", 3],
            ["2024-03-08", 1],
          ],
        )
      }),
    ),
  )

  it.scopedLive("a generated ticker's minutes, written out and imported, give its day bars again", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const now = Date.parse("2024-10-07T16:00:00-04:00")
      const path = yield* Dataset.make("quickstart", { directory, now })
      const { store } = yield* Dataset.open(path, { writable: true })
      const difference = `SELECT * EXCLUDE (ticker, exact_vw) FROM day_bars WHERE ticker = 'MSFT' EXCEPT SELECT * EXCLUDE (ticker, exact_vw) FROM day_bars WHERE ticker = 'COPY'`
      for (const format of ["csv", "parquet"]) {
        const file = join(directory, `minutes.${format}`)
        yield* store.run(`COPY (FROM minute_bars WHERE ticker = 'MSFT' ORDER BY h, t) TO '${file}' (FORMAT ${format})`)
        yield* Import.bars({
          file,
          ticker: "COPY",
          timespan: "minute",
          columns: {
            timestamp: "t",
            open: "o",
            high: "h",
            low: "l",
            close: "c",
            volume: "v",
            vwap: "vw",
            transactions: "n",
          },
        }).pipe(Effect.provideService(Store, store))
        const [{ rows }] = (yield* store.query(
          "SELECT count(*)::INTEGER AS rows FROM minute_bars WHERE ticker = 'COPY'",
        )) as [{ readonly rows: number }]
        assert.isAbove(rows, 3000)
        assert.deepStrictEqual(yield* store.query(difference), [])
        yield* store.run("DELETE FROM minute_bars WHERE ticker = 'COPY'")
        yield* store.run("DELETE FROM day_bars WHERE ticker = 'COPY'")
      }
    }),
  )

  it.scopedLive(
    "synthetic rows of the same ticker give way, also splits, dividends and balance sheets; other tickers stay",
    () =>
      Effect.gen(function* () {
        const path = yield* Dataset.make("small", { directory })
        const { store } = yield* Dataset.open(path, { writable: true })
        const counts = (ticker: string) =>
          store.query<Record<string, unknown>>(
            `SELECT (SELECT count(*)::INTEGER FROM day_bars WHERE ticker = $1) AS days,
             (SELECT count(*)::INTEGER FROM minute_bars WHERE ticker = $1) AS minutes,
             (SELECT count(*)::INTEGER FROM splits WHERE ticker = $1) AS splits,
             (SELECT count(*)::INTEGER FROM dividends WHERE ticker = $1) AS dividends,
             (SELECT count(*)::INTEGER FROM balance_sheets WHERE list_contains(tickers, $1)) AS sheets, synthetic
           FROM tickers WHERE ticker = $1`,
            [ticker],
          )
        const others = yield* counts("WMT")
        for (const rows of [...others, ...(yield* counts("ODFL"))]) {
          assert.isTrue(
            Object.values(rows).every((value) => value === true || Number(value) > 0),
            JSON.stringify(rows),
          )
        }
        yield* importText(`${header}2024-03-11,1,2,1,2\n`, { ticker: "ODFL" }).pipe(Effect.provideService(Store, store))
        assert.deepStrictEqual(yield* counts("ODFL"), [
          { days: 1, minutes: 0, splits: 0, dividends: 0, sheets: 0, synthetic: false },
        ])
        assert.deepStrictEqual(yield* counts("WMT"), others)
      }),
  )
})

describe("a number", () => {
  it.scopedLive("is a decimal, with an exponent if need be", () =>
    withStore(
      Effect.gen(function* () {
        const forms = ["10", " 10 ", "+10", "10.", "10.0", "1e1", "1E+1", ".1e2", "0010", "100e-1"]
        const rows = forms.map((form, index) => `2024-01-${index + 10},10,10,10,${form}\n`)
        yield* importText(header + rows.join(""))
        assert.deepStrictEqual(
          (yield* days()).map(({ c }) => c),
          forms.map(() => 10),
        )
      }),
    ),
  )
})

describe("a file's name", () => {
  const odd = ["a*b", "a?b", "a[x]b", "[", "a]b", "**", "close=9", "a'b", 'a"b', "a%b", "~"]

  it.scopedLive("is a name and no pattern: the file of that name is read, and no other", () =>
    withStore(
      Effect.gen(function* () {
        const store = yield* Store
        const directory = yield* temporaryDirectory
        // Folders too, and others beside them that the patterns would find.
        const names = [...odd, "axb", "b", "x"]
        const price = (name: string) => names.indexOf(name) + 1
        for (const name of names) {
          const folder = join(directory, name)
          mkdirSync(folder)
          const row = `2024-01-02,${`${price(name)},`.repeat(4)}`.slice(0, -1)
          writeFileSync(join(folder, `${name}.csv`), `${header}${row}\n`)
          yield* store.run(
            `COPY (SELECT DATE '2024-01-02' AS date, ${price(name)} AS open, ${price(name)} AS high, ${price(name)} AS low, ${price(name)} AS close)
             TO '${join(directory, "written.parquet")}' (FORMAT parquet)`,
          )
          renameSync(join(directory, "written.parquet"), join(folder, `${name}.parquet`))
        }
        for (const name of sampled(odd, 0)) {
          for (const kind of ["csv", "parquet"]) {
            yield* Import.bars({ file: join(directory, name, `${name}.${kind}`), ticker: "MINE", timespan: "day" })
            assert.deepStrictEqual(
              (yield* days()).map(({ c }) => c),
              [price(name)],
              `${name}.${kind}`,
            )
            const missing = join(directory, name, `${name}x.${kind}`)
            const error = yield* Effect.flip(Import.bars({ file: missing, ticker: "MINE", timespan: "day" }))
            assert.include(error.message, missing)
          }
        }
      }),
    ),
  )

  it.scopedLive("of a pipe, a device or a folder is refused before it is opened", () =>
    withStore(
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        for (const kind of ["csv", "parquet"]) {
          const pipe = join(directory, `pipe.${kind}`)
          execFileSync("mkfifo", [pipe])
          const device = join(directory, `device.${kind}`)
          symlinkSync("/dev/zero", device)
          const folder = join(directory, `folder.${kind}`)
          mkdirSync(folder)
          for (const [file, type] of [
            [pipe, "FIFO"],
            [device, "CharacterDevice"],
            [folder, "Directory"],
          ] as const) {
            const error = yield* Effect.flip(Import.bars({ file, ticker: "MINE", timespan: "day" }))
            assert.include(error.message, `${file}: this is no regular file, but of the kind ${type}`)
          }
        }
      }),
    ),
  )
})

describe("a bad file", () => {
  const cases: ReadonlyArray<
    readonly [name: string, text: string, row: number | undefined, column: string | undefined, detail: string]
  > = [
    ["a date that is none", "2024-01-02,1,2,1,2\n2024-02-30,1,2,1,2\n", 3, "date", "is not a date"],
    ["epoch seconds", "1704153600,1,2,1,2\n", 2, "date", "is not a date"],
    ["epoch nanoseconds", "1704153600000000000,1,2,1,2\n", 2, "date", "is not a date"],
    ["epoch microseconds", "1704153600000000,1,2,1,2\n", 2, "date", "outside 1900 to 2099"],
    ["a date of another age", "1899-12-31,1,2,1,2\n", 2, "date", "outside 1900 to 2099"],
    ["no date", ",1,2,1,2\n", 2, "date", "is missing"],
    ["a price that is no number", "2024-01-02,1,2,1,2\n\n2024-01-03,1,x2,1,2\n", 4, "high", "is not a number"],
    ["a thousands separator", '2024-01-02,"1,000",2,1,2\n', 2, "open", "is not a number"],
    ["a price that is not finite", "2024-01-02,1,2,nan,2\n", 2, "low", "is not a number"],
    ["an infinite price", "2024-01-02,1,inf,1,2\n", 2, "high", "is not a number"],
    ["an underscore in a number", "2024-01-02,1,1_0,1,2\n", 2, "high", "is not a number"],
    ["a hexadecimal number", "2024-01-02,1,0x10,1,2\n", 2, "high", "is not a number"],
    ["a number out of range", "2024-01-02,1,1e400,1,2\n", 2, "high", "is not a number"],
    ["a number with a unit", "2024-01-02,1,2 USD,1,2\n", 2, "high", "is not a number"],
    ["no price", "2024-01-02,1,2,1,\n", 2, "close", "is missing"],
    ["a price of zero", "2024-01-02,1,2,0,2\n", 2, "low", "is not above zero"],
    ["a high below the low", "2024-01-02,3,1,3,3\n", 2, "high", "is below the low"],
    ["an open above the high", "2024-01-02,3,2,1,2\n", 2, "open", "outside low to high"],
    ["a close below the low", "2024-01-02,2,3,2,1\n", 2, "close", "outside low to high"],
    ["the same date twice", "2024-01-02,1,2,1,2\n2024-01-03,1,2,1,2\nJan 2 2024,1,2,1,2\n", 4, "date", "row 2 already"],
    ["the first of two faults", "2024-01-02,1,2,1,2\n2024-01-03,1,2,1,z\nx,1,2,1,2\n", 3, "close", "is not a number"],
    ["too few values", "2024-01-02,1,2,1,2\n2024-01-03,1,2\n", 3, undefined, "3 values where the header has 5"],
    ["too many values", "2024-01-02,1,2,1,2,9\n", 2, undefined, "6 values where the header has 5"],
    ["a quote left open", '2024-01-02,1,2,1,2\n"2024-01-03,1,2,1,2\n', 3, undefined, "never closed"],
  ]

  layer(Dataset.layer(Dataset.empty({ now: Dataset.defaultNow })), { excludeTestServices: true })((it) => {
    for (const [name, text, row, column, detail] of cases) {
      it.scoped(`${name} is named by file, row and column, and nothing is kept`, () =>
        Effect.gen(function* () {
          const error = yield* failure(header + text)
          assert.strictEqual(error.row, row)
          assert.strictEqual(error.column, column)
          assert.include(error.detail, detail)
          assert.include(error.message, "bars.csv")
          assert.include(error.message, `row ${row}`)
        }),
      )
    }
  })

  it.scopedLive("the message says it all in a line", () =>
    withStore(
      Effect.gen(function* () {
        const error = yield* failure("Day,Open,High,Low,Close\n2024-01-02,1,n/a,1,2\n", { columns: { date: "Day" } })
        assert.strictEqual(
          error.message,
          `${error.file}, row 2, column "High": "n/a" is not a number. Nothing of the file was imported.`,
        )
      }),
    ),
  )

  it.scopedLive("numbers that may be missing are checked where they are there", () =>
    withStore(
      Effect.gen(function* () {
        const options = { columns: { volume: "v", vwap: "vw", transactions: "n" } }
        const error = (values: string) =>
          failure(`date,open,high,low,close,v,vw,n\n2024-01-02,1,2,1,2,${values}\n`, options)
        assert.deepInclude(yield* error("-1,,"), { column: "v", detail: "is below zero" })
        assert.deepInclude(yield* error("x,,"), { column: "v", detail: "is not a number" })
        assert.deepInclude(yield* error("1,0,"), { column: "vw", detail: "is not above zero" })
        assert.deepInclude(yield* error("1,1,2.5"), { column: "n", detail: "is not a whole number" })
        assert.deepInclude(yield* error("1,1,1e300"), { column: "n", detail: "is too large" })
      }),
    ),
  )

  it.scopedLive("a minute that is not the start of one, or no time, is refused", () =>
    withStore(
      Effect.gen(function* () {
        const options = { timespan: "minute", columns: minuteColumns } as const
        const error = (time: string) => failure(`time,open,high,low,close\n${time},1,2,1,2\n`, options)
        assert.include((yield* error("2024-03-08 09:30:01")).detail, "is not the start of a minute")
        assert.include((yield* error("2024-03-08 25:00")).detail, "is not a time")
        assert.include((yield* error("1709908200")).detail, "is not a time")
        assert.deepInclude(yield* error("1709908200000\n,1,2,1,2"), { row: 2 })
      }),
    ),
  )

  it.scopedLive("a column that is missing or there twice is named, with the columns that are there", () =>
    withStore(
      Effect.gen(function* () {
        const missing = yield* failure("date,open,high,close\n")
        assert.strictEqual(missing.column, "low")
        assert.include(missing.message, "is not in the file, which has date, open, high, close")
        assert.include((yield* failure("date,open,high,low,low,close\n")).message, "more than once")
      }),
    ),
  )

  it.scopedLive("an empty file, one that is not UTF-8, one that is not there, and one of another kind", () =>
    withStore(
      Effect.gen(function* () {
        assert.include((yield* failure("")).message, "the file is empty")
        assert.include((yield* failure(Uint8Array.from([...Buffer.from(header), 0xff, 0x0a]))).message, "not UTF-8")
        assert.include((yield* failure(header, {}, "bars.xlsx")).message, "must end in .csv or .parquet")
        assert.include((yield* failure("PAR1", {}, "bars.parquet")).message, "could not be read")
        assert.include((yield* failure(header, { ticker: "A B" })).message, '"A B" cannot be a ticker')
        for (const file of ["/nowhere/bars.csv", "/nowhere/bars.parquet"]) {
          const error = yield* Effect.flip(Import.bars({ file, ticker: "MINE", timespan: "day" }))
          assert.include(error.message, file)
          assert.include(error.message, "could not be read")
        }
        assert.include((yield* failure(header)).message, "no rows")
      }),
    ),
  )

  it.scopedLive("a bad Parquet file is named by row and column", () =>
    withStore(
      Effect.gen(function* () {
        const store = yield* Store
        const file = join(yield* temporaryDirectory, "bars.parquet")
        yield* store.run(
          `COPY (SELECT DATE '2024-01-01' + range::INTEGER AS date, 1.0 AS open, 2.0 AS high, 1.0 AS low,
             CASE WHEN range = 6000 THEN 'NaN'::DOUBLE ELSE 2.0 END AS close FROM range(9000)) TO '${file}' (FORMAT parquet)`,
        )
        const error = yield* Effect.flip(Import.bars({ file, ticker: "MINE", timespan: "day" }))
        assert.deepInclude(error, { _tag: "ImportError", row: 6001, column: "close", value: "nan" })
        assert.deepStrictEqual(yield* rowsInAll, [{ rows: 0 }])
      }),
    ),
  )

  it.scopedLive("leaves what was imported before as it was", () =>
    withStore(
      Effect.gen(function* () {
        yield* importText(`${header}2024-01-02,1,2,1,2\n`)
        const before = yield* days()
        yield* Effect.flip(importText(`${header}2024-01-02,5,6,5,6\n2024-01-03,5,6,5,x\n`))
        assert.deepStrictEqual(yield* days(), before)
      }),
    ),
  )

  it.scopedLive("a data set that is open for reading cannot be imported into", () =>
    Effect.gen(function* () {
      const path = yield* Dataset.make("small", { directory })
      const { store } = yield* Dataset.open(path)
      const error = yield* Effect.flip(
        importText(`${header}2024-01-02,1,2,1,2\n`).pipe(Effect.provideService(Store, store)),
      )
      assert.strictEqual(error._tag, "ImportError")
      assert.include(error.message, "open it as writable")
    }),
  )
})
