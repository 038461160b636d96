/** Small answers of the sandbox: what they cost beside what cannot be avoided. */
import * as Dataset from "@candela/sandbox/Dataset"
import { Effect, type Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Benchmark, BenchmarkError } from "../Benchmark.js"
import * as Processes from "../Processes.js"

/** A directory with the small data set, which goes with the scope. */
const dataset: Effect.Effect<string, BenchmarkError, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-bench-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true })),
).pipe(
  Effect.tap((directory) => Dataset.make("small", { directory })),
  Effect.mapError(({ message }) => new BenchmarkError({ message })),
)

const compared = (options: {
  readonly name: string
  readonly title: string
  readonly ours: readonly [contender: string, module: string]
  readonly other: readonly [contender: string, module: string]
  readonly bound: number
}): Benchmark => ({
  name: options.name,
  title: options.title,
  unit: "ms",
  bounds: [{ contender: options.ours[0], against: options.other[0], compare: "share", bound: options.bound }],
  run: Effect.flatMap(dataset, (directory) =>
    Processes.rounds({
      rounds: 5,
      amount: ({ milliseconds }) => milliseconds,
      entries: [options.other, options.ours].map(([contender, module]) => ({
        contender,
        measure: Processes.contender(module, { directory }),
      })),
    }),
  ),
})

export const answerCases: ReadonlyArray<Benchmark> = [
  compared({
    name: "open-close",
    title: "One open/close answer of the sandbox in process, beside its query",
    ours: ["sandbox", "openCloseAnswer"],
    other: ["prepared query", "openCloseQuery"],
    bound: 1.5,
  }),
  compared({
    name: "refusal",
    title: "The server's time for a thousand answers of 401 over loopback",
    ours: ["sandbox", "refuseBySandbox"],
    other: ["node:http, constant body", "refuseByNode"],
    bound: 3,
  }),
]
