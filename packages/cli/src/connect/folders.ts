import envPaths from "env-paths"
import { join } from "node:path"
import type { Terminal } from "../terminal/Terminal.js"

/** Source of environment variables. */
type Environment = Pick<typeof Terminal.Service, "variable">

/** Folder of this user: in `XDG_CONFIG_HOME` and the like where set, and elsewhere as usual on the system. */
const folder = (kind: "config" | "cache", variable: string, { variable: read }: Environment): string => {
  const base = read(variable)
  return base === undefined || base === "" || process.platform === "darwin" || process.platform === "win32"
    ? envPaths("candela", { suffix: "" })[kind]
    : join(base, "candela")
}

/** Folder of profiles. */
export const configuration = (terminal: Environment): string => folder("config", "XDG_CONFIG_HOME", terminal)

/** Folder of data that can be made again: data sets of the sandbox, tickers for completions. */
export const cache = (terminal: Environment): string => folder("cache", "XDG_CACHE_HOME", terminal)

/** Folder of the sandbox's data sets: that of `CANDELA_SANDBOX_DATA`, or one in the cache. */
export const datasets = (terminal: Environment): string =>
  terminal.variable("CANDELA_SANDBOX_DATA") ?? join(cache(terminal), "sandbox")
