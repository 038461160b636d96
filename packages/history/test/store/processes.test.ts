import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import * as Processes from "../../src/internal/store/processes.js"

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
      const { isAlive, self } = Processes.make({ fs, path })
      const own = yield* self
      assert.isTrue(yield* isAlive(own))
      assert.isFalse(yield* isAlive({ ...own, start: "1" }), "another process had this number before")
      assert.isFalse(yield* isAlive({ ...own, boot: "before" }))

      const pid = child.pid!
      const start = Processes.startOf(yield* fs.readFileString(`/proc/${pid}/stat`))!
      const other = { ...own, pid, start }
      child.kill("SIGSTOP")
      assert.isTrue(yield* isAlive(other))
      child.kill("SIGKILL")
      yield* Effect.promise(() => once(child, "exit"))
      assert.isFalse(yield* isAlive(other))
      // Without a start time the number alone says.
      assert.isTrue(yield* isAlive({ ...own, start: "" }))
      assert.isFalse(yield* isAlive({ ...other, start: "" }))
    }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
  )
})
