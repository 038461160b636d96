// The cost of type-checking a program:
// `node scripts/internal/checks/instantiations.mjs packages/benchmarks/src/typecheck/methods.ts`.
// The count of instantiations is the same on every machine, so it has a bound; the time is not.
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const options = [
  ["--noEmit", "--extendedDiagnostics", "--skipLibCheck", "--strict", "--exactOptionalPropertyTypes"],
  ["--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom,dom.iterable"],
].flat()

/**
 * Type-checks one program as a user's compiler does, against the emitted declarations of our packages (build first),
 * and gives `{ instantiations, types, seconds }`. Throws the compiler's errors if the program does not compile.
 */
export const typeCheckingCost = (file) => {
  const tsc = `${root}/node_modules/typescript/bin/tsc`
  const run = spawnSync(process.execPath, [tsc, ...options, file], { encoding: "utf8" })
  if (run.status !== 0)
    throw new Error(`${file} does not compile (is dist built? npx tsc -b):\n${run.stdout}${run.stderr}`)
  const figure = (name) => {
    const found = new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(run.stdout)
    if (found === null) throw new Error(`The compiler printed no figure "${name}":\n${run.stdout}`)
    return Number(found[1])
  }
  return { instantiations: figure("Instantiations"), types: figure("Types"), seconds: figure("Total time") }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = process.argv.slice(2)
  if (files.length === 0) {
    console.error("Name the programs to check: node scripts/internal/checks/instantiations.mjs FILE...")
    process.exit(2)
  }
  for (const file of files) {
    const { instantiations, types, seconds } = typeCheckingCost(file)
    console.log(`${file}: ${instantiations} instantiations, ${types} types, ${seconds} s`)
  }
}
