/** Trials in a process of their own, whose memory is bounded: what kills it kills nothing else. */
import * as Command from "@effect/platform/Command"
import type * as CommandExecutor from "@effect/platform/CommandExecutor"
import { Chunk, Effect, Stream } from "effect"
import { fileURLToPath } from "node:url"
import type { Report, Trial } from "./Trial.js"

/** What was seen of a trial from its own process. */
export interface Observed extends Report {
  /** The largest resident memory of the process during the trial, in bytes. */
  readonly memory: number
  /** Whether a prototype has other properties than before. */
  readonly polluted: boolean
}

/** What came of some trials. */
export interface Outcome {
  /** What was seen of the trials that ended, in their order. */
  readonly observed: ReadonlyArray<Observed>
  /** Why the process ended before its last trial: the trial after the last that is in `observed` is to blame. */
  readonly ended: string | undefined
}

/** The heap of the process, in MiB: enough for what is promised, and little enough to be told from "as much as there is". */
const HEAP = 384

/** No trial takes nearly as long. */
const PATIENCE = "90 seconds"

/** Runs trials against a server. `program` is the file to run, for callers that bundle it themselves. */
export const run = (
  baseUrl: string,
  trials: ReadonlyArray<Trial>,
  program: string = fileURLToPath(new URL("../main/trials.js", import.meta.url)),
): Effect.Effect<Outcome, never, CommandExecutor.CommandExecutor> =>
  Effect.gen(function* () {
    const observed: Array<Observed> = []
    const command = Command.make(process.execPath, `--max-old-space-size=${HEAP}`, program, baseUrl).pipe(
      Command.feed(JSON.stringify(trials)),
    )
    const ended = yield* Command.streamLines(command).pipe(
      Stream.mapChunks(Chunk.map((line) => void observed.push(JSON.parse(line) as Observed))),
      Stream.timeoutFail(() => `it hung for ${PATIENCE}`, PATIENCE),
      Stream.runDrain,
      Effect.match({ onFailure: String, onSuccess: () => "it crashed" }),
    )
    return { observed, ended: observed.length === trials.length ? undefined : ended }
  })
