/** Trials in a child process with bounded memory. */
import * as Command from "@effect/platform/Command"
import type * as CommandExecutor from "@effect/platform/CommandExecutor"
import { Data, Effect, Stream } from "effect"
import { fileURLToPath } from "node:url"
import type { TrialReport, Trial } from "./Trial.js"

/** The observation of a trial. */
export interface Observed extends TrialReport {
  /** The largest resident memory of the process during the trial, in bytes. */
  readonly memory: number
  /** Whether a prototype has other properties than before. */
  readonly polluted: boolean
}

/** A trial and its judgement. */
export interface Case {
  readonly trial: Trial
  /** Description of the trial. */
  readonly name: string
  /** The violations of an observation. */
  readonly faults: (observed: Observed) => ReadonlyArray<string>
}

/** The results of the cases. */
export interface TrialOutcome {
  /** The observations of completed trials, in order. */
  readonly observed: ReadonlyArray<Observed>
  /** The faults, each with the name of its case. */
  readonly violations: ReadonlyArray<string>
}

/** The process ended, or hung, before it came to the end of its trials. */
class Ended extends Data.TaggedError("Ended")<{ readonly message: string }> {}

/** The heap limit of the process, MiB: enough for the promise, and less than unbounded use would take. */
const HEAP = 192

/**
 * Allocation size from which glibc returns freed memory to the system; otherwise it would keep some
 * hundred megabytes of earlier trials.
 */
const GIVEN_BACK = 32_768

/** Timeout of a trial; none takes nearly as long. */
const PATIENCE = "90 seconds"

const program = fileURLToPath(new URL("./runTrials.js", import.meta.url))

/** Runs cases against a server, in order, and tells of each. */
export const run = (
  baseUrl: string,
  cases: ReadonlyArray<Case>,
  onTrial: Effect.Effect<void> = Effect.void,
): Effect.Effect<TrialOutcome, never, CommandExecutor.CommandExecutor> =>
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
      // Why it crashed, if it does.
      Command.stderr("inherit"),
      Command.streamLines,
      Stream.timeoutFail(() => new Ended({ message: `it hung for ${PATIENCE}` }), PATIENCE),
      Stream.concat(Stream.fail(new Ended({ message: "it crashed" }))),
      Stream.take(cases.length),
      Stream.runForEach((line) =>
        Effect.zipRight(
          Effect.sync(() => judge(JSON.parse(line) as Observed)),
          onTrial,
        ),
      ),
      // Blames the first trial without an observation.
      Effect.catchAll(({ message }) =>
        Effect.sync(() => violations.push(`${cases[observed.length]!.name}: the client's process: ${message}`)),
      ),
    )
    return { observed, violations }
  })
