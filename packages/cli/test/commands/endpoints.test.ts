import * as Catalog from "@candela/catalog/Catalog"
import { MarketData } from "@candela/core/MarketData"
import * as Request from "@candela/core/Request"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Group } from "../../src/command/Command.js"
import * as CommandLine from "../../src/command/CommandLine.js"
import * as Values from "../../src/commands/endpoints/Values.js"
import * as Commands from "../../src/commands/endpoints/Commands.js"
import * as Shape from "../../src/commands/endpoints/Shape.js"
import * as Output from "../../src/output/Output.js"
import * as Several from "../../src/commands/endpoints/Several.js"
import { groups } from "../../src/commands/endpoints.js"
import { program as candela } from "../../src/commands/index.js"
import * as TestTerminal from "../TestTerminal.js"
import { sampled } from "@candela/support/seeded"
import type { Process } from "../TestTerminal.js"
import { all, run, runOn, sandbox } from "./EndpointRun.js"

const bars = "AAPL --multiplier 1 --timespan day --from 2025-06-02 --to 2025-06-13"

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-cli-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
)

layer(sandbox, { excludeTestServices: true })("commands of endpoints", (it) => {
  for (const { entry, service } of sampled(all, 2)) {
    it.effect(`${entry.name} runs as its help shows it`, () =>
      Effect.gen(function* () {
        const [example] = Commands.ofEntry(service, entry).examples
        const [, , ...words] = example!.replace(/ --sandbox$/, "").split(" ")
        const printed = yield* run(entry.name, words.join(" "))
        assert.deepStrictEqual([printed.exit, printed.err], [Exit.void, ""])
        const lines = printed.out.split("\n")
        assert.strictEqual(lines.pop(), "")
        assert.isAbove(lines.length, 0)
        for (const line of lines) assert.isObject(JSON.parse(line))
      }),
    )
  }

  it.effect("a terminal sees a table cut to its width, the number of rows, and what has no room", () =>
    Effect.gen(function* () {
      const printed = yield* run("stocks.bars", bars, { terminal: true, columns: 60 })
      const lines = printed.out.split("\n")
      assert.deepStrictEqual(lines.slice(0, 3), [
        "timestamp (New York)    open    high     low   close",
        "────────────────────  ──────  ──────  ──────  ──────",
        "2025-06-02            194.13  197.75  193.17  196.06",
      ])
      assert.strictEqual(lines.length, 2 + 10 + 1)
      assert.strictEqual(
        printed.err,
        "10 rows.\nNo room for volume, vwap, transactions.\nA wider terminal, --format csv or --format ndjson shows all columns.\n",
      )
    }),
  )

  it.effect("rows that the sandbox makes up are marked, for people", () =>
    Effect.gen(function* () {
      const errOf = (name: string, line: string) =>
        Effect.map(run(name, line, { terminal: true }), ({ err }) =>
          err
            .split("\n")
            .filter((one) => one !== "")
            .at(-1),
        )
      assert.match((yield* errOf("filings.index", "--limit 1"))!, /^Synthetic in the sandbox: .* made up/)
      assert.notInclude(yield* errOf("stocks.bars", bars), "made up")
      const piped = yield* run("filings.index", "--limit 1")
      assert.strictEqual(piped.err, "")
    }),
  )

  it.effect("a range turned round is refused", () =>
    Effect.gen(function* () {
      const printed = yield* run("stocks.bars", bars.replace("2025-06-02", "2025-06-14"))
      assert(Exit.isFailure(printed.exit))
      assert.strictEqual(printed.out, "")
      assert.include(String(Cause.squash(printed.exit.cause)), 'must be no later than "to"')
    }),
  )

  it.effect("a date before today is one of the market and of the service's clock; bars end today", () =>
    Effect.gen(function* () {
      const days = (line: string) =>
        Effect.map(run("stocks.bars", line), ({ out }) =>
          [...out.matchAll(/"timestamp":(\d+)/g)].map(([, time]) => new Date(Number(time)).toISOString().slice(0, 10)),
        )
      assert.deepStrictEqual(yield* days("AAPL --timespan 1d --from yesterday"), ["2025-06-30"])
      assert.deepStrictEqual(yield* days("AAPL --timespan 1w --from -2w"), ["2025-06-15", "2025-06-22", "2025-06-29"])
      assert.lengthOf(yield* days("AAPL --timespan 1d --from 2025-05 --to 2025-05"), 21)
    }),
  )

  it.effect("the format follows from the name of the file, which holds what standard output would", () =>
    Effect.gen(function* () {
      const folder = yield* temporary
      for (const [name, format] of [
        ["a.csv", "csv"],
        ["a.jsonl", "ndjson"],
        ["a.json", "json"],
        ["a.txt", "table"],
      ]) {
        const file = join(folder, name!)
        const written = yield* run("stocks.bars", `${bars} --out ${file}`)
        const shown = yield* run("stocks.bars", `${bars} --format ${format}`)
        assert.deepStrictEqual([written.exit, written.out], [Exit.void, ""])
        const hideIds = (text: string) => text.replace(/"request_id": "\w+"/, "")
        assert.strictEqual(hideIds(readFileSync(file, "utf8")), hideIds(shown.out))
      }
    }).pipe(Effect.scoped),
  )

  it.effect("a whole answer keeps what stands around the rows of all pages, and beside them", () =>
    Effect.gen(function* () {
      const request = "C:EURUSD --timestamp.gte 2025-06-23 --expand_underlying true --window 5"
      const printed = yield* run("forex.sma", `${request} --format json`)
      const answer = JSON.parse(printed.out)
      assert.strictEqual(answer.count, answer.results.length)
      assert.isAbove(answer.count, 0)
      assert.isAbove(answer.underlying.aggregates.length, 0)
      assert.strictEqual(answer.status, "OK")
      assert.notProperty(answer, "next_url")
      const history = JSON.parse((yield* run("stocks.bars", `${bars} --format json`)).out)
      assert.deepInclude(history, { ticker: "AAPL", adjusted: true, count: 10 })
    }),
  )

  it.effect("a few rows cost one small request", () =>
    Effect.gen(function* () {
      const service = yield* MarketData
      const paths: Array<string> = []
      const counting = MarketData.of({
        ...service,
        get: (step, call) => {
          paths.push(step.path)
          return service.get(step, call)
        },
      })
      const first = (name: string, line: string) =>
        Effect.map(
          Effect.provideService(run(name, line), MarketData, counting),
          ({ out }) => out.split("\n").length - 1,
        )
      assert.strictEqual(yield* first("reference.tickers", "--limit 3"), 3)
      assert.strictEqual(yield* first("stocks.bars", `${bars.replace("day", "hour")} --limit 4`), 4)
      assert.strictEqual(paths.length, 2)
      assert.include(paths[0], "limit=3")
      assert.include(paths[1], "limit=240")
      assert.strictEqual(yield* first("stocks.bars", `${bars} --limit 4`), 4)
    }),
  )

  it.effect("what no service would make right is refused before there is a connection", () =>
    Effect.gen(function* () {
      const refused = (line: string, process: Process = {}) =>
        Effect.map(runOn(Layer.fail("connected"), "stocks.bars", line, process), ({ exit }) => String(exit))
      assert.include(yield* refused(`${bars} --limit 5 --resume`), "--resume needs a file")
      assert.include(yield* refused(`${bars} --resume --out a.json`), "csv, ndjson, parquet, arrow")
      assert.include(yield* refused(`${bars} --format parquet`, { terminal: true }), "name a file by --out")
      assert.include(yield* refused(`${bars} --out bars.xlsx`), ".parquet")
      assert.include(yield* refused(bars), "connected")
    }),
  )

  it.effect("an answer without rows says so on standard error alone", () =>
    Effect.gen(function* () {
      const none = bars.replace("AAPL", "NOSUCH")
      for (const [format, out] of [
        ["ndjson", ""],
        ["csv", "volume,"],
        ["json", "{"],
      ] as const) {
        const printed = yield* run("stocks.bars", `${none} --format ${format}`)
        assert.deepStrictEqual([printed.exit, printed.err], [Exit.void, "No rows.\n"])
        assert.strictEqual(printed.out.slice(0, out.length), out)
      }
      assert.strictEqual((yield* run("stocks.splits", "--ticker NOSUCH")).err, "No rows.\n")
      assert.strictEqual((yield* run("stocks.bars", `${bars} --limit 1`)).err, "")
    }),
  )
})

/** The ticker of a command that takes several. */
const tickerOf = ({ declaration }: Catalog.Entry, values: Readonly<Record<string, unknown>>) => {
  const name = Several.argumentOf(declaration)
  return name === undefined ? {} : { [name]: (values[name] as ReadonlyArray<string>)[0] }
}

describe("help of the program, and of a service", () => {
  it.effect("fits a screen: a line for each service, and for each method", () =>
    Effect.gen(function* () {
      const linesOf = (args: ReadonlyArray<string>) =>
        Effect.map(TestTerminal.line(candela, args, { columns: 80 }), ({ out }) => out.split("\n"))
      const root = yield* linesOf([])
      for (const line of root) assert.isAtMost(line.length, 80, line)
      assert.isAtMost(root.length, 60)
      for (const { name, tag } of Catalog.services) {
        assert.strictEqual(root.filter((line) => line.startsWith(`  ${name} `)).length, 1, name)
        const own = yield* linesOf([name])
        // Beside the methods: usage, text, headings and options.
        assert.isAtMost(own.length, Object.keys(tag.endpoints).length + 20, name)
      }
    }),
  )
})

describe("options of endpoints", () => {
  const options = Commands.ofEntry(Catalog.services[0]!, Catalog.find("stocks.bars")!).options

  it("read texts by the kind of the parameter, and say what is expected", () => {
    const of = (name: string, ...texts: ReadonlyArray<string>) => options[name]!.read(texts)
    assert.deepStrictEqual(of("multiplier", "5"), Either.right(5))
    assert.deepStrictEqual(of("multiplier", "abc"), Either.left("a whole number from 1 to 100000"))
    assert.deepStrictEqual(of("timespan", "5m"), Either.right({ timespan: "minute", multiplier: 5 }))
    assert.deepStrictEqual(of("adjusted", "false"), Either.right(false))
    assert.deepStrictEqual(of("adjusted"), Either.right(undefined))
    assert.deepStrictEqual(of("from", "1714521600000"), Either.right("1714521600000"))
    assert.isTrue(Either.isLeft(of("from", "tomorrow")))
    assert.isTrue(Either.isLeft(of("from", "20250602")))
    assert.isTrue(Either.isLeft(of("timespan", "fortnight")))
    const filters = Commands.ofEntry(Catalog.services[0]!, Catalog.find("stocks.dividends")!).options
    assert.deepStrictEqual(filters["ticker.any_of"]!.read(["AAPL", "MSFT,KO"]), Either.right(["AAPL", "MSFT", "KO"]))
    const quotes = Commands.ofEntry(Catalog.services[1]!, Catalog.find("forex.quotes")!).options
    assert.deepStrictEqual(quotes["timestamp.gte"]!.read(["1714521600000000001"]), Either.right("1714521600000000001"))
  })

  it("no parameter has the name of an option that every command has, or of another one", () => {
    const shared = ["url", "sandbox", "profile", "quiet", "verbose", "json-errors", "color", "help", "version"]
    for (const { entry } of all) {
      const { arguments: arguments_, options } = Commands.parametersOf(entry)
      const others = {
        ...Output.options,
        ...Several.optionsOf(entry.declaration),
        ...Shape.optionsOf(entry.declaration),
      }
      const ofTickers = Several.argumentOf(entry.declaration) === undefined ? ["tickers", "order"] : []
      const own = ["resume", "concurrency", "on-invalid-row", "per-minute", ...shared].concat(
        Object.keys(others).filter((name) => !ofTickers.includes(name)),
      )
      for (const name of [...Object.keys(arguments_), ...Object.keys(options)]) assert.notInclude(own, name)
    }
  })

  it.effect("the line of each example, read as the program reads it, is the example again", () =>
    Effect.gen(function* () {
      const commands: Array<Group> = [...groups]
      const program = { ...candela, commands }
      for (const { entry } of all) {
        // Every endpoint whose rows come page by page counts them by --limit.
        const limit = Values.streams(entry.declaration) ? Request.nameOf(entry.declaration, "Limit") : undefined
        const request = { ...entry.example, ...(limit !== undefined && { [limit]: 7 }) }
        const words = `${Commands.line(entry, request)} --url http://127.0.0.1:8787`.split(" ")
        const opened = Either.getOrThrow(CommandLine.open(program, words))
        const read = yield* CommandLine.read(program, opened)
        assert.strictEqual(opened.shared["url"], "http://127.0.0.1:8787")
        if (read._tag !== "Run") return assert.fail(`${entry.name} is ${read._tag}`)
        assert.deepStrictEqual(
          Request.url(entry.declaration, {
            ...(yield* Values.requestOf(entry, read.values as Values.CallValues)),
            ...tickerOf(entry, read.values),
          }),
          Request.url(entry.declaration, Struct.omit(request, limit ?? "")),
          entry.name,
        )
        if (limit !== undefined) assert.strictEqual(read.values["limit"], 7, entry.name)
      }
    }),
  )

  it.effect("each service is a group with its methods", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        groups.map(({ name }) => name),
        Catalog.services.map(({ name }) => name),
      )
      const commands = yield* groups[0]!.commands
      assert.include(commands.map(({ name }) => name).join(" "), "bars daily-market-summary open-close")
    }),
  )
})
