// Starts a PostgreSQL of its own, for tests: its data and its socket in a temporary folder, and no
// port. It uses what the system has installed and installs nothing.
import { execFileSync, spawn } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const versions = "/usr/lib/postgresql"

/** The folder of the newest version's programs; `undefined` where none is installed. */
export const programs = () =>
  existsSync(versions)
    ? readdirSync(versions)
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => join(versions, version, "bin"))
        .find((folder) => existsSync(join(folder, "initdb")))
    : undefined

const installed = programs()

/** Why no PostgreSQL can be started here; `undefined` if one can. */
export const missing =
  installed === undefined ? `PostgreSQL is not installed: there is no initdb below ${versions}` : undefined

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0
const user = () =>
  ["postgres", "nobody"].find((name) => {
    try {
      execFileSync("id", ["-u", name], { stdio: "ignore" })
      return true
    } catch {
      return false
    }
  })
const asUser = (/** @type {string} */ program, /** @type {ReadonlyArray<string>} */ options) =>
  isRoot
    ? /** @type {const} */ (["setpriv", ["--reuid", user(), "--clear-groups", "--", program, ...options]])
    : /** @type {const} */ ([program, options])

/** Starts one. `host` is the folder of its socket: connect with it, `user` and `database`, without a password. */
export const start = async () => {
  if (installed === undefined) throw new Error(missing)
  const folder = mkdtempSync(join(tmpdir(), "candela-postgres-"))
  if (isRoot) chownSync(folder, Number(execFileSync("id", ["-u", user()])), -1)
  const data = join(folder, "data")
  const initdb = asUser(join(installed, "initdb"), ["-D", data, "-U", "candela", "-A", "trust", "-N", "-E", "UTF8"])
  execFileSync(initdb[0], initdb[1], { stdio: ["ignore", "ignore", "inherit"] })
  const launch = () => {
    // A process that is killed loses nothing without fsync: the system writes its pages.
    const options = [
      "-D",
      data,
      "-k",
      folder,
      "-c",
      "listen_addresses=",
      "-c",
      "shared_buffers=16MB",
      "-c",
      "fsync=off",
    ]
    const postgres = asUser(join(/** @type {string} */ (installed), "postgres"), options)
    return spawn(postgres[0], postgres[1], { stdio: "ignore" })
  }
  const ready = async () => {
    for (let attempts = 0; attempts < 300; attempts++) {
      try {
        execFileSync(join(installed, "pg_isready"), ["-q", "-h", folder, "-U", "candela", "-d", "postgres"])
        return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    throw new Error(`PostgreSQL did not start in 15 seconds: ${folder}`)
  }
  let server = launch()
  /** Ends it by its process, at once, as when it crashes. */
  const end = () =>
    new Promise((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) return resolve(undefined)
      server.once("exit", resolve)
      server.kill("SIGQUIT")
    })
  const removed = async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await ready()
  } catch (error) {
    await removed()
    throw error
  }
  return {
    host: folder,
    user: "candela",
    database: "postgres",
    end,
    /** Starts it again on the same data. */
    again: async () => {
      server = launch()
      await ready()
    },
    /** Ends it and removes its folder. */
    stop: removed,
  }
}
