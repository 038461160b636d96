import * as Directory from "@candela/sandbox/internal/DatasetDirectory"
import envPaths from "env-paths"
import { join } from "node:path"
import type { Terminal } from "../terminal/Terminal.js"

/** Source of environment variables. */
type Environment = Pick<typeof Terminal.Service, "variable">

/** Folder of profiles: that of `XDG_CONFIG_HOME` where set, and elsewhere as usual on the system. */
export const configuration = ({ variable: read }: Environment): string => {
  const base = read("XDG_CONFIG_HOME")
  return base === undefined || base === "" || process.platform === "darwin" || process.platform === "win32"
    ? envPaths("candela", { suffix: "" }).config
    : join(base, "candela")
}

/** Folder of data that can be made again: data sets of the sandbox, tickers for completions. */
export const cache = ({ variable }: Environment): string => Directory.cache(variable)

/** Folder of the sandbox's data sets. */
export const datasets = ({ variable }: Environment): string => Directory.directory(variable)
