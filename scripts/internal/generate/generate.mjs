// Writes the files that follow from names of files and exports: each domain's index.ts, the
// registry of generators, the `exports` of each package, and the configuration of the workspace.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { format } from "oxfmt"
import { indexText, registryFile, registryText } from "./barrels.mjs"
import { exportsOfPackage } from "./exports.mjs"
import { configurations } from "./projects.mjs"
import { domains, libraries, root } from "../workspace.mjs"

const { semi, printWidth, trailingComma, sortPackageJson } = JSON.parse(
  readFileSync(join(root, ".oxfmtrc.json"), "utf8"),
)

/** A text as oxfmt leaves it in a file. */
export const formatted = async (file, text) => {
  const options = { semi, printWidth, trailingComma, sortPackageJson, embeddedLanguageFormatting: "off" }
  const { code, errors } = await format(file, text, options)
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors[0].message}`)
  return code
}

/** Writes a file unless it has the text: what is compiled from it stays current. */
export const writeChanged = (file, text) => {
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const write = async (file, text) => writeChanged(file, await formatted(file, text))

  for (const domain of domains) await write(join(domain.directory, "src/index.ts"), indexText(domain))
  await write(registryFile, registryText())
  for (const [file, content] of configurations()) await write(file, JSON.stringify(content, null, 2))
  for (const package_ of libraries) {
    const file = join(package_.directory, "package.json")
    const manifest = JSON.parse(readFileSync(file, "utf8"))
    await write(file, JSON.stringify({ ...manifest, exports: exportsOfPackage(package_) }, null, 2))
  }
}
