/** A row of the table: what is tried, what is promised, and what came out. */
import type * as CommandExecutor from "@effect/platform/CommandExecutor"
import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import type { Effect, Scope } from "effect"

/** How much is tried. */
export interface Scale {
  /** `test` takes seconds, for the test script; `short` all figures in under 5 minutes; `long` as long as it takes. */
  readonly name: "test" | "short" | "long"
  /** Each figure draws from it, so that what failed can be tried again. */
  readonly seed: number
}

/** What came out. */
export interface Outcome {
  /** The figures in words: `1,000 streams, 4,000,000 rows, 1,713 faults: lost 0, repeated 0, wrong 0`. */
  readonly measured: string
  /** How the bound was missed, a line for each way; empty where it is met. */
  readonly violations: ReadonlyArray<string>
}

/** What a figure may use. What it starts ends with the scope. */
export type Means = CommandExecutor.CommandExecutor | FileSystem.FileSystem | Path.Path | Scope.Scope

/** A figure, and its bound. */
export interface Figure {
  /** For `--only`: `recoverable-faults`. */
  readonly name: string
  /** What is measured. */
  readonly what: string
  /** What is promised: `all complete, rows lost 0, repeated 0, wrong 0`. */
  readonly bound: string
  /** Tries it. A failure counts as a bound that was missed. `say` shows progress on long work. */
  readonly run: (scale: Scale, say: (progress: string) => Effect.Effect<void>) => Effect.Effect<Outcome, unknown, Means>
}
