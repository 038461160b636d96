// Packs the public packages into the folder of the first argument, and prints the paths of the tarballs.
import { resolve } from "node:path"
import { pack } from "./tarballs.mjs"

const [folder, ...rest] = process.argv.slice(2)
if (folder === undefined || folder.startsWith("-") || rest.length > 0) {
  console.error("usage: ./scripts/pack [FOLDER]")
  process.exit(2)
}
for (const path of await pack(resolve(folder))) console.log(path)
