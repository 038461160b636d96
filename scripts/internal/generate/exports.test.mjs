import { assert, describe, it } from "@effect/vitest"
import { createRequire } from "node:module"
import { join } from "node:path"
import { exportsOf, exportsOfPackage } from "./exports.mjs"
import { libraries, root } from "../workspace.mjs"

describe("the exports of a package", () => {
  for (const package_ of libraries) {
    it(`${package_.name} are its barrels, the modules that they re-export, and those in internal for other packages: ./scripts/generate writes them`, () => {
      assert.deepStrictEqual(package_.manifest.exports, exportsOfPackage(package_))
    })
  }

  it("are read from every form of a re-export, of modules outside internal alone", () => {
    const index = [
      '/** See "./Comment.ts". */',
      'export * as B from "./B.js"',
      'export {\n  type A,\n  a,\n} from "./A.js"',
      'export type { C } from "./B.js"',
      'export { Bar } from "@candela/market/Bar"',
      'export { d } from "./room/D.js"',
      'export { inner } from "./internal/inner.js"',
    ].join("\n")
    assert.deepStrictEqual(exportsOf({ index, declare: 'export * as E from "./E.js"' }, ["internal/F"]), {
      ".": "./dist/index.js",
      "./A": "./dist/A.js",
      "./B": "./dist/B.js",
      "./E": "./dist/E.js",
      "./declare": "./dist/declare.js",
      "./internal/F": "./dist/internal/F.js",
      "./room/D": "./dist/room/D.js",
    })
  })

  it("keep inner modules from other packages", () => {
    const { resolve } = createRequire(join(root, "packages/benchmarks/package.json"))
    for (const inner of [
      "core/internal/http/bufferPool",
      "core/internal/http/transport",
      "node/internal/connections",
      "sandbox/subjects/bars/Bars",
      "sandbox/store/append",
      "sandbox/routes/stocks",
      "sandbox/command/Command",
    ]) {
      assert.throws(() => resolve(`@candela/${inner}`), /not defined by "exports"/)
    }
  })
})
