/**
 * The long run of the decoder's law: `fuzz [--cases 100000] [--seed N]`. A violation prints its
 * seed, and `--seed` with `--cases 1` repeats it, but for decoders that know other documents
 * already: then repeat the seed that the run began with.
 */
import { Effect } from "effect"
import { parseArgs } from "node:util"
import * as Law from "./law.js"

/** Tries the law on rows of these schemas, and gives the exit code. */
export const main = async (rows: ReadonlyArray<Law.Row>, args: ReadonlyArray<string>): Promise<number> => {
  const { values } = parseArgs({ args: [...args], options: { cases: { type: "string" }, seed: { type: "string" } } })
  const cases = Number(values.cases ?? 100_000)
  const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
  if (!Number.isInteger(cases) || cases < 1 || !Number.isInteger(seed)) {
    console.error("fuzz: --cases and --seed take whole numbers")
    return 2
  }
  console.log(`fuzz: ${cases} documents of ${rows.map((row) => row.name).join(", ")} from seed ${seed}`)
  const begun = performance.now()
  return Effect.gen(function* () {
    const near = yield* Law.runNearlyRight(rows, seed)
    console.log(
      `fuzz: the law holds for ${near.decoded + near.refused + near.truncated} documents that are nearly right`,
    )
    const { decoded, refused, rows: read, truncated } = yield* Law.run(rows, seed, cases)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(
      `fuzz: the law holds: ${decoded} decoded (${read} rows), ${refused} refused, ${truncated} not whole, in ${seconds} s`,
    )
    return 0
  }).pipe(
    Effect.catchAllDefect((error) => {
      console.error(`fuzz: ${error instanceof Law.Violation ? error.message : String((error as Error).stack)}`)
      return Effect.succeed(1)
    }),
    Effect.runPromise,
  )
}
