import * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Fiber, Option, TestClock } from "effect"
import * as Folder from "../../src/internal/cache/folder.js"
import { runs, seeded } from "@candela/support/seeded"

const failure = (reason: PlatformError.SystemErrorReason) =>
  new PlatformError.SystemError({ module: "FileSystem", method: "test", reason })

/** A folder in memory: its files by name, and how often it was called. Each call lets other fibers run. */
const folder = () => {
  const files = new Map<string, { readonly bytes: Uint8Array; time: number }>()
  const disk = { calls: 0, isFull: false }
  const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1)
  const call = <A>(run: () => Effect.Effect<A, PlatformError.PlatformError>) =>
    Effect.zipRight(
      Effect.yieldNow(),
      Effect.suspend(() => ((disk.calls += 1), run())),
    )
  const found = (path: string) => {
    const file = files.get(nameOf(path))
    return file === undefined ? failure("NotFound") : Effect.succeed(file)
  }
  const system = FileSystem.makeNoop({
    makeDirectory: () => Effect.void,
    readDirectory: () => call(() => Effect.sync(() => [...files.keys()])),
    exists: (path) => call(() => Effect.succeed(files.has(nameOf(path)))),
    stat: (path) =>
      call(() =>
        Effect.map(found(path), ({ bytes, time }) => {
          const info: Partial<FileSystem.File.Info> = {
            size: FileSystem.Size(bytes.length),
            mtime: Option.some(new Date(time)),
          }
          return info as FileSystem.File.Info
        }),
      ),
    readFile: (path) => call(() => Effect.map(found(path), ({ bytes }) => bytes)),
    writeFile: (path, bytes) =>
      call(() => {
        const written = disk.isFull ? bytes.subarray(0, bytes.length / 2) : bytes
        files.set(nameOf(path), { bytes: written, time: Number.MAX_SAFE_INTEGER })
        return disk.isFull && bytes.length > 0 ? failure("WriteZero") : Effect.void
      }),
    rename: (from, to) =>
      call(() =>
        Effect.map(found(from), (file) => {
          files.delete(nameOf(from))
          files.set(nameOf(to), file)
        }),
      ),
    utimes: (path, _, time) => call(() => Effect.map(found(path), (file) => void (file.time = Number(time)))),
    remove: (path) => call(() => Effect.map(found(path), () => void files.delete(nameOf(path)))),
  })
  const size = () => [...files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0)
  return { files, disk, size, open: (maxSize: number) => Folder.make(system, "cache", maxSize) }
}

const nameOf = (number: number) => number.toString(16).padStart(64, "0")

describe("a cache in a folder", () => {
  it.effect.prop(
    "never holds more than its size, however many programs fill it, are killed, and leave what they were writing",
    {
      maxSize: fc.integer({ min: 100, max: 2000 }),
      sizes: fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 10, maxLength: 30 }),
      programs: fc.integer({ min: 1, max: 4 }),
      kills: fc.array(fc.nat(200), { maxLength: 4 }),
    },
    ({ kills, maxSize, programs, sizes }) =>
      Effect.gen(function* () {
        const { files, open, size } = folder()
        files.set(`${nameOf(9_999)}.123`, { bytes: new Uint8Array(90), time: 0 })
        files.set("reserved-50-7", { bytes: new Uint8Array(), time: 0 })
        files.set("readme", { bytes: new Uint8Array(), time: 0 })
        const life = (program: number) =>
          Effect.gen(function* () {
            const shelf = yield* open(maxSize)
            for (const [index, size] of sizes.entries()) {
              yield* shelf.put(nameOf(program * 1000 + index), new Uint8Array(size))
            }
          })
        const lives = yield* Effect.forEach(Array(programs).keys(), (program) => Effect.fork(life(program)))
        for (let step = 0; (yield* Effect.forEach(lives, Fiber.poll)).some(Option.isNone); step++) {
          // A fiber that is interrupted ends its entry, which a killed program does not: its
          // reservation is what both leave.
          if (kills.includes(step)) yield* Fiber.interruptFork(lives[step % programs]!)
          yield* Effect.yieldNow()
          assert.isAtMost(size(), maxSize)
        }
        assert.isTrue(files.has("readme"), "a file that is not the cache's")
      }),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(25) } },
  )

  it.effect("lets go of what killed programs left, and of what was not used for longest", () =>
    Effect.gen(function* () {
      const { files, open } = folder()
      files.set(`${nameOf(9_999)}.123`, { bytes: new Uint8Array(300), time: 0 })
      files.set("reserved-300-7", { bytes: new Uint8Array(), time: -100_000 })
      yield* TestClock.setTime(1000)
      const first = yield* open(1000)
      for (const number of [1, 2, 3]) yield* first.put(nameOf(number), new Uint8Array(240))
      yield* first.touch(nameOf(1))
      yield* first.flush
      yield* TestClock.setTime(2000)
      const second = yield* open(1000)
      assert.strictEqual(yield* second.put(nameOf(4), new Uint8Array(240)), 0)
      assert.strictEqual(yield* second.put(nameOf(5), new Uint8Array(240)), 1)
      yield* second.flush
      assert.deepStrictEqual([...files.keys()].sort(), [1, 3, 4, 5].map(nameOf))
      assert.deepStrictEqual(yield* second.size, { entries: 4, bytes: 960 })
    }),
  )

  it.effect("makes a new entry in constant time, however many there are", () =>
    Effect.gen(function* () {
      const { disk, files, open } = folder()
      const callsOf = (entries: number, maxSize: number) =>
        Effect.gen(function* () {
          files.clear()
          for (let number = 0; number < entries; number++) {
            files.set(nameOf(number), { bytes: new Uint8Array(100), time: number })
          }
          const shelf = yield* open(maxSize)
          disk.calls = 0
          const news = entries / 2
          for (let number = 0; number < news; number++) yield* shelf.put(nameOf(entries + number), new Uint8Array(100))
          return disk.calls / news
        })
      for (const room of [100, 200]) {
        const [few, many] = [yield* callsOf(200, 200 * room), yield* callsOf(800, 800 * room)]
        assert.isAtMost(many, 1.1 * few)
        assert.isAtMost(many, 100)
      }
    }),
  )

  it.effect("keeps what it holds on a full disk, and takes new entries when there is room again", () =>
    Effect.gen(function* () {
      const { disk, open } = folder()
      const shelf = yield* open(10_000)
      yield* shelf.put(nameOf(1), new Uint8Array([1, 2, 3]))
      disk.isFull = true
      assert.strictEqual((yield* Effect.flip(shelf.put(nameOf(2), new Uint8Array(100))))._tag, "SystemError")
      assert.deepStrictEqual(Option.getOrNull(yield* shelf.get(nameOf(1))), new Uint8Array([1, 2, 3]))
      assert.isTrue(Option.isNone(yield* shelf.get(nameOf(2))))
      disk.isFull = false
      yield* shelf.put(nameOf(2), new Uint8Array(100))
      assert.deepStrictEqual(yield* shelf.size, { entries: 2, bytes: 103 })
    }),
  )
})
