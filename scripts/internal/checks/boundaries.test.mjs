import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { exportsOf } from "../generate/exports.mjs"
import { root } from "../workspace.mjs"

/** Checks a small tree of sources, laid out like this repository, and gives what was found as `rule: from -> to`. */
const violationsOf = (sources) => {
  const tree = mkdtempSync(join(tmpdir(), "candela-boundaries-"))
  try {
    const write = (path, text) => {
      mkdirSync(dirname(join(tree, path)), { recursive: true })
      writeFileSync(join(tree, path), text)
    }
    for (const file of [
      ".dependency-cruiser.mjs",
      "scripts/internal/workspace.mjs",
      "tsconfig.json",
      "tsconfig.base.json",
    ]) {
      cpSync(join(root, file), join(tree, file))
    }
    symlinkSync(join(root, "packages/sandbox/node_modules"), join(tree, "node_modules"))
    write("package.json", JSON.stringify({ name: "tree", private: true }))
    for (const name of new Set(Object.keys(sources).map((path) => path.split("/")[0]))) {
      const peerDependencies = { effect: "*", "@effect/platform": "*", "@effect/platform-node": "*" }
      const exports = exportsOf(sources[`${name}/src/index.ts`])
      write(`packages/${name}/package.json`, JSON.stringify({ name: `@candela/${name}`, exports, peerDependencies }))
    }
    for (const [path, text] of Object.entries(sources)) write(`packages/${path}`, text)
    const depcruise = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs")
    const run = spawnSync(process.execPath, [depcruise, "packages", "--output-type", "json"], {
      cwd: tree,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    })
    assert.strictEqual(run.stderr, "")
    const { summary } = JSON.parse(run.stdout)
    const short = (path) => path.replace(/^packages\//, "").replace(/^.*node_modules\/(@[^/]+\/[^/]+).*$/, "$1")
    return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${short(from)} -> ${short(to)}`).sort()
  } finally {
    rmSync(tree, { recursive: true })
  }
}

const lawful = {
  "core/src/Decoder.ts": 'export { decode } from "./internal/decoder/decode.js"\n',
  "core/src/MarketData.ts": 'export { send } from "./internal/http/send.js"\n',
  "core/src/Client.ts": 'export { pages } from "./internal/stream/pages.js"\nexport * from "./MarketData.js"\n',
  "core/src/internal/json/parse.ts": "export const parse = JSON.parse\n",
  "core/src/internal/decoder/decode.ts": 'export { parse as decode } from "../json/parse.js"\n',
  "core/src/internal/http/send.ts": "export const send = 1\n",
  "core/src/internal/stream/pages.ts":
    'import { decode } from "../../Decoder.js"\nimport { send } from "../http/send.js"\nexport const pages = [decode, send]\n',
  "core/src/index.ts":
    'export * as Endpoint from "./Endpoint.js"\nexport * from "./Client.js"\nexport * from "./Decoder.js"\n',
  "core/src/Endpoint.ts":
    'import { Effect } from "effect"\nimport { path } from "./internal/path.js"\nexport const a = Effect.succeed(path)\n',
  "core/src/internal/path.ts": 'export const path = "a"\n',
  "market/src/index.ts": 'export * from "./Bar.js"\n',
  "market/src/Bar.ts": 'import { a } from "@candela/core/Endpoint"\nexport const bar = a\n',
  "stocks/src/index.ts": 'export * from "./Stocks.js"\nexport { bar } from "@candela/market/Bar"\n',
  "stocks/src/Stocks.ts": 'import { bar } from "@candela/market/Bar"\nexport const stocks = bar\n',
  "forex/src/index.ts": 'export * from "./Forex.js"\n',
  "forex/src/Forex.ts": "export const forex = 1\n",
  "node/src/index.ts": 'export * as NodeClient from "./NodeClient.js"\n',
  "node/src/NodeClient.ts":
    'import * as fs from "node:fs"\nimport * as Http from "@effect/platform-node/NodeHttpClient"\nexport const all = [fs, Http]\n',
  "stocks/test/stocks.test.ts":
    'import { stocks } from "@candela/stocks"\nimport "node:fs"\nexport const all = [stocks]\n',
}

describe("the boundaries between packages", () => {
  it("let the lawful tree pass", () => {
    assert.deepStrictEqual(violationsOf(lawful), [])
  })

  it("and between the stages of core are checked", () => {
    const found = violationsOf({
      ...lawful,
      "core/src/internal/json/parse.ts":
        'import type { Endpoint } from "../../Endpoint.js"\nexport const parse: Endpoint = JSON.parse\n',
      "core/src/internal/decoder/decode.ts":
        'import { send } from "../http/send.js"\nimport { parse } from "../json/parse.js"\nexport const decode = [parse, send]\n',
      "core/src/internal/stream/pages.ts":
        'import { decode } from "../decoder/decode.js"\nimport type { MarketData } from "../../MarketData.js"\nexport const pages: MarketData = decode\n',
      "core/src/Client.ts": 'export { pages } from "./internal/stream/pages.js"\n',
      "core/src/index.ts":
        'export * from "./Endpoint.js"\nexport * from "./Client.js"\nexport * from "./Decoder.js"\nexport * from "./MarketData.js"\n',
    })
    assert.deepStrictEqual(found, [
      "core-decoder: core/src/internal/decoder/decode.ts -> core/src/internal/http/send.ts",
      "core-inner-stages: core/src/internal/json/parse.ts -> core/src/Endpoint.ts",
      "core-stream: core/src/internal/stream/pages.ts -> core/src/internal/decoder/decode.ts",
      "core-upwards: core/src/internal/stream/pages.ts -> core/src/MarketData.ts",
    ])
  })

  it("are checked: each kind of breach is found", () => {
    const found = violationsOf({
      ...lawful,
      "core/src/Endpoint.ts":
        'import { stocks } from "@candela/stocks/Stocks"\nimport { path } from "./internal/path.js"\nexport const a = [stocks, path]\n',
      "core/src/MarketData.ts": 'export { hidden as send } from "./Hidden.js"\n',
      "core/src/Hidden.ts": 'export { send as hidden } from "./internal/http/send.js"\n',
      "market/src/Bar.ts": [
        'import { Endpoint } from "@candela/core"',
        'import { path } from "@candela/core/internal/path"',
        'import { hidden } from "@candela/core/Hidden"',
        'import { readFileSync } from "node:fs"',
        'import { NodeHttpClient } from "@effect/platform-node"',
        'import { it } from "@effect/vitest"',
        'import { nothing } from "./Nothing.js"',
        "export const bar = [Endpoint, path, hidden, readFileSync, NodeHttpClient, it, nothing]",
      ].join("\n"),
      "stocks/src/Stocks.ts":
        'import type { forex } from "../../forex/src/Forex.js"\nexport const stocks: typeof forex = 1\n',
      "forex/src/index.ts": 'export * from "./Forex.js"\nexport * from "./A.js"\n',
      "forex/src/A.ts": 'import type { B } from "./B.js"\nexport type A = B | 1\n',
      "forex/src/B.ts": 'import type { A } from "./A.js"\nexport type B = A | 2\n',
      "forex/src/Unused.ts": "export const unused = 1\n",
      "forex/src/Forex.ts": 'import { A } from "./index.js"\nexport const forex: A = 1\n',
      "node/src/NodeClient.ts":
        'import { NodeHttpClient } from "@effect/platform-node"\nexport const all = NodeHttpClient\n',
      "weather/src/index.ts": 'export { a } from "@candela/core/Endpoint"\n',
    })
    assert.deepStrictEqual(found, [
      "core-imports: core/src/Endpoint.ts -> stocks/src/Stocks.ts",
      "no-barrel: forex/src/Forex.ts -> forex/src/index.ts",
      "no-barrel: market/src/Bar.ts -> core/src/index.ts",
      "no-cycle: forex/src/A.ts -> forex/src/B.ts",
      "no-cycle: forex/src/Forex.ts -> forex/src/index.ts",
      "no-foreign-internals: market/src/Bar.ts -> core/src/Hidden.ts",
      "no-foreign-internals: market/src/Bar.ts -> core/src/internal/path.ts",
      "no-node: market/src/Bar.ts -> fs",
      "no-platform-node: market/src/Bar.ts -> @effect/platform-node",
      "platform-node-by-subpath: market/src/Bar.ts -> @effect/platform-node",
      "platform-node-by-subpath: node/src/NodeClient.ts -> @effect/platform-node",
      "stocks-imports: stocks/src/Stocks.ts -> forex/src/Forex.ts",
      "undeclared: market/src/Bar.ts -> @effect/vitest",
      "unknown-package: weather/src/index.ts -> core/src/Endpoint.ts",
      "unreachable: forex/src/Unused.ts -> forex/src/Unused.ts",
      "unresolvable: market/src/Bar.ts -> ./Nothing.js",
    ])
  })
})
