// Node, Bun and Deno: commands that run the compiled checks from the project.
import { join } from "node:path"
import { runtimes as versions } from "./versions.mjs"
import { complaint, run } from "../process.mjs"
import { cache, installed } from "./registry.mjs"
import { root } from "../workspace.mjs"

const { arch, platform } = process

/** Runs the checks with a command, whose last line are the results. */
const runWith = async (command, args, { names, project, surroundings, env }) => {
  const request = JSON.stringify({ names, surroundings })
  const { code, stderr, stdout } = await run(command, [...args, join(project, "dist/onServer.js"), request], {
    cwd: project,
    env,
  })
  const last = stdout.trim().split("\n").at(-1)
  if (code === 0 && last?.startsWith("{")) return JSON.parse(last)
  throw new Error(`ended with ${code}: ${complaint(`${stdout}\n${stderr}`)}`)
}

const onServers = ["pool", "sandbox"]

const node = (version, advice) => ({
  name: `node-${version.split(".")[0]}`,
  title: `Node ${version.split(".")[0]}`,
  version,
  advice,
  extra: onServers,
  open: async () => {
    const folder = await installed(`node-${platform === "win32" ? "win" : platform}-${arch}`, version)
    const command = join(folder, "bin", platform === "win32" ? "node.exe" : "node")
    return {
      run: ({ forbidden, ...task }) =>
        runWith(command, forbidden ? ["--disallow-code-generation-from-strings"] : [], task),
    }
  },
})

const bun = {
  name: "bun",
  title: "Bun",
  version: versions.bun,
  extra: onServers,
  note: { "code-generation": "by a stand-in for Function: Bun has no option that forbids it" },
  open: async () => {
    const folder = await installed(`@oven/bun-${platform}-${arch === "arm64" ? "aarch64" : arch}`, versions.bun)
    const forbid = ["--preload", join(root, "scripts/internal/matrix/forbid.mjs")]
    return { run: ({ forbidden, ...task }) => runWith(join(folder, "bin/bun"), forbidden ? forbid : [], task) }
  },
}

const deno = {
  name: "deno",
  title: "Deno",
  version: versions.deno,
  extra: onServers,
  open: async () => {
    const folder = await installed(`@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`, versions.deno)
    const env = { DENO_DIR: join(cache, "deno"), DENO_NO_UPDATE_CHECK: "1" }
    const forbid = ["--v8-flags=--disallow-code-generation-from-strings"]
    return {
      run: ({ forbidden, ...task }) =>
        runWith(
          join(folder, platform === "win32" ? "deno.exe" : "deno"),
          ["run", "--allow-all", "--node-modules-dir=manual", ...(forbidden ? forbid : [])],
          { ...task, env },
        ),
    }
  },
}

export const servers = [
  node(versions.node20, "works; Node's developers no longer maintain it"),
  node(versions.node22, "the least version that is advised"),
  node(versions.node24),
  bun,
  deno,
]
