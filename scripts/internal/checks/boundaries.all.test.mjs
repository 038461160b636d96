import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import configuration from "../../../.dependency-cruiser.mjs"
import { exportsOf } from "../generate/exports.mjs"
import { domains, root } from "../workspace.mjs"

/** The violations of a small tree of sources, laid out like this repository. */
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
      const internals = Object.keys(sources).flatMap(
        (path) => new RegExp(`^${name}/src/(internal/[A-Z]\\w*)\\.ts$`).exec(path)?.[1] ?? [],
      )
      const exports = exportsOf({ index: sources[`${name}/src/index.ts`] ?? "" }, internals)
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
    return JSON.parse(run.stdout).summary.violations
  } finally {
    rmSync(tree, { recursive: true })
  }
}

/** The violations as `rule: from -> to`. */
const foundIn = (sources) => {
  const short = (path) => path.replace(/^packages\//, "").replace(/^.*node_modules\/(@[^/]+\/[^/]+).*$/, "$1")
  return violationsOf(sources)
    .map(({ rule, from, to }) => `${rule.name}: ${short(from)} -> ${short(to)}`)
    .sort()
}

/** The module of a service, by which the workspace knows a domain. */
const service = (name, imports = "", value = "1") =>
  `${imports}\nexport class ${name} {\n  static readonly endpoints = ${value}\n}\n`

const lawful = {
  "core/src/declare/Decoder.ts": 'export { decode } from "../internal/decoder/decode.js"\n',
  "core/src/MarketData.ts": 'export { send } from "./internal/http/send.js"\n',
  "core/src/declare/Client.ts":
    'export { pages } from "../internal/stream/pages.js"\nexport * from "../MarketData.js"\n',
  "core/src/internal/json/parse.ts": "export const parse = JSON.parse\n",
  "core/src/internal/decoder/decode.ts": 'export { parse as decode } from "../json/parse.js"\n',
  "core/src/internal/http/send.ts": "export const send = 1\n",
  "core/src/internal/stream/pages.ts":
    'import { decode } from "../../declare/Decoder.js"\nimport { send } from "../http/send.js"\nexport const pages = [decode, send]\n',
  "core/src/index.ts":
    'export * as Endpoint from "./declare/Endpoint.js"\nexport * from "./declare/Client.js"\nexport * from "./declare/Decoder.js"\n',
  "core/src/declare/Endpoint.ts":
    'import { Effect } from "effect"\nimport { path } from "../internal/path.js"\nexport const a = Effect.succeed(path)\n',
  "core/src/internal/path.ts": 'export const path = "a"\n',
  "core/src/internal/Kind.ts": "export const kind = 1\n",
  "market/src/index.ts": 'export * from "./Bar.js"\n',
  "market/src/Bar.ts": 'import { a } from "@candela/core/declare/Endpoint"\nexport const bar = a\n',
  "stocks/src/index.ts": 'export * from "./Stocks.js"\nexport { bar } from "@candela/market/Bar"\n',
  "stocks/src/Stocks.ts": service("Stocks", 'import { bar } from "@candela/market/Bar"', "bar"),
  "forex/src/index.ts": 'export * from "./Forex.js"\n',
  "forex/src/Forex.ts": service("Forex"),
  "catalog/src/index.ts": 'export * as Catalog from "./Catalog.js"\n',
  "catalog/src/Catalog.ts":
    'import { Forex } from "@candela/forex/Forex"\nimport { Stocks } from "@candela/stocks/Stocks"\nimport { kind } from "@candela/core/internal/Kind"\nexport const all = [Forex, Stocks, kind]\n',
  "sandbox/src/index.ts": 'export { sandbox } from "./Sandbox.js"\n',
  "sandbox/src/Sandbox.ts": 'export { server as sandbox } from "./http/Server.js"\n',
  "sandbox/src/http/Server.ts":
    'import { routes } from "../routes/Routes.js"\nimport { version } from "../Package.js"\nexport const server = [routes, version]\n',
  "sandbox/src/routes/Routes.ts": 'export { all as routes } from "@candela/catalog/Catalog"\n',
  "sandbox/src/Package.ts": "export const version = 1\n",
  "cli/src/command/bin.ts": 'import { chart } from "../commands/chart.js"\nexport const main = chart\n',
  "cli/src/commands/chart.ts":
    'import { Stocks } from "@candela/stocks/Stocks"\nimport { option } from "../command/Option.js"\nexport const chart = [option, Stocks]\n',
  "cli/src/command/Option.ts": 'export { out as option } from "../terminal/Terminal.js"\n',
  "cli/src/terminal/Terminal.ts": "export const out = 1\n",
  "node/src/index.ts": 'export * as NodeClient from "./NodeClient.js"\n',
  "node/src/NodeClient.ts":
    'import * as fs from "node:fs"\nimport * as Http from "@effect/platform-node/NodeHttpClient"\nexport const all = [fs, Http]\n',
  "stocks/test/stocks.test.ts":
    'import { Stocks } from "@candela/stocks"\nimport "node:fs"\nexport const all = [Stocks]\n',
}

describe("the boundaries between packages", () => {
  it("let the lawful tree pass", () => {
    assert.deepStrictEqual(foundIn(lawful), [])
  })

  it("and between the stages of core are checked", () => {
    const found = foundIn({
      ...lawful,
      "core/src/internal/json/parse.ts":
        'import type { Endpoint } from "../../declare/Endpoint.js"\nexport const parse: Endpoint = JSON.parse\n',
      "core/src/internal/decoder/decode.ts":
        'import { send } from "../http/send.js"\nimport { parse } from "../json/parse.js"\nexport const decode = [parse, send]\n',
      "core/src/internal/stream/pages.ts":
        'import { decode } from "../decoder/decode.js"\nimport type { MarketData } from "../../MarketData.js"\nexport const pages: MarketData = decode\n',
      "core/src/declare/Client.ts": 'export { pages } from "../internal/stream/pages.js"\n',
      "core/src/index.ts":
        'export * from "./declare/Endpoint.js"\nexport * from "./declare/Client.js"\nexport * from "./declare/Decoder.js"\nexport * from "./MarketData.js"\n',
    })
    assert.deepStrictEqual(found, [
      "core-above-decoder: core/src/internal/decoder/decode.ts -> core/src/internal/http/send.ts",
      "core-decoder: core/src/internal/decoder/decode.ts -> core/src/internal/http/send.ts",
      "core-inner-stages: core/src/internal/json/parse.ts -> core/src/declare/Endpoint.ts",
      "core-stream: core/src/internal/stream/pages.ts -> core/src/internal/decoder/decode.ts",
      "core-upwards: core/src/internal/stream/pages.ts -> core/src/MarketData.ts",
    ])
  })

  it("and between the rooms of the sandbox are checked", () => {
    const found = foundIn({
      ...lawful,
      "sandbox/src/routes/Routes.ts": 'export { table as routes } from "../store/Table.js"\n',
      "sandbox/src/store/Table.ts":
        'import type { query } from "../query/Query.js"\nexport const table: typeof query = 1\n',
      "sandbox/src/query/Query.ts": 'export { forgotten as query } from "../attic/Forgotten.js"\n',
      "sandbox/src/attic/Forgotten.ts": "export const forgotten = 1\n",
    })
    assert.deepStrictEqual(found, [
      "sandbox-query: sandbox/src/query/Query.ts -> sandbox/src/attic/Forgotten.ts",
      "sandbox-store: sandbox/src/store/Table.ts -> sandbox/src/query/Query.ts",
    ])
  })

  it("and between the rooms of history are checked, also through public modules", () => {
    assert.deepStrictEqual(
      foundIn({
        "history/src/Store.ts": 'import "./internal/store/sync/sync.js"\n',
        "history/src/internal/store/sync/sync.ts": 'import "../layout/manifest.js"\n',
        "history/src/internal/store/layout/manifest.ts": 'import "../../../Adjust.js"\n',
        "history/src/Adjust.ts": 'import "./internal/store/commit/lock.js"\n',
        "history/src/internal/store/commit/lock.ts": "export {}\n",
      }).filter((violation) => violation.startsWith("history-above")),
      [
        "history-above-store-layout: history/src/internal/store/layout/manifest.ts -> history/src/internal/store/commit/lock.ts",
      ],
    )
  })

  it("keep what reads command lines from commands and market data", () => {
    const found = foundIn({
      ...lawful,
      "cli/src/command/Option.ts":
        'import type { Stocks } from "@candela/stocks/Stocks"\nimport type { width } from "../chart/Width.js"\nexport type Option = [Stocks, typeof width]\nexport const option = 1\n',
      "cli/src/chart/Width.ts": "export const width = 1\n",
    })
    assert.deepStrictEqual(found, [
      "cli-command: cli/src/command/Option.ts -> cli/src/chart/Width.ts",
      "cli-command: cli/src/command/Option.ts -> stocks/src/Stocks.ts",
      "unreachable: cli/src/terminal/Terminal.ts -> cli/src/terminal/Terminal.ts",
    ])
  })

  it("are checked: each kind of breach is found", () => {
    const found = foundIn({
      ...lawful,
      "core/src/declare/Endpoint.ts":
        'import { Stocks } from "@candela/stocks/Stocks"\nimport { path } from "../internal/path.js"\nexport const a = [Stocks, path]\n',
      "core/src/MarketData.ts": 'export { hidden as send } from "./Hidden.js"\n',
      "core/src/Hidden.ts": 'export { send as hidden } from "./internal/http/send.js"\n',
      "market/src/Bar.ts": [
        'import { Endpoint } from "@candela/core"',
        'import { path } from "@candela/core/internal/path"',
        'import { hidden } from "@candela/core/Hidden"',
        'import { kind } from "@candela/core/internal/Kind"',
        'import { readFileSync } from "node:fs"',
        'import { NodeHttpClient } from "@effect/platform-node"',
        'import { it } from "@effect/vitest"',
        'import { nothing } from "./Nothing.js"',
        "export const bar = [Endpoint, path, hidden, kind, readFileSync, NodeHttpClient, it, nothing]",
      ].join("\n"),
      "stocks/src/Stocks.ts": service("Stocks", 'import type { Forex } from "../../forex/src/Forex.js"'),
      "forex/src/index.ts": 'export * from "./Forex.js"\nexport * from "./A.js"\n',
      "forex/src/A.ts": 'import type { B } from "./B.js"\nexport type A = B | 1\n',
      "forex/src/B.ts": 'import type { A } from "./A.js"\nexport type B = A | 2\n',
      "forex/src/Unused.ts": "export const unused = 1\n",
      "forex/src/Forex.ts": service("Forex", 'import type { A } from "./index.js"'),
      "node/src/NodeClient.ts":
        'import { NodeHttpClient } from "@effect/platform-node"\nexport const all = NodeHttpClient\n',
      "weather/src/index.ts": 'export { a } from "@candela/core/declare/Endpoint"\n',
    })
    assert.deepStrictEqual(found, [
      "core-imports: core/src/declare/Endpoint.ts -> stocks/src/Stocks.ts",
      "no-barrel: forex/src/Forex.ts -> forex/src/index.ts",
      "no-barrel: market/src/Bar.ts -> core/src/index.ts",
      "no-cycle: forex/src/A.ts -> forex/src/B.ts",
      "no-cycle: forex/src/Forex.ts -> forex/src/index.ts",
      "no-foreign-internals: market/src/Bar.ts -> core/src/Hidden.ts",
      "no-foreign-internals: market/src/Bar.ts -> core/src/internal/path.ts",
      "no-internal-door: market/src/Bar.ts -> core/src/internal/Kind.ts",
      "no-internal-door: market/src/Bar.ts -> core/src/internal/path.ts",
      "no-node: market/src/Bar.ts -> fs",
      "no-platform-node: market/src/Bar.ts -> @effect/platform-node",
      "platform-node-by-subpath: market/src/Bar.ts -> @effect/platform-node",
      "platform-node-by-subpath: node/src/NodeClient.ts -> @effect/platform-node",
      "stocks-imports: stocks/src/Stocks.ts -> forex/src/Forex.ts",
      "undeclared: market/src/Bar.ts -> @effect/vitest",
      "unknown-package: weather/src/index.ts -> core/src/declare/Endpoint.ts",
      "unreachable: forex/src/Unused.ts -> forex/src/Unused.ts",
      "unresolvable: market/src/Bar.ts -> ./Nothing.js",
    ])
  })

  it("are checked: each rule finds what breaks it", () => {
    const rules = configuration.forbidden.map(({ name }) => name)
    /** A module for each rule of a kind, such as `core-above-json`, by what follows the kind in its name. */
    const modules = (kind, moduleOf) =>
      Object.fromEntries(rules.flatMap((name) => (kind.test(name) ? [moduleOf(name.replace(kind, ""))] : [])))
    const inner = "core/src/internal"
    const found = violationsOf({
      ...Object.fromEntries(domains.map(({ name, service: of }) => [`${name}/src/${of}.ts`, service(of)])),
      // The site may import the pages.
      ...modules(/-imports$/, (name) => [
        `${name}/src/Trespasser.ts`,
        `import "../../${name === "site" ? "torture" : "pages"}/src/Trespasser.js"\n`,
      ]),
      "pages/src/Trespasser.ts": 'import "../../torture/src/Trespasser.js"\n',
      "core/src/MarketData.ts": `import "./internal/live/top.js"\n`,
      [`${inner}/attic/Forgotten.ts`]: 'import "effect"\n',
      [`${inner}/ground.ts`]: 'import "./json/trespasser.js"\n',
      [`${inner}/live/top.ts`]: "export {}\n",
      [`${inner}/live/trespasser.ts`]: 'import "../attic/Forgotten.js"\n',
      ...modules(/^core-above-/, (stage) => [
        `${inner}/${stage}/trespasser.ts`,
        'import "../attic/Forgotten.js"\nimport "../../MarketData.js"\n',
      ]),
      "sandbox/src/Sandbox.ts": "export {}\n",
      "sandbox/src/attic/Forgotten.ts": 'import "../Sandbox.js"\n',
      ...modules(/^sandbox-(?!imports|room)/, (room) => [
        `sandbox/src/${room}/Trespasser.ts`,
        'import "../attic/Forgotten.js"\n',
      ]),
      ...Object.fromEntries(
        [
          ["history", "Store", "store/care"],
          ["backfill", "Backfill", "engine"],
        ].flatMap(([name, above, top]) => [
          [`${name}/src/${above}.ts`, `import "./internal/${top}/top.js"\n`],
          [`${name}/src/internal/${top}/top.ts`, "export {}\n"],
          [`${name}/src/internal/attic/Forgotten.ts`, 'import "effect"\n'],
          ...Object.entries(
            modules(new RegExp(`^${name}-above-`), (room) => {
              const folder = room.replace("store-", "store/")
              const up = folder.replaceAll(/[^/]+/g, "..")
              return [`${name}/src/internal/${folder}/trespasser.ts`, `import "${up}/../${above}.js"\n`]
            }),
          ),
        ]),
      ),
      "cli/src/command/Trespasser.ts": 'import "../Trespasser.js"\n',
      "market/src/index.ts": 'import "./Trespasser.js"\n',
      "market/src/Bar.ts": [
        ...["node:fs", "@effect/platform-node", "@effect/vitest", "./Nothing.js", "./index.js", "./Tick.js"],
        "@candela/core/internal/ground",
      ]
        .map((name) => `import "${name}"`)
        .join("\n"),
      "market/src/Tick.ts": 'import "./Bar.js"\n',
      "weather/src/index.ts": 'import "@candela/market"\n',
    })
    assert.deepStrictEqual([...new Set(found.map(({ rule }) => rule.name))].sort(), [...rules].sort())
  })
})
