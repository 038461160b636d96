/** Time of the command line, from the start of its process to the end. */
import { Effect } from "effect"
import { statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Benchmark } from "../Benchmark.js"
import type { HistoryInput } from "../contenders/history/history.js"
import { TICKER } from "../contenders/history/history.js"
import type { Description } from "../PageServer.js"
import * as Processes from "../Processes.js"
import * as Stopwatch from "../Stopwatch.js"
import { temporaryFolder } from "../TemporaryFolder.js"

const MILLION = 1_000_000

const BARE = "the stream alone"
const NODE = "node -e 0"
const ROW = "a first row of the sandbox"

const WEEK = "five bars of a running sandbox"

const BARS = "stocks bars AAPL --timespan day --multiplier 1 --to 2025-06-27 --format ndjson --from".split(" ")

const command = fileURLToPath(new URL("../../../cli/bin/candela.cjs", import.meta.url))

/** Runs a program of Node, and takes the time. What it did is told by `result`, after the time. */
const timed = (args: ReadonlyArray<string>, result: () => string): Processes.Participant["measure"] =>
  Effect.gen(function* () {
    const start = Stopwatch.now()
    yield* Processes.node(args, { MARKET_DATA_API_KEY: "key" })
    const milliseconds = Stopwatch.now() - start
    return { milliseconds, rows: 0, checksum: result(), peakRss: 0 }
  })

const toFile = (contender: string, ending: string, { from, to, url }: Description): Processes.Participant => ({
  contender,
  reads: contender,
  measure: Effect.scoped(
    Effect.flatMap(temporaryFolder, (folder) => {
      const file = join(folder, `bars.${ending}`)
      const range = ["--multiplier", "1", "--timespan", "minute", "--from", `${from}`, "--to", `${to}`]
      const args = [command, "stocks", "bars", TICKER, ...range, "--url", url, "--out", file]
      // The time of writing is in the metadata of a Parquet file, as text of one length.
      return timed(args, () => `${statSync(file).size} bytes`)
    }),
  ),
})

const start = (contender: string, args: ReadonlyArray<string>): Processes.Participant => ({
  contender,
  reads: contender,
  measure: timed(args, () => ""),
})

const bound = (contender: string, against: string, bound: number, cause?: string) =>
  ({ contender, against, compare: "share", bound, ...(cause === undefined ? {} : { cause }) }) as const

const bare = ({ from, to, url }: Description): Processes.Participant => ({
  contender: BARE,
  measure: Processes.contender("files/candela.bare", { url, from, to } satisfies HistoryInput),
})

export const commandCases: ReadonlyArray<Benchmark> = [
  {
    name: "command",
    title: "One million bars by the command line, 20 pages of 50,000, 50 ms a request, with the start of the process",
    unit: "ms",
    bounds: [
      bound("CSV", BARE, 2.2),
      bound(
        "Parquet",
        BARE,
        1.5,
        "The process and the encoder have to start, and encoding takes more time than the stream.",
      ),
    ],
    run: Effect.gen(function* () {
      const server = yield* Processes.pageServer({ rows: MILLION, latency: 50 })
      return yield* Processes.rounds({
        rounds: 5,
        base: BARE,
        entries: [bare(server), toFile("CSV", "csv", server), toFile("Parquet", "parquet", server)],
      })
    }),
  },
  {
    name: "command-start",
    title: "Start of the command line",
    unit: "ms",
    // Half a second for a row where Node starts in 0.06, from the second run on: the first one keeps its compiled code.
    bounds: [
      bound("--help", NODE, 2),
      bound("--version", NODE, 2),
      bound(ROW, NODE, 7.5, "The process loads the sandbox and its database before it asks for the row."),
      bound(WEEK, NODE, 5),
    ],
    run: Effect.scoped(
      Effect.gen(function* () {
        const url = yield* Processes.serving(command, ["sandbox", "--port", "0", "--key", "key"])
        const entries = [
          start(NODE, ["-e", "0"]),
          start("--help", [command, "--help"]),
          start("--version", [command, "--version"]),
          start(ROW, [command, ...BARS, "2025-06-27", "--sandbox"]),
          start(WEEK, [command, ...BARS, "2025-06-23", "--url", url]),
        ]
        // The first one makes the data set, too.
        yield* Effect.forEach(entries, ({ measure }) => measure)
        return yield* Processes.rounds({ rounds: 11, base: NODE, entries })
      }),
    ),
  },
]
