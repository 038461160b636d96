import { assert, describe, it } from "@effect/vitest"
import { existsSync } from "node:fs"
import { join } from "node:path"
import * as Catalog from "../../../packages/catalog/dist/Catalog.js"
import { publicPackages, root } from "../workspace.mjs"
import { agentsOf, idioms, mistakes, regionsOf } from "./agents.mjs"
import { full, short } from "./llms.mjs"

describe("the lessons", () => {
  it("are ten idioms, and ten mistakes, each with the error that the example printed", () => {
    assert.strictEqual(idioms.length, 10)
    assert.strictEqual(mistakes.length, 10)
    for (const { code, error, title } of mistakes) {
      assert.isNotEmpty(error, title)
      assert.match(code, /^const \w+ = Effect\.gen/)
    }
    assert.strictEqual(new Set(mistakes.map(({ error }) => error)).size, 10)
  })

  it("are the regions of a program", () => {
    const text = "a\n// #region One\nconst b = 1\n// #endregion\nc\n// #region Two\n// #endregion\n"
    assert.deepStrictEqual(regionsOf(text), [
      { title: "One", code: "const b = 1" },
      { title: "Two", code: "" },
    ])
  })
})

describe("AGENTS.md", () => {
  for (const package_ of publicPackages) {
    it(`of ${package_.manifest.name} says what the package is, and holds the lessons`, () => {
      const text = agentsOf(package_)
      assert.include(package_.manifest.files, "AGENTS.md", "pnpm packs it")
      assert.isTrue(text.startsWith(`# ${package_.manifest.name} `))
      for (const { error, title } of [...idioms, ...mistakes]) assert.include(text, error ?? title)
      assert.notInclude(text, "undefined\n")
      assert.notMatch(text, /^Part of \[Candela\]/m)
    })
  }
})

describe("llms.txt", () => {
  const text = short()

  it("begins as the form requires: a title, a summary in a quotation, then lists of links", () => {
    assert.match(text, /^# Candela\n\n> [^\n]+\n\n[^\n#]+\n\n## Pages\n\n- \[/)
  })

  it("leads to files that exist, and to every page of docs and every package", () => {
    const repository = "https://github.com/candela-effect/candela/blob/main/"
    const paths = Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, url]) => url.replace(repository, ""))
    for (const path of paths) assert.isTrue(existsSync(join(root, path)), path)
    assert.strictEqual(new Set(paths).size, paths.length)
    for (const { name } of publicPackages) assert.include(paths, `packages/${name}/README.md`)
  })

  it("names every endpoint, and leads where a site has the same paths", () => {
    for (const { declaration, name } of Catalog.endpoints)
      assert.include(text, `\`${name}\`, \`GET ${declaration.path}\`: `)
    assert.match(text, /`snapshots\.get`, `\(ticker: string\) => [^`]+`: Latest state of one instrument\./)
    assert.include(short("https://example.com/"), "(https://example.com/docs/methods.md)")
  })
})

describe("llms-full.txt", () => {
  const text = full()
  const sectionOf = (name) => text.split(`#### ${name}\n`)[1].split("\n#### ")[0]

  for (const { fields, name, parameters } of Catalog.endpoints) {
    it(`has the texts of ${name}, of all its parameters and fields`, () => {
      const section = sectionOf(name)
      for (const parameter of parameters) {
        const [base] = parameter.name.split(/\.(?=[a-z_]+$)/)
        assert.isTrue(
          [base, parameter.name].some((name) => section.includes(`| \`${name}\``)),
          parameter.name,
        )
      }
      for (const field of fields) assert.include(section, `| \`${field.path}\``)
    })
  }

  it("has the methods that services make of their endpoints, with their comments", () => {
    const derived = Catalog.services.flatMap(({ derived, name }) => derived.map((method) => ({ ...method, name })))
    assert.deepStrictEqual(
      derived.map(({ method, name }) => `${name}.${method}`),
      ["snapshots.get"],
    )
    const section = sectionOf("snapshots.get").split("\n### ")[0]
    assert.include(section, "Concurrent calls from any fiber are batched into one request for up to 250 tickers")
    assert.include(section, "Fails with `NotFound`")
    assert.include(section, "`(ticker: string) => Effect.Effect<Snapshot, CallError>`")
  })

  it("has one heading of the first level, no pictures, and no gaps", () => {
    const withoutCode = text.replace(/```[\s\S]*?```/g, "")
    assert.strictEqual(withoutCode.match(/^# /gm).length, 1)
    assert.notInclude(withoutCode, "![")
    assert.notMatch(withoutCode, /\bundefined\b(?!`)/)
  })
})
