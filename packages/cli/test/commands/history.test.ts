import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { localService } from "./localService.js"
import { makeFolder } from "./run.js"

const bars = "--tickers AAPL,MSFT --timespan minute --from 2025-06-12 --to 2025-06-13"

/** A folder with a store of two days of minutes, and a cassette of their sync: what follows needs no sandbox. */
class Synced extends Context.Tag("Synced")<
  Synced,
  Effect.Effect.Success<typeof makeFolder> & { readonly summary: string; readonly told: string }
>() {
  static readonly layer = Layer.scoped(
    Synced,
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const line = `record @sync.json history sync --store @data ${bars} --multiplier 1 --sandbox --format json`
      const { code, err, out } = yield* folder.run(line)
      assert.strictEqual(code, 0, err)
      return { ...folder, summary: out, told: err }
    }),
  )
}

/** A service that has nothing, and does not know the bars of KO. */
const unknowing = localService(({ url }, response) => {
  const isUnknown = url!.includes("/ticker/KO/")
  response.writeHead(isUnknown ? 404 : 200, { "content-type": "application/json" })
  response.end(JSON.stringify({ status: isUnknown ? "NOT_FOUND" : "OK", request_id: "r1", results: [] }))
})

const json = (text: string) => JSON.parse(text) as unknown

/** The lines of NDJSON. */
const rows = (text: string) => text.trimEnd().split("\n").filter(Boolean).map(json)

layer(Synced.layer)("a store", (it) => {
  it.effect("is synced: the cost is told before, and the summary counts requests, rows and files", () =>
    Effect.gen(function* () {
      const { summary, told } = yield* Synced
      const { bytes, ...rest } = json(summary) as Record<string, unknown>
      const { rows, tickers, ...others } = rest as { rows: number; tickers: ReadonlyArray<Record<string, unknown>> }
      assert.deepStrictEqual(others as object, {
        ...{ requests: 5, lists: 16, files: 4 },
        ...{ changes: [], failures: [], empty: [], damages: [], doubtful: [], doubts: [], cuts: [] },
      })
      assert.deepStrictEqual(
        [rows, tickers.map(({ last, ticker }) => [ticker, last])],
        [
          2720,
          [
            ["AAPL", "2025-06-13"],
            ["MSFT", "2025-06-13"],
          ],
        ],
      )
      assert.isAbove(bytes as number, 10_000)
      assert.match(told, /^At most 4 requests for about 2,130 rows \(41 kB\)\n/)
      assert.match(told, /\n5 exchanges recorded in .*sync\.json\n$/)
    }),
  )

  it.effect("asks for splits and dividends alone where all bars are there, and says so to people", () =>
    Effect.gen(function* () {
      const { run } = yield* Synced
      const again = yield* run(`replay @sync.json history sync --store @data ${bars}`, [], { terminal: true })
      assert.strictEqual(again.code, 0, again.err)
      // The replayed sync is of another day: its lists may have grown since.
      assert.include(again.err, "At most 2 requests for about 0 rows")
      assert.match(again.out, /^2 requests, 0 bars, 16 splits and dividends; no file changed in .*data\n/)
      assert.match(again.out, /\nAAPL: 0 bars, up to 2025-06-13\n/)
    }),
  )

  it.scoped("goes on when a ticker fails, if it is told to, and names it at the end", () =>
    Effect.gen(function* () {
      const { run } = yield* Synced
      const { url } = yield* unknowing
      const line = `history sync --store @failing --tickers KO,AAPL --timespan day --from 2025-06-02 --to 2025-06-06 --url ${url} --format json`
      const variables = { MARKET_DATA_API_KEY: "a-key-of-a-test" }
      const collected = yield* run(`${line} --on-failure collect`, [], { variables })
      assert.strictEqual(collected.code, 1)
      const { empty, failures, requests } = json(collected.out) as Record<string, unknown>
      assert.deepStrictEqual([requests, empty], [7, ["KO", "AAPL"]])
      assert.include((failures as ReadonlyArray<object>)[0], { dataset: "bars", ticker: "KO", error: "NotFound" })
      assert.match(
        collected.err,
        /candela: 1 history could not be brought up to date\. [^]*\nKO \(bars\): stocks\.bars: /,
      )
      const failed = yield* run(line, [], { variables })
      assert.deepStrictEqual([failed.code, failed.out], [1, ""])
      assert.include(failed.err, "candela: stocks.bars: not found (404, request r1)")
    }),
  )

  it.effect("is read: adjusted, of some sessions, some columns, by ticker or by time", () =>
    Effect.gen(function* () {
      const { fs, path, run } = yield* Synced
      const line = `history read --store @data ${bars} --adjust splits --session regular --columns timestamp,close,ticker`
      const { code, err, out } = yield* run(`${line} --format csv`)
      assert.strictEqual(code, 0, err)
      const [heading, first, ...others] = out.trimEnd().split("\n")
      assert.strictEqual(heading, "timestamp,close,ticker")
      assert.include(first, "AAPL")
      assert.include(out, String(Date.parse("2025-06-12T09:30:00-04:00")))
      assert.strictEqual(others.length, 4 * 390 - 1)
      const few = yield* run(`${line} --limit 3 --format csv`)
      assert.deepStrictEqual(few.out.trimEnd().split("\n"), [heading, first, ...others.slice(0, 2)])
      const inFile = yield* run(`${line} --limit 3 --out @few.csv`)
      assert.deepStrictEqual([inFile.code, inFile.err], [0, ""])
      assert.strictEqual(yield* fs.readFileString(path("few.csv")), few.out)
      const merged = yield* run(`${line} --order time --format ndjson`)
      assert.deepStrictEqual(
        rows(merged.out)
          .slice(0, 3)
          .map((row) => (row as { readonly ticker: string }).ticker),
        ["AAPL", "MSFT", "AAPL"],
      )
    }),
  )

  it.effect("is read whole without tickers, and in longer bars", () =>
    Effect.gen(function* () {
      const { run } = yield* Synced
      const range = "--timespan 1m --from 2025-06-12 --to 2025-06-13"
      const columns = "--columns ticker,timestamp,open,close --format csv"
      const minutes = yield* run(`history read --store @data ${range} --session regular --order time ${columns}`)
      assert.strictEqual(minutes.code, 0, minutes.err)
      const lines = minutes.out.trimEnd().split("\n")
      assert.strictEqual(lines[0], "ticker,timestamp,open,close")
      assert.lengthOf(lines, 1 + 4 * 390)
      const days = yield* run(`history read --store @data ${range} --session regular --resample session ${columns}`)
      assert.strictEqual(days.code, 0, days.err)
      const ofMidnight = (ticker: string, day: string) => {
        const own = lines.filter((line) => line.startsWith(`${ticker},`)).map((line) => line.split(","))
        const midnight = Date.parse(`${day}T00:00:00-04:00`)
        const ofDay = own.filter(([, time]) => Number(time) >= midnight && Number(time) < midnight + 86_400_000)
        return [ticker, midnight, ofDay[0]![2], ofDay.at(-1)![3]].join(",")
      }
      assert.deepStrictEqual(days.out.trimEnd().split("\n").slice(1), [
        ...["2025-06-12", "2025-06-13"].map((day) => ofMidnight("AAPL", day)),
        ...["2025-06-12", "2025-06-13"].map((day) => ofMidnight("MSFT", day)),
      ])
      const none = yield* run(`history read --store @data --timespan 5m --from 2025-06-12`)
      assert.strictEqual(none.code, 2)
      assert.include(none.err, "The store has no bars of 5 minute")
    }),
  )

  it.effect("refuses days that it lacks with the command that fetches them, and reads what is there on demand", () =>
    Effect.gen(function* () {
      const { path, run } = yield* Synced
      const line = `history read --store @data --tickers AAPL --timespan minute --from 2025-06-11 --to 2025-06-12 --format ndjson`
      const refused = yield* run(line)
      assert.deepStrictEqual([refused.code, refused.out], [1, ""])
      assert.include(
        refused.err,
        `Fetch them: candela history sync --store ${path("data")} --timespan minute --tickers AAPL --from 2025-06-11 --to 2025-06-11`,
      )
      const { code, out } = yield* run(`${line} --gaps allow`)
      assert.strictEqual(code, 0)
      assert.isAbove(rows(out).length, 390)
    }),
  )

  it.effect("lists what a sync would ask for", () =>
    Effect.gen(function* () {
      const { run } = yield* Synced
      const line = "history missing --store @data --tickers AAPL --timespan minute --from 2025-06-11 --format ndjson"
      const { out } = yield* run(`${line} --to 2025-06-13`)
      const bars = rows(out).filter((row) => (row as { readonly dataset: string }).dataset === "bars")
      assert.deepStrictEqual(bars, [
        {
          dataset: "bars",
          ticker: "AAPL",
          from: Date.parse("2025-06-11T00:00:00-04:00"),
          to: Date.parse("2025-06-12T00:00:00-04:00"),
          doubtful_since: null,
        },
      ])
      const other = yield* run(`${line.replace("AAPL", "KO")} --to 2025-06-11`)
      assert.deepInclude(rows(other.out), {
        dataset: "splits",
        ticker: "KO",
        from: Date.parse("2025-06-11T00:00:00-04:00"),
        to: Date.parse("2025-06-12T00:00:00-04:00"),
        doubtful_since: null,
      })
      assert.strictEqual((yield* run(`${line.replace("06-11", "06-12")} --to 2025-06-13`)).out, "")
    }),
  )

  it.effect("has its cost told without a connection, with the time that a rate limit makes it take", () =>
    Effect.gen(function* () {
      const { run } = yield* Synced
      const line =
        "history preview --store @data --tickers X:BTCUSD,KO --timespan day --from 2025-06-02 --to 2025-06-13"
      const { code, err, out } = yield* run(`${line} --per-minute 2 --format json`)
      assert.strictEqual(code, 0, err)
      // A request for the bars of each, and those for splits and dividends.
      assert.deepStrictEqual(json(out), { requests: 4, rows: 22, expected_rows: 22, bytes: 7596, seconds: 60 })
      assert.match(
        (yield* run(`${line} --per-minute 2`, [], { terminal: true })).out,
        /^At most 4 requests for about 22 rows \(7.6 kB\), 1m under the rate limit\n$/,
      )
    }),
  )

  it.effect("ends today: with the sandbox on the day on which its data end", () =>
    Effect.gen(function* () {
      const { run } = yield* Synced
      const line = "history preview --store @none --tickers KO --timespan day --from 2025-06-27 --format json"
      assert.include(json((yield* run(`${line} --sandbox`)).out), { rows: 2 })
      assert.isAbove((json((yield* run(line)).out) as { readonly rows: number }).rows, 100)
    }),
  )

  it.effect("answers SQL, with parameters, and says which views there are", () =>
    Effect.gen(function* () {
      const { fs, path, run } = yield* Synced
      yield* fs.writeFileString(path("list.csv"), "a\n1\n2\n")
      const count = "select ticker, count(*) as bars, max(high) > 0 as ok from bars group by ticker order by ticker"
      const all = yield* run("history sql --store @data --format ndjson", [count])
      assert.deepStrictEqual(rows(all.out), [
        { ticker: "AAPL", bars: 1372, ok: true },
        { ticker: "MSFT", bars: 1348, ok: true },
      ])
      const one = yield* run("history sql --store @data --param ticker=MSFT --param least=1 --format ndjson", [
        "select count(*) as bars from bars_adjusted where ticker = $ticker and close > $least",
      ])
      assert.deepStrictEqual(rows(one.out), [{ bars: 1348 }], one.err)
      const empty = yield* run("history sql --store @data --format csv", ["select ticker, close from bars where false"])
      assert.strictEqual(empty.out, "ticker,close\n")
      const wrong = yield* run("history sql --store @data", ["select * from bar"])
      assert.strictEqual(wrong.code, 2)
      assert.include(wrong.err, "The store has no view bar. Its views are bars, bars_adjusted, bars_adjusted_dividends")
      const misplaced = yield* run("history read AAPL MSFT")
      assert.include(
        misplaced.err,
        'history read takes no arguments; got also "AAPL" "MSFT". Write --tickers AAPL,MSFT.',
      )
      const alone = yield* run("history sql --file list=@list.csv --format ndjson", ["select max(a) as a from list"])
      assert.deepStrictEqual([alone.out, alone.code], ['{"a":2}\n', 0])
      const refused = yield* run("history sql --store @data", ["copy bars to 'x.csv'"])
      assert.deepStrictEqual([refused.code, refused.out], [2, ""])
    }),
  )

  it.effect("is verified; what is damaged is named, and mended by the next sync", () =>
    Effect.gen(function* () {
      const { fs, path, run } = yield* Synced
      yield* fs.copy(path("data"), path("damaged"))
      const folder = path("damaged", "bars", "market=stocks", "timespan=1minute", "ticker=MSFT")
      const whole = yield* run("history verify --store @damaged", [], { terminal: true })
      assert.deepStrictEqual(whole.code, 0)
      assert.match(whole.out, /^4 files with 2,736 rows \(\d+ kB\): all as they were written\n$/)

      const [file] = (yield* fs.readDirectory(folder)).filter((name) => name.endsWith(".parquet"))
      const bytes = yield* fs.readFile(path(folder, file!).slice(path("").length))
      yield* fs.writeFile(
        `${folder}/${file}`,
        bytes.map((byte, index) => (index === 100 ? byte ^ 1 : byte)),
      )
      const damaged = yield* run("history verify --store @damaged", [], { terminal: true })
      assert.strictEqual(damaged.code, 1)
      assert.include(damaged.out, `ticker=MSFT/${file}: it has other bytes`)
      assert.include(
        damaged.err,
        `1 file is damaged, and no longer read.\nFetch the bars again: candela history sync --store ${path("damaged")} --tickers MSFT --timespan minute --from 2025-06-01 --to 2025-06-30\n`,
      )

      const mended = yield* run(`replay @sync.json history sync --store @damaged ${bars} --format json`)
      assert.strictEqual(mended.code, 0, mended.err)
      assert.include(json(mended.out), { requests: 1, files: 1 })
      assert.deepStrictEqual(yield* fs.readFile(`${folder}/${file}`), bytes)
    }),
  )

  it.effect("has its bars checked: days that came and days that did not", () =>
    Effect.gen(function* () {
      const { run } = yield* Synced
      const line = "history verify --store @data --integrity --tickers AAPL --timespan minute"
      const good = yield* run(`${line} --from 2025-06-12 --to 2025-06-13`, [], { terminal: true })
      assert.strictEqual(good.code, 0, good.err)
      assert.match(good.out, /AAPL +available +2025-06-12 to 2025-06-13/)
      const bad = yield* run(`${line} --from 2025-06-11 --to 2025-06-13 --format json`)
      assert.strictEqual(bad.code, 1)
      assert.deepPropertyVal(json(bad.out) as object, "damages", [])
      assert.include(bad.err, "1 day is degraded or missing.")
      const vague = yield* run("history verify --store @data --integrity")
      assert.strictEqual(vague.code, 2)
      assert.include(vague.err, "--integrity needs --tickers, --timespan and --from.")
    }),
  )

  it.effect("is compacted, and tickers are removed", () =>
    Effect.gen(function* () {
      const { fs, path, run } = yield* Synced
      yield* fs.copy(path("data"), path("removed"))
      assert.match(
        (yield* run("history compact --store @removed", [], { terminal: true })).out,
        /^Nothing to remove\n$/,
      )
      const removed = yield* run("history remove --store @removed --tickers MSFT --timespan minute --format json")
      assert.strictEqual(removed.code, 0, removed.err)
      const left = yield* run("history sql --store @removed --format ndjson", ["select distinct ticker from bars"])
      assert.deepStrictEqual(rows(left.out), [{ ticker: "AAPL" }])
    }),
  )

  it.effect("is filled first: a folder without one says how", () =>
    Effect.gen(function* () {
      const { path, run } = yield* Synced
      for (const line of ["read --tickers AAPL --timespan day --from 2025-06-02", "verify", "compact"]) {
        const { code, err } = yield* run(`history ${line} --store @nothing`)
        assert.strictEqual(code, 2)
        assert.include(err, `There is no history in ${path("nothing")}. Fill it first: candela history sync`)
      }
    }),
  )

  it.effect("takes daily bars by trading day where that takes fewer requests, as many as its preview says", () =>
    Effect.gen(function* () {
      const { run } = yield* Synced
      const what = "--tickers AAPL,MSFT,NVDA --timespan day --from 2025-06-02 --to 2025-06-03 --format json"
      for (const [by, requests] of [
        ["", 2 + 2],
        [" --by ticker", 2 + 3],
      ] as const) {
        const options = `--store @by${requests} ${what}${by}`
        assert.include(json((yield* run(`history preview ${options}`)).out), { requests })
        const { err, out } = yield* run(`history sync ${options} --sandbox`)
        assert.include(json(out), { requests }, err)
        const read = yield* run(`history sql --store @by${requests} --format ndjson`, [
          "select count(*) as bars from bars",
        ])
        assert.deepStrictEqual(rows(read.out), [{ bars: 6 }])
      }
    }),
  )

  it.effect("takes tickers of a file, and refuses those of other markets", () =>
    Effect.gen(function* () {
      const { fs, path, run } = yield* Synced
      const size = "--timespan day --from 2025-06-02 --to 2025-06-02"
      yield* fs.writeFileString(path("tickers.txt"), "AAPL, MSFT # two\n\nX:BTCUSD")
      const preview = yield* run(`history preview --store @none --tickers-file @tickers.txt ${size} --format json`)
      assert.include(json(preview.out), { requests: 4 }, preview.err)
      const read = yield* run(`history read --store @data --tickers-file @tickers.txt ${size}`)
      assert.strictEqual(read.code, 2)
      assert.include(read.err, "Read the tickers of one market at a time: AAPL,MSFT (stocks), X:BTCUSD (crypto).")
      for (const [options, sentence] of [
        ["--tickers I:SPX", "but not of I:SPX"],
        ["--tickers-file @absent.txt", "cannot be read"],
        ["", "Say which tickers: --tickers AAPL,MSFT or --tickers-file FILE."],
      ] as const) {
        const { code, err } = yield* run(`history preview ${options} ${size}`.replace("  ", " "))
        assert.strictEqual(code, 2)
        assert.include(err, sentence)
      }
    }),
  )
})
