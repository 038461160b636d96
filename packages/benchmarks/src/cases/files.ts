/** Time and memory of histories that are written to files. */
import { Effect } from "effect"
import type { Benchmark } from "../Benchmark.js"
import { historyChecksum } from "../Contender.js"
import type { HistoryInput } from "../contenders/history/history.js"
import type { Description } from "../PageServer.js"
import * as Processes from "../Processes.js"

const MILLION = 1_000_000

const BARE = "the stream alone"

const modules = {
  [BARE]: "files/candela.bare",
  Parquet: "files/candela.parquet",
  Arrow: "files/candela.arrow",
  CSV: "files/candela.csv",
}

const entryOf = (contender: keyof typeof modules, { from, to, url }: Description): Processes.Participant => ({
  contender,
  measure: Processes.contender(modules[contender], { url, from, to } satisfies HistoryInput),
})

const bound = (contender: string, bound: number, cause: string) =>
  ({ contender, against: BARE, compare: "share", bound, cause }) as const

export const fileCases: ReadonlyArray<Benchmark> = [
  {
    name: "files",
    title: "One million bars, 20 pages of 50,000, 50 ms a request, into a file",
    unit: "ms",
    bounds: [
      bound(
        "Parquet",
        1.25,
        "Encoding and compressing take more processor time than the stream. They run in a thread of their own, which shares two cores with the stream and with the case's server.",
      ),
      bound("Arrow", 1.08, "The columns are copied into the layout of the file, and the file is flushed to the disk."),
      bound("CSV", 1.1, "Numbers are written as text in the thread that reads the stream."),
    ],
    run: Effect.gen(function* () {
      const server = yield* Processes.pageServer({ rows: MILLION, latency: 50 })
      return yield* Processes.rounds({
        rounds: 5,
        base: BARE,
        entries: ([BARE, "Parquet", "Arrow", "CSV"] as const).map((contender) => entryOf(contender, server)),
        expected: { rows: historyChecksum(server) },
      })
    }),
  },
  {
    name: "files-memory",
    title: "Memory of ten million bars into a file, over loopback",
    unit: "MB",
    bounds: ["Parquet", "Arrow", "CSV"].map((contender) => ({
      ...{ contender, compare: "amount", bound: 250 },
      cause: "Beside the pages in flight, the memory of the encoder holds a part of the file, raw and compressed.",
    })),
    run: Effect.gen(function* () {
      const server = yield* Processes.pageServer({ rows: 10 * MILLION })
      return yield* Processes.rounds({
        rounds: 3,
        entries: (["Parquet", "Arrow", "CSV"] as const).map((contender) => entryOf(contender, server)),
        amount: ({ peakRss }) => peakRss / 1e6,
        expected: { rows: historyChecksum(server) },
      })
    }),
  },
]
