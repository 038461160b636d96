// Prints the folders of the libraries whose sources are newer than what was compiled from them:
// only their public APIs can have changed.
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { libraries } from "../workspace.mjs"

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

const isStale = ({ directory }) => {
  const compiled = modified(join(directory, "dist/.tsbuildinfo"))
  const sources = readdirSync(join(directory, "src"), { recursive: true })
  return sources.some((file) => modified(join(directory, "src", file)) > compiled)
}

for (const package_ of libraries.filter(isStale)) console.log(package_.directory)
