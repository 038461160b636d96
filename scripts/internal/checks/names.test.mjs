import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { packages, root } from "../workspace.mjs"

const withoutExtension = (file) => file.replace(/\.tsx?$/, "")

/** The modules of a package, by their paths in `packages`, without extensions. */
const modulesOf = ({ directory }) => {
  const source = join(directory, "src")
  if (!existsSync(source)) return []
  return readdirSync(source, { recursive: true })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({
      module: withoutExtension(relative(join(root, "packages"), join(source, file))),
      text: readFileSync(join(source, file), "utf8"),
    }))
}

/** The module that another one imports by a relative path. */
const imported = (module, path) => join(module, "..", path.replace(/\.js$/, ""))

/** The types that a module declares and exports. */
const declared = (text) =>
  [...text.matchAll(/^export (?:declare )?(?:abstract )?(?:class|interface|type|enum) (\w+)/gm)].map(([, name]) => name)

const bare = (name) => name.trim().replace(/^type |\s+as .*$/g, "")

/** The types of internal modules that a public one exports under their own names, as `module name`. */
const passedOn = ({ module, text }) => [
  ...[...text.matchAll(/^export (?:type )?\{([^}]*)\}$/gm)].flatMap(([, names]) =>
    names.split(",").map((name) => {
      const from = new RegExp(`^import (?:type )?\\{[^}]*\\b${bare(name)}\\b[^}]*\\} from "(\\.[^"]+)"`, "m").exec(
        text,
      )?.[1]
      return from === undefined ? "" : `${imported(module, from)} ${bare(name)}`
    }),
  ),
  ...[...text.matchAll(/^export (?:type )?\{([^}]*)\} from "(\.[^"]+)"/gm)].flatMap(([, names, path]) =>
    names.split(",").map((name) => `${imported(module, path)} ${bare(name)}`),
  ),
  ...[...text.matchAll(/^export type \* from "(\.[^"]+)"/gm)].map(([, path]) => `${imported(module, path)} *`),
  ...[...text.matchAll(/^ +export import \w+ = (\w+)\.(\w+)/gm)].flatMap(([, bound, name]) => {
    const path = new RegExp(`^import \\* as ${bound} from "(\\.[^"]+)"`, "m").exec(text)?.[1]
    return path === undefined ? [] : [`${imported(module, path)} ${name}`]
  }),
]

/**
 * The exported types of a package: where each is declared, and whether its readers see it with the
 * name of a public module.
 */
export const typesOf = (modules) => {
  const barrels = modules.filter(({ module }) => /^[^/]+\/src\/(index|declare)$/.test(module))
  const exported = new Set([
    ...barrels.flatMap(({ module, text }) =>
      [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, path]) => imported(module, path)),
    ),
    // The live channel of a domain: a barrel with its own declarations.
    ...modules.flatMap(({ module }) => (/^[^/]+\/src\/Live$/.test(module) ? [module] : [])),
  ])
  const open = modules.filter(({ module }) => exported.has(module))
  const passed = new Set(open.flatMap(passedOn))
  return modules.flatMap(({ module, text }) =>
    declared(text).map((name) => ({
      module,
      name,
      isPublic: exported.has(module) || passed.has(`${module} ${name}`) || passed.has(`${module} *`),
    })),
  )
}

/** The names that several types of a package share, unless all of them are public. */
export const sharedNames = (types) =>
  types
    .filter(({ isPublic, name }, index) =>
      types.some((other, at) => at !== index && other.name === name && !(isPublic && other.isPublic)),
    )
    .map(({ module, name }) => `${name}: ${module}`)
    .sort()

/** The words of the glossary, by the names of types, each with the modules that own it. */
const glossary = new Map(
  [
    ...readFileSync(join(root, "docs/contributing/glossary.md"), "utf8").matchAll(/^\| (\w+) +\|[^|]*\|([^|]*)\|$/gm),
  ].map(([, word, owners]) => [
    word[0].toUpperCase() + word.slice(1),
    [...owners.matchAll(/`(\w+\/src\/[^`]+)`/g)].map(([, owner]) => owner),
  ]),
)
glossary.delete("Word")

/** The types that are named by a word of the glossary, and not declared by its owner. */
export const strangers = (types, words = glossary) =>
  types
    .filter(({ module, name }) => {
      const owners = words.get(name)
      return owners !== undefined && !owners.some((owner) => module === owner || module.startsWith(`${owner}/`))
    })
    .map(({ module, name }) => `${name}: ${module}`)
    .sort()

describe("the names of exported types", () => {
  const all = packages.map((package_) => typesOf(modulesOf(package_)))

  it("are not shared within a package", () => {
    assert.deepStrictEqual(
      all.flatMap((types) => sharedNames(types)),
      [],
    )
  })

  it("are words of the glossary in the modules that own these alone", () => {
    assert.isAbove(glossary.size, 30)
    assert.deepStrictEqual(
      all.flatMap((types) => strangers(types)),
      [],
    )
  })

  it("belong to modules that exist, where the glossary names them", () => {
    const modules = packages.flatMap((package_) => modulesOf(package_).map(({ module }) => module))
    const owners = [...glossary.values()].flat()
    assert.deepStrictEqual(
      owners.filter((owner) => !modules.some((module) => module === owner || module.startsWith(`${owner}/`))),
      [],
    )
  })

  it("are found out: a shared name, and a word that is used for another thing", () => {
    const types = typesOf([
      { module: "files/src/index", text: 'export * as Csv from "./Csv.js"\nexport * as Arrow from "./Arrow.js"\n' },
      {
        module: "files/src/Csv",
        text: 'export type { Options } from "./internal/csv.js"\nexport interface Reader {}\n',
      },
      { module: "files/src/Arrow", text: "export interface Options {}\nexport interface Page {}\n" },
      { module: "files/src/internal/csv", text: "export interface Options {}\n" },
      { module: "files/src/internal/reader", text: "export class Reader {}\n" },
    ])
    assert.deepStrictEqual(sharedNames(types), ["Reader: files/src/Csv", "Reader: files/src/internal/reader"])
    assert.deepStrictEqual(strangers(types, new Map([["Page", ["core/src/declare/Envelope"]]])), [
      "Page: files/src/Arrow",
    ])
  })
})
