import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import ts from "typescript"
import { servicesOf } from "../generate/services.mjs"
import { libraries, root } from "../workspace.mjs"

/** The parameters that a module may look for by their kind alone. */
const namesOf = (services) => {
  const named = services
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .flatMap((it) => Object.entries(it.wireParams))
  const isMarked = ({ kind, refusal }) => ["Limit", "Sort", "Order"].includes(kind._tag) || refusal !== "InvalidRequest"
  return new Set(named.filter(([, parameter]) => isMarked(parameter)).map(([name]) => name))
}

/** The places of a source where a text is one of the names. */
const mentions = (text, names) => {
  const source = ts.createSourceFile("a.ts", text, ts.ScriptTarget.ES2022, true)
  const found = []
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) && names.has(node.text)) {
      found.push(`${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.parent.getText()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The modules that serve any endpoint. A route knows its own. */
const generic = ["packages/core/src", "packages/sandbox/src"].flatMap((directory) =>
  readdirSync(join(root, directory), { recursive: true })
    .filter((file) => file.endsWith(".ts") && !/^(routes|generated)\//.test(file))
    .map((file) => join(root, directory, file)),
)

describe("a module that serves any endpoint", () => {
  it("asks for parameters by their roles, never by their names", async () => {
    const names = namesOf(await servicesOf(libraries))
    assert.includeMembers([...names], ["limit", "sort"])
    const found = generic.flatMap((file) =>
      mentions(readFileSync(file, "utf8"), names).map((mention) => `${relative(root, file)}:${mention}`),
    )
    assert.deepStrictEqual(found, [])
  })

  it("that does otherwise is found out", () => {
    const text =
      'const size = params["limit"]\nif (name === "limit") throw "the limit"\nconst other = "resolution" in params\n'
    assert.deepStrictEqual(mentions(text, new Set(["limit", "resolution"])), [
      '1: params["limit"]',
      '2: name === "limit"',
      '3: "resolution" in params',
    ])
  })
})
