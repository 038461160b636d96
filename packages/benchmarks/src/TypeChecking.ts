/** What a program that uses every method costs the type checker. */
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { BenchmarkError } from "./Benchmark.js"
import * as Processes from "./Processes.js"

/** The most that it may cost, in instantiations: what it cost when this was last set, plus a tenth. The count is the same on every machine. */
export const MOST_INSTANTIATIONS = 19_450

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Counts the instantiations, against the emitted declarations of our packages. */
export const instantiations: Effect.Effect<number, BenchmarkError> = Processes.node([
  at("scripts/internal/instantiations.mjs"),
  at("packages/benchmarks/src/typecheck/methods.ts"),
]).pipe(
  Effect.flatMap((printed) => {
    const count = /(\d+) instantiations/.exec(printed)
    return count === null
      ? new BenchmarkError({ message: `no count of instantiations in: ${printed}` })
      : Effect.succeed(Number(count[1]))
  }),
)
