// Writes `llms.txt` (what there is, with links) and `llms-full.txt` (all of it) into a folder, from
// the README, the pages of docs, the examples and the catalogue:
//
//   node scripts/internal/generate/llms.mjs FOLDER [--base URL]
//
// `--base` is where the links of `llms.txt` lead: the address of the repository's files by default,
// a site's address that has the same paths otherwise.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import * as Catalog from "../../../packages/catalog/dist/Catalog.js"
import * as Text from "../../../packages/catalog/dist/Text.js"
import { publicPackages, root } from "../workspace.mjs"
import { lessons } from "./agents.mjs"

const repository = "https://github.com/candela-effect/candela/blob/main/"

const read = (file) => readFileSync(join(root, file), "utf8")

/** A page without pictures and comments of generators. */
const plain = (text) =>
  text
    .replace(/!\[[^\]]*\]\([^)]*\)\n*/g, "")
    .replace(/<!--[\s\S]*?-->\n*/g, "")
    .trim()

const titleOf = (text) => /^# (.+)$/m.exec(text)[1]

/** The first sentence of a page after its title. */
const summaryOf = (text) =>
  plain(text)
    .split(/\n{2,}/)
    .slice(1)
    .find((part) => /^[A-Z`[]/.test(part))
    .replace(/\s+/g, " ")
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .split(/(?<=[.:]) (?=[A-Z`])/)[0]
    .replace(/:$/, ".")

/** The pages of docs in the order of the README, which names every page; the others after them. */
const pages = () => {
  const named = Array.from(read("README.md").matchAll(/\]\(docs\/([\w-]+\.md)\)/g), ([, file]) => file)
  const all = readdirSync(join(root, "docs")).filter((file) => file.endsWith(".md"))
  return [...new Set([...named.filter((file) => all.includes(file)), ...all])].map((file) => ({
    path: `docs/${file}`,
    text: read(`docs/${file}`),
  }))
}

/** The examples: programs with a first sentence that says what they show. */
const examples = () =>
  readdirSync(join(root, "examples/src"))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => {
      const text = read(`examples/src/${file}`)
      const about = /^\/\*\*\n?([\s\S]*?)\*\//
        .exec(text)[1]
        .replace(/^\s*\* ?/gm, "")
        .replace(/\s+/g, " ")
        .trim()
      return { path: `examples/src/${file}`, name: file.replace(/\.ts$/, ""), about, text }
    })

const bullet = (base, path, name, text) => `- [${name}](${base}${path}): ${text}`

/** Summary of the project: the first paragraph of the README. */
const tagline = () =>
  plain(read("README.md"))
    .split("\n\n")[1]
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")

const endpointLine = ({ declaration, name, text }) =>
  `- \`${name}\`, \`GET ${declaration.path}\`: ${Text.summary(text)}`

/** A method that is no endpoint has its whole text: nothing else says what it sends. */
const derivedLine =
  (service) =>
  ({ method, signature, text }) =>
    `- \`${service}.${method}\`, \`${signature}\`: ${text}`

/** The text of `llms.txt`. */
export const short = (base = repository) =>
  `${[
    "# Candela",
    `> ${tagline()}`,
    "TypeScript, Effect 3, Node 20.19 or later and wherever `fetch` is. The library has no default URL: `MARKET_DATA_URL` and `MARKET_DATA_API_KEY` name the service. The sandbox serves the same API without an account; all its prices are synthetic. `llms-full.txt` holds all of the pages below in one file, with every endpoint, ten idioms and ten mistakes.",
    `## Pages\n\n${[bullet(base, "README.md", "Candela", "what it is, a first program, the packages"), ...pages().map(({ path, text }) => bullet(base, path, titleOf(text), summaryOf(text)))].join("\n")}`,
    `## Packages\n\n${publicPackages.map(({ manifest, name }) => bullet(base, `packages/${name}/README.md`, manifest.name, manifest.description)).join("\n")}`,
    `## Endpoints\n\n${Catalog.services.flatMap(({ derived, endpoints, name }) => [...endpoints.map(endpointLine), ...derived.map(derivedLine(name))]).join("\n")}`,
    `## Optional\n\n${examples()
      .map(({ about, name, path }) => bullet(base, path, name, `${about.split(/(?<=\.) /)[0]}`))
      .join("\n")}`,
  ].join("\n\n")}\n`

/** A row of a table, in which a bar would end a cell. */
const row = (...cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`

const table = (head, rows) =>
  [row(...head), row(...head.map(() => "---")), ...rows.map((cells) => row(...cells))].join("\n")

/** The operators of each filter stand in one row. */
const parametersOf = ({ parameters }) => {
  const bases = parameters.filter(
    ({ name }) => !name.includes(".") || !parameters.some((other) => name.startsWith(`${other.name}.`)),
  )
  return bases.map((parameter) => {
    const { declaration, name, text } = parameter
    const operators = parameters
      .filter((other) => other.name.startsWith(`${name}.`))
      .map((other) => `.${other.name.slice(name.length + 1)}`)
    const presence = declaration.presence === "required" ? "required" : ""
    return [
      `\`${name}\`${operators.length === 0 ? "" : ` (also ${operators.join(", ")})`}`,
      [Text.ofKind(declaration.kind), presence].filter(Boolean).join(", "),
      [text, Text.details(declaration)].filter(Boolean).join(" "),
    ]
  })
}

const called = ({ declaration: { kind }, method, service }) => {
  const forms = {
    single: "one value",
    list: "rows, all in one answer",
    paged: "pages: also `.pages`, `.stream`",
    history: "pages: also `.pages`, `.stream`, `.columns`",
  }
  return `\`${service}.${method}(request)\` gives ${forms[kind]}.`
}

/** An endpoint of the catalogue as text. */
const endpointText = (entry) => {
  const { beside, declaration, envelope, example, fields, name } = entry
  const around = [...beside, ...envelope]
  const parameters = parametersOf(entry)
  return [
    `### ${name}`,
    `${Text.ofEndpoint(entry)} \`GET ${declaration.path}\`. ${called(entry)}`,
    `Example: \`${name}(${JSON.stringify(example)})\``,
    ...(parameters.length === 0 ? [] : [table(["parameter", "type", "meaning"], parameters)]),
    table(
      ["field", "type", "meaning"],
      fields.map((field) => [
        `\`${field.path}\`${field.optional ? "" : " (always)"}`,
        Text.ofType(field.type),
        Text.ofField(field),
      ]),
    ),
    ...(around.length === 0 ? [] : [`Beside the rows: ${around.map(({ path }) => `\`${path}\``).join(", ")}.`]),
  ].join("\n\n")
}

const derivedText = (service, { method, signature, text }) =>
  [`#### ${service}.${method}`, text, `Type: \`${signature}\`. It has no streams.`].join("\n\n")

/** The headings of a page, one level lower. */
const lower = (text) => {
  let isCode = false
  return plain(text)
    .split("\n")
    .map((line) => {
      if (line.startsWith("```")) isCode = !isCode
      return !isCode && /^#+ /.test(line) ? `#${line}` : line
    })
    .join("\n")
}

/** The text of `llms-full.txt`. */
export const full = () =>
  `${[
    plain(read("README.md")),
    lessons(),
    ...pages()
      .filter(({ path }) => path !== "docs/endpoints.md")
      .map(({ text }) => lower(text)),
    "## Every endpoint",
    "Parameters and fields have the service's names. A field without (always) may be absent, and is never null.",
    ...Catalog.services.map(({ className, derived, endpoints, name, package: of, text }) =>
      [
        `### The service \`${className}\` of \`${of}\``,
        text,
        ...endpoints.map((entry) => endpointText(entry).replace(/^###/, "####")),
        ...derived.map((method) => derivedText(name, method)),
      ].join("\n\n"),
    ),
    "## Programs",
    ...examples().map(({ path, text }) => `### ${path}\n\n\`\`\`ts\n${text.trim()}\n\`\`\``),
  ].join("\n\n")}\n`

/** Writes both files into a folder. */
export const write = (folder, base) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "llms.txt"), short(base))
  writeFileSync(join(folder, "llms-full.txt"), full())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { base: { type: "string" } } })
  if (positionals.length !== 1) {
    console.error("usage: node scripts/internal/generate/llms.mjs FOLDER [--base URL]")
    process.exit(2)
  }
  write(positionals[0], values.base)
}
