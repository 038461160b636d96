import { homedir } from "node:os"
import { join } from "node:path"

/** Reads an environment variable. */
type Read = (variable: string) => string | undefined

/**
 * Candela's folder in the user's cache, for what can be made again: that of `XDG_CACHE_HOME` where
 * set, and elsewhere as usual on the system.
 */
export const cache = (read: Read): string => {
  const below = (variable: string, ...usual: ReadonlyArray<string>) => {
    const base = read(variable)
    return base === undefined || base === "" ? join(homedir(), ...usual) : base
  }
  switch (process.platform) {
    case "darwin":
      return join(homedir(), "Library", "Caches", "candela")
    case "win32":
      return join(below("LOCALAPPDATA", "AppData", "Local"), "candela", "Cache")
    default:
      return join(below("XDG_CACHE_HOME", ".cache"), "candela")
  }
}

/** Folder of the data sets, one for all programs of a user: that of `CANDELA_SANDBOX_DATA`, or one in the cache. */
export const directory = (read: Read): string => {
  const told = read("CANDELA_SANDBOX_DATA")
  return told === undefined || told === "" ? join(cache(read), "sandbox") : told
}
