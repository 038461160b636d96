// `./scripts/new-endpoint`: declares operations of an OpenAPI document as endpoints, adds them to
// the files that list them, and says what a person must decide.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { operationsOf, parse, Unreadable } from "../drift/document.mjs"
import { formatted } from "../generate/generate.mjs"
import { domains, pnpm, root } from "../workspace.mjs"
import { additionOf, nameOf, Refused } from "./addition.mjs"
import { Unexpected } from "./insert.mjs"

const usage = `Use: ./scripts/new-endpoint DOCUMENT "GET /path"... [--as SERVICE.METHOD]... [--dry-run]

Declares operations of an OpenAPI document of the service (JSON, version 3) as endpoints: writes their declarations, adds their methods, request types,
routes, changeset and lists, runs ./scripts/generate, and says what a person must decide. A service that does not exist yet becomes a package.

  --as       the name of the endpoint, such as stocks.shortInterest, once for each path; by default the service that its path begins with, and the operation's own name
  --dry-run  prints the declarations and what a person must decide, and writes nothing`

/** What the command prints, its exit code, and the files that it writes. */
export const run = (args, io) => {
  try {
    return answer(args, io)
  } catch (error) {
    const isUse =
      error instanceof Unreadable ||
      error instanceof Refused ||
      error instanceof Unexpected ||
      String(error.code).startsWith("ERR_PARSE_ARGS") ||
      error.code === "ENOENT"
    if (!isUse) throw error
    return { code: 2, err: error.message, files: new Map() }
  }
}

const sentences = (decisions) =>
  decisions.flatMap(([file, notes]) => (notes.length === 0 ? [] : [file, ...notes.map((note) => `  - ${note}`)]))

const answer = (args, { modules, read, services }) => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      as: { type: "string", multiple: true },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  })
  if (values.help) return { code: 0, out: usage, files: new Map() }
  const [file, ...wanted] = positionals
  if (wanted.length === 0 || (values.as !== undefined && wanted.length !== values.as.length))
    throw new Unreadable(usage)
  const operations = operationsOf(parse(readFileSync(file, "utf8"), file))
  const files = new Map()
  const found = wanted.map((name, index) => {
    const operation = operations.find((one) => one.name === name || one.path === name)
    if (operation === undefined)
      throw new Unreadable(
        `${file} has no operation "${name}". It has: ${operations.map((one) => one.name).join(", ")}.`,
      )
    const own = values.as?.[index] ?? nameOf(operation, services)
    const { changed, decisions } = additionOf(operation, own, {
      read: (path) => files.get(path) ?? read(path),
      // Also those that this run has written.
      modules: (service) => [
        ...new Set([
          ...modules(service),
          ...[...files.keys()].filter((path) => new RegExp(`^packages/${service}/src/[A-Z]\\w*\\.ts$`).test(path)),
        ]),
      ],
    })
    for (const [path, text] of changed) files.set(path, text)
    return [`To decide about ${own}:`, "", ...sentences(decisions), ""]
  })
  if (!values["dry-run"]) return { code: 0, out: found.flat().join("\n"), files }
  const declarations = [...files].filter(([path]) => read(path) === undefined)
  const shown = declarations.flatMap(([path, text]) => [`// ${path}`, text, ""])
  return { code: 0, out: [...shown, ...found.flat()].join("\n"), files: new Map() }
}

const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined)

const modules = (service) =>
  (existsSync(join(root, "packages", service)) ? readdirSync(join(root, "packages", service, "src")) : [])
    .filter((file) => /^[A-Z]\w*\.ts$/.test(file))
    .map((file) => join("packages", service, "src", file))

const call = (command, ...args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, CI: "" } })
  return status === 0
}

/** Writes the files, adds a new package to the lockfile, and generates what follows from them, which installs first. */
const write = async (files) => {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), await formatted(path, text))
  }
  const isNew = [...files.keys()].some((path) => /^packages\/\w+\/package\.json$/.test(path))
  return (
    (!isNew ||
      (call(process.execPath, "scripts/internal/generate/generate.mjs") &&
        call("npx", "--yes", pnpm, "install", "--lockfile-only"))) &&
    call("./scripts/generate")
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const services = domains.map(({ name }) => name)
  const { code, err, files, out } = run(process.argv.slice(2), { modules, read, services })
  if (err !== undefined) console.error(err)
  const isWhole = files.size === 0 || (await write(files))
  if (out !== undefined) console.log(files.size === 0 ? out : `\n${out}Then run ./scripts/generate again.`)
  process.exitCode = isWhole ? code : 1
}
