/**
 * Running the command as its users do: in a process of its own.
 */
import { Effect, type Scope } from "effect"
import { build } from "esbuild"
import { spawn, type ChildProcess } from "node:child_process"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const packages = fileURLToPath(new URL("../../..", import.meta.url))
const sandbox = join(packages, "sandbox")
const output = join(sandbox, "node_modules/.cache/command")

/** Bundles the command from the sources, where it finds its dependencies, and gives the path. */
export const bundle = Effect.promise(async () => {
  const file = join(output, "dist", `bin-${process.pid}.js`)
  await build({
    entryPoints: [join(sandbox, "src/command/bin.ts")],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    plugins: [
      {
        name: "sources",
        setup: ({ onResolve }) => {
          onResolve({ filter: /^@candela\// }, ({ path }) => {
            const [, name = "", module = ""] = path.split("/")
            return { path: join(packages, name, "src", `${module}.ts`) }
          })
          onResolve({ filter: /^[^./]/ }, ({ kind }) => (kind === "entry-point" ? undefined : { external: true }))
        },
      },
    ],
  })
  copyFileSync(join(sandbox, "package.json"), join(output, "package.json"))
  return file
})

/** A process that runs, what it has said so far, and how it ended. */
export interface Running {
  readonly process: ChildProcess
  readonly said: { out: string; err: string }
  /** Its exit code, when it has one; a signal's name, when one ended it. */
  readonly ended: Effect.Effect<number | string | null>
  /** Waits until its standard output matches, and gives the first group. */
  readonly match: (pattern: RegExp) => Effect.Effect<string, Error>
}

/** Runs the command until it ends, or the scope does. */
export const run = (
  file: string,
  args: ReadonlyArray<string>,
  directory: string,
): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [file, ...args], { cwd: directory })
      const said = { out: "", err: "" }
      child.stdout.setEncoding("utf8").on("data", (text: string) => (said.out += text))
      child.stderr.setEncoding("utf8").on("data", (text: string) => (said.err += text))
      const ended = new Promise<number | string | null>((resolve) =>
        child.on("close", (code, signal) => resolve(code ?? signal)),
      )
      const match = (pattern: RegExp) =>
        Effect.async<string, Error>((resume) => {
          const look = () => {
            const found = pattern.exec(said.out)
            if (found !== null) resume(Effect.succeed(found[1] ?? found[0]))
          }
          child.stdout.on("data", look)
          child.on("close", () => resume(Effect.fail(new Error(`It ended: ${said.out}${said.err}`))))
          look()
        })
      return { process: child, said, ended: Effect.promise(() => ended), match }
    }),
    ({ ended, process }) =>
      Effect.zipRight(
        Effect.sync(() => process.kill("SIGKILL")),
        ended,
      ),
  )
