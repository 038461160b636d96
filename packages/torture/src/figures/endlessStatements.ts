/** Statements of SQL that never end, and those that take all memory. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Random, type Scope } from "effect"
import { spawn, type ChildProcess } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Figure, Scale } from "../Figure.js"

const trials: Readonly<Record<Scale["name"], number>> = { test: 1, short: 3, long: 60 }

/**
 * Time from the signal, the cancellation or the end of the input to the end of the process that
 * computes, milliseconds. DuckDB gets half a second, the rest is for a busy machine.
 */
const bound = 5000

const candela = fileURLToPath(new URL("../../../../packages/cli/bin/candela.cjs", import.meta.url))

/** In the function `levenshtein` DuckDB looks at no interruption; in the join it does; the last one takes gigabytes. */
const statements = [
  "SELECT levenshtein(repeat('a', 1000000), repeat('b', 1000000))",
  "SELECT count(*) FROM range(10000000) a, range(10000000) b",
  "SELECT repeat('x', 300000000), repeat('y', 300000000), repeat('z', 300000000), repeat('w', 300000000)",
]

const nowhere = { MARKET_DATA_URL: "http://127.0.0.1:9", MARKET_DATA_API_KEY: "no-key-of-any-service" }

interface Running {
  readonly process: ChildProcess
  readonly said: () => string
  readonly ended: Promise<unknown>
}

const run = (...args: ReadonlyArray<string>): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [candela, ...args], {
        env: { ...process.env, ...nowhere },
        stdio: ["pipe", "pipe", "ignore"],
      })
      let said = ""
      child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text))
      return { process: child, said: () => said, ended: new Promise((resolve) => child.on("exit", resolve)) }
    }),
    ({ process }) => Effect.sync(() => process.kill("SIGKILL")),
  )

/** Waits until something is so, for some milliseconds. */
const within = (millis: number, is: () => boolean) =>
  Effect.repeat(Effect.delay(Effect.sync(is), "20 millis"), { until: (so) => so }).pipe(
    Effect.timeoutTo({ duration: millis, onSuccess: () => true, onTimeout: () => false }),
  )

export const endlessStatements: Figure = {
  name: "endless-statements",
  what: "statements of SQL that never end or take all memory, cancelled, interrupted by a signal, or left by their client",
  bound: `the process that computes ends within ${bound} ms, and the server answers the next query`,
  run: ({ name, seed }) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const random = Random.make(`${seed} endless-statements`)
      const folder = yield* files.makeTempDirectoryScoped()
      yield* files.makeDirectory(`${folder}/bars/market=stocks`, { recursive: true })
      const violations: Array<string> = []
      let ended = 0

      const command = (statement: string, wait: number, signal: NodeJS.Signals) =>
        Effect.gen(function* () {
          const { ended, process: child } = yield* run("history", "sql", "--store", folder, statement)
          let isOver = false
          void ended.then(() => (isOver = true))
          yield* Effect.sleep(wait)
          child.kill(signal)
          return yield* within(bound, () => isOver)
        })

      const server = (statement: string, wait: number) =>
        Effect.gen(function* () {
          const { ended, process: child, said } = yield* run("mcp")
          let isOver = false
          void ended.then(() => (isOver = true))
          const send = (message: object) => child.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
          const query = (id: number, sql: string) =>
            send({ id, method: "tools/call", params: { name: "query", arguments: { sql } } })
          const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } }
          send({ id: 0, method: "initialize", params: client })
          send({ method: "notifications/initialized" })
          if (!(yield* within(30_000, () => said().includes('"id":0')))) return false
          query(1, statement)
          yield* Effect.sleep(wait)
          send({ method: "notifications/cancelled", params: { requestId: 1 } })
          query(2, "SELECT 'it answers' AS word")
          const answers = yield* within(2 * bound, () => said().includes("it answers"))
          query(3, statement)
          yield* Effect.sleep(wait)
          child.kill("SIGTERM")
          return (yield* within(bound, () => isOver)) && answers
        })

      const trial = (number: number) =>
        Effect.gen(function* () {
          const statement = statements[number % statements.length]!
          const wait = yield* random.nextIntBetween(100, 4000)
          const signal = (yield* random.nextBoolean) ? "SIGINT" : "SIGTERM"
          for (const [way, so] of [
            ["history sql", command(statement, wait, signal)],
            ["mcp", server(statement, wait)],
          ] as const) {
            if (yield* Effect.scoped(so)) ended += 1
            else violations.push(`seed ${seed}, ${way}, ${signal} after ${wait} ms: ${statement} did not end`)
          }
        })

      yield* Effect.forEach(Array(trials[name]).keys(), trial, { discard: true })
      return {
        measured: `${2 * trials[name]} statements: ${ended} ended in time, ${violations.length} did not`,
        violations,
      }
    }),
}
