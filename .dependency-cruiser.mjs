import { domains as packagesWithService, libraries } from "./scripts/internal/workspace.mjs"

// Which package may import which: arrows point one way. Tests are free, sources are not.
const domains = packagesWithService.map(({ name }) => name)

const mayImport = {
  core: [],
  node: ["core"],
  market: ["core"],
  ...Object.fromEntries(domains.map((name) => [name, ["core", "market"]])),
  catalog: ["core", "market", ...domains],
  support: ["core", "testing"],
  testing: ["core", "market", ...domains],
  sandbox: ["core", "market", "catalog", ...domains, "testing"],
  files: ["core"],
  history: ["core", "market", ...domains, "files"],
  pages: ["core", "market", "catalog", ...domains],
  site: ["core", "market", "catalog", ...domains, "pages", "sandbox"],
  cli: ["core", "node", "market", "catalog", ...domains, "testing", "sandbox", "files", "history", "backfill"],
  backfill: ["core", "node", "market", ...domains, "files", "history"],
  torture: ["core", "node", "market", "catalog", ...domains, "testing", "sandbox", "files", "history", "backfill"],
  benchmarks: [
    "core",
    "node",
    "market",
    "catalog",
    ...domains,
    "testing",
    "sandbox",
    "files",
    "history",
    "cli",
    "backfill",
  ],
}
const onNode = ["node", "files", "history", "sandbox", "cli", "backfill", "torture", "benchmarks", "site", "support"]

// The folders of core's internals, from the ground up, each with those that it may import. No path of
// imports leads from one to a later one, also not through public modules. Beside them are small tools
// of several, and the modules for other packages (`internal/Kind`). The records of fields are read by
// `decoder` and `json`, which know no other module of core; `stream` reaches them through `Decoder.ts`.
const stages = {
  ...{ json: [], decoder: ["json"], request: [], redaction: [] },
  ...{ answer: ["request"], http: ["answer"], cache: [], checkpoint: [], stream: ["answer", "http"] },
  ...{ live: ["json", "decoder", "request"] },
}
const order = Object.keys(stages)
const withoutPublicModules = ["json", "decoder", "redaction"]
const aboveAllStages = ["MarketData", "declare/Client", "declare/LiveClient", "Mock", "Preview"]

// The rooms of the sandbox, from the ground up: each may import those before it. `Sandbox.ts` and
// `OpenApi.ts` stand above them.
const rooms = [
  ...[
    "internal",
    "json",
    "numbers",
    "calendar",
    "store",
    "access",
    "query",
    "generate",
    "subjects",
    "dataset",
    "import",
  ],
  ...["routes", "live", "http", "openapi"],
]

// The rooms of history's and of backfill's internals, from the ground up. No path of imports leads
// from one to a later one, also not through public modules. The README.md of
// `history/src/internal/store` and of `backfill/src/internal` says what lives in each.
const store = ["model", "layout", "commit", "objects", "partition", "absence", "sync", "read", "sql", "care"]
const roomsInOrder = {
  history: [
    "database",
    "adjust",
    "integrity",
    "resample",
    "indicator",
    "many",
    ...store.map((room) => `store/${room}`),
  ],
  backfill: ["database", "plan", "progress", "statusPage", "fetch", "engine"],
}

const publicFiles = libraries.flatMap(({ manifest, name }) =>
  Object.values(manifest.exports).map(
    (file) => `^packages/${name}/src/${/[\w/]+/.exec(file.slice("./dist/".length))}\\.ts$`,
  ),
)

// The site shows what the pages of the sandbox show, and asks with their form.
const exportedPages = "^packages/pages/src/(catalog\\.ts|common/|reference/)"
// All of it is for the tests of others.
const support = "^packages/support/src/"

const anyOf = (names) => `(${names.join("|")})`
const source = "^packages/[^/]+/src/"
// A type-only import counts: it couples two modules as much as any other.
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to })

export default {
  forbidden: [
    ...Object.entries(mayImport).map(([name, others]) =>
      rule(
        `${name}-imports`,
        others.length === 0
          ? `${name} knows no other package.`
          : `${name} may import ${others.join(", ")}, and no other package.`,
        { path: `^packages/${name}/src/` },
        {
          path: "^(packages|examples|scripts)/",
          // Its own PostgreSQL is that of the tests.
          pathNot: `^packages/${anyOf([name, ...others])}/src/${name === "torture" ? "|^scripts/internal/postgres[.]mjs$" : ""}`,
        },
      ),
    ),
    rule(
      "unknown-package",
      "Say in .dependency-cruiser.mjs what this package may import.",
      { path: source, pathNot: `^packages/${anyOf(Object.keys(mayImport))}/` },
      {},
    ),
    rule(
      "no-barrel",
      "Sources import modules (@candela/core/declare/Endpoint), never a barrel (@candela/core, ./index.js).",
      { path: source },
      { path: "^packages/[^/]+/src/(index|declare)\\.ts$" },
    ),
    rule(
      "no-foreign-internals",
      "Import a module that the other package exports: its index.ts re-exports it, and its package.json names it.",
      { path: "^(?:packages/([^/]+)|examples)/" },
      { path: "^packages/[^/]+/src/.", pathNot: ["^packages/$1/", ...publicFiles, exportedPages, support] },
    ),
    rule(
      "no-internal-door",
      "A path with internal/ is for packages that serve, show and store what is declared. Programs of users and domains do without it: nothing there is promised.",
      { path: `^(examples|packages/${anyOf(["market", ...domains])}/src|scripts/internal/matrix/program)/` },
      { path: "^packages/[^/]+/(src|dist)/internal/", pathNot: "^$1/" },
    ),
    rule(
      "no-node",
      "The libraries run wherever fetch does: nothing of Node, nothing of @effect/platform-node.",
      { path: source, pathNot: `^packages/${anyOf(onNode)}/` },
      { dependencyTypes: ["core"] },
    ),
    rule(
      "no-platform-node",
      "The libraries run wherever fetch does: nothing of Node, nothing of @effect/platform-node.",
      { path: source, pathNot: `^packages/${anyOf(onNode)}/` },
      { path: "@effect/platform-node(-shared)?/" },
    ),
    rule(
      "platform-node-by-subpath",
      "Import @effect/platform-node/NodeHttpClient and the like: the barrel costs 150 ms at start.",
      { path: source },
      { path: "@effect/platform-node/(dist/[^/]+|src)/index\\." },
    ),
    rule(
      "undeclared",
      "Declare it in this package's dependencies or peerDependencies: a strict package manager hides the rest. What is bundled needs none.",
      { path: source, pathNot: "^packages/cli/src/" },
      {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown", "npm-optional"],
        dependencyTypesNot: ["npm", "npm-peer"],
      },
    ),
    ...Object.entries(stages).map(([stage, below]) =>
      rule(
        `core-${stage}`,
        `core/src/internal/${stage} may import ${[stage, ...below].join(", ")}, and no other stage.`,
        { path: `^packages/core/src/internal/${stage}/` },
        {
          path: "^packages/core/src/internal/[^/]+/",
          pathNot: `^packages/core/src/internal/${anyOf([stage, ...below])}/`,
        },
      ),
    ),
    ...order
      .slice(0, -1)
      .map((stage, index) =>
        rule(
          `core-above-${stage}`,
          `core/src/internal/${stage} lies below ${order.slice(index + 1).join(", ")}: no path of imports leads there.`,
          { path: `^packages/core/src/internal/${stage}/` },
          { path: `^packages/core/src/internal/${anyOf(order.slice(index + 1))}/`, reachable: true },
        ),
      ),
    rule(
      "core-ground",
      "The small tools beside the folders of core/src/internal lie below all of them.",
      { path: "^packages/core/src/internal/[a-z][^/]*\\.ts$" },
      { path: "^packages/core/src/internal/[^/]+/", reachable: true },
    ),
    rule(
      "core-folder",
      "Say in .dependency-cruiser.mjs where this folder lies in the way of a request.",
      { path: "^packages/core/src/internal/[^/]+/", pathNot: `^packages/core/src/internal/${anyOf(order)}/` },
      {},
    ),
    rule(
      "core-inner-stages",
      `${withoutPublicModules.join(", ")} import no module of core with a name of its own but the records of fields: these are built on them.`,
      { path: `^packages/core/src/internal/${anyOf(withoutPublicModules)}/` },
      {
        path: "^packages/core/src/((declare|internal)/)?[A-Z][^/]*\\.ts$",
        pathNot: "^packages/core/src/(declare/Field|internal/(Structure|Adjusted))\\.ts$",
      },
    ),
    rule(
      "core-upwards",
      `No module in internal/ imports ${aboveAllStages.join(", ")}, which are built on all stages.`,
      { path: "^packages/core/src/internal/" },
      { path: `^packages/core/src/${anyOf(aboveAllStages)}\\.ts$` },
    ),
    ...rooms.map((room, index) =>
      rule(
        `sandbox-${room}`,
        `The way of a request through the sandbox: ${room} imports only ${rooms.slice(0, index).join(", ") || "what no room holds"}.`,
        { path: `^packages/sandbox/src/${room}/` },
        {
          path: "^packages/sandbox/src/",
          pathNot: [
            `^packages/sandbox/src/${anyOf(rooms.slice(0, index + 1))}/`,
            "^packages/sandbox/src/Package\\.ts$",
          ],
        },
      ),
    ),
    rule(
      "sandbox-room",
      "Say in .dependency-cruiser.mjs where this room lies in the way of a request.",
      { path: "^packages/sandbox/src/[^/]+/", pathNot: `^packages/sandbox/src/${anyOf([...rooms, "generated"])}/` },
      {},
    ),
    ...Object.entries(roomsInOrder).flatMap(([name, inOrder]) => [
      ...inOrder
        .slice(0, -1)
        .map((room, index) =>
          rule(
            `${name}-above-${room.replace("/", "-")}`,
            `${name}/src/internal/${room} lies below ${inOrder.slice(index + 1).join(", ")}: no path of imports leads there.`,
            { path: `^packages/${name}/src/internal/${room}/` },
            { path: `^packages/${name}/src/internal/${anyOf(inOrder.slice(index + 1))}/`, reachable: true },
          ),
        ),
      rule(
        `${name}-room`,
        "Say in .dependency-cruiser.mjs where this room lies.",
        {
          path: `^packages/${name}/src/internal/[^/]+/`,
          pathNot: `^packages/${name}/src/internal/(${inOrder.join("|")})/|^packages/history/src/internal/store/service\\.ts$`,
        },
        {},
      ),
    ]),
    rule(
      "cli-command",
      "What reads command lines knows no command, and no market data: the programs that it reads them for give it both. It prints texts of others by the one printer.",
      {
        path: "^packages/cli/src/(command|terminal)/",
        pathNot: "^packages/cli/src/command/(bin|main|sandbox|start)\\.ts$",
      },
      { path: "^packages/", pathNot: "^packages/(cli/src/(command|terminal)/|core/(src|dist)/internal/Foreign\\.)" },
    ),
    rule("no-cycle", "Two modules that need each other are one module, or hide a third.", {}, { circular: true }),
    rule("unresolvable", "There is no such module.", { pathNot: "^packages/[^/]+/bin/" }, { couldNotResolve: true }),
    rule(
      "unreachable",
      "Nothing exports or uses this module: re-export it from index.ts, or delete it.",
      {
        path: "^packages/[^/]+/src/(index|declare|(command|sandbox)/bin|command/start|chart/page/page|internal/parquet/worker)\\.ts$",
      },
      {
        path: source,
        pathNot: [
          "^packages/(benchmarks|torture|pages|site|support)/",
          "^packages/[^/]+/src/(index|declare|(command|sandbox)/bin|command/start|chart/page/page|internal/parquet/worker)\\.ts$",
        ],
        reachable: false,
      },
    ),
  ],
  options: {
    // VitePress is installed by ./scripts/site alone.
    exclude: "^((packages/[^/]+|examples)/(dist|bundle)|packages/site/vitepress)/",
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
}
