/** Trials in a process of their own, whose memory is bounded: what kills it kills nothing else. */
import * as Command from "@effect/platform/Command"
import type * as CommandExecutor from "@effect/platform/CommandExecutor"
import { Data, Effect, Stream } from "effect"
import { fileURLToPath } from "node:url"
import type { Report, Trial } from "./Trial.js"

/** What was seen of a trial from its own process. */
export interface Observed extends Report {
  /** The largest resident memory of the process during the trial, in bytes. */
  readonly memory: number
  /** Whether a prototype has other properties than before. */
  readonly polluted: boolean
}

/** A trial, and how its outcome is judged. */
export interface Case {
  readonly trial: Trial
  /** What is tried, in words. */
  readonly name: string
  /** In which ways an outcome is not what was promised. */
  readonly faults: (observed: Observed) => ReadonlyArray<string>
}

/** What came of some cases. */
export interface Outcome {
  /** What was seen of the trials that ended, in their order. */
  readonly observed: ReadonlyArray<Observed>
  /** The faults, each with the name of its case. */
  readonly violations: ReadonlyArray<string>
}

/** The process ended, or hung, before it came to the end of its trials. */
class Ended extends Data.TaggedError("Ended")<{ readonly message: string }> {}

/** The heap of the process, in MiB: enough for what is promised, and little enough to be told from "as much as there is". */
const HEAP = 192

/** From how many bytes on glibc gives freed memory back to the system: it would keep what earlier trials took, some hundred megabytes. */
const GIVEN_BACK = 32_768

/** No trial takes nearly as long. */
const PATIENCE = "90 seconds"

/** Tries cases against a server, in their order. `program` is the file to run, for callers that bundle it themselves. */
export const run = (
  baseUrl: string,
  cases: ReadonlyArray<Case>,
  program: string = fileURLToPath(new URL("./runTrials.js", import.meta.url)),
): Effect.Effect<Outcome, never, CommandExecutor.CommandExecutor> =>
  Effect.gen(function* () {
    const observed: Array<Observed> = []
    const violations: Array<string> = []
    const judge = (one: Observed) => {
      const { faults, name } = cases[observed.length]!
      violations.push(...faults(one).map((fault) => `${name}: ${fault}`))
      observed.push(one)
    }
    yield* Command.make(process.execPath, `--max-old-space-size=${HEAP}`, "--expose-gc", program, baseUrl).pipe(
      Command.env({ MALLOC_MMAP_THRESHOLD_: String(GIVEN_BACK) }),
      Command.feed(JSON.stringify(cases.map(({ trial }) => trial))),
      Command.streamLines,
      Stream.timeoutFail(() => new Ended({ message: `it hung for ${PATIENCE}` }), PATIENCE),
      Stream.concat(Stream.fail(new Ended({ message: "it crashed" }))),
      Stream.take(cases.length),
      Stream.runForEach((line) => Effect.sync(() => judge(JSON.parse(line) as Observed))),
      // The first trial that was not observed is to blame.
      Effect.catchAll(({ message }) =>
        Effect.sync(() => violations.push(`${cases[observed.length]!.name}: the client's process: ${message}`)),
      ),
    )
    return { observed, violations }
  })
