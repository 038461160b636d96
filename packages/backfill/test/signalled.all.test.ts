import { Backfill } from "@candela/backfill"
import { Store } from "@candela/history"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { bundled } from "./bundled.js"
import { service } from "./service.js"
import * as Support from "./support.js"

// More pages than run side by side: most wait for a permit when the signal comes.
const tickers = Array.from({ length: 20 }, (_, index) => `T${index}`)
const behaviour = { known: tickers, broken: [], refuses: false }

/** Runs a child, which gets SIGTERM with its first job. Gives its lines, its messages and how it ended. */
const interrupted = (program: string, folder: string, plan: string) =>
  Effect.promise(async (abort) => {
    const child = spawn(process.execPath, [program, folder, plan, "Infinity", ...tickers], {
      signal: abort,
      killSignal: "SIGKILL",
    })
    const [lines, messages] = [[] as Array<string>, [] as Array<string>]
    createInterface(child.stdout).on("line", (line) => {
      if (lines.push(line) === 1) child.kill("SIGTERM")
    })
    createInterface(child.stderr).on("line", (line) => messages.push(line))
    const [code] = (await once(child, "close")) as [number | null]
    return { code, lines, messages }
  })

describe("a run on SQLite", () => {
  it.scopedLive(
    "ends on SIGTERM without a word, and goes on with what it had",
    () =>
      Effect.gen(function* () {
        const folder = yield* Support.folder
        const program = yield* bundled("child.ts")
        const range = { from: "2024-01-01", to: "2024-03-31" }
        const plan = yield* Support.planned({ universe: Support.hours(tickers), range }).pipe(
          Effect.provide(Support.within(folder)),
        )
        const { code, lines, messages } = yield* interrupted(program, folder, plan)
        // Its own end: a process that a signal kills has no code.
        assert.isNotNull(code)
        assert.notInclude(lines, "end")
        assert.deepStrictEqual(messages, [])
        yield* Effect.gen(function* () {
          const { jobs, runners } = yield* Backfill.status(plan)
          assert.isAbove(jobs.waiting, 0)
          assert.isAbove(jobs.done, 0)
          assert.deepInclude(jobs, { planned: 60, failed: 0 })
          assert.deepStrictEqual(runners, [])
          const after = yield* Backfill.run(plan, { poll: "20 millis" })
          assert.deepInclude(after.jobs, { done: 60, waiting: 0, failed: 0 })
          const store = yield* Store
          assert.deepStrictEqual(yield* store.missing(Support.hours(tickers), range), [])
        }).pipe(Effect.provide(Support.within(folder)), Effect.provide(service(behaviour)))
      }).pipe(Effect.provide(NodeContext.layer)),
    { timeout: 120_000 },
  )

  it.scopedLive("whose database is closed under it ends, too", () =>
    Effect.gen(function* () {
      const folder = yield* Support.folder
      const plan = yield* Support.planned({ universe: Support.hours(tickers), range: Support.range }).pipe(
        Effect.provide(Support.within(folder)),
      )
      const begun = yield* Effect.makeLatch()
      const messages: Array<string> = []
      // A race that is interrupted does not wait for its sides: the layers around it are closed first.
      const running = yield* Backfill.run(plan, { poll: "20 millis", onProgress: () => begun.open }).pipe(
        Effect.race(Effect.never),
        Effect.provide(Support.within(folder)),
        Effect.provide(service(behaviour)),
        Effect.provide(
          Logger.replace(
            Logger.defaultLogger,
            Logger.make(({ message }) => void messages.push(String(message))),
          ),
        ),
        Effect.fork,
      )
      yield* begun.await
      yield* Fiber.interrupt(running)
      assert.deepStrictEqual(messages, [])
    }).pipe(Effect.provide(NodeContext.layer)),
  )
})
