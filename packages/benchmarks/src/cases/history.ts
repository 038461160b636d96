/** Time and memory of histories over loopback. */
import { Effect } from "effect"
import { type Benchmark, type Bound, comparingAll, roundsOf } from "../Benchmark.js"
import { historyChecksum, type Measured } from "../Contender.js"
import type { HistoryInput } from "../contenders/history/history.js"
import type { Description, PageOptions } from "../PageServer.js"
import * as Processes from "../Processes.js"

const MILLION = 1_000_000

const VENDOR = "vendor's client"
const DRAIN = "drain through HttpClient"
/** The same pages compressed: the drain inflates them. */
const INFLATE = "inflate through HttpClient"

const modules = {
  columns: { contender: "Candela columns", module: "history/candela.columns" },
  rows: { contender: "Candela rows", module: "history/candela.rows" },
  shardedColumns: { contender: "Candela columns, sharded", module: "history/candela.columns" },
  shardedRows: { contender: "Candela rows, sharded", module: "history/candela.rows" },
  vendor: { contender: VENDOR, module: "history/others.vendor" },
  fetchJson: { contender: "fetch, JSON.parse", module: "history/others.fetchJson" },
  fetchZod: { contender: "fetch, JSON.parse, zod", module: "history/others.fetchZod" },
  schema: { contender: "HttpClient, schemaBodyJson", module: "history/httpClient.schema" },
  drainHttpClient: { contender: DRAIN, module: "history/httpClient.drained", reads: "bytes" },
  inflate: { contender: INFLATE, module: "history/httpClient.drained", reads: "bytes" },
  drainUndici: { contender: "raw drain", module: "history/others.drainUndici", reads: "bytes" },
} as const

/** A shard per page, with enough requests in flight that decoding never waits. */
const SHARDING = { concurrency: 8, shards: 20 }

type Name = keyof typeof modules

const inputOf = (name: Name, { url, from, to }: Description): HistoryInput => ({
  url,
  from,
  to,
  ...(name.startsWith("sharded") ? { options: SHARDING } : {}),
})

const entryOf = (name: Name, server: Description): Processes.Participant => ({
  ...modules[name],
  measure: Processes.contender(modules[name].module, inputOf(name, server)),
})

const DRAINED =
  "About half of the time receives the bytes, before any value of them is read; the rest checks every value, in a process that has just started and compiles its code meanwhile."
const ROWS = `${DRAINED} An object is made of each row, too.`
const INFLATED =
  "More than half of the time receives the bytes and decompresses them, before any value of them is read; the rest checks every value."

const timed = (options: {
  readonly name: string
  readonly title: string
  readonly server: PageOptions
  readonly contenders: ReadonlyArray<Name>
  readonly bounds: ReadonlyArray<Bound>
  readonly rounds: number
}): Benchmark => ({
  name: options.name,
  title: options.title,
  unit: "ms",
  bounds: comparingAll(
    options.contenders.map((name) => modules[name].contender),
    { against: VENDOR, compare: "share" },
    options.bounds,
  ),
  run: Effect.gen(function* () {
    const server = yield* Processes.pageServer(options.server)
    const entries = options.contenders.map((name) => ({
      ...entryOf(name, server),
      ...roundsOf(options.bounds, modules[name].contender),
    }))
    // The server compresses each page when it is first asked for.
    if (options.server.gzip === true) yield* Effect.forEach(entries, ({ measure }) => measure)
    return yield* Processes.rounds({
      rounds: options.rounds,
      entries,
      base: VENDOR,
      expected: { rows: historyChecksum(server) },
    })
  }),
})

const megabytes = ({ peakRss }: Measured) => peakRss / 1e6

const memory = (options: {
  readonly name: string
  readonly title: string
  readonly contender: "columns" | "rows"
  readonly bounds: ReadonlyArray<Bound>
}): Benchmark => ({
  name: options.name,
  title: options.title,
  unit: "MB",
  bounds: options.bounds,
  run: Effect.gen(function* () {
    const long = yield* Processes.pageServer({ rows: 10 * MILLION })
    const short = yield* Processes.pageServer({ rows: MILLION })
    const entry = (contender: string, server: Description): Processes.Participant => ({
      ...entryOf(options.contender, server),
      contender,
      reads: contender,
    })
    return yield* Processes.rounds({
      rounds: 2,
      entries: [entry(`one million ${options.contender}`, short), entry(`ten million ${options.contender}`, long)],
      amount: megabytes,
      expected: {
        [`one million ${options.contender}`]: historyChecksum(short),
        [`ten million ${options.contender}`]: historyChecksum(long),
      },
    })
  }),
})

export const historyCases: ReadonlyArray<Benchmark> = [
  timed({
    name: "million",
    title: "One million bars, 20 pages of 50,000, over loopback",
    server: { rows: MILLION },
    contenders: [
      "columns",
      "rows",
      "shardedColumns",
      "shardedRows",
      "vendor",
      "fetchJson",
      "fetchZod",
      "schema",
      "drainHttpClient",
      "drainUndici",
    ],
    bounds: [
      { contender: modules.columns.contender, against: VENDOR, compare: "share", bound: 0.26, cause: DRAINED },
      { contender: modules.columns.contender, against: DRAIN, compare: "share", bound: 2.5, target: 2 },
      { contender: modules.rows.contender, against: VENDOR, compare: "share", bound: 0.37, cause: ROWS },
    ],
    rounds: 5,
  }),
  timed({
    name: "million-gzip",
    title: "One million bars, 20 pages of 50,000, compressed, over loopback",
    server: { rows: MILLION, gzip: true },
    contenders: ["columns", "rows", "shardedColumns", "shardedRows", "vendor", "fetchJson", "inflate"],
    bounds: [
      { contender: modules.columns.contender, against: VENDOR, compare: "share", bound: 0.28, cause: INFLATED },
      { contender: modules.rows.contender, against: VENDOR, compare: "share", bound: 0.36, cause: INFLATED },
    ],
    rounds: 5,
  }),
  timed({
    name: "latency",
    title: "One million bars, 20 pages of 50,000, 50 ms a request",
    server: { rows: MILLION, latency: 50 },
    contenders: ["shardedColumns", "shardedRows", "columns", "rows", "vendor", "fetchJson", "schema"],
    bounds: [
      { contender: modules.shardedColumns.contender, against: VENDOR, compare: "share", bound: 0.22, cause: DRAINED },
      { contender: modules.shardedRows.contender, against: VENDOR, compare: "share", bound: 0.3, cause: ROWS },
    ],
    rounds: 5,
  }),
  memory({
    name: "memory-columns",
    title: "Peak memory of the client's process, columns",
    contender: "columns",
    bounds: [
      {
        contender: "ten million columns",
        against: "one million columns",
        compare: "share",
        bound: 1.2,
      },
      { contender: "ten million columns", compare: "amount", bound: 250, target: 150 },
    ],
  }),
  memory({
    name: "memory-rows",
    title: "Peak memory of the client's process, rows",
    contender: "rows",
    bounds: [{ contender: "ten million rows", against: "one million rows", compare: "share", bound: 1.5, target: 1.2 }],
  }),
]
