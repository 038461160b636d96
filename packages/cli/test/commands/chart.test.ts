import { MarketData } from "@candela/core/MarketData"
import { assert, describe, it, layer } from "@effect/vitest"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Cause, Effect, Either, Exit, Layer, Option } from "effect"
import { type ChartOptions, runOn } from "../../src/chart/Program.js"
import { chart } from "../../src/commands/chart.js"
import { run, type Process } from "../TestTerminal.js"
import { sandbox } from "./EndpointRun.js"

/** Values of the options, from their texts and other values. */
const valuesOf = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries({ timespan: "day", adjusted: true, utc: false, ...values }).map(([name, value]) => [
      name,
      ["from", "to", "timespan"].includes(name)
        ? Either.getOrThrow(chart.options[name]!.read([value as string]))
        : value,
    ]),
  )

const draw = (
  { ticker, ...values }: Readonly<Record<string, unknown>>,
  process: Process = { terminal: true, columns: 80 },
) =>
  Effect.flatMap(MarketData, (service) => {
    // The connection of all tests, in place of one for each.
    const connection = Layer.succeed(MarketData, service)
    const command = { ...chart, run: (values: object) => runOn(connection, values as ChartOptions) }
    return run(command, valuesOf({ tickers: String(ticker).split(" "), ...values }), process)
  })

const failureOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit)
    ? (Option.getOrUndefined(Cause.failureOption(exit.cause)) as Error & { _tag: string })
    : undefined

layer(sandbox)("candela chart", (it) => {
  it.effect("draws a year of a stock, with the change since the close before it", () =>
    Effect.gen(function* () {
      const { err, exit, out } = yield* draw({ ticker: "AAPL", from: "2024-07-01", to: "2025-06-30" })
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      const lines = out.trimEnd().split("\n")
      assert.lengthOf(lines, 23)
      assert.match(lines[0]!, /^AAPL {2}Day bars {2}[\d.]+ {2}[+−][\d.]+ \([+−][\d.]+%\) {2}2024-07-01 to 2025-06-30/)
      assert.include(lines.at(-1), "2025")
      assert.strictEqual(err, "")
      const day = yield* draw({ ticker: "AAPL", from: "2024-06-28", to: "2024-06-28" })
      const [, before] = / (\d+\.\d+) /.exec(day.out)!
      const [, last, by] = / (\d+\.\d+) {2}([+−][\d.]+) /.exec(out)!
      assert.closeTo(Number(last) - Number(by!.replace("−", "-")), Number(before), 0.005)
    }),
  )

  it.effect("draws several tickers below each other, each in a part of the lines", () =>
    Effect.gen(function* () {
      const { exit, out } = yield* draw({ ticker: "AAPL MSFT" }, { terminal: true, columns: 80, rows: 30 })
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      const lines = out.trimEnd().split("\n")
      assert.deepStrictEqual(
        lines.flatMap((line, at) => (/^[A-Z]{4} /.test(line) ? [[line.slice(0, 4), at]] : [])),
        [
          ["AAPL", 0],
          ["MSFT", lines.length / 2],
        ],
      )
      assert.isAtMost(lines.length, 30)
      const page = failureOf((yield* draw({ ticker: "AAPL MSFT", html: "never.html" })).exit)
      assert.strictEqual(page?.message, "--html is a page of one ticker: leave MSFT out.")
    }),
  )

  it.effect("draws every market in its own zone, up to the present", () =>
    Effect.gen(function* () {
      const firstLine = (values: Readonly<Record<string, unknown>>) =>
        Effect.map(draw(values, { columns: 120 }), ({ exit, out }) => {
          assert.isTrue(Exit.isSuccess(exit), String(exit))
          return out.split("\n")[0]!
        })
      assert.match(yield* firstLine({ ticker: "C:EURUSD" }), /2024-06-30 to 2025-06-30 {2}UTC$/)
      assert.match(
        yield* firstLine({ ticker: "X:BTCUSD", timespan: "hour" }),
        /Hour bars .*2025-05-31 to 2025-06-30 {2}UTC$/,
      )
      assert.match(
        yield* firstLine({ ticker: "ESU5", from: "2025-06-02" }),
        /2025-06-02 to 2025-06-30 {2}Chicago time$/,
      )
      assert.match(
        yield* firstLine({ ticker: "AAPL", timespan: "minute", multiplier: 5, utc: true }),
        /5-minute bars .*UTC$/,
      )
      assert.match(
        yield* firstLine({ ticker: "AAPL", timespan: "1h", zone: "Europe/Zurich" }),
        /Hour bars .*Zurich time$/,
      )
    }),
  )

  it.effect("draws the sessions of futures on their trading dates, those of the first and the last date too", () =>
    Effect.gen(function* () {
      const axis = Effect.map(draw({ ticker: "ESU5", from: "2025-06-23", to: "2025-06-27" }), ({ out }) =>
        out.trimEnd().split("\n").at(-1)!.trim().split(/ {2,}/),
      )
      assert.deepStrictEqual(yield* axis, ["Jun 24", "Jun 25", "Jun 26", "Jun 27"])
    }),
  )

  it.effect("says in a sentence that there was no trading, and prints nothing", () =>
    Effect.gen(function* () {
      const { err, exit, out } = yield* draw({ ticker: "AAPL", from: "2025-06-28", to: "2025-06-29" })
      assert.isTrue(Exit.isSuccess(exit))
      assert.strictEqual(out, "")
      assert.strictEqual(
        err,
        "AAPL has no day bars from 2025-06-28 to 2025-06-29: nothing is drawn. Choose other dates.\n",
      )
    }),
  )

  it.effect("fails for an unknown ticker, and for dates in the wrong order", () =>
    Effect.gen(function* () {
      const unknown = failureOf((yield* draw({ ticker: "NOPE" })).exit)
      assert.strictEqual(unknown?._tag, "UnknownTicker")
      assert.include(unknown?.message, "The service has no NOPE among stocks.")
      assert.include(unknown?.message, "indices with I: (candela indices bars).")
      const inverted = failureOf((yield* draw({ ticker: "AAPL", from: "2025-06-02", to: "2025-06-01" })).exit)
      assert.strictEqual(inverted?._tag, "UsageError")
    }),
  )

  it.effect("writes a page that is whole, and leaves nothing beside it", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const folder = yield* files.makeTempDirectoryScoped()
      const html = `${folder}/aapl.html`
      const { err, exit, out } = yield* draw({ ticker: "AAPL", from: "2025-06-02", html })
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.strictEqual(out + err, "")
      const text = yield* files.readFileString(html)
      assert.isTrue(text.startsWith("<!doctype html>") && text.endsWith("</html>\n"))
      assert.deepStrictEqual(yield* files.readDirectory(folder), ["aapl.html"])
      // A file cannot take the place of a folder: what was written beside it is removed.
      const refused = yield* draw({ ticker: "AAPL", from: "2025-06-02", html: folder })
      assert.isTrue(Exit.isFailure(refused.exit))
      assert.deepStrictEqual(yield* files.readDirectory(folder), ["aapl.html"])
      const beside = yield* files.readDirectory(path.dirname(folder))
      assert.deepStrictEqual(
        beside.filter((name) => name.startsWith(`${path.basename(folder)}.`)),
        [],
      )
    }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
  )
})

/** A service that has so many minutes of AAPL, the newest first on one page, and no days. */
const minutes = (count: number) => {
  const last = Date.parse("2025-06-30T20:00:00Z")
  const bar = (i: number) => ({ o: 100, h: 110, l: 99, c: 100 + (i % 10), v: 1, n: 1, vw: 100, t: last - i * 60_000 })
  const client = HttpClient.make((request, url) => {
    const results = url.pathname.includes("/minute/") ? Array.from({ length: count }, (_, i) => bar(i)) : []
    const page = { ticker: "AAPL", status: "OK", resultsCount: results.length, adjusted: true, results }
    return Effect.succeed(HttpClientResponse.fromWeb(request, Response.json(page)))
  })
  return MarketData.layer({ baseUrl: "http://service", apiKey: "key" }).pipe(
    Layer.provide(Layer.succeed(HttpClient.HttpClient, client)),
  )
}

describe("a chart of more than 100,000 bars", () => {
  const drawn = (count: number) => {
    const range = { tickers: ["AAPL"], timespan: "minute", multiplier: 1, from: "2025-01-02", to: "2025-06-30" }
    const command = { ...chart, run: (values: object) => runOn(minutes(count), values as ChartOptions) }
    return run(command, valuesOf({ ...range, utc: true }), { columns: 100 })
  }

  it.effect("has the newest ones, and says so", () =>
    Effect.gen(function* () {
      const { err, exit, out } = yield* drawn(100_001)
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.include(err, "Only the newest 100,000 bars are drawn.")
      assert.include(out, "the newest 100,000 bars up to 2025-06-30")
    }),
  )

  it.effect("is whole where there are no more", () =>
    Effect.gen(function* () {
      const { err, exit, out } = yield* drawn(100_000)
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.notInclude(err + out, "newest")
      assert.include(out, "2025-01-02 to 2025-06-30")
    }),
  )
})

describe("options of candela chart", () => {
  it("takes days alone", () => {
    const read = chart.options["from"]!.read
    for (const text of ["2024-02-29", "2024-02", "yesterday"]) assert.strictEqual(read([text])._tag, "Right", text)
    for (const text of ["2023-02-29", "2024-1-1", "2024-02-29T00:00:00Z", ""])
      assert.strictEqual(read([text])._tag, "Left", text)
  })
})
