/**
 * Runs a command line in a second process, which can be killed: a query of DuckDB does not always
 * stop, and a process waits for its threads even in `process.exit`.
 *
 * @module
 */
import { spawn } from "node:child_process"

/** Variable that tells the second process what it is. */
const variable = "CANDELA_SUPERVISED"

/** How long the second process may take to end by itself, in milliseconds. */
const patience = 1000

/**
 * Whether a command line may run queries of SQL: options may stand between the words. One process
 * too many does no harm.
 */
// protects: A query of SQL runs in a process that can be ended, wherever options stand.
// mutant: "wherever options stand": .includes("sql", args.indexOf("history") + 1) → [args.indexOf("history") + 1] ===
// "sql"
const runsSql = (args: ReadonlyArray<string>) => args.includes("sql", args.indexOf("history") + 1)

/** Whether this process is the second one. */
export const isSupervised = (): boolean => process.env[variable] === "1" && process.send !== undefined

/** Whether a command line needs a second process. */
export const isNeeded = (args: ReadonlyArray<string>): boolean => runsSql(args) && !isSupervised()

/** Runs the command line of this process in a second one, and ends with its exit code. */
export const supervise = (): void => {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, [variable]: "1" },
  })
  let exitCode: number | undefined
  /** Kills it, unless it ends by itself soon. */
  const end = (code: number) => {
    exitCode ??= code
    // protects: A query of the command ends with a signal, although DuckDB computes on.
    // mutant: "ends a query that does not stop within seconds of a signal, with its process": removed
    setTimeout(() => child.kill("SIGKILL"), patience)
  }
  // It says its exit code before it ends: its threads may keep it.
  child.on("message", (code) => end(Number(code)))
  let isInterrupted = false
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // A second signal does not wait.
      child.kill(isInterrupted ? "SIGKILL" : "SIGTERM")
      if (!isInterrupted) end(130)
      isInterrupted = true
    })
  }
  child.on("error", (error) => {
    process.stderr.write(`candela: the query could not be started in a process of its own (${error.message}).\n`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => {
    if (exitCode === undefined && signal !== null)
      process.stderr.write(
        `candela: the process of the query was ended (${signal}). It may have taken too much memory.\n`,
      )
    process.exit(exitCode ?? code ?? 1)
  })
}

/** Options of the second process's `runMain`. */
export const supervised = () => {
  // Without the first one nobody could end it.
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"))
  // Sent to all processes of a terminal: the first one decides.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined)
  return {
    signals: ["SIGTERM"] as const,
    exit: (code: number) => void process.send!(code, () => process.exit(code)),
  }
}
