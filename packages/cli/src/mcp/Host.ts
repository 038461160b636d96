/**
 * The process that computes for a server, as the server sees it. DuckDB does not stop within a function
 * of one value, and its limit of memory does not count all texts: so the process is killed where a query
 * does not stop, or takes too much memory. The next request starts another one, without the tables.
 *
 * @module
 */
import { execFile, fork, type ChildProcess } from "node:child_process"
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { FromEngine, ToEngine } from "./engine.js"
import * as Executable from "./Executable.js"
import type * as Tables from "./Tables.js"
import { ToolError } from "./ToolError.js"

/** Time in which an interrupted query must stop. */
const patience = Duration.millis(500)

/** Maximum resident memory of the process, in bytes: DuckDB's limit, and what Node takes. */
const maxMemory = 1.25 * 2 ** 30

const lookEvery = Duration.millis(50)

const gone = "The tables that were kept are gone with it: request them again."

/** Engine of a server. */
export interface Host {
  readonly run: Tables.Run
  /** Number of processes that were killed, with their tables. */
  readonly killed: () => number
}

interface Child {
  readonly process: ChildProcess
  readonly pending: Map<number, Deferred.Deferred<unknown, ToolError>>
  /** Why it was killed. */
  reason: string | undefined
}

/** Returns the resident memory of a process, in bytes; 0 where the system does not tell. */
const memoryOf = async (pid: number): Promise<number> => {
  try {
    if (process.platform === "linux") {
      const [, kilobytes = "0"] = /^VmRSS:\s*(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? []
      return Number(kilobytes) * 1024
    }
    const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)])
    return Number(stdout) * 1024
  } catch {
    return 0
  }
}

/** Makes the engine, with the tables of a store in a folder; its process ends with the scope. */
export const make = (executable: string, store: string | undefined): Effect.Effect<Host, never, Scope.Scope> =>
  Effect.gen(function* () {
    let current: Child | undefined
    let [last, killed] = [0, 0]

    const kill = (child: Child, reason: string) => {
      child.reason ??= reason
      if (current === child) {
        current = undefined
        killed++
      }
      child.process.kill("SIGKILL")
    }

    const start = (): Child => {
      const started = fork(executable, [Executable.engine, ...(store === undefined ? [] : [store])], {
        serialization: "advanced",
        execArgv: [],
        // The output belongs to the protocol.
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      })
      const child: Child = { process: started, pending: new Map(), reason: undefined }
      started.on("message", ({ failure, id, value }: FromEngine) => {
        const answer = child.pending.get(id)
        if (answer === undefined) return
        Deferred.unsafeDone(
          answer,
          failure === undefined ? Effect.succeed(value) : Effect.fail(new ToolError({ message: failure })),
        )
      })
      const end = (how: string) => {
        kill(child, `The process of the queries ended (${how}).`)
        const error = new ToolError({ message: `${child.reason!} ${gone}` })
        for (const answer of child.pending.values()) Deferred.unsafeDone(answer, Effect.fail(error))
      }
      started.on("error", (error) => end(error.message))
      started.on("exit", (code, signal) => end(String(signal ?? code)))
      return child
    }

    /** Kills a process that takes too much memory. */
    const watch = (child: Child) =>
      Effect.promise(() => memoryOf(child.process.pid ?? 0)).pipe(
        Effect.map((memory) => {
          // protects: A query that takes more memory than it may is ended.
          // mutant: "that takes more memory than it may is ended, and long values are cut": never
          if (memory > maxMemory) kill(child, "The query took more than 1 GB of memory, and its process was ended.")
        }),
        Effect.repeat(Schedule.spaced(lookEvery)),
      )

    const run: Tables.Run = (request) =>
      Effect.gen(function* () {
        // Nothing is left to be closed.
        if (current === undefined && request._tag === "End" && !request.commit) return undefined
        const child = (current ??= start())
        const id = ++last
        const answer = yield* Deferred.make<unknown, ToolError>()
        const send = (message: ToEngine) => Effect.sync(() => void child.process.send(message, () => undefined))
        const stopped = Effect.timeoutOption(Effect.interruptible(Effect.exit(Deferred.await(answer))), patience)
        child.pending.set(id, answer)
        return yield* Effect.zipRight(send({ id, request }), Deferred.await(answer)).pipe(
          Effect.onInterrupt(() =>
            Effect.map(Effect.zipRight(send({ cancel: id }), stopped), (stopped) => {
              // protects: A query that does not stop is ended with its process.
              // mutant: "that does not stop ends when it is cancelled, and with the server": never
              if (Option.isNone(stopped)) kill(child, "The query did not stop, and its process was ended.")
            }),
          ),
          Effect.raceFirst(Effect.zipRight(watch(child), Effect.never)),
          Effect.ensuring(Effect.sync(() => child.pending.delete(id))),
        )
      })

    yield* Effect.addFinalizer(() => Effect.sync(() => current?.process.kill("SIGKILL")))
    return { run, killed: () => killed }
  })
