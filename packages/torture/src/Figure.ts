/** A row of the table: a test of a promise, its bound and its result. */
import type * as CommandExecutor from "@effect/platform/CommandExecutor"
import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import type { Effect, Scope } from "effect"

/** The size of a run. */
export interface Scale {
  /** `test`: seconds per figure, for the test script; `short`: all figures in under 10 minutes; `long`: some hours. */
  readonly name: "test" | "short" | "long"
  /** Seed of every figure, to repeat a failed run. */
  readonly seed: number
}

/** The result of a figure. */
export interface Outcome {
  /** The figures in words: `1,000 streams, 4,000,000 rows, 1,713 faults: lost 0, repeated 0, wrong 0`. */
  readonly measured: string
  /** One line for each violation of the bound; empty if it is met. */
  readonly violations: ReadonlyArray<string>
}

/** Services of a figure. What it starts ends with the scope. */
export type FigureServices = CommandExecutor.CommandExecutor | FileSystem.FileSystem | Path.Path | Scope.Scope

/** A figure, and its bound. */
export interface Figure {
  /** For `--only`: `recoverable-faults`. */
  readonly name: string
  /** Subject of the measurement. */
  readonly what: string
  /** Promise: `all complete, rows lost 0, repeated 0, wrong 0`. */
  readonly bound: string
  /** Runs the figure. A failure counts as a missed bound. `say` shows progress. */
  readonly run: (
    scale: Scale,
    say: (progress: string) => Effect.Effect<void>,
  ) => Effect.Effect<Outcome, unknown, FigureServices>
}
