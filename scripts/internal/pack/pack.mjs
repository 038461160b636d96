// Packs the public packages into the folder of the first argument, and prints the paths of the tarballs.
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { pack } from "./tarballs.mjs"

const [folder, ...rest] = process.argv.slice(2)
if (folder === undefined || folder.startsWith("-") || rest.length > 0) {
  console.error("usage: ./scripts/pack [FOLDER]")
  process.exit(2)
}
const paths = pack(resolve(folder))
const missing = paths.filter((path) => !existsSync(path))
if (missing.length > 0) throw new Error(`pnpm pack did not write ${missing.join(", ")}`)
for (const path of paths) console.log(path)
