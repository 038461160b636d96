import * as FileSystem from "@effect/platform/FileSystem"
import { Effect } from "effect"
import { build, type Plugin } from "esbuild"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"

const inClone = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Packages of this clone are their sources, as in the tests. */
const sources: Plugin = {
  name: "sources",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@candela\// }, ({ path }) => {
      const [, name, ...module] = path.split("/")
      return { path: inClone(`packages/${name}/src/${module.join("/") || "index"}.ts`) }
    }),
}

/**
 * A program of these tests, with the thread of Parquet beside it. It lies in the package, where it
 * finds what is not bundled.
 */
export const bundled = (entry: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const outdir = inClone(`packages/backfill/dist/.${basename(entry, ".ts")}-${process.pid}`)
    yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(outdir, { recursive: true })))
    yield* Effect.promise(() =>
      build({
        entryPoints: {
          child: inClone(`packages/backfill/test/${entry}`),
          worker: inClone("packages/files/src/internal/parquet/worker.ts"),
        },
        outdir,
        bundle: true,
        platform: "node",
        format: "esm",
        target: "node20",
        logLevel: "silent",
        plugins: [sources],
        external: ["apache-arrow", "parquet-wasm", "@duckdb/node-api", "@libsql/client", "@effect/sql-pg"],
        banner: {
          js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url)',
        },
      }),
    )
    return `${outdir}/child.js`
  })
