/** A history from a store of files, beside engines that read the same files. */
import { Effect } from "effect"
import { type Benchmark, type Bound, roundsOf } from "../Benchmark.js"
import { historyChecksum } from "../Contender.js"
import * as Processes from "../Processes.js"
import { temporaryFolder } from "../TemporaryFolder.js"

const STORE = "from the store"
const DUCKDB = "DuckDB reading its files"
const POLARS = "Polars reading its files"
const DECODE = "decode the same bars from memory"

const bounds: ReadonlyArray<Bound> = [
  {
    contender: STORE,
    against: DUCKDB,
    compare: "share",
    bound: 1.15,
    cause: "The digest of each file is compared before it is read.",
  },
  { contender: POLARS, against: DUCKDB, compare: "share" },
  { contender: DECODE, against: DUCKDB, compare: "share" },
]

const store: Benchmark = {
  name: "store",
  title: "A year of minute bars (525,600) as columns, in runs after the first of a process",
  unit: "ms",
  bounds,
  run: Effect.gen(function* () {
    const server = yield* Processes.pageServer({ rows: 525_600 })
    const input = { url: server.url, from: server.from, to: server.to, folder: yield* temporaryFolder }
    // From now on nothing is requested.
    yield* Processes.contender("store/readers.fill", input)
    const reader = (contender: string, module: string): Processes.Participant => ({
      contender,
      measure: Processes.contender(module, input),
      ...roundsOf(bounds, contender),
    })
    return yield* Processes.rounds({
      rounds: 5,
      base: DUCKDB,
      entries: [
        reader(STORE, "store/readers.store"),
        reader(DUCKDB, "store/readers.duckdb"),
        reader(POLARS, "store/readers.polars"),
        reader(DECODE, "history/cache.decoded"),
      ],
      expected: { rows: historyChecksum(server) },
    })
  }),
}

export const storeCases: ReadonlyArray<Benchmark> = [store]
