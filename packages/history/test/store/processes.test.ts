import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Logger, Option, Scope } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { createInterface } from "node:readline"
import * as Lock from "../../src/internal/store/commit/lock.js"
import * as Processes from "../../src/internal/store/commit/processes.js"
import { bundled, folderOf } from "./childProcesses.js"

/** Whether this process may make PID namespaces. */
const canUnshare = existsSync("/proc/self/ns/pid") && spawnSync("unshare", ["--pid", "--fork", "true"]).status === 0

/**
 * A process in a PID namespace of its own, which holds the lock of a folder until it is killed;
 * with `/proc` of its own, or the one of its parent.
 */
const holder = (program: string, folder: string, ...flags: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn("unshare", ["--pid", "--fork", "--kill-child", ...flags, process.execPath, program, folder], {
        stdio: ["ignore", "pipe", "inherit"],
      })
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
      return { child, next: Effect.promise(async () => (await lines.next()).value as string) }
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL")),
  )

/** A process that does nothing until it is killed. */
const idle = Effect.acquireRelease(
  Effect.promise(async () => {
    const child = spawn(process.execPath, ["-e", "process.stdout.write('x'); setInterval(() => {}, 1e6)"], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    await once(child.stdout, "data")
    return child
  }),
  (child) => Effect.sync(() => child.kill("SIGKILL")),
)

describe.skipIf(!existsSync("/proc/self/stat"))("processes, where the system tells when they started", () => {
  it.live("live while they run or are stopped, and not after their end, nor before another boot", () =>
    Effect.gen(function* () {
      const [fs, path, child] = yield* Effect.all([FileSystem.FileSystem, Path.Path, idle])
      const { self, stateOf } = Processes.make({ fs, path })
      const own = yield* self
      assert.strictEqual(yield* stateOf(own), "alive")
      assert.strictEqual(yield* stateOf({ ...own, start: "1" }), "dead", "another process had this number before")
      assert.strictEqual(yield* stateOf({ ...own, boot: "before" }), "dead")

      const pid = child.pid!
      const start = Processes.startOf(yield* fs.readFileString(`/proc/${pid}/stat`))!
      const other = { ...own, pid, start }
      child.kill("SIGSTOP")
      assert.strictEqual(yield* stateOf(other), "alive")
      child.kill("SIGKILL")
      yield* Effect.promise(() => once(child, "exit"))
      assert.strictEqual(yield* stateOf(other), "dead")
      // Without a start time the number alone says.
      assert.strictEqual(yield* stateOf({ ...own, start: "" }), "alive")
      assert.strictEqual(yield* stateOf({ ...other, start: "" }), "dead")
    }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
  )
})

describe.skipIf(!canUnshare)("processes of other PID namespaces, where this one may make them", () => {
  const flags = [[], ["--mount-proc"]]

  it.live("hold the lock while they live, whatever their numbers are", () =>
    Effect.gen(function* () {
      const [fs, path] = yield* Effect.all([FileSystem.FileSystem, Path.Path])
      const program = yield* bundled(import.meta.url, "lockHolder.ts")
      for (const flag of flags) {
        const folder = yield* folderOf
        const { child, next } = yield* holder(program, folder, ...flag)
        assert.strictEqual(yield* next, "held")
        const held = JSON.parse(yield* fs.readFileString(`${folder}/_lock.1`)) as Processes.Holder
        assert.strictEqual(held.pid, 1)
        const processes = Processes.make({ fs, path })
        assert.strictEqual(yield* processes.stateOf(held), "alive")
        const isWaiting = yield* Deferred.make<void>()
        const logger = Logger.make(() => Deferred.unsafeDone(isWaiting, Effect.void))
        const waiting = yield* Effect.scoped(Lock.hold({ fs, path }, folder, processes)).pipe(
          Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
          Effect.ensuring(Deferred.succeed(isWaiting, undefined)),
          Effect.fork,
        )
        yield* Deferred.await(isWaiting)
        assert.isTrue(Option.isNone(yield* Fiber.poll(waiting)))
        child.kill("SIGKILL")
        yield* Effect.promise(() => once(child, "exit"))
        yield* Effect.repeat(processes.stateOf(held), { until: (state) => state !== "alive" })
        assert.include(["dead", "hidden"], yield* processes.stateOf(held))
        if ((yield* processes.self).namespace === "pid:[4026531836]") yield* Fiber.join(waiting)
        else yield* Fiber.interrupt(waiting)
      }
    }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
  )

  it.live("wait for a process that they cannot see", () =>
    Effect.gen(function* () {
      const [fs, path] = yield* Effect.all([FileSystem.FileSystem, Path.Path])
      const [program, scope] = yield* Effect.all([bundled(import.meta.url, "lockHolder.ts"), Effect.scope])
      for (const flag of flags) {
        const folder = yield* folderOf
        const next = yield* Effect.scoped(
          Effect.gen(function* () {
            yield* Lock.hold({ fs, path }, folder, Processes.make({ fs, path }))
            const { next } = yield* Scope.extend(holder(program, folder, ...flag), scope)
            assert.strictEqual(yield* next, "waiting", "it took the lock of a living process")
            return next
          }),
        )
        assert.strictEqual(yield* next, "held")
      }
    }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
  )
})
