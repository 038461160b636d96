/** Node, Bun, Deno: checks and surroundings are the argument, in JSON; the results are the last line of the output. */
import process from "node:process"
import { everywhere } from "./everywhere.js"
import { run } from "./run.js"

const { names, surroundings } = JSON.parse(process.argv[2]!)
const checks = {
  ...everywhere,
  pool: () => import("./checks/pool.js"),
  sandbox: () => import("./checks/sandbox.js"),
}
console.log(JSON.stringify(await run(checks, names, surroundings)))
process.exit(0)
