/**
 * The type-checking cost of programs that use our methods, in instantiations. The count is the same on every machine.
 */
import { Effect } from "effect"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { BenchmarkError } from "./Benchmark.js"
import * as Processes from "./Processes.js"

/** Maximum for a program that uses every method: some 830 for a further endpoint. */
export const MOST_FOR_ALL = 190_000

/** Maximum for a program that uses one method. */
export const MOST_FOR_ONE = 18_000

const root = fileURLToPath(new URL("../../..", import.meta.url))

const count = (program: string): Effect.Effect<number, BenchmarkError> =>
  Effect.flatMap(Processes.node([join(root, "scripts/internal/checks/instantiations.mjs"), program]), (printed) => {
    const found = /(\d+) instantiations/.exec(printed)
    return found === null
      ? new BenchmarkError({ message: `no count of instantiations in: ${printed}` })
      : Effect.succeed(Number(found[1]))
  })

const program = (name: string) => join(root, "packages/benchmarks/src/typecheck", name)

/** A program that uses one method, against the emitted declarations of our packages. */
export const oneMethod: Effect.Effect<number, BenchmarkError> = count(program("one.ts"))

/** A program that uses every method that there is, against the emitted declarations of our packages. */
export const allMethods: Effect.Effect<number, BenchmarkError> = count(program("methods.ts"))
