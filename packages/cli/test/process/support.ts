/** The command in a process of its own: bundled from the sources, as it is published. */
import { Effect, type Scope } from "effect"
import { build } from "esbuild"
import { spawn, type ChildProcess } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const packages = fileURLToPath(new URL("../../..", import.meta.url))
const cli = join(packages, "cli")
const output = join(cli, "node_modules/.cache/process", String(process.pid))

/**
 * Bundles the main modules of the commands and of the tests' own program, and gives their paths.
 * The dependencies of the package stay outside.
 */
export const bundle = Effect.runSync(
  Effect.cached(
    Effect.promise(async () => {
      await build({
        entryPoints: {
          candela: join(cli, "src/command/bin.ts"),
          sandbox: join(cli, "src/sandbox/bin.ts"),
          test: join(cli, "test/process/main.ts"),
        },
        outdir: join(output, "bundle"),
        bundle: true,
        splitting: true,
        platform: "node",
        format: "esm",
        logLevel: "error",
        external: ["@duckdb/node-bindings", "parquet-wasm"],
        banner: {
          js: [
            'import { createRequire as requireFrom } from "node:module"',
            'const require = requireFrom(requireFrom(import.meta.url).resolve("@duckdb/node-api"))',
          ].join("\n"),
        },
        plugins: [
          {
            name: "sources",
            setup: ({ onResolve }) => {
              onResolve({ filter: /^@candela\// }, ({ path }) => {
                const [, name = "", ...module] = path.split("/")
                return { path: join(packages, name, "src", `${module.join("/")}.ts`) }
              })
            },
          },
        ],
      })
      mkdirSync(output, { recursive: true })
      copyFileSync(join(cli, "package.json"), join(output, "package.json"))
      const docs = join(packages, "../docs")
      mkdirSync(join(output, "bundle/docs"), { recursive: true })
      // Beside the pages lie pictures, and the API reference where it has been made.
      for (const name of readdirSync(docs).filter((name) => name.endsWith(".md")))
        copyFileSync(join(docs, name), join(output, "bundle/docs", name))
      return {
        candela: join(output, "bundle/candela.js"),
        sandbox: join(output, "bundle/sandbox.js"),
        test: join(output, "bundle/test.js"),
      }
    }),
  ),
)

/** Numbers of the children of a process; none where there is no `/proc`. */
export const childrenOf = (pid: number): ReadonlyArray<number> =>
  (existsSync("/proc") ? readdirSync("/proc") : [])
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(pid)
      } catch {
        return false
      }
    })
    .map(Number)

/** A process, and what it has said so far. */
export interface Running {
  readonly process: ChildProcess
  readonly said: { out: string; err: string }
  /** Its exit code, when it has one; a signal's name, when one ended it. */
  readonly ended: Effect.Effect<number | string | null>
  /** Waits until its standard error or output holds a text. */
  readonly says: (text: string) => Effect.Effect<void, Error>
}

/** Runs a command until it ends, or the scope does. */
export const run = (
  command: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  directory = process.cwd(),
): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(command, args, { cwd: directory, env: { ...process.env, NO_COLOR: "", ...env } })
      const said = { out: "", err: "" }
      child.stdout.setEncoding("utf8").on("data", (text: string) => (said.out += text))
      child.stderr.setEncoding("utf8").on("data", (text: string) => (said.err += text))
      const ended = new Promise<number | string | null>((resolve) =>
        child.on("close", (code, signal) => resolve(code ?? signal)),
      )
      const says = (text: string) =>
        Effect.async<void, Error>((resume) => {
          const look = () => {
            if (said.out.includes(text) || said.err.includes(text)) resume(Effect.void)
          }
          child.stdout.on("data", look)
          child.stderr.on("data", look)
          child.on("close", () => resume(Effect.fail(new Error(`It ended: ${said.out}${said.err}`))))
          look()
        })
      return { process: child, said, ended: Effect.promise(() => ended), says }
    }),
    ({ ended, process }) =>
      Effect.zipRight(
        Effect.sync(() => process.kill("SIGKILL")),
        ended,
      ),
  )
