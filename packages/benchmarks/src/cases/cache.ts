/** A history from the cache, beside decoding the same bytes. */
import { Effect } from "effect"
import type { Benchmark } from "../Benchmark.js"
import { historyChecksum } from "../Contender.js"
import type { CachedInput } from "../contenders/history/cache.js"
import * as Processes from "../Processes.js"
import { temporaryFolder } from "../TemporaryFolder.js"

const DECODE = "decode the same bytes from memory"
const LATER = "from the cache, in runs after the first"
const FILES = "from its files, in the first run of a process"

const cache: Benchmark = {
  name: "cache",
  title: "One million bars as columns, which the cache has in files",
  unit: "ms",
  bounds: [
    { contender: LATER, against: DECODE, compare: "share", bound: 1.3, target: 1.1 },
    { contender: FILES, against: DECODE, compare: "share" },
  ],
  run: Effect.gen(function* () {
    const server = yield* Processes.pageServer({ rows: 1_000_000 })
    const input = { url: server.url, from: server.from, to: server.to, directory: yield* temporaryFolder }
    const cached = (timed: CachedInput["timed"]) => Processes.contender("history/cache.cached", { ...input, timed })
    // Fills the cache: from now on nothing is requested.
    yield* cached("first")
    return yield* Processes.rounds({
      rounds: 5,
      base: DECODE,
      entries: [
        { contender: DECODE, measure: Processes.contender("history/cache.decoded", input) },
        { contender: LATER, measure: cached("later") },
        { contender: FILES, measure: cached("first"), rounds: 2 },
      ],
      expected: { rows: historyChecksum(server) },
    })
  }),
}

export const cacheCases: ReadonlyArray<Benchmark> = [cache]
