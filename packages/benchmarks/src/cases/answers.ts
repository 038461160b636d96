/** The sandbox: the cost of its answers beside the unavoidable part, and its start-up time. */
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import { Effect } from "effect"
import { readdirSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Benchmark, BenchmarkError } from "../Benchmark.js"
import { median } from "../Contender.js"
import * as Processes from "../Processes.js"
import { temporaryFolder } from "../TemporaryFolder.js"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Keeps the data set between runs. */
const directory = here("../../node_modules/.cache/data")

/** The file of the data set `small`, made if it does not exist. Files of earlier generators are removed. */
const dataset: Effect.Effect<string, BenchmarkError> = Dataset.make("small", { directory }).pipe(
  Effect.tap((file) => {
    // Another run may be making its file in a folder.
    const others = readdirSync(directory).filter((name) => name.endsWith(".duckdb") && name !== basename(file))
    for (const name of others) rmSync(join(directory, name), { recursive: true })
  }),
  Effect.mapError(({ message }) => new BenchmarkError({ message })),
)

const contender = (module: string) =>
  Effect.flatMap(dataset, (file) => Processes.contender(module, { file, directory }))

const compared = (options: {
  readonly name: string
  readonly title: string
  readonly ours: readonly [contender: string, module: string]
  readonly other: readonly [contender: string, module: string]
  readonly bound: number
  readonly target?: number
  readonly cause?: string
}): Benchmark => {
  const { bound, cause, name, other, ours, target, title } = options
  return {
    ...{ name, title, unit: "ms" },
    bounds: [
      {
        ...{ contender: ours[0], against: other[0], compare: "share", bound },
        ...(target === undefined ? {} : { target }),
        ...(cause === undefined ? {} : { cause }),
      },
    ],
    run: Processes.rounds({
      rounds: 3,
      base: other[0],
      entries: [other, ours].map(([name, module]) => ({ contender: name, measure: contender(module) })),
    }),
  }
}

const CONSTANT = "node:http, constant bodies"

const load: Benchmark = {
  name: "load",
  title:
    "A thousand answers to 64 connections, for 5 seconds over loopback: bars, a list, a day and a refusal in turns",
  unit: "ms",
  // A constant body does without the database, so that comparison is informational. No answer may
  // wait much longer than most.
  bounds: [
    { contender: "sandbox", against: CONSTANT, compare: "share" },
    {
      ...{ contender: "sandbox, 99 of 100", against: "sandbox, half", compare: "share", bound: 5 },
      cause:
        "Since results of queries are remembered, half of the answers come some fifteen times sooner than before, and the slowest of a hundred some five times: none is slower, and their ratio is larger.",
    },
    { contender: `${CONSTANT}, 99 of 100`, against: `${CONSTANT}, half`, compare: "share" },
  ],
  run: Effect.map(
    Processes.results({
      rounds: 2,
      entries: [
        { contender: CONSTANT, measure: contender("answers/servers.loadByNode") },
        { contender: "sandbox", measure: contender("answers/servers.load") },
      ],
    }),
    (results) =>
      results.flatMap(({ contender, measured }) => {
        const amounts = measured.map(({ milliseconds }) => milliseconds)
        const rate = Math.round(1e6 / median(amounts)).toLocaleString("en-US")
        return [
          { contender, amounts, note: `${rate} a second` },
          { contender: `${contender}, half`, amounts: measured.map(({ latency }) => latency!.median) },
          { contender: `${contender}, 99 of 100`, amounts: measured.map(({ latency }) => latency!.p99) },
        ]
      }),
  ),
}

const COMMAND = here("../../../sandbox/bin/candela-sandbox.js")
const MODULES = here("../../../cli/dist/sandbox/bin.js")

const starting = (file: string, directory: string) => Processes.start(file, ["--port", "0", "--data", directory])

/** From an empty directory. */
const startingAnew = Effect.scoped(Effect.flatMap(temporaryFolder, (directory) => starting(COMMAND, directory)))

const start: Benchmark = {
  name: "start",
  title: "From the start of candela-sandbox with the data set small until it listens",
  unit: "ms",
  bounds: [
    { contender: "bundled", against: "from modules", compare: "share", bound: 0.6, target: 0.4 },
    { contender: "bundled", compare: "amount", bound: 2_000, target: 1_000 },
  ],
  run: Effect.gen(function* () {
    yield* dataset
    const made = yield* Processes.rounds({
      rounds: 5,
      entries: [
        { contender: "from modules", measure: starting(MODULES, directory) },
        { contender: "bundled", measure: starting(COMMAND, directory) },
      ],
    })
    const anew = yield* Processes.rounds({
      rounds: 1,
      entries: [{ contender: "the data set made anew", measure: startingAnew }],
    })
    return [...made, ...anew]
  }),
}

export const answerCases: ReadonlyArray<Benchmark> = [
  compared({
    name: "bars-page",
    title: "A page of 50,000 bars of the sandbox in process, beside its statement and JSON.stringify of the rows",
    ours: ["sandbox", "answers/inProcess.bars"],
    other: ["statement, JSON.stringify", "answers/inProcess.barsStatement"],
    bound: 1.3,
    target: 1,
  }),
  compared({
    name: "open-close",
    title: "One open/close answer of the sandbox in process, beside its query",
    ours: ["sandbox", "answers/inProcess.openClose"],
    other: ["prepared query", "answers/inProcess.openCloseStatement"],
    bound: 1.5,
    cause: "Checking the request, and making the answer and its text, take about half as long as the query.",
  }),
  compared({
    name: "list",
    title:
      "The server's time for a thousand answers of 100 dividends over loopback, beside its statement, JSON.stringify and node:http",
    ours: ["sandbox", "answers/servers.list"],
    other: ["node:http, statement, JSON.stringify", "answers/servers.listByNode"],
    bound: 2.5,
  }),
  compared({
    name: "refusal",
    title: "The server's time for a thousand answers of 401 over loopback",
    ours: ["sandbox", "answers/servers.refusal"],
    other: ["node:http, constant body", "answers/servers.refusalByNode"],
    bound: 3,
    cause: "A refusal, too, is routed, and has an id and headers of its own; the other writes constant bytes.",
  }),
  load,
  start,
]
