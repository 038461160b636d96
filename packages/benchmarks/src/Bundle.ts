/** What a package weighs in a browser: bundled by esbuild, minified, gzipped. */
import { Effect } from "effect"
import { build } from "esbuild"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { BenchmarkError } from "./Benchmark.js"

const folder = fileURLToPath(new URL("..", import.meta.url))

/** Nothing of ours: what asks a service for pages, decodes and streams them, and what it takes to run that. */
export const BARE = [
  "@effect/platform/FetchHttpClient",
  "@effect/platform/HttpClient",
  "effect/Effect",
  "effect/Layer",
  "effect/Schema",
  "effect/Stream",
]
  .map((module) => `export * as ${module.split("/").at(-1)!} from "${module}"`)
  .join("\n")

/** The same with the whole of `@candela/stocks`. */
export const STOCKS = `${BARE}\nexport * from "@candela/stocks"`

/**
 * The size of a program's bundle in kB (1,000 bytes). With `tsconfig` its `paths` decide which files our packages are, so that sources can be measured
 * without building them.
 */
export const size = (program: string, tsconfig?: string): Effect.Effect<number, BenchmarkError> =>
  Effect.tryPromise({
    try: () =>
      build({
        stdin: { contents: program, resolveDir: folder },
        bundle: true,
        minify: true,
        format: "esm",
        platform: "browser",
        target: "es2022",
        write: false,
        logLevel: "silent",
        ...(tsconfig === undefined ? {} : { tsconfig }),
      }),
    catch: (error) => new BenchmarkError({ message: `esbuild: ${String(error)}` }),
  }).pipe(Effect.map(({ outputFiles }) => gzipSync(outputFiles[0]!.contents, { level: 9 }).length / 1_000))
