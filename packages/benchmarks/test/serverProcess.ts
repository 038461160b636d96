/** The page server in a process of its own, from its sources. */
import { Effect, type Scope } from "effect"
import { build } from "esbuild"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { BenchmarkError } from "../src/Benchmark.js"
import type { Description, PageOptions } from "../src/PageServer.js"
import * as Processes from "../src/Processes.js"
import { temporaryFolder } from "../src/TemporaryFolder.js"

const bundled: Effect.Effect<string, never, Scope.Scope> = temporaryFolder.pipe(
  Effect.tap((folder) =>
    Effect.promise(() =>
      build({
        entryPoints: [fileURLToPath(new URL("../src/main/pageServer.ts", import.meta.url))],
        outfile: join(folder, "pageServer.mjs"),
        bundle: true,
        platform: "node",
        format: "esm",
        target: "node20",
        logLevel: "silent",
      }),
    ),
  ),
  Effect.map((folder) => join(folder, "pageServer.mjs")),
)

/** Ends with the scope. */
export const serverProcess = (options: PageOptions): Effect.Effect<Description, BenchmarkError, Scope.Scope> =>
  Effect.flatMap(bundled, (module) => Processes.pageServer(options, module))
