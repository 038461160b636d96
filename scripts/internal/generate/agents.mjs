// The `AGENTS.md` of every package: what it is, ten idioms, and ten mistakes with the errors that
// they give. `pack` writes it into the tarballs. The programs are regions of examples/src/idioms.ts
// and examples/src/mistakes.ts, which the tests run; the errors are what the second one printed.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isInternal } from "./exports.mjs"
import { publicPackages, root } from "../workspace.mjs"

const read = (file) => readFileSync(join(root, file), "utf8")

/** The regions of a program: their titles, and their code. */
export const regionsOf = (text) =>
  Array.from(text.matchAll(/^\/\/ #region (.+)\n([\s\S]*?)^\/\/ #endregion$/gm), ([, title, code]) => ({
    title,
    code: code.trim(),
  }))

/** What a program printed under each name: a line with the name, and the indented lines after it. */
const printedOf = (text) =>
  new Map(
    Array.from(text.matchAll(/^(\w+)\n((?: {2}.*\n?)+)/gm), ([, name, lines]) => [
      name,
      lines.replace(/^ {2}/gm, "").trim(),
    ]),
  )

/** The idioms. */
export const idioms = regionsOf(read("examples/src/idioms.ts"))

const printed = printedOf(read("examples/src/mistakes.txt"))

/** The mistakes, each with its error. */
export const mistakes = regionsOf(read("examples/src/mistakes.ts")).map(({ code, title }) => {
  const [, name] = /^const (\w+)/.exec(code)
  return { title, code, error: printed.get(name) }
})

const [week] = /^const week = \{[^}]*\} as const$/m.exec(read("examples/src/mistakes.ts"))

const imports = (file) => Array.from(read(file).matchAll(/^import .*$/gm), ([line]) => line).join("\n")

const fenced = (code, language = "ts") => `\`\`\`${language}\n${code}\n\`\`\``

/** The idioms and the mistakes, under headings of a level. */
export const lessons = (level = "##") =>
  [
    `${level} Ten idioms`,
    "They run with these imports:",
    fenced(imports("examples/src/idioms.ts")),
    ...idioms.flatMap(({ code, title }, index) => [`${level}# ${index + 1}. ${title}`, fenced(code)]),
    `${level} Ten mistakes, and the errors that they give`,
    "They have these imports, and some this request:",
    fenced(`${imports("examples/src/mistakes.ts")}\n\n${week}`),
    ...mistakes.flatMap(({ code, error, title }, index) => [
      `${level}# ${index + 1}. ${title}`,
      fenced(code),
      fenced(error, "text"),
    ]),
  ].join("\n\n")

/** The README of a package without its title and the sentence that all have, its headings one level lower. */
const about = ({ directory, manifest }) =>
  existsSync(join(directory, "README.md"))
    ? readFileSync(join(directory, "README.md"), "utf8")
        .replace(/^# .*\n+/, "")
        .replace(/^Part of \[Candela\].*$/m, "")
        .replace(/^(#+) /gm, "#$1 ")
        .trim()
    : manifest.description

/** The modules that a package exports to users. */
const exported = ({ manifest }) =>
  Object.keys(manifest.exports ?? {})
    .filter((path) => !isInternal(path))
    .map((path) => `\`${manifest.name}${path.slice(1)}\``)
    .join(", ")

/** The `AGENTS.md` of a package. */
export const agentsOf = (package_) => {
  const { bin, description, name, version } = package_.manifest
  const commands = typeof bin === "string" ? [name] : Object.keys(bin ?? {})
  return `${[
    `# ${name} ${version}: notes for programs that write code`,
    `${description}. Part of Candela, an Effect 3 library for a market-data REST service, with a sandbox that serves the same API (all its prices are synthetic). All \`@candela\` packages have the same version.`,
    "## What it is",
    about(package_),
    ...(commands.length > 0
      ? [`Commands: ${commands.map((one) => `\`${one}\``).join(", ")}; each has \`--help\`.`]
      : []),
    ...(exported(package_) === "" ? [] : [`Imports: ${exported(package_)}.`]),
    "Types and doc comments are in `dist/*.d.ts`, sources in `src`. Endpoints, parameters and fields with their texts, units and bounds are data in `@candela/catalog`.",
    lessons(),
  ].join("\n\n")}\n`
}

/** Writes the file into every public package, where `pnpm pack` takes it from. */
export const writeAgents = () => {
  for (const package_ of publicPackages) writeFileSync(join(package_.directory, "AGENTS.md"), agentsOf(package_))
}
