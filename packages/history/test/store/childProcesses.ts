/** Child processes that sync one store, are killed, or stop themselves in the middle of a change. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect } from "effect"
import { build } from "esbuild"
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { fileURLToPath } from "node:url"

export const folderOf = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  fs.makeTempDirectoryScoped({ prefix: "candela-store-processes-" }),
)

/** The texts of programs by their modules: a bundle takes longer than what some of them do. */
const texts = new Map<string, Promise<string>>()

const textOf = async (path: string) => {
  const { outputFiles } = await build({
    entryPoints: [path],
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
    external: ["apache-arrow", "parquet-wasm", "@duckdb/node-api"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url)' },
  })
  return outputFiles[0]!.text
}

/** The program of a child beside a module, with all that it needs. */
export const bundled = (module: string, name = "child.ts") =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const path = fileURLToPath(new URL(name, module))
    const text = texts.get(path) ?? textOf(path)
    texts.set(path, text)
    const program = `${yield* folderOf}/child.mjs`
    yield* fs.writeFileString(program, yield* Effect.promise(() => text))
    return program
  })

type Child = ChildProcessByStdio<null, Readable, null>

/** Starts a program with arguments. */
export const begin = (program: string, ...args: ReadonlyArray<string>): Child =>
  spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] })

/** Runs a child to its end, or kills it after so many lines. Gives the number of its lines. */
export const run = (begin: () => Child, killAfter = Infinity) =>
  Effect.async<number>((resume) => {
    const child = begin()
    let lines = 0
    createInterface(child.stdout).on("line", (line) => {
      if (line !== "end" && ++lines === killAfter) child.kill("SIGKILL")
    })
    child.on("close", () => resume(Effect.succeed(lines)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Runs a child until it stops itself at a change, then two others, and lets it go on when they have ended. */
export const runStopped = (begin: (...stopAt: ReadonlyArray<string>) => Child, stopAt: number) =>
  Effect.async<void>((resume) => {
    const stopped = begin(`${stopAt}`)
    createInterface(stopped.stdout).on("line", (line) => {
      if (line !== "stop") return
      const others = [begin(), begin()]
      others.forEach((other) => other.stdout.resume())
      let left = others.length
      others.forEach((other) =>
        other.on("close", () => {
          if (--left === 0) stopped.kill("SIGCONT")
        }),
      )
    })
    stopped.on("close", (code) => resume(code === 0 ? Effect.void : Effect.dieMessage(`it ended with ${code}`)))
    return Effect.sync(() => stopped.kill("SIGKILL"))
  })
