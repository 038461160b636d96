// Runs commands to their end.
import { spawn } from "node:child_process"

/** Why something of the matrix cannot be had here: it is skipped. */
export class Skipped extends Error {}

/** Exit code and outputs of a command, which is ended after some minutes. */
export const run = (command, args, { minutes = 5, ...options } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      ...options,
      env: { ...process.env, NO_COLOR: "1", ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    })
    const timer = setTimeout(() => child.kill("SIGKILL"), minutes * 60_000)
    let stdout = ""
    let stderr = ""
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text))
    child.on("error", (error) => resolve({ code: 1, stdout, stderr: String(error) }))
    child.on("close", (code, signal) => {
      clearTimeout(timer)
      resolve({ code: code ?? 1, stdout, stderr: signal === null ? stderr : `${stderr}\nended by ${signal}` })
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
