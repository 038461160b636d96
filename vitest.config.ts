import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig } from "vitest/config"
import { SlowestFirst } from "./scripts/internal/test/SlowestFirst.js"
import { StillRunning } from "./scripts/internal/test/StillRunning.js"

const source = (path: string) => fileURLToPath(new URL(`packages/${path}`, import.meta.url))

/**
 * The digest of the compiled modules that make rows, where `./scripts/test` has compiled them:
 * tests of the sources then share their data sets with programs that run compiled.
 */
const modules = process.env["CANDELA_COMPILED"]
  ? (await import(source("sandbox/dist/dataset/digest.js"))).ofModules()
  : undefined

export default defineConfig(({ mode }) => ({
  define: modules === undefined ? {} : { CANDELA_SANDBOX_MODULES: JSON.stringify(modules) },
  resolve: {
    // Tests read the sources; what a user installs is tested by the packed smoke test.
    alias: [
      { find: /^@candela\/([a-z]+)$/, replacement: source("$1/src/index.ts") },
      { find: /^@candela\/([a-z]+)\/(.+)$/, replacement: source("$1/src/$2.ts") },
    ],
  },
  test: {
    include: ["packages/*/test/**/*.test.ts", "examples/test/**/*.test.ts", "scripts/internal/*/*.test.mjs"],
    // They need a browser: vitest.browser.config.ts.
    exclude: [
      ...configDefaults.exclude,
      "packages/*/test/browser/**",
      // What other tests prove in less time: `npx vitest run --mode all`.
      ...(mode === "all" ? [] : ["**/*.all.test.{ts,mjs}"]),
    ],
    // Data sets are made once for all tests, and for the examples.
    env: {
      CANDELA_SANDBOX_DATA: fileURLToPath(new URL("node_modules/.cache/candela/data", import.meta.url)),
      // No test leaves this machine, whatever proxies its user needs.
      NO_PROXY: "*",
      no_proxy: "*",
      ...(mode === "all" ? { CANDELA_ALL: "true" } : {}),
    },
    isolate: false,
    // As Node imports CommonJS: otherwise each use of an import passes a proxy, which shows where a
    // test reads many rows.
    deps: { interopDefault: false },
    runner: fileURLToPath(new URL("scripts/internal/test/Runner.ts", import.meta.url)),
    setupFiles: [fileURLToPath(new URL("scripts/internal/test/eachTestFile.mjs", import.meta.url))],
    sequence: { sequencer: SlowestFirst },
    reporters: ["default", new StillRunning()],
    // Tests create many short-lived values: a larger young generation is collected less often.
    poolOptions: { forks: { execArgv: ["--max-semi-space-size=64"] } },
    testTimeout: 120_000,
    // Hooks make data sets: a machine that does other things, too, needs long for them.
    hookTimeout: 300_000,
  },
}))
