/** A folder of histories that is brought up to date. */
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import type { Benchmark } from "../Benchmark.js"
import { historyChecksum } from "../Contender.js"
import type { SyncInput } from "../contenders/store/sync.js"
import * as Processes from "../Processes.js"
import { temporaryFolder } from "../TemporaryFolder.js"

const FIRST = "sync into an empty store"
const SECOND = "sync once more, no request"
const BY_HAND = "loop with fetch, files of JSON"

const tickers = Array.from({ length: 30 }, (_, index) => `T${index}`)

const server = fileURLToPath(new URL("../main/dailyServer.js", import.meta.url))

const sync: Benchmark = {
  name: "sync",
  title: "Two years of daily bars of 30 tickers, 50 ms an answer",
  unit: "ms",
  bounds: [
    { contender: SECOND, compare: "amount", bound: 2_000 },
    { contender: FIRST, against: BY_HAND, compare: "share" },
  ],
  run: Effect.gen(function* () {
    const { from, rows, to, url } = yield* Processes.pageServer({ latency: 50 }, server)
    const input: SyncInput = { url, from, to, tickers, folder: yield* temporaryFolder }
    yield* Processes.contender("store/sync.fill", input)
    const entry = (contender: string, module: string): Processes.Participant => ({
      contender,
      measure: Processes.contender(module, input),
    })
    return yield* Processes.rounds({
      rounds: 3,
      base: BY_HAND,
      entries: [
        entry(FIRST, "store/sync.first"),
        { ...entry(SECOND, "store/sync.second"), reads: "nothing" },
        entry(BY_HAND, "store/sync.byHand"),
      ],
      expected: {
        rows: historyChecksum({ rows: tickers.length * rows, volume: 0 }),
        nothing: historyChecksum({ rows: 0, volume: 0 }),
      },
    })
  }),
}

const MINUTES = "sync of a million minutes"
const BARE = "the streams alone"

const minutes: Benchmark = {
  name: "sync-minutes",
  title: "A million minutes of 10 tickers into an empty store, over loopback: processor time of all threads",
  unit: "ms",
  bounds: [{ contender: MINUTES, against: BARE, compare: "share", bound: 1.5 }],
  run: Effect.gen(function* () {
    const { from, rows, to, url } = yield* Processes.pageServer({ rows: 100_000 })
    const pairs = Array.from({ length: 10 }, (_, index) => `X:T${String.fromCharCode(65 + index)}USD`)
    const input: SyncInput = { url, from, to, tickers: pairs, folder: yield* temporaryFolder }
    return yield* Processes.rounds({
      rounds: 5,
      base: BARE,
      entries: [
        { contender: MINUTES, measure: Processes.contender("store/sync.minutes", input) },
        { contender: BARE, measure: Processes.contender("store/sync.bare", input) },
      ],
      // The time of the clock has the disk in it, whose flushes vary more than all else.
      amount: ({ processor }) => processor!,
      expected: { rows: historyChecksum({ rows: pairs.length * rows, volume: 0 }) },
    })
  }),
}

export const syncCases: ReadonlyArray<Benchmark> = [sync, minutes]
