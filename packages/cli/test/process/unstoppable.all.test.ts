/** Queries that DuckDB does not stop: the command answers and ends all the same, and leaves no process behind. */
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { folder, write } from "../../../history/test/store/fixture.js"
import * as Process from "./support.js"

/** Minutes of one call of a function, in which DuckDB looks at no interruption. */
const unstoppable = "SELECT levenshtein(repeat('a', 1000000), repeat('b', 1000000))"

const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } }

interface Answer {
  readonly id: number
  readonly result: { readonly isError?: boolean; readonly content: ReadonlyArray<{ readonly text: string }> }
}

const hasProc = existsSync("/proc/self/status")

const runs = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

/** Waits until processes are gone. */
const allGone = (pids: ReadonlyArray<number>) =>
  Effect.repeat(
    Effect.sync(() => pids.some(runs)),
    { schedule: Schedule.spaced("20 millis"), while: (left) => left },
  )

/** Waits until a process has a child that computes: more processor time than it takes to start. */
const computing = (pid: number) =>
  Effect.repeat(
    Effect.sync(() => {
      const ticks = Process.childrenOf(pid).map((child) => {
        const fields = readFileSync(`/proc/${child}/stat`, "utf8").split(") ")[1]!.split(" ")
        return Number(fields[11])
      })
      return ticks.some((ticks) => ticks > 100)
    }),
    { schedule: Schedule.spaced("50 millis"), until: (is) => is },
  )

/** No query asks a service. */
const nowhere = { MARKET_DATA_URL: "http://127.0.0.1:9", MARKET_DATA_API_KEY: "no-key-of-any-service" }

const client = () =>
  Effect.gen(function* () {
    const { candela } = yield* Process.bundle
    const running = yield* Process.run(process.execPath, [candela, "mcp"], nowhere)
    const send = (message: object) =>
      Effect.sync(() => void running.process.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`))
    const answer = (id: number) =>
      Effect.map(running.says(`"id":${id},`).pipe(Effect.race(running.says(`"id":${id}}`))), () => {
        const lines = running.said.out.split("\n").filter((line) => line.startsWith("{"))
        return lines.map((line) => JSON.parse(line) as Answer).find((answer) => answer.id === id)!.result
      })
    const query = (id: number, sql: string) =>
      send({ id, method: "tools/call", params: { name: "query", arguments: { sql } } })
    yield* send({ id: 0, method: "initialize", params: initialize })
    yield* send({ method: "notifications/initialized" })
    return { running, send, answer, query, pid: running.process.pid! }
  })

describe.skipIf(!hasProc)("a query of a protocol client", () => {
  it.scopedLive(
    "that does not stop is answered at its deadline, and its process ended",
    () =>
      Effect.gen(function* () {
        const { answer, pid, query } = yield* client()
        yield* query(1, unstoppable)
        yield* computing(pid)
        const engines = Process.childrenOf(pid)
        const { content, isError } = yield* answer(1)
        assert.isTrue(isError)
        assert.match(content[0]!.text, /stopped after 20s.*process had to be ended/s)
        yield* allGone(engines)
        yield* query(2, "SELECT 1 AS one")
        assert.deepInclude(JSON.parse((yield* answer(2)).content[0]!.text) as object, { rows: [[1]] })
      }),
    180_000,
  )

  it.scopedLive(
    "that does not stop ends when it is cancelled, and with the server",
    () =>
      Effect.gen(function* () {
        const { answer, pid, query, running, send } = yield* client()
        yield* query(1, unstoppable)
        yield* computing(pid)
        const first = Process.childrenOf(pid)
        yield* send({ method: "notifications/cancelled", params: { requestId: 1 } })
        yield* allGone(first)
        yield* query(2, "SELECT 2")
        yield* answer(2)
        yield* query(3, unstoppable)
        yield* computing(pid)
        const second = Process.childrenOf(pid)
        running.process.kill("SIGTERM")
        assert.strictEqual(yield* running.ended, 130)
        yield* allGone(second)
      }),
    180_000,
  )

  it.scopedLive(
    "that does not stop ends when the server is killed",
    () =>
      Effect.gen(function* () {
        const { pid, query, running } = yield* client()
        yield* query(1, unstoppable)
        yield* computing(pid)
        const engines = Process.childrenOf(pid)
        running.process.kill("SIGKILL")
        yield* running.ended
        yield* allGone(engines)
      }),
    180_000,
  )

  it.scopedLive(
    "that takes more memory than it may is ended, and long values are cut",
    () =>
      Effect.gen(function* () {
        const { answer, query } = yield* client()
        yield* query(1, "SELECT repeat('x', 300000000), repeat('y', 300000000), repeat('z', 300000000)")
        const { content, isError } = yield* answer(1)
        assert.isTrue(isError)
        assert.match(content[0]!.text, /more than 1 GB of memory|Out of Memory|stopped after/)
        for (const [id, sql] of [
          [2, "SELECT repeat('x', 10000000)"],
          [3, "SELECT range(1000000)"],
          [4, `SELECT ${Array.from({ length: 40 }, (_, index) => `repeat('x', 9000) AS c${index}`).join(", ")}`],
          [5, `SELECT 1 AS "${"n".repeat(100_000)}"`],
          [6, `SELECT '${"n".repeat(100_000)}'::INTEGER`],
        ] as const) {
          yield* query(id, sql)
          const [{ text }] = (yield* answer(id)).content as [{ readonly text: string }]
          assert.isBelow(text.length, 70_000, sql.slice(0, 80))
          assert.include(text, "(cut: ", sql.slice(0, 80))
        }
      }),
    180_000,
  )
})

describe.skipIf(!hasProc)("candela history sql", () => {
  it.scopedLive(
    "ends a query that does not stop within seconds of a signal, with its process",
    () =>
      Effect.gen(function* () {
        const { candela } = yield* Process.bundle
        const store = yield* folder
        yield* write(store, [{ ticker: "AAPL", bars: [] }])
        for (const signal of ["SIGINT", "SIGTERM", "SIGKILL"] as const) {
          const running = yield* Process.run(process.execPath, [
            candela,
            "history",
            "sql",
            "--store",
            store,
            unstoppable,
          ])
          const pid = running.process.pid!
          yield* computing(pid)
          const children = Process.childrenOf(pid)
          running.process.kill(signal)
          assert.strictEqual(yield* running.ended, signal === "SIGKILL" ? "SIGKILL" : 130)
          yield* allGone(children)
        }
      }).pipe(Effect.provide(NodeContext.layer)),
    180_000,
  )

  it.scopedLive("gives the exit code and the error of its process", () =>
    Effect.gen(function* () {
      const { candela } = yield* Process.bundle
      const store = yield* folder
      yield* write(store, [{ ticker: "AAPL", bars: [] }])
      const refused = yield* Process.run(process.execPath, [candela, "history", "sql", "--store", store, "SELECT oops"])
      assert.strictEqual(yield* refused.ended, 2)
      assert.include(refused.said.err, "oops")
    }).pipe(Effect.provide(NodeContext.layer)),
  )
})
