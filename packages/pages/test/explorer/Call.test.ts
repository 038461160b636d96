import { declarations } from "@candela/catalog/Catalog"
import { argumentsOf, isArgument } from "@candela/catalog/CommandLine"
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { command } from "../../src/common/Command.js"
import { curl } from "../../src/common/Curl.js"
import { program } from "../../src/common/Program.js"
import * as Texts from "../../src/common/Texts.js"
import * as Call from "../../src/explorer/Call.js"
import * as Markets from "../../src/explorer/Markets.js"
import * as View from "../../src/explorer/View.js"
import { endpointOf, endpoints } from "../support.js"

const baseUrl = "http://127.0.0.1:8787"
const dates = { from: "2024-06-30", to: "2025-06-30" }

/** The calls of all charts. */
const charts = View.marketNames.flatMap((name): ReadonlyArray<Call.Call> => {
  const { bars, study } = Markets.all[name]
  const view = View.chart(name)
  return [bars(view, dates).call, ...(study ? View.studyNames.map((one) => study(one, view, dates).call) : [])]
})

const page = (name: string, texts: Texts.Texts): Call.Call => ({
  endpoint: declarations.get(name)!,
  request: Texts.toRequest(endpointOf(name), texts),
  use: "page",
})

/** Calls of every kind of endpoint, with parameters of every kind. */
const tables = [
  page("stocks.openClose", { stocksTicker: "AAPL", date: "2025-06-27" }),
  page("stocks.movers", { direction: "gainers" }),
  page("stocks.dividends", {
    "ticker.any_of": "AAPL,MSFT",
    "ex_dividend_date.gte": "2025-01-01",
    sort: "ex_dividend_date.desc",
    limit: "5",
  }),
  page("reference.tickers", { search: `it's "quoted"`, active: "false", sort: "name", order: "desc" }),
  page("forex.quotes", { fxTicker: "C:EUR-USD", "timestamp.gte": "1751234400000000000" }),
  page("futures.bars", { ticker: "ESU5", resolution: "5min", window_start: "2025-06-27" }),
  page("economy.inflation", {}),
]

const programOf = ({ endpoint, request, use }: Call.Call) => program(baseUrl, endpoint.name, request, use)

/** What the compiler says of programs, by the declarations that a user has. */
const diagnostics = (programs: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = new Map(programs.map((text, at) => [fileURLToPath(new URL(`program${at}.ts`, import.meta.url)), text]))
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (name) => names.has(name) || fileExists(name)
  host.getSourceFile = (name, ...rest) => {
    const text = names.get(name)
    return text === undefined ? getSourceFile(name, ...rest) : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
  }
  const program = ts.createProgram([...names.keys()], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`)
}

describe("Call", () => {
  it("shows programs that compile, for every kind of endpoint and every kind of chart", () => {
    const kinds = [...tables, charts[0]!, ...charts.filter(({ use }) => use === "rows").slice(0, 4), charts.at(-1)!]
    const programs = kinds.map((call) => programOf(call))
    assert.sameMembers(
      kinds.map(({ endpoint, use }) => `${endpoint.kind} ${use}`).filter((kind, at, all) => all.indexOf(kind) === at),
      ["single page", "list page", "paged page", "history page", "history columns", "paged rows"],
    )
    const wrong = programOf({ ...tables[1]!, request: { direction: "up" } })
    const examples = endpoints.map((endpoint) =>
      program(baseUrl, endpoint.name, Texts.toRequest(endpoint, Texts.example(endpoint)), "page"),
    )
    const found = diagnostics([...programs, ...examples, wrong])
    assert.lengthOf(found, 1, found.join("\n"))
    assert.include(found[0]!, `program${programs.length + examples.length}.ts`)
  })

  it("shows commands of which a shell makes one URL, with the key as a variable", () => {
    for (const call of tables) {
      const path = Either.getOrThrow(Call.path(call))
      const command = curl(baseUrl + path)
      const printed = execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }\n${command}`], {
        encoding: "utf8",
        env: { MARKET_DATA_API_KEY: "secret" },
      })
      assert.deepStrictEqual(printed.split("\n"), [baseUrl + path, "--header", "Authorization: Bearer secret", ""])
    }
    assert.include(curl(`${baseUrl}/it's`), `'http://127.0.0.1:8787/it'\\''s'`)
  })

  it("shows commands of which a shell makes the words of the request, with the key in no word", () => {
    const candela = `candela() { printf '%s\\n' "$MARKET_DATA_API_KEY" "$@"; }`
    const wordsOf = ({ endpoint, request }: Call.Call) => {
      const text = command(baseUrl, endpoint.name, argumentsOf(endpoint), request)
      return execFileSync("sh", ["-c", `${candela}\n${text}`], {
        encoding: "utf8",
        env: { MARKET_DATA_API_KEY: "secret" },
      })
    }
    const url = ["--url", baseUrl, ""]
    assert.deepStrictEqual(wordsOf(tables[0]!).split("\n"), [
      ...["secret", "stocks", "open-close", "AAPL", "--date", "2025-06-27"],
      ...url,
    ])
    assert.deepStrictEqual(wordsOf(tables[3]!).split("\n"), [
      ...["secret", "reference", "tickers", "--search", `it's "quoted"`, "--active", "false"],
      ...["--order", "desc", "--sort", "name"],
      ...url,
    ])
  })

  it("takes the same parameters for arguments by the catalogue of the pages as by the declaration", () => {
    for (const { name, parameters } of endpoints)
      assert.deepStrictEqual(
        parameters.filter(isArgument).map(({ name }) => name),
        argumentsOf(declarations.get(name)!),
      )
  })

  it("shows a stream's first request, which asks for the largest page", () => {
    const [stocks] = charts
    assert.strictEqual(
      Either.getOrThrow(Call.path(stocks!)),
      "/v2/aggs/ticker/AAPL/range/1/day/2024-06-30/2025-06-30?sort=desc&limit=50000",
    )
  })
})
