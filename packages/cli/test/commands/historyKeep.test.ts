/** Rows kept by day, and what a store is asked about them. */
import * as Catalog from "@candela/catalog/Catalog"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { commands } from "../../src/commands/index.js"
import type * as Command from "../../src/command/Command.js"
import * as Lists from "../../src/commands/history/Lists.js"
import { makeFolder } from "./run.js"

/** A folder with a store of three lists of the sandbox's day, and two days of bars. */
class Kept extends Context.Tag("Kept")<
  Kept,
  Effect.Effect.Success<typeof makeFolder> & { readonly told: ReadonlyArray<string> }
>() {
  static readonly layer = Layer.scoped(
    Kept,
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const told = yield* Effect.forEach(
        [
          "history keep stocks ratios",
          "history keep stocks ratios",
          "history keep stocks news --ticker AAPL",
          "history keep stocks news --ticker MSFT",
          "history keep stocks news --ticker MSFT --as mine",
          "history keep forex quotes C:EURUSD --from 2025-06-26 --to 2025-06-27",
          "history sync --tickers AAPL,KO --timespan day --from 2025-06-12 --to 2025-06-13",
        ],
        (line) =>
          Effect.map(folder.run(`${line} --store @data --sandbox`, [], { terminal: true }), ({ code, err, out }) => {
            assert.strictEqual(code, 0, `${line}: ${err}`)
            return out
          }),
      )
      return { ...folder, told }
    }),
  )
}

const rows = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)

layer(Kept.layer, { timeout: "2 minutes" })("rows of an endpoint", (it) => {
  it.effect("are kept once a day, of other requests beside them, and read by SQL", () =>
    Effect.gen(function* () {
      const { run, told } = yield* Kept
      assert.match(
        told[0]!,
        /^107 rows of stocks.ratios of 2025-06-30 kept in .*\/stocks.ratios\/2025-06-30.\w+.parquet\n$/,
      )
      assert.match(told[1]!, /^107 rows of stocks.ratios of 2025-06-30 are kept already in .*; --replace asks again\n$/)
      const sql = (query: string) =>
        Effect.map(run("history sql --store @data --format ndjson", [query]), ({ err, out }) => {
          assert.notStrictEqual(out, "", err)
          return rows(out)
        })
      assert.deepStrictEqual(
        yield* sql(
          `select kept_on, kept_as, count(*) > 0 as some from "stocks.news" group by all order by kept_as nulls first`,
        ),
        ["AAPL", "MSFT", "mine"].map((name) => ({ kept_on: "2025-06-30", kept_as: name, some: true })),
      )
      assert.deepStrictEqual(
        yield* sql(
          `select ticker, r.price > 0 as priced from "stocks.ratios" r join (select distinct ticker from bars) using (ticker) order by 1`,
        ),
        [
          { ticker: "AAPL", priced: true },
          { ticker: "KO", priced: true },
        ],
      )
    }),
  )

  it.effect("of trades and quotes are those of a range of days, and read with exact nanoseconds", () =>
    Effect.gen(function* () {
      const { path, run, told } = yield* Kept
      assert.match(
        told[5]!,
        /^\d+ requests?, [\d,]+ quotes; 2 files written \(.*\) in .*data\nC:EURUSD: [\d,]+ quotes, up to 2025-06-27\n$/,
      )
      const line = "history read --store @data --endpoint forex.quotes --tickers C:EURUSD --from 2025-06-26"
      const read = yield* run(`${line} --to 2025-06-27 --format ndjson`)
      assert.strictEqual(read.code, 0, read.err)
      const counted = yield* run("history sql --store @data --format ndjson", [
        `select count(*) as quotes, count(distinct ticker) as tickers from "forex.quotes"`,
      ])
      assert.deepStrictEqual(rows(counted.out), [{ quotes: read.out.split("\n").length - 1, tickers: 1 }])
      assert.match(read.out, /^\{.*"participant_timestamp":1\d{18},.*"ticker":"C:EURUSD"\}\n/)
      const again = yield* run(
        "history keep forex quotes C:EURUSD --from 2025-06-26 --to 2025-06-27 --store @data --sandbox",
      )
      assert.include(again.err, "The store has all of this range: nothing is requested.")
      const file = yield* run(`${line} --to 2025-06-27 --columns bid_price,ticker --format csv`)
      assert.match(file.out, /^bid_price,ticker\n1\.\d+,C:EURUSD\n1\.\d+,C:EURUSD\n/)
      for (const [options, words] of [
        ["--endpoint forex.bars", "--endpoint takes one of "],
        ["--endpoint forex.quotes --order time", "leave out --order"],
        ["--endpoint forex.quotes --adjust splits", "leave out --adjust"],
      ] as const) {
        const { code, err } = yield* run(`history read --store @data --tickers C:EURUSD --from 2025-06-26 ${options}`)
        assert.strictEqual(code, 2, err)
        assert.include(err, words)
      }
      const lacking = yield* run(
        "history read --store @data --endpoint forex.quotes --tickers C:EURUSD --from 2025-06-23 --to 2025-06-24",
      )
      assert.strictEqual(lacking.code, 1)
      assert.include(
        lacking.err,
        `candela history keep forex quotes C:EURUSD --store ${path("data")} --from 2025-06-23 --to 2025-06-24`,
      )
      assert.strictEqual((yield* run("history keep forex quotes --from 2025-06-26 --store @data --sandbox")).code, 2)
    }),
  )

  it.effect("are asked for by a query from a file or from standard input, with files beside the store", () =>
    Effect.gen(function* () {
      const { fs, path, run } = yield* Kept
      yield* fs.writeFileString(path("list.csv"), "ticker,weight\nKO,0.4\n")
      yield* fs.writeFileString(
        path("q.sql"),
        "-- mine\nselect ticker, weight, count(*) as days\nfrom bars join list using (ticker) group by all;\n",
      )
      const expected = [{ ticker: "KO", weight: 0.4, days: 2 }]
      const line = "history sql --store @data --format ndjson --file"
      const file = yield* run(`${line} list=${path("list.csv")} --query-file @q.sql`)
      assert.deepStrictEqual(rows(file.out), expected, file.err)
      const input = yield* fs.readFileString(path("q.sql"))
      const piped = yield* run(`${line} list=${path("list.csv")} -`, [], { input })
      assert.deepStrictEqual(rows(piped.out), expected, piped.err)
      for (const [options, more, words] of [
        ["--query-file @absent.sql", [], "--query-file "],
        ["", [], 'Write one query: "select ...", - to read it from standard input, or --query-file FILE.'],
        ["--query-file @q.sql", ["select 1"], "Write one query"],
        ["--file list", ["select 1"], "--file must be name=path such as watchlist=watchlist.csv"],
        ["--file list=a.csv --file list=b.csv", ["select 1"], "--file must be given once for each name, and list is"],
        ["--param n=1 --param n=2", ["select $n"], "--param must be given once for each name, and n is given twice"],
        ["--file list=absent.csv", ["select 1"], "the file absent.csv of the view list cannot be read (ENOENT"],
      ] as const) {
        const { code, err } = yield* run(`history sql --store @data ${options}`.trim(), more)
        assert.strictEqual(code, 2, err)
        assert.include(err, words)
      }
    }),
  )

  it.effect(
    "of a range that ends before it begins are a usage error, and a lost file is a failure, of every command",
    () =>
      Effect.gen(function* () {
        const { fs, path, run } = yield* Kept
        const bars = "--tickers KO --timespan day"
        for (const line of ["sync", "read", "preview", "missing", "verify --integrity"]) {
          const { code, err } = yield* run(`history ${line} --store @data ${bars} --from 2025-06-13 --to 2025-06-12`)
          assert.deepStrictEqual(
            [code, err],
            [2, "candela: --from 2025-06-13 is after --to 2025-06-12: write the earlier one as --from.\n"],
          )
        }
        yield* fs.copy(path("data"), path("lost"))
        const folder = path("lost", "bars", "market=stocks", "timespan=1day", "ticker=KO")
        const [file] = (yield* fs.readDirectory(folder)).filter((name) => name.endsWith(".parquet"))
        yield* fs.remove(`${folder}/${file}`)
        const read = yield* run(`history read --store @lost ${bars} --from 2025-06-12 --to 2025-06-13`)
        const sql = yield* run("history sql --store @lost", ["select count(close) from bars"])
        for (const { code, err } of [read, sql]) {
          assert.strictEqual(code, 1, err)
          assert.strictEqual(
            err,
            `candela: ${folder}/${file}: the file is not there. The next candela history sync fetches its rows again.\n`,
          )
        }
        const verified = yield* run("history verify --store @lost", [], { terminal: true })
        assert.strictEqual(verified.code, 1)
        assert.include(verified.out, "1 damaged\n")
        assert.include(
          verified.err,
          `--store ${path("lost")} --tickers KO --timespan day --from 2025-01-01 --to 2025-12-31\n`,
        )
      }),
  )
})

layer(Layer.empty)("the commands that keep rows", (it) => {
  it.effect("are one for each method with rows, but for the bars that a sync stores", () =>
    Effect.gen(function* () {
      const history = commands.find(({ name }) => name === "history") as Command.Group
      const keep = (yield* history.commands).find(({ name }) => name === "keep") as Command.Group
      const names = yield* Effect.map(
        Effect.forEach(yield* keep.commands, (service) =>
          Effect.map((service as Command.Group).commands, (all) => all.map(({ name }) => `${service.name} ${name}`)),
        ),
        (all) => all.flat(),
      )
      const kept = Catalog.endpoints.filter(({ declaration }) => declaration.kind !== "single")
      assert.strictEqual(names.length, kept.length - 3)
      assert.includeMembers(names, ["stocks ratios", "economy inflation", "snapshots list", "futures bars"])
      for (const name of ["stocks bars", "forex bars", "crypto bars"]) assert.notInclude(names, name)
    }),
  )

  it.effect("have no option that hides a parameter of the endpoint", () =>
    Effect.sync(() => {
      for (const { declaration, name } of Catalog.endpoints) {
        for (const option of Object.keys(Lists.options)) assert.notProperty(declaration.wireParams, option, name)
      }
    }),
  )
})
