import { FileError } from "@candela/files/FileError"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, layer } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Option, Stream } from "effect"
import * as WholeFile from "../src/internal/WholeFile.js"
import { refusal, type Step, watched } from "./support/faultyFiles.js"
import { folder } from "./support/temporary.js"

const parts = ["one,", "two,", "three"].map((text) => new TextEncoder().encode(text))
const [before, after] = ["what was there", "one,two,three"]

/** The steps that writing the parts takes. */
const steps: ReadonlyArray<Step> = [
  "realPath",
  "stat",
  "open",
  "write",
  "write",
  "write",
  "sync",
  "close",
  "rename",
  "openFolder",
  "syncFolder",
]

/** A folder with one file, and what is in the folder. */
const place = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* folder
  const path = `${directory}/bars`
  yield* fs.writeFileString(path, before)
  const read = Effect.gen(function* () {
    assert.deepStrictEqual(yield* fs.readDirectory(directory), ["bars"], "nothing stands beside the file")
    return yield* fs.readFileString(path)
  })
  return { directory, path, read }
})

const write = (path: string) => Stream.run(Stream.fromIterable(parts), WholeFile.sink(path))

layer(NodeFileSystem.layer)("a whole file", (it) => {
  it.scoped("has all the bytes, and is not there before the last of them", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* folder
      const path = `${directory}/bars`
      const seen: Array<ReadonlyArray<string>> = []
      const watching = Stream.tap(Stream.rechunk(Stream.fromIterable(parts), 1), () =>
        Effect.map(fs.readDirectory(directory), (names) => seen.push(names)),
      )
      assert.strictEqual(yield* Stream.run(watching, WholeFile.sink(path)), after.length)
      assert.strictEqual(yield* fs.readFileString(path), after)
      assert.isTrue(seen.every(([name, ...others]) => WholeFile.isTemporary(name!) && others.length === 0))
      assert.deepStrictEqual(yield* fs.readDirectory(directory), ["bars"])
    }),
  )

  it.scoped("may have no bytes", () =>
    Effect.gen(function* () {
      const { path, read } = yield* place
      assert.strictEqual(yield* Stream.run(Stream.empty, WholeFile.sink(path)), 0)
      assert.strictEqual(yield* read, "")
    }),
  )

  it.scoped("replaces the file behind a link, and keeps its permissions", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { directory, path } = yield* place
      yield* fs.chmod(path, 0o600)
      yield* fs.symlink(path, `${directory}/link`)
      yield* write(`${directory}/link`)
      assert.strictEqual(yield* fs.readLink(`${directory}/link`), path)
      assert.strictEqual(yield* fs.readFileString(path), after)
      assert.strictEqual((yield* fs.stat(path)).mode & 0o777, 0o600)
    }),
  )

  it.scoped("does not replace a folder or a device", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* folder
      const error = yield* Effect.flip(write(directory))
      assert.strictEqual(error.reason, "write")
      assert.include(error.message, `${directory}: a Directory stands under this name`)
      assert.include((yield* Effect.flip(write("/dev/null"))).message, "/dev/null: a CharacterDevice")
      assert.deepStrictEqual(yield* fs.readDirectory(directory), [])
    }),
  )

  it.scoped("says what to do where there is no folder", () =>
    Effect.gen(function* () {
      const path = `${yield* folder}/nowhere/bars`
      const error = yield* Effect.flip(write(path))
      assert.isTrue(error.message.startsWith(`${path}: could not create the file`), error.message)
      assert.include(error.message, "Create its folder first.")
    }),
  )

  it.scoped("is left as it was by a stream that fails, whose error passes through unchanged", () =>
    Effect.gen(function* () {
      const { path, read } = yield* place
      const lost = { _tag: "Lost" } as const
      const failing = Stream.concat(Stream.fromIterable(parts), Stream.fail(lost))
      assert.strictEqual(yield* Effect.flip(Stream.run(failing, WholeFile.sink(path))), lost)
      assert.strictEqual(yield* read, before)
      const dying = Stream.concat(Stream.fromIterable(parts), Stream.die(lost))
      const exit = yield* Effect.exit(Stream.run(dying, WholeFile.sink(path)))
      assert.deepStrictEqual(exit, Exit.die(lost))
      assert.strictEqual(yield* read, before)
    }),
  )

  it.scoped("is not there without a commit", () =>
    Effect.gen(function* () {
      const { path, read } = yield* place
      yield* Effect.scoped(Effect.flatMap(WholeFile.open(path), (file) => file.write(parts[0]!)))
      assert.strictEqual(yield* read, before)
    }),
  )

  it.scoped("does not touch temporary files of others", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { directory, path } = yield* place
      // The same random number as in the first attempt.
      const sameName = Effect.withRandomFixed([7, 7])
      let name = ""
      const watching = Effect.map(fs.readDirectory(directory), (names) => (name = names.find(WholeFile.isTemporary)!))
      yield* Effect.scoped(Effect.zipRight(sameName(WholeFile.open(path)), watching))
      yield* fs.writeFileString(`${directory}/${name}`, "of another process")
      const error = yield* Effect.flip(sameName(write(path)))
      assert.include(error.message, "EEXIST")
      assert.strictEqual(yield* fs.readFileString(`${directory}/${name}`), "of another process")
      assert.strictEqual(yield* fs.readFileString(path), before)
    }),
  )

  describe("when a step is refused", () => {
    for (const [index, step] of steps.entries()) {
      const harmless = step === "openFolder" || step === "syncFolder"
      it.scoped(`${index + 1}, ${step}, ${harmless ? "it is there all the same" : "it is left as it was"}`, () =>
        Effect.gen(function* () {
          const { path, read } = yield* place
          let taken = 0
          const failing = watched(() => (taken++ === index ? Effect.fail(refusal("EIO: i/o error")) : Effect.void))
          const result = yield* Effect.either(Effect.provide(write(path), failing))
          assert.strictEqual(yield* read, harmless ? after : before)
          if (harmless) return assert.deepStrictEqual(Option.getOrUndefined(Option.getRight(result)), after.length)
          const error = Option.getOrThrow(Option.getLeft(result))
          assert.instanceOf(error, FileError)
          assert.include(error.message, `${path}: could not`)
          assert.include(error.message, "EIO: i/o error")
        }),
      )
    }
  })

  describe("that is large is flushed while it is written, and", () => {
    const large = Stream.make(new Uint8Array(WholeFile.FLUSH), ...parts)

    it.scoped("is left as it was where that is refused, though the last flush is not", () =>
      Effect.gen(function* () {
        const { path, read } = yield* place
        let flushes = 0
        const failing = watched((step) =>
          step === "sync" && ++flushes === 1 ? Effect.fail(refusal("EIO: i/o error")) : Effect.void,
        )
        const error = yield* Effect.flip(Effect.provide(Stream.run(large, WholeFile.sink(path)), failing))
        assert.include(error.message, `${path}: could not flush the file`)
        assert.strictEqual(yield* read, before)
      }),
    )

    it.scoped("is not closed before the flush has ended where it is interrupted", () =>
      Effect.gen(function* () {
        const { path, read } = yield* place
        const taken: Array<string> = []
        const reached = yield* Deferred.make<void>()
        const goOn = yield* Deferred.make<void>()
        const waiting = watched((step) =>
          Effect.suspend(() => {
            taken.push(step)
            if (step !== "sync") return Effect.void
            const wait = Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(goOn))
            return Effect.tap(wait, () => Effect.sync(() => taken.push("flushed")))
          }),
        )
        const stalled = Stream.concat(large, Stream.never)
        const fiber = yield* Effect.fork(Effect.provide(Stream.run(stalled, WholeFile.sink(path)), waiting))
        yield* Deferred.await(reached)
        const interrupting = yield* Effect.fork(Fiber.interrupt(fiber))
        yield* Effect.repeatN(Effect.yieldNow(), 20)
        assert.notInclude(taken, "close")
        yield* Deferred.succeed(goOn, undefined)
        yield* Fiber.join(interrupting)
        assert.deepStrictEqual(taken.slice(-2), ["flushed", "close"])
        assert.strictEqual(yield* read, before)
      }),
    )
  })

  describe("when the disk is full", () => {
    for (const error of [refusal("ENOSPC: no space left on device, write"), refusal("", "WriteZero")]) {
      it.scoped(`it is left as it was, and the error says so (${error.reason})`, () =>
        Effect.gen(function* () {
          const { path, read } = yield* place
          let written = 0
          const full = watched((step) => (step === "write" && ++written > 2 ? Effect.fail(error) : Effect.void))
          const refused = yield* Effect.flip(Effect.provide(write(path), full))
          assert.strictEqual(refused.reason, "write")
          assert.include(refused.message, "The disk is full: free space on it, or write to another one.")
          assert.strictEqual(yield* read, before)
        }),
      )
    }
  })

  describe("when it is interrupted", () => {
    for (const [index, step] of steps.entries()) {
      it.scoped(`at step ${index + 1}, ${step}, it is there or as it was`, () =>
        Effect.gen(function* () {
          const { path, read } = yield* place
          const reached = yield* Deferred.make<void>()
          const goOn = yield* Deferred.make<void>()
          let taken = 0
          const waiting = watched(() =>
            taken++ === index
              ? Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(goOn))
              : Effect.void,
          )
          const fiber = yield* Effect.fork(Effect.provide(write(path), waiting))
          yield* Deferred.await(reached)
          const interrupting = yield* Effect.fork(Fiber.interrupt(fiber))
          yield* Effect.yieldNow()
          yield* Deferred.succeed(goOn, undefined)
          const exit = yield* Fiber.join(interrupting)
          assert.isTrue(Exit.isFailure(exit) && Cause.isInterruptedOnly(exit.cause))
          // Once all is written, putting the file in its place is not interrupted.
          assert.strictEqual(yield* read, index < steps.indexOf("sync") ? before : after)
        }),
      )
    }
  })
})
