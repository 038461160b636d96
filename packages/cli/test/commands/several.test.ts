import * as Stocks from "@candela/stocks/Stocks"
import * as Adjust from "@candela/history/Adjust"
import * as Many from "@candela/history/Many"
import * as Resample from "@candela/history/Resample"
import * as Sessions from "@candela/history/Sessions"
import { assert, layer } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { Process } from "../TestTerminal.js"
import * as Commands from "../../src/commands/endpoints/Commands.js"
import { all, run, sandbox } from "./EndpointRun.js"

type Row = Readonly<Record<string, unknown>>

const { entry, service } = all.find(({ entry }) => entry.name === "stocks.bars")!

const rowsOf = (name: string, line: string, process: Process = {}) =>
  Effect.map(run(name, line, process), ({ err, exit, out }) => {
    assert.deepStrictEqual(exit, Exit.void, err)
    return out
      .split("\n")
      .filter((text) => text !== "")
      .map((text) => JSON.parse(text) as Row)
  })

const bars = (line: string, process: Process = {}) => rowsOf("stocks.bars", line, process)

const refusal = (name: string, line: string, process: Process = {}) =>
  Effect.map(run(name, line, process), ({ exit, out }) => {
    assert(Exit.isFailure(exit), line)
    assert.strictEqual(out, "")
    return String(Cause.squash(exit.cause))
  })

const week = "--timespan 1d --from 2025-06-02 --to 2025-06-06"
const byTicker = (ticker: string) =>
  Effect.map(bars(`${ticker} ${week}`), (rows) => rows.map((row) => ({ ...row, ticker })))
const time = (row: Row) => row["timestamp"] as number

layer(Layer.provideMerge(Stocks.Stocks.layer, sandbox), { excludeTestServices: true })("several tickers", (it) => {
  it.effect("have the rows of each, with their ticker: one after the other, or merged by time", () =>
    Effect.gen(function* () {
      const each = (yield* Effect.forEach(["MSFT", "AAPL", "KO"], byTicker)).flat()
      assert.lengthOf(each, 15)
      assert.deepStrictEqual(yield* bars(`MSFT AAPL KO ${week}`), each)
      const merged = each.toSorted((one, other) => time(one) - time(other))
      assert.deepStrictEqual(yield* bars(`MSFT AAPL KO ${week} --order time`), merged)
      for (const by of ["day", "ticker"])
        assert.deepStrictEqual(yield* bars(`MSFT AAPL KO ${week} --by ${by}`), merged, by)
      assert.deepStrictEqual(yield* bars(`MSFT AAPL KO ${week} --limit 7`), each.slice(0, 7))
      assert.deepStrictEqual(yield* bars(`MSFT AAPL KO ${week} --by day --limit 7`), merged.slice(0, 7))
    }),
  )

  it.effect("come from a file or from standard input too, which have a column of the ticker even for one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* bars(`--tickers - ${week}`, { input: "AAPL # a comment\n" }),
        yield* byTicker("AAPL"),
      )
      assert.include(yield* refusal("stocks.bars", `--tickers no-such-file ${week}`), "no-such-file cannot be read")
      assert.include(yield* refusal("stocks.bars", `--tickers - ${week}`), "pipe them in")
      assert.include(yield* refusal("stocks.bars", `--tickers - ${week}`, { input: "\n" }), "standard input: it has no")
    }),
  )

  it.effect("of pages that are no history have the ticker as well", () =>
    Effect.gen(function* () {
      const rows = yield* rowsOf(
        "forex.quotes",
        "C:EURUSD C:GBPUSD --timestamp.gte 2025-06-27T20:00Z --timestamp.lt 2025-06-27T20:01Z",
      )
      assert.deepStrictEqual([...new Set(rows.map(({ ticker }) => ticker))], ["C:EURUSD", "C:GBPUSD"])
    }),
  )

  it.effect("that have no rows are named", () =>
    Effect.gen(function* () {
      const { err, exit } = yield* run("stocks.bars", `AAPL NOSUCH NONE ${week}`)
      assert.deepStrictEqual(exit, Exit.void)
      assert.include(err, "No rows of NOSUCH, NONE.\n")
    }),
  )

  it.effect("are told what to write instead", () =>
    Effect.gen(function* () {
      const { read } = Commands.ofEntry(service, entry).arguments["stocksTicker"]!
      assert.deepStrictEqual(
        read(["AAPL,MSFT"]),
        Either.left("a ticker, or several with blanks between them: AAPL MSFT"),
      )
      assert.include(yield* refusal("stocks.bars", week), "needs TICKER: one or several")
      assert.include(yield* refusal("stocks.bars", `AAPL MSFT ${week} --resume --out a.csv`), "candela history sync")
      const minutes = "AAPL MSFT --timespan 1m --from 2025-06-02"
      assert.include(yield* refusal("stocks.bars", `${minutes} --by day`), "--timespan 1d")
      assert.include(yield* refusal("stocks.bars", `AAPL KO ${week} --by day --order ticker`), "leave --order out")
    }),
  )

  it.effect("and one have the bars of the library: of a part of the day, adjusted as of a day, of longer windows", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks.Stocks
      const minutes = {
        multiplier: 1,
        timespan: "minute",
        from: "2025-05-08",
        to: "2025-05-13",
        adjusted: false,
      } as const
      const line = "--timespan 1m --from 2025-05-08 --to 2025-05-13"
      const request = { stocksTicker: "AAPL", ...minutes }
      const adjustment = yield* Adjust.load("AAPL", { by: "both", asOf: "2025-05-20" })
      const one = yield* stocks.bars
        .stream(request)
        .pipe(Sessions.regular, Adjust.stream(adjustment), Resample.stream(Resample.minutes(30)), Stream.runCollect)
      assert.lengthOf([...one], 4 * 13)
      const options = "--session regular --adjust both --as-of 2025-05-20"
      const plain = (rows: Iterable<object>) => JSON.parse(JSON.stringify([...rows])) as ReadonlyArray<Row>
      assert.sameDeepOrderedMembers([...(yield* bars(`AAPL ${line} ${options} --resample 30m`))], [...plain(one)])

      const days = { multiplier: 1, timespan: "day", from: "2024-06-03", to: "2024-06-14", adjusted: false } as const
      const ofBoth = yield* Adjust.loadAll(["NVDA", "AAPL"], { by: "splits", asOf: "2024-06-10" })
      const both = yield* Many.stream(
        stocks.bars,
        ["NVDA", "AAPL"].map((stocksTicker) => ({ stocksTicker, ...days })),
      ).pipe(Adjust.stream(ofBoth), Resample.stream(Resample.weeks()), Stream.runCollect)
      const dates = "--timespan 1d --from 2024-06-03 --to 2024-06-14"
      const shaped = yield* bars(`NVDA AAPL ${dates} --adjust splits --as-of 2024-06-10 --resample 1w`)
      assert.lengthOf(shaped, 4)
      assert.sameDeepOrderedMembers([...shaped], [...plain(both)])
      // The split of June 10 had not happened a day before.
      const before = yield* bars(`NVDA AAPL ${dates} --adjust splits --as-of 2024-06-09 --resample 1w`)
      assert.isAbove(before[0]!["close"] as number, 9 * (shaped[0]!["close"] as number))
      assert.lengthOf(yield* bars(`AAPL ${line} --resample session --limit 2`), 2)
    }),
  )

  it.effect("are refused in a shape that bars cannot have", () =>
    Effect.gen(function* () {
      const day = "AAPL --timespan 1d --from 2025-06-02 --to 2025-06-06"
      const minutes = "AAPL --timespan 1m --from 2025-06-02 --to 2025-06-06"
      for (const [line, told] of [
        [`${day} --session regular`, "write --timespan 1m"],
        [`${day} --resample 30m`, "write --timespan 1m"],
        [`${day} --resample session`, "write --timespan 1m"],
        [`${minutes} --resample 30m --sort desc`, "leave --sort desc out"],
        [`${minutes} --as-of 2025-06-06`, "--adjust splits, dividends or both"],
        [`${minutes} --adjust splits --adjusted true`, "leave one of them out"],
        [`${minutes} --resample 30m --resume --out a.csv`, "in the shape of the service"],
      ] as const)
        assert.include(yield* refusal("stocks.bars", line), told)
      assert.lengthOf(
        yield* rowsOf("crypto.bars", "X:BTCUSD --timespan 1h --from 2025-06-02 --to 2025-06-03 --resample 4h"),
        12,
      )
    }),
  )
})
