// Runs commands to their end.
import { spawn } from "node:child_process"

/** Why something of the matrix cannot be had here: it is skipped. */
export class Skipped extends Error {}

const running = new Set()

/** Ends a command with all that it started, also what keeps its output open. */
const kill = ({ pid }) => {
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // It has ended.
  }
}

/** Whoever ends a script ends its commands. */
const endWithThis = () => {
  if (process.listenerCount("SIGTERM", end) === 0) for (const signal of signals) process.once(signal, end)
}
const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])
const end = (/** @type {NodeJS.Signals} */ signal) => {
  running.forEach(kill)
  process.kill(process.pid, signal)
}

/**
 * Exit code and outputs of a command. After some minutes it gets SIGTERM, and `grace` seconds to say what it
 * still does. It is then ended with all that it started; so is what keeps its output open after its own end.
 */
export const run = (command, args, { grace = 10, minutes = 5, ...options } = {}) =>
  new Promise((resolve) => {
    endWithThis()
    const child = spawn(command, args, {
      ...options,
      // In a group of its own, which can be ended as a whole.
      detached: true,
      env: { ...process.env, NO_COLOR: "1", ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    })
    running.add(child)
    const said = { stdout: "", stderr: "", output: "" }
    for (const name of ["stdout", "stderr"]) {
      child[name].setEncoding("utf8").on("data", (text) => {
        said[name] += text
        said.output += text
      })
    }
    const ended = (code, reason) => {
      running.delete(child)
      clearTimeout(limit)
      clearTimeout(last)
      kill(child)
      const suffix = reason === undefined ? "" : `\n${reason}`
      resolve({ code, stdout: said.stdout, stderr: said.stderr + suffix, output: said.output + suffix })
    }
    let isLate = false
    let last
    const killSoon = () => (last ??= setTimeout(kill, grace * 1000, child))
    const limit = setTimeout(() => {
      isLate = true
      child.kill()
      killSoon()
    }, minutes * 60_000)
    child.on("error", (error) => ended(1, String(error)))
    child.on("exit", killSoon)
    child.on("close", (code, signal) => {
      if (isLate) ended(1, `ended after its limit of ${minutes} minutes`)
      else ended(code ?? 1, signal === null ? undefined : `ended by ${signal}`)
    })
  })

/** The standard output of a command that must succeed. */
export const output = async (command, args, options) => {
  const { code, stderr, stdout } = await run(command, args, options)
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`)
  return stdout
}

/** The first line that says what is wrong. */
export const complaint = (text) => {
  const lines = text.split("\n").map((line) => line.trim())
  const found = lines.find((line) => /error|panic|TS\d+/i.test(line)) ?? lines.findLast((line) => line !== "")
  return found?.slice(0, 300) ?? "no output"
}
