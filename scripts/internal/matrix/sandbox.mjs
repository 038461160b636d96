// The sandbox of the packed tarballs, for all checks.
import { spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { data } from "../workspace.mjs"

export const key = "matrix-key"

/** Starts `candela-sandbox` of a project. `close` ends it. */
export const startSandbox = async (project) => {
  const command = join(project, "node_modules/@candela/sandbox/bin/candela-sandbox.js")
  const options = ["--port", "0", "--data", data, "--key", key, "--cors", "*", "--log", "none"]
  const child = spawn(process.execPath, [command, ...options], { cwd: project, stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        said += `${line}\n`
        const found = /http:\/\/[\w.]+:\d+/.exec(line)
        if (found !== null) resolve(found[0])
      })
    }
    child.on("close", (code) => reject(new Error(`candela-sandbox ended with ${code}:\n${said}`)))
  })
  return { url, close: () => child.kill("SIGTERM") }
}
