// Files that follow from the names of others: the `index.ts` of a domain, and the registries of the
// sandbox's generators and routes.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { root } from "../workspace.mjs"

const modulesIn = (folder) =>
  readdirSync(folder)
    .filter((file) => /^[A-Z]\w*\.ts$/.test(file))
    .map((file) => file.slice(0, -".ts".length))
    .sort()

/**
 * The services, rows and types that a module of a domain exports. Requests are exported in the
 * namespace of their service.
 */
export const publicNames = (text) => {
  const found = (pattern) => Array.from(text.matchAll(pattern), ([, name]) => name)
  const values = new Set(found(/^export (?:const|class) ([A-Z]\w*)/gm))
  const types = found(/^export (?:interface|type) ([A-Z]\w*)/gm).filter((name) => !values.has(name))
  return [...values, ...types.map((name) => `type ${name}`)]
    .filter((name) => !/(Request|Wire)$/.test(name))
    .sort((one, other) => (one.replace("type ", "") < other.replace("type ", "") ? -1 : 1))
}

/**
 * The `index.ts` of a domain. Two kinds of its lines are written by hand and kept: a module of verbs
 * as a namespace (`export * as`), and the rows of other packages that the domain's methods return.
 */
export const indexText = ({ directory, manifest }) => {
  const folder = join(directory, "src")
  const file = join(folder, "index.ts")
  const index = existsSync(file) ? readFileSync(file, "utf8") : ""
  // The live channel has a barrel of its own: programs of requests never load it.
  const modules = modulesIn(folder).filter((module) => module !== "Live")
  const own = modules.flatMap((module) => {
    const namespace = index.match(new RegExp(`^export \\* as \\w+ from "\\./${module}\\.js"$`, "m"))
    if (namespace !== null) return [namespace[0]]
    const names = publicNames(readFileSync(join(folder, `${module}.ts`), "utf8"))
    return names.length === 0 ? [] : [`export { ${names.join(", ")} } from "./${module}.js"`]
  })
  const foreign = index.match(/^export \{[^}]*\} from "@candela\/[^"]+"$/gm) ?? []
  return `/**\n * {@include ../README.md}\n *\n * @module ${manifest.name}\n */\n${[...own, ...foreign].join("\n")}\n`
}

const subjects = join(root, "packages/sandbox/src/subjects")

/** The file with the registry of generators. */
export const registryFile = join(root, "packages/sandbox/src/dataset/all.ts")

/** The registry of generators: every module of a subject that has one. */
export const registryText = () => {
  const modules = readdirSync(subjects).flatMap((subject) =>
    modulesIn(join(subjects, subject))
      .filter((name) => /^export const generator: /m.test(readFileSync(join(subjects, subject, `${name}.ts`), "utf8")))
      .map((name) => ({ name, path: `../subjects/${subject}/${name}.js` })),
  )
  const sorted = modules.sort((one, other) => (one.name < other.name ? -1 : 1))
  return `/** Every generator of the sandbox: those of its subjects. \`./scripts/generate\` writes it. @module */
import type { Generator } from "../generate/Generator.js"
${sorted.map(({ name, path }) => `import * as ${name} from "${path}"`).join("\n")}

/** Every generator of the sandbox. */
export const all: ReadonlyArray<Generator> = [${sorted.map(({ name }) => `${name}.generator`).join(", ")}]
`
}

const routes = join(root, "packages/sandbox/src/routes")

/** The file with the registry of routes. */
export const routesFile = join(routes, "Routes.ts")

/** The registry of routes: those of each service (as `catalog.mjs` reads them) in its order. */
export const routesText = (services) => {
  const served = services.filter(({ directory }) => existsSync(join(routes, `${basename(directory)}.ts`)))
  return `/** Every route of the sandbox. \`./scripts/generate\` writes it. @module */
import type { Store } from "../store/Store.js"
${served.map(({ directory, name }) => `import * as ${name} from "./${basename(directory)}.js"`).join("\n")}
import type * as Route from "./Route.js"

/**
 * Every route, in the order of the specification. Where no market knows a ticker's prefix, the first
 * route of the path refuses it: that of stocks.
 */
export const all: ReadonlyArray<Route.Route<Store>> = [${served.map(({ name }) => `...${name}.routes`).join(", ")}]
`
}
