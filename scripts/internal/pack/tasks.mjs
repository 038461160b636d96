// Prepares a folder in which the ten tasks can be solved from the texts alone: the packed packages,
// the texts, the tasks without their solutions, and a check.
//
//   node scripts/internal/pack/tasks.mjs FOLDER
//
// In the folder: `npm install`, then a program for each task in `solutions/<name>.ts`, then `npm test`. It compiles
// them, runs each, and compares what it prints with the digest of what the repository's own solution prints.
import { createHash } from "node:crypto"
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { agentsOf } from "../generate/agents.mjs"
import { write } from "../generate/llms.mjs"
import { publicPackages, root } from "../workspace.mjs"
import { pack, tarballOf } from "./tarballs.mjs"

const [folder, ...rest] = process.argv.slice(2)
if (folder === undefined || folder.startsWith("-") || rest.length > 0) {
  console.error("usage: node scripts/internal/pack/tasks.mjs FOLDER")
  process.exit(2)
}
const to = resolve(folder)
mkdirSync(join(to, "solutions"), { recursive: true })
await pack(join(to, "tarballs"))

const versionOf = (name) =>
  JSON.parse(readFileSync(join(root, "examples/node_modules", name, "package.json"), "utf8")).version
const typescript = JSON.parse(readFileSync(join(root, "node_modules/typescript/package.json"), "utf8")).version

const names = ["core", "market", "stocks", "reference", "forex", "crypto", "futures", "economy", "alternative"]
const wanted = [...names, "snapshots", "catalog", "files", "history", "testing", "sandbox", "node"]
const others = ["effect", "@effect/platform", "@effect/platform-node", "@duckdb/node-api", "@types/node"]
const dependencies = Object.fromEntries([
  ...publicPackages
    .filter(({ name }) => wanted.includes(name))
    .map(({ manifest }) => [manifest.name, `file:${tarballOf(manifest, "tarballs")}`]),
  ...others.map((name) => [name, versionOf(name)]),
  ["typescript", typescript],
])
const manifest = {
  name: "candela-tasks",
  private: true,
  type: "module",
  scripts: { test: "node check.mjs" },
  dependencies,
}
const save = (name, value) => writeFileSync(join(to, name), JSON.stringify(value, null, 2))

const tasks = join(root, "examples/src/tasks")
const digests = Object.fromEntries(
  readdirSync(tasks)
    .filter((file) => file.endsWith(".txt"))
    .map((file) => [
      file.slice(0, -4),
      createHash("sha256")
        .update(readFileSync(join(tasks, file)))
        .digest("hex"),
    ]),
)
save("package.json", manifest)
save("digests.json", digests)
for (const file of ["check.mjs", "tsconfig.json"])
  cpSync(join(root, "scripts/internal/pack/tasks", file), join(to, file))
cpSync(join(tasks, "tasks.md"), join(to, "tasks.md"))
write(to)
writeFileSync(join(to, "AGENTS.md"), agentsOf(publicPackages.find(({ name }) => name === "core")))
console.log(`${to}: npm install, write solutions/<name>.ts for each task of tasks.md, npm test`)
