// Runs the compiled checks of a project with some command, against a sandbox, and reports on them as one.
import { observe } from "./observer.mjs"
import { data } from "../workspace.mjs"
import { key } from "./sandbox.mjs"
import { complaint, run } from "../process.mjs"

/** The checks that need no sandbox in process. */
export const client = ["first-program", "columns", "errors", "retries", "cancellation", "gzip", "nanoseconds", "pool"]

/** One result for several checks: the first that fails, or how many there were. */
export const together = (results) => {
  const failed = Object.entries(results).find(([, { status }]) => status !== "ok")
  return failed === undefined
    ? { status: "ok", detail: `${Object.keys(results).length} checks` }
    : { status: "failed", reason: `${failed[0]}: ${failed[1].reason.split("\n")[0]}`.slice(0, 300) }
}

/** Runs the named checks of a compiled project in Node. */
export const runChecks = async (project, url, names, [command, ...args] = [process.execPath], env = {}) => {
  const observer = await observe(url)
  try {
    const request = JSON.stringify({ names, surroundings: { url, key, data, ...observer.urls } })
    const { code, stderr, stdout } = await run(command, [...args, "dist/onServer.js", request], { cwd: project, env })
    const last = stdout.trim().split("\n").at(-1)
    return code === 0 && last.startsWith("{")
      ? together(JSON.parse(last))
      : { status: "failed", reason: complaint(`${stdout}\n${stderr}`) }
  } finally {
    observer.close()
  }
}

/** The result of a step that may fail, and whether later steps make sense. */
export const attempt = async (step) => {
  try {
    return (await step()) ?? { status: "ok", detail: "" }
  } catch (error) {
    return { status: "failed", reason: complaint(error.message) }
  }
}
