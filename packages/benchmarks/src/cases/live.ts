/** The live channel: processor time of its streams beside that of a socket and `JSON.parse`. */
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import type { Benchmark } from "../Benchmark.js"
import type { Options } from "../Frames.js"
import * as Processes from "../Processes.js"

const PLAIN = "ws, JSON.parse and a switch"
const STREAMS = "streams of three topics"
const WITHOUT = "the same without code generation"

const server = fileURLToPath(new URL("../main/frameServer.js", import.meta.url))

const reading = (name: string, events: number, bound: number): Benchmark => ({
  name,
  title: `Live trades, quotes and bars, ${events} a frame: processor time of 600,000 once the code is warm`,
  unit: "ms",
  bounds: [
    { contender: STREAMS, against: PLAIN, compare: "share", bound },
    { contender: WITHOUT, against: PLAIN, compare: "share" },
  ],
  run: Effect.scoped(
    Effect.gen(function* () {
      const options: Options = { events, frames: Math.ceil(900_000 / events) }
      const url = yield* Processes.serving(server, [JSON.stringify(options)])
      const entry = (contender: string, name: string) => ({
        contender,
        measure: Processes.contender(`live/live.${name}`, { url }),
      })
      return yield* Processes.rounds({
        rounds: 5,
        entries: [entry(PLAIN, "plain"), entry(STREAMS, "streams"), entry(WITHOUT, "withoutCodeGeneration")],
      })
    }),
  ),
})

export const liveCases: ReadonlyArray<Benchmark> = [reading("live-100", 100, 1.35), reading("live-1", 1, 1.6)]
