/** The live channel: processor time of its streams beside that of a socket and `JSON.parse`. */
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import type { Benchmark } from "../Benchmark.js"
import type { Options } from "../Frames.js"
import * as Processes from "../Processes.js"

const PLAIN = "ws, JSON.parse and a switch"
const STREAMS = "streams of three topics"
const VENDOR = "the vendor's client and JSON.parse"
const WITHOUT = "the same without code generation"

const server = fileURLToPath(new URL("../main/frameServer.js", import.meta.url))

const reading = (name: string, events: number, bound: number, cause: string): Benchmark => ({
  name,
  title: `Live trades, quotes and bars, ${events} a frame: processor time of 600,000 once the code is warm`,
  unit: "ms",
  bounds: [
    { contender: STREAMS, against: PLAIN, compare: "share", bound, cause },
    { contender: STREAMS, against: VENDOR, compare: "share", bound: 1, cause },
    { contender: WITHOUT, against: PLAIN, compare: "share" },
  ],
  run: Effect.scoped(
    Effect.gen(function* () {
      const options: Options = { events, frames: Math.ceil(900_000 / events) }
      const url = yield* Processes.serving(server, [JSON.stringify(options)])
      const entry = (contender: string, name: string) => ({
        contender,
        // The vendor's client is not asked for what it reads.
        reads: contender === VENDOR ? VENDOR : "rows",
        measure: Processes.contender(`live/live.${name}`, { url }),
      })
      return yield* Processes.rounds({
        rounds: 3,
        entries: [
          entry(PLAIN, "plain"),
          entry(STREAMS, "streams"),
          entry(VENDOR, "vendor"),
          { ...entry(WITHOUT, "withoutCodeGeneration"), rounds: 2 },
        ],
      })
    }),
  ),
})

/** A program of `contenders/live/limits.ts`, and what its server does. */
const running = (contender: string, name: string, options: Partial<Options>): Processes.Participant => ({
  contender,
  reads: contender,
  measure: Effect.scoped(
    Effect.flatMap(Processes.serving(server, [JSON.stringify({ events: 100, frames: 0, ...options })]), (url) =>
      Processes.contender(`live/limits.${name}`, { url }),
    ),
  ),
})

/** A limit of a stream, as an amount or beside an idle process. */
const limit = (
  [name, title]: readonly [string, string],
  unit: Benchmark["unit"],
  bound: number,
  entry: Processes.Participant,
  beside: ReadonlyArray<Processes.Participant> = [],
): Benchmark => {
  const { contender } = entry
  const compared = beside.map((other) => ({ contender, against: other.contender, compare: "excess", bound }) as const)
  return {
    name,
    title,
    unit,
    bounds: compared.length > 0 ? compared : [{ contender, compare: "amount", bound }],
    run: Processes.rounds({ rounds: 3, entries: [entry, ...beside] }),
  }
}

/** More pairs than are subscribed: the server only answers. */
const never = 1e9

export const liveCases: ReadonlyArray<Benchmark> = [
  reading(
    "live-100",
    100,
    1.35,
    "JSON.parse is nearly all that the others do with a frame; the streams also check and rename every field, find the tickers that are subscribed, and hand rows over in turns, so that no other work waits long.",
  ),
  reading(
    "live-1",
    1,
    1.6,
    "The streams also check and rename every field, find the tickers that are subscribed, and hand rows over in turns, so that no other work waits long.",
  ),
  limit(
    ["live-lag", "Lateness of a timer while live events are read as fast as they can be, 99th percentile"],
    "ms",
    20,
    running("at full input", "busy", { frames: 9_000 }),
    [running("idle", "idle", {})],
  ),
  limit(
    ["live-tickers", "Heap of one live stream of 10,000 tickers"],
    "MB",
    5,
    running("a stream", "wide", { pairs: never }),
  ),
  limit(
    ["live-stopped", "Heap of a live stream whose consumer has stopped, 1,000 rows of buffer, after 100 MB of events"],
    "MB",
    10,
    running("a stopped consumer", "stopped", { frames: 7_700 }),
  ),
  limit(
    ["live-cut", "From the cut of a live connection to its next acknowledgement, less the delay; longest of 20"],
    "ms",
    100,
    running("500 tickers", "reconnected", { pairs: 500, cuts: 50 }),
  ),
  limit(
    ["live-pairs", "Subscription of 10,000 pairs on the live channel"],
    "ms",
    1_000,
    running("10,000 pairs", "pairs", { pairs: never }),
  ),
  limit(
    ["live-interrupt", "Interruption of a live stream of 100 tickers whose service answers nothing; longest of 20"],
    "ms",
    50,
    running("a stream", "interrupted", { pairs: 2_000, silent: true }),
  ),
  limit(
    ["live-close", "Until the socket is gone of a live channel whose service answers nothing"],
    "ms",
    1_000,
    running("a layer", "closed", { pairs: 1, silent: true }),
  ),
  limit(
    ["live-sandbox", "Stop of a sandbox whose live client answers nothing, less the grace period"],
    "ms",
    1_000,
    running("a sandbox", "sandbox", {}),
  ),
]
