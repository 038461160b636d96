// Bundles the commands and the sandbox's pages, after the packages are compiled.
import { build } from "esbuild"
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../workspace.mjs"

/** The native database stays outside. Only the database's own package, which names it, may find it. */
const native = ["@duckdb/node-bindings"]
const banner = {
  js: [
    'import { createRequire as requireFrom } from "node:module"',
    'const require = requireFrom(requireFrom(import.meta.url).resolve("@duckdb/node-api"))',
  ].join("\n"),
}

/**
 * The modules that make the sandbox's rows are bundled: their digest, which tells data sets apart, is computed here.
 */
const { ofModules } = await import("../../../packages/sandbox/dist/dataset/digest.js")

const node = {
  platform: "node",
  format: "esm",
  target: "node20",
  define: { CANDELA_SANDBOX_MODULES: JSON.stringify(ofModules()) },
}

/** The packages that serve the sandbox's pages. */
const withPages = ["sandbox", "cli"]

/**
 * The options of esbuild for each bundle. They write below `bundle` of a package, which is
 * published and never committed.
 */
const bundles = [
  {
    entryPoints: { command: "packages/cli/dist/sandbox/bin.js" },
    outdir: "packages/sandbox/bundle",
    ...node,
    // Help is shown without the server and its database.
    splitting: true,
    external: native,
    banner,
  },
  {
    // `start` runs it with the code that was compiled before, which works for one script and not for modules.
    // Each command is still evaluated only when it is used.
    entryPoints: { candela: "packages/cli/dist/command/bin.js", start: "packages/cli/dist/command/start.js" },
    outdir: "packages/cli/bundle",
    ...node,
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    // A script with kept code has no `import()`: what is outside is required.
    supported: { "dynamic-import": false },
    minify: true,
    // The sandbox within: read from the modules of its package, a first row would take twice as long.
    // SQLite is native too, and so is what PostgreSQL's client would use if it were there.
    external: [...native, "@libsql/client", "pg-native", "parquet-wasm"],
    define: { ...node.define, "import.meta.url": "bundleUrl" },
  },
  {
    // The threads that encode and decode Parquet files are found by their names, beside the bundle that starts them.
    entryPoints: {
      worker: "packages/files/dist/internal/parquet/worker.js",
    },
    outdir: "packages/cli/bundle",
    ...node,
    splitting: true,
    minify: true,
    external: ["parquet-wasm"],
  },
  ...withPages.map((name) => ({
    entryPoints: ["explorer.*", "reference.*", "favicon.svg"].map((file) => `packages/pages/src/${file}`),
    outdir: `packages/${name}/bundle/pages`,
    format: "esm",
    target: "es2022",
    minify: true,
    loader: { ".html": "copy", ".svg": "copy" },
  })),
  // The sandbox within the command line finds its files where those of its own package are.
  {
    entryPoints: ["packages/sandbox/openapi.json", "packages/sandbox/asyncapi.json"],
    outdir: "packages/cli",
    loader: { ".json": "copy" },
  },
  // The manual, which the command line gives to clients of its protocol server.
  {
    entryPoints: readdirSync(join(root, "docs"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
    outdir: "packages/cli/bundle/docs",
    loader: { ".md": "copy" },
  },
  // What the command line puts into the pages of charts.
  {
    entryPoints: ["page.ts", "page.css"].map((name) => `packages/cli/src/chart/page/${name}`),
    outdir: "packages/cli/bundle/chart",
    format: "iife",
    target: "es2022",
    minify: true,
  },
]

/** The files of each bundle when it was last made, by its options: `{ inputs, outputs }`, paths in the clone. */
const record = join(root, "node_modules/.cache/candela/bundles.json")

const readRecord = () => {
  try {
    return JSON.parse(readFileSync(record, "utf8"))
  } catch {
    return {}
  }
}

const modified = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs

/** Whether all outputs of a bundle exist, and none is older than an input. */
const isFresh = ({ inputs, outputs }) => {
  const oldest = Math.min(...outputs.map((path) => modified(path) ?? 0))
  return inputs.every((path) => (modified(path) ?? Infinity) <= oldest)
}

const bundle = async (options) => {
  // Names of chunks change with their contents. Folders below are other bundles.
  if (options.splitting) {
    mkdirSync(join(root, options.outdir), { recursive: true })
    for (const file of readdirSync(join(root, options.outdir)))
      if (file.endsWith(".js")) rmSync(join(root, options.outdir, file))
  }
  const { metafile } = await build({
    ...{ absWorkingDir: root, bundle: true, logLevel: "warning", metafile: true },
    ...options,
  })
  return { inputs: Object.keys(metafile.inputs), outputs: Object.keys(metafile.outputs) }
}

const made = readRecord()
const entries = await Promise.all(
  bundles.map(async (options) => {
    const key = JSON.stringify(options)
    return [key, made[key] !== undefined && isFresh(made[key]) ? made[key] : await bundle(options)]
  }),
)
mkdirSync(dirname(record), { recursive: true })
writeFileSync(record, JSON.stringify(Object.fromEntries(entries)))

/** The catalogue as the pages read it. */
const catalog = async () => {
  const { make } = await import("../../../packages/pages/dist/catalog.js")
  const { parse, stringify } = await import("../../../packages/testing/dist/ExactJson.js")
  const openapi = parse(readFileSync(join(root, "packages/sandbox/openapi.json"), "utf8"))
  return stringify(make(openapi)).replace(/\n */g, "")
}
const forPages = await catalog()
for (const name of withPages) writeFileSync(join(root, `packages/${name}/bundle/pages/catalog.json`), forPages)

/** The licence texts of the third-party packages in the bundles of a package; they must accompany every copy. */
const licences = (name) => {
  const own = entries.filter(([, { outputs }]) => outputs.some((path) => path.startsWith(`packages/${name}/`)))
  const inputs = own.flatMap(([, { inputs }]) => inputs)
  const folders = new Set(inputs.flatMap((path) => path.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []))
  const texts = Array.from(folders, (folder) => {
    const { license, name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
    // The Apache License asks for the NOTICE file, too.
    const files = readdirSync(join(root, folder)).filter((file) => /^(licen[cs]e|notice)/i.test(file))
    const texts = files.map((file) => readFileSync(join(root, folder, file), "utf8").trim())
    const text = texts.length === 0 ? `License: ${license}` : texts.join("\n\n")
    return `${name} ${version} (${license})\n\n${text}\n`
  })
  return texts.sort().join(`\n${"-".repeat(80)}\n\n`)
}
for (const name of withPages)
  writeFileSync(join(root, `packages/${name}/bundle/THIRD-PARTY-NOTICES.txt`), licences(name))
