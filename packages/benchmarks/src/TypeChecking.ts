/** What programs that use our methods cost the type checker, in instantiations. The count is the same on every machine. */
import { Effect } from "effect"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { BenchmarkError } from "./Benchmark.js"
import * as Processes from "./Processes.js"
import * as Declarations from "./typecheck/Declarations.js"

/** The most that a program may cost that uses every method of the 43 endpoints. */
export const MOST_FOR_ALL = 80_000

/** The most that a program may cost that uses one method. */
export const MOST_FOR_ONE = 18_000

const root = fileURLToPath(new URL("../../..", import.meta.url))

const count = (program: string): Effect.Effect<number, BenchmarkError> =>
  Effect.flatMap(Processes.node([join(root, "scripts/internal/instantiations.mjs"), program]), (printed) => {
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

const emit = "--declaration --emitDeclarationOnly --skipLibCheck --strict --exactOptionalPropertyTypes"
const target = "--target es2022 --module nodenext --lib es2023,dom,dom.iterable"

/** A program that uses every method of 43 endpoints that were made up in the sizes of the specification, against their emitted declarations. */
export const allMethodsMadeUp: Effect.Effect<number, BenchmarkError> = Effect.gen(function* () {
  const folder = join(root, "packages/benchmarks/dist/generated")
  const sources = join(folder, "src")
  const emitted = join(folder, "out")
  yield* Effect.sync(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(sources, { recursive: true })
    mkdirSync(emitted)
    for (const [name, text] of Object.entries(Declarations.modules)) writeFileSync(join(sources, name), text)
    writeFileSync(join(emitted, "program.ts"), Declarations.program)
  })
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  yield* Processes.node([
    compiler,
    ...emit.split(" "),
    ...target.split(" "),
    "--outDir",
    emitted,
    join(sources, "All.ts"),
  ])
  return yield* count(join(emitted, "program.ts"))
})
