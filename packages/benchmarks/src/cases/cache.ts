/** A history from the cache, beside decoding the same bytes. */
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Benchmark } from "../Benchmark.js"
import * as Processes from "../Processes.js"

const DECODE = "decode the same bytes from memory"
const SECOND = "the second run, from the cache"
const FILES = "from files, in a new process"

const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-bench-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true })),
)

const cache: Benchmark = {
  name: "cache",
  title: "One million bars as columns, which the cache has in files",
  unit: "ms",
  bounds: [
    { contender: SECOND, against: DECODE, compare: "share", bound: 1.3, target: 1.1 },
    { contender: FILES, against: DECODE, compare: "share" },
  ],
  run: Effect.gen(function* () {
    const server = yield* Processes.pageServer({ rows: 1_000_000 })
    const input = { url: server.url, from: server.from, to: server.to, directory: yield* directory }
    const cached = (before: number) => Processes.contender("cachedColumns", { ...input, before })
    // Fills the files: from now on nothing is requested.
    yield* cached(0)
    return yield* Processes.rounds({
      rounds: 9,
      entries: [
        { contender: DECODE, measure: Processes.contender("decodeHistory", input) },
        { contender: SECOND, measure: cached(1) },
        { contender: FILES, measure: cached(0) },
      ],
      amount: ({ milliseconds }) => milliseconds,
      expected: { rows: `${server.rows} rows, volume ${server.volume}` },
    })
  }),
}

export const cacheCases: ReadonlyArray<Benchmark> = [cache]
