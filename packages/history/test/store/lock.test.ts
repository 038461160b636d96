import { assert, describe, it } from "@effect/vitest"
import * as Path from "@effect/platform/Path"
import { Deferred, Effect, Fiber, Option, TestClock } from "effect"
import * as Lock from "../../src/internal/store/commit/lock.js"
import { type Holder, type Processes, startOf } from "../../src/internal/store/commit/processes.js"
import { Machine } from "./memory.js"

/** Processes of one machine, by their numbers: those of the list live. */
const processOf = (pid: number, alive: ReadonlySet<number>, host = "here"): Processes => ({
  self: Effect.succeed<Holder>({ host, boot: "1", namespace: "", pid, start: `${pid}` }),
  stateOf: ({ pid }) => Effect.sync(() => (alive.has(pid) ? "alive" : "dead")),
})

const machine = Effect.map(Path.Path, (path) => {
  const machine = new Machine()
  machine.folders.add("/store")
  return {
    disk: { fs: machine.fileSystem, path },
    machine,
    locks: () => [...machine.files.keys()].filter((name) => /lock/.test(name)),
  }
})

describe("the lock of a store", () => {
  it.effect("lets one process in at a time, and the next one when it is released", () =>
    Effect.gen(function* () {
      const { disk, locks } = yield* machine
      const alive = new Set([1, 2, 3])
      const inside: Array<string> = []
      const gate = yield* Deferred.make<void>()
      const section = (pid: number) =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* Lock.hold(disk, "/store", processOf(pid, alive))
            inside.push(`${pid} in`)
            yield* Deferred.await(gate)
            yield* Effect.yieldNow()
            inside.push(`${pid} out`)
          }),
        )
      const fibers = yield* Effect.forEach([1, 2, 3], (pid) => Effect.fork(section(pid)))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(inside, ["1 in"])
      yield* Deferred.succeed(gate, undefined)
      for (let turn = 0; turn < 4; turn++) yield* TestClock.adjust("1 second")
      yield* Effect.forEach(fibers, Fiber.join)
      assert.strictEqual(inside.length, 6)
      for (let index = 0; index < 6; index += 2) {
        assert.strictEqual(inside[index]!.replace("in", "out"), inside[index + 1])
      }
      assert.strictEqual(locks().length, 1, "released locks are removed but for the highest")
    }).pipe(Effect.provide(Path.layer)),
  )

  it.effect("of a dead process is nobody's", () =>
    Effect.gen(function* () {
      const { disk, locks } = yield* machine
      const alive = new Set([1, 2])
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* Lock.hold(disk, "/store", processOf(1, alive))
          alive.delete(1)
          yield* Effect.scoped(Lock.hold(disk, "/store", processOf(2, alive)))
        }),
      )
      assert.deepStrictEqual(locks(), ["/store/_lock.2"])
    }).pipe(Effect.provide(Path.layer)),
  )

  it.effect("of a process that cannot be seen is waited for, and after a minute the error names it", () =>
    Effect.gen(function* () {
      const { disk } = yield* machine
      const hidden: Processes = { ...processOf(2, new Set()), stateOf: () => Effect.succeed("hidden") }
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* Lock.hold(disk, "/store", processOf(1, new Set([1])))
          const waiting = yield* Effect.fork(Effect.flip(Effect.scoped(Lock.hold(disk, "/store", hidden))))
          yield* TestClock.adjust("59 seconds")
          assert.isTrue(Option.isNone(yield* Fiber.poll(waiting)))
          yield* TestClock.adjust("2 seconds")
          const error = yield* Fiber.join(waiting)
          assert.deepInclude(error, { reason: "lock", path: "/store/_lock.1" })
          assert.include(error.message, "process 1 of another PID namespace")
        }),
      )
    }).pipe(Effect.provide(Path.layer)),
  )

  it.effect("of a process that cannot be seen is taken when it is released", () =>
    Effect.gen(function* () {
      const { disk } = yield* machine
      const hidden: Processes = { ...processOf(2, new Set()), stateOf: () => Effect.succeed("hidden") }
      const gate = yield* Deferred.make<void>()
      const holding = Effect.scoped(
        Effect.zipRight(Lock.hold(disk, "/store", processOf(1, new Set([1]))), Deferred.await(gate)),
      )
      const first = yield* Effect.fork(holding)
      yield* TestClock.adjust("1 second")
      const second = yield* Effect.fork(Effect.scoped(Lock.hold(disk, "/store", hidden)))
      yield* TestClock.adjust("30 seconds")
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(first)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(second)
    }).pipe(Effect.provide(Path.layer)),
  )

  it.effect("of an older version, under its name, holds too", () =>
    Effect.gen(function* () {
      const { disk, machine: files } = yield* machine
      const { boot, host, pid, start } = yield* processOf(7, new Set()).self
      const text = JSON.stringify({ boot, host, pid, start })
      files.files.set("/store/lock.4", { bytes: new TextEncoder().encode(text), flushed: true })
      const alive = new Set([1, 7])
      const waiting = yield* Effect.fork(Effect.scoped(Lock.hold(disk, "/store", processOf(1, alive))))
      yield* TestClock.adjust("1 second")
      assert.isTrue(Option.isNone(yield* Fiber.poll(waiting)))
      alive.delete(7)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(waiting)
      assert.isFalse(files.files.has("/store/lock.4"))
    }).pipe(Effect.provide(Path.layer)),
  )

  it.effect("of another machine is not broken: the error names it", () =>
    Effect.gen(function* () {
      const { disk } = yield* machine
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* Lock.hold(disk, "/store", processOf(7, new Set([7]), "elsewhere"))
          const error = yield* Effect.flip(Effect.scoped(Lock.hold(disk, "/store", processOf(2, new Set([2])))))
          assert.strictEqual(error.reason, "lock")
          assert.include(error.message, "process 7 of the machine elsewhere")
          assert.include(error.message, "/store/_lock.1")
        }),
      )
    }).pipe(Effect.provide(Path.layer)),
  )

  it.effect("that was cut off by a loss of power is nobody's", () =>
    Effect.gen(function* () {
      const { disk, machine: files } = yield* machine
      files.files.set("/store/_lock.12", { bytes: new TextEncoder().encode('{"host":"he'), flushed: true })
      yield* Effect.scoped(Lock.hold(disk, "/store", processOf(1, new Set([1]))))
      assert.isTrue(files.files.has("/store/_lock.13"))
    }).pipe(Effect.provide(Path.layer)),
  )

  it.effect("goes to one of two that take it at the same instant", () =>
    Effect.gen(function* () {
      const { disk, machine: files } = yield* machine
      // Somebody else has linked the number between our look and our link.
      const fs = { ...files.fileSystem }
      let looks = 0
      fs.readDirectory = (path, options) =>
        Effect.map(files.fileSystem.readDirectory(path, options), (names) => (looks++ === 0 ? [] : names))
      const alive = new Set([1, 2])
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* Lock.hold(disk, "/store", processOf(1, alive))
          const second = yield* Effect.fork(Effect.scoped(Lock.hold({ ...disk, fs }, "/store", processOf(2, alive))))
          yield* TestClock.adjust("1 second")
          assert.isNull(yield* Fiber.poll(second).pipe(Effect.map((exit) => (exit._tag === "None" ? null : exit))))
          yield* Fiber.interrupt(second)
        }),
      )
    }).pipe(Effect.provide(Path.layer)),
  )

  it.effect("is given back by whoever was overtaken: a lower number than another's is none", () =>
    Effect.gen(function* () {
      const { disk, machine: files } = yield* machine
      const alive = new Set([1, 2])
      const fs = { ...files.fileSystem }
      let looks = 0
      // The first look is old: since then lock 1 was released, and process 1 has lock 3.
      fs.readDirectory = (path, options) =>
        Effect.map(files.fileSystem.readDirectory(path, options), (names) => (looks++ === 0 ? [] : names))
      files.files.set("/store/_lock.3", {
        bytes: new TextEncoder().encode(JSON.stringify({ host: "here", boot: "1", pid: 1, start: "1" })),
        flushed: true,
      })
      const second = yield* Effect.fork(Effect.scoped(Lock.hold({ ...disk, fs }, "/store", processOf(2, alive))))
      yield* TestClock.adjust("1 second")
      assert.isFalse(files.files.has("/store/_lock.1"))
      assert.strictEqual((yield* Fiber.poll(second))._tag, "None")
      alive.delete(1)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(second)
      assert.isTrue(files.files.has("/store/_lock.4"))
    }).pipe(Effect.provide(Path.layer)),
  )

  it("reads a process's start from its status, whatever its name", () => {
    const status = (name: string, state: string) =>
      `4242 (${name}) ${state} ${Array.from({ length: 18 }, (_, index) => index).join(" ")} 987654 1 2 3`
    assert.strictEqual(startOf(status("node", "S")), "987654")
    assert.strictEqual(startOf(status("a) Z (b", "R")), "987654")
    assert.strictEqual(startOf(status("node", "T")), "987654", "a stopped process lives")
    assert.strictEqual(startOf(status("node", "Z")), undefined)
    assert.strictEqual(startOf(""), undefined)
  })
})
