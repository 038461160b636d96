// Compiles every package and the examples, or the named packages, with options for the compiler, bundles
// the command and the pages, and removes outputs without a source from dist (the compiler never does).
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { packages, root } from "../workspace.mjs"

const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith("--"))
const chosen = given.filter((argument) => !argument.startsWith("--"))
const directories = packages
  .filter(({ name }) => chosen.length === 0 || chosen.includes(name))
  .map(({ directory }) => directory)
const projects = chosen.length === 0 ? [...directories, join(root, "examples")] : directories

for (const project of projects) {
  const dist = join(project, "dist")
  if (!existsSync(dist)) continue
  for (const file of readdirSync(dist, { recursive: true })) {
    const module = /^(.+?)(\.d\.ts|\.js)(\.map)?$/.exec(file)?.[1]
    if (module !== undefined && !existsSync(join(project, "src", `${module}.ts`))) rmSync(join(dist, file))
  }
}
const compiler = join(root, "node_modules/typescript-native/bin/tsc")
const run = spawnSync(process.execPath, [compiler, "-b", ...options, ...projects], { stdio: "inherit" })
process.exitCode = run.status ?? 1
if (process.exitCode === 0) await import("./bundle.mjs")
