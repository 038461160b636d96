import envPaths from "env-paths"
import { join } from "node:path"
import type { Terminal } from "../terminal/Terminal.js"

/** Where variables of the environment are read. */
type Environment = Pick<typeof Terminal.Service, "variable">

/** A folder of this user: of `XDG_CONFIG_HOME` and its like where they are set, and as usual on the system elsewhere. */
const folder = (kind: "config" | "cache", variable: string, { variable: read }: Environment): string => {
  const base = read(variable)
  return base === undefined || base === "" || process.platform === "darwin" || process.platform === "win32"
    ? envPaths("candela", { suffix: "" })[kind]
    : join(base, "candela")
}

/** The folder of profiles. */
export const configuration = (terminal: Environment): string => folder("config", "XDG_CONFIG_HOME", terminal)

/** The folder of what can be made again: data sets of the sandbox, tickers for completions. */
export const cache = (terminal: Environment): string => folder("cache", "XDG_CACHE_HOME", terminal)

/** The folder of the sandbox's data sets: that of `CANDELA_SANDBOX_DATA`, or one in the cache. */
export const datasets = (terminal: Environment): string =>
  terminal.variable("CANDELA_SANDBOX_DATA") ?? join(cache(terminal), "sandbox")
