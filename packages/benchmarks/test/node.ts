import { Effect } from "effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"

/** The repository's folder. */
export const root = fileURLToPath(new URL("../../..", import.meta.url))

/** How a program ended, and what it printed. */
export interface Ended {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program of Node in the repository's folder, to its end. */
export const node = (...args: ReadonlyArray<string>): Effect.Effect<Ended> =>
  Effect.async<Ended>((resume) => {
    const child = execFile(process.execPath, args, { cwd: root }, (_, stdout, stderr) => {
      resume(Effect.succeed({ status: child.exitCode ?? -1, stdout, stderr }))
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Compiles packages and those that they refer to, unless `./scripts/test` has done so. */
export const assertCompile = (...names: ReadonlyArray<string>): Effect.Effect<void> =>
  process.env["CANDELA_COMPILED"] === undefined
    ? Effect.map(
        node("node_modules/typescript-native/bin/tsc", "-b", ...names.map((name) => `packages/${name}`)),
        ({ status, stdout }) => {
          if (status !== 0) throw new Error(stdout)
        },
      )
    : Effect.void
