/** The program of `native/`, compiled if a compiler and its library are installed. */
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs"
import { cpus } from "node:os"
import { fileURLToPath } from "node:url"
import { BenchmarkError } from "./Benchmark.js"

const SOURCE = fileURLToPath(new URL("../native/columns.cpp", import.meta.url))
const CACHE = fileURLToPath(new URL("../node_modules/.cache/native/", import.meta.url))

/** The compiler's error without the library, and Node's without the compiler. */
const NOT_INSTALLED = /simdjson\.h: No such file|cannot find -lsimdjson|ENOENT/

/**
 * The path of the program that reads a page with simdjson, compiled for this processor once;
 * `undefined` where `g++` or `libsimdjson` is not installed. Fails where the source does not compile.
 */
export const simdjson: Effect.Effect<string | undefined, BenchmarkError> = Effect.suspend(() => {
  const kept = createHash("sha256").update(readFileSync(SOURCE)).update(cpus()[0]!.model).digest("hex").slice(0, 16)
  const program = `${CACHE}columns-${kept}`
  if (existsSync(program)) return Effect.succeed(program)
  mkdirSync(CACHE, { recursive: true })
  const unfinished = `${program}-${process.pid}`
  return Effect.async<string | undefined, BenchmarkError>((resume) => {
    const compiler = execFile(
      "g++",
      ["-O3", "-march=native", "-std=c++17", SOURCE, "-lsimdjson", "-o", unfinished],
      (error) => {
        if (error === null) {
          renameSync(unfinished, program)
          resume(Effect.succeed(program))
        } else if (NOT_INSTALLED.test(error.message)) {
          resume(Effect.succeed(undefined))
        } else {
          resume(new BenchmarkError({ message: error.message }))
        }
      },
    )
    return Effect.sync(() => compiler.kill("SIGKILL"))
  })
})
