import { Checkpoint } from "@candela/core/Checkpoint"
import * as Columns from "@candela/core/Columns"
import { Stocks } from "@candela/stocks/Stocks"
import * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import { assert, describe, it } from "@effect/vitest"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isAll, stride } from "@candela/support/seeded"
import * as Resume from "../../src/output/Resume.js"
import { Terminal } from "../../src/terminal/Terminal.js"
import { layer, make } from "../TestTerminal.js"

const endpoint = Stocks.endpoints.bars

const row = (index: number) => ({
  volume: index,
  open: index + 0.5,
  close: 2,
  high: 3,
  low: 1,
  timestamp: index * 60_000,
  ...(index % 3 === 0 && { vwap: 0.1 + index }),
})

const sizes = [3, 0, 4, 2]

/** Pages of a stream, from a checkpoint on. One has no checkpoint, as a page whose cursor repeats the key. */
const parts = (from: Checkpoint | undefined): Stream.Stream<Resume.PositionedRows> =>
  Stream.fromIterable(
    sizes.flatMap((length, page) => {
      const before = sizes.slice(0, page).reduce((sum, size) => sum + size, 0)
      if (from !== undefined && page < from.shard) return []
      const rows = Array.from({ length }, (_, index) => row(before + index))
      const place = {
        endpoint: endpoint.name,
        request: "/bars",
        rows: before + length,
        shard: page + 1,
        shards: sizes.length,
      }
      return [
        {
          length,
          rows: Chunk.of<unknown>(Columns.fromRows(endpoint.row, rows as never)),
          checkpoint: page === 2 ? undefined : new Checkpoint(place),
        },
      ]
    }),
  )

const job = (
  file: string,
  format: Resume.FileJob["format"],
  request: object = { stocksTicker: "AAPL" },
): Resume.FileJob => ({
  file,
  format,
  endpoint,
  request,
  service: "http://service.test/",
  limit: undefined,
})

/**
 * A file system that a process uses until it is killed: at its so-many-th step, before the step, in
 * its middle, or after it.
 */
const mortal = (fs: FileSystem.FileSystem, last: number) => {
  let step = 0
  const dies = Effect.die("killed")
  const guard = (run: (how: "whole" | "half") => Effect.Effect<unknown, unknown, unknown>) =>
    Effect.suspend(() => {
      const [at, moment] = [Math.floor(last / 3), last % 3]
      const own = step++
      if (own < at) return run("whole")
      if (own > at || moment === 0) return dies
      return Effect.zipRight(run(moment === 1 ? "half" : "whole"), dies)
    })
  const methods = <A extends object>(target: A): A =>
    new Proxy(target, {
      get: (_, name) => {
        const method: unknown = Reflect.get(target, name)
        // A killed process loses nothing that the system has taken; a sync would only cost time.
        if (name === "sync") return guard(() => Effect.void)
        if (name === "stream") {
          const stream = fs.stream
          return (...given: Parameters<typeof stream>) =>
            Stream.unwrap(
              Effect.as(
                guard(() => Effect.void),
                stream(...given),
              ),
            )
        }
        if (typeof method !== "function") return method
        return (...given: ReadonlyArray<unknown>) => {
          const call = (args: ReadonlyArray<unknown>) => Reflect.apply(method, target, args) as Effect.Effect<unknown>
          const wrap = Effect.map(call(given), (result) => (name === "open" ? methods(result as object) : result))
          return guard((how) => {
            if (how === "whole") return wrap
            if (name === "writeAll")
              return call([(given[0] as Uint8Array).subarray(0, (given[0] as Uint8Array).length / 2)])
            return name === "writeFileString" ? call([given[0], (given[1] as string).slice(0, 20)]) : Effect.void
          })
        }
      },
    })
  return { fs: methods(fs), isDead: () => step > last / 3 }
}

const attempt = (job: Resume.FileJob, last = Number.POSITIVE_INFINITY) =>
  Effect.gen(function* () {
    const { printed, terminal } = make()
    const fs = yield* FileSystem.FileSystem
    const { fs: mine, isDead } = mortal(fs, last)
    const exit = yield* Effect.exit(
      Resume.write(job, parts).pipe(
        Effect.provideService(FileSystem.FileSystem, mine),
        Effect.provideService(Terminal, terminal),
      ),
    )
    return { exit, isDead: isDead(), ...printed() }
  })

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-cli-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
)

const test = (
  name: string,
  program: (folder: string) => Effect.Effect<void, unknown, FileSystem.FileSystem | Path.Path>,
) =>
  it.effect(name, () =>
    Effect.flatMap(temporary, program).pipe(Effect.scoped, Effect.provide(layer({}, make().terminal))),
  )

describe("files in several runs", () => {
  const next = stride(4)
  // The others take the same steps, and a second kill those of the first.
  const formats = isAll ? (["csv", "ndjson", "arrow"] as const) : (["csv"] as const)
  for (const format of formats) {
    test(`killed at any step, a ${format} file ends with the bytes of one run`, (folder) =>
      Effect.gen(function* () {
        const whole = join(folder, "whole")
        assert.deepStrictEqual((yield* attempt(job(whole, format))).exit, Exit.succeed(9))
        const expected = readFileSync(whole)
        const file = join(folder, "file")
        let kills = 0
        for (; ; kills += next) {
          const first = yield* attempt(job(file, format), kills)
          if (!first.isDead) break
          // A second kill of the next run at the same distance, and then a run that lives.
          if (isAll) yield* attempt(job(file, format), kills)
          const { exit } = yield* attempt(job(file, format))
          assert.deepStrictEqual(exit, Exit.succeed(9))
          assert.isTrue(readFileSync(file).equals(expected), `killed at ${kills}`)
          // Of an Arrow file that was being encoded, a killed process leaves a temporary one.
          const left = readdirSync(folder).filter((name) => !name.startsWith(".candela-"))
          assert.deepStrictEqual(left.sort(), ["file", "whole"])
          rmSync(file)
        }
        assert.isAbove(kills, 50)
      }))
  }

  test("interrupted, it says how many rows are kept", (folder) =>
    Effect.gen(function* () {
      const { err, exit } = yield* attempt(job(join(folder, "file"), "csv"), 40)
      assert.isTrue(Exit.isFailure(exit))
      assert.match(err, /^(\d+ rows are stored: the same command resumes from there\.\n)?$/)
    }))

  test("a checkpoint of another request, or a damaged one, is refused and not lost", (folder) =>
    Effect.gen(function* () {
      const file = join(folder, "file")
      yield* attempt(job(file, "csv"), 40)
      const before = readFileSync(`${file}.checkpoint`, "utf8")
      const other = yield* attempt(job(file, "csv", { stocksTicker: "MSFT" }))
      assert.include(String(other.exit), "file.checkpoint belongs to another request, format or service: remove it")
      const format = yield* attempt(job(file, "ndjson"))
      assert.include(String(format.exit), "belongs to another request, format or service")
      assert.strictEqual(readFileSync(`${file}.checkpoint`, "utf8"), before)
      writeFileSync(`${file}.checkpoint`, before.slice(0, 30))
      assert.include(String((yield* attempt(job(file, "csv"))).exit), "Remove")
    }))

  test("rows that are gone are fetched anew", (folder) =>
    Effect.gen(function* () {
      const [file, whole] = [join(folder, "file"), join(folder, "whole")]
      yield* attempt(job(whole, "csv"))
      yield* attempt(job(file, "csv"), 40)
      rmSync(`${file}.partial`)
      yield* attempt(job(file, "csv"))
      assert.isTrue(readFileSync(file).equals(readFileSync(whole)))
      // So are rows of which the file was changed before its checkpoint was removed.
      for (let kill = 0; !existsSync(`${file}.checkpoint`) || existsSync(`${file}.partial`); kill++) {
        for (const name of [file, `${file}.partial`, `${file}.checkpoint`]) rmSync(name, { force: true })
        yield* attempt(job(file, "csv"), kill)
      }
      writeFileSync(file, "changed")
      yield* attempt(job(file, "csv"))
      assert.isTrue(readFileSync(file).equals(readFileSync(whole)))
    }))

  test("killed while it begins anew, it begins anew", (folder) =>
    Effect.gen(function* () {
      const [file, whole] = [join(folder, "file"), join(folder, "whole")]
      yield* attempt(job(whole, "csv"))
      for (let kill = 0; ; kill += next) {
        yield* attempt(job(file, "csv"), 40)
        rmSync(`${file}.partial`)
        const { isDead } = yield* attempt(job(file, "csv"), kill)
        assert.deepStrictEqual((yield* attempt(job(file, "csv"))).exit, Exit.succeed(9))
        assert.isTrue(readFileSync(file).equals(readFileSync(whole)), `killed at ${kill}`)
        if (!isDead) break
        rmSync(file)
      }
    }))

  test("no changed bit and no lost end of either file is believed", (folder) =>
    Effect.gen(function* () {
      for (const format of ["csv", "ndjson"] as const) {
        const whole = join(folder, `whole.${format}`)
        yield* attempt(job(whole, format))
        const file = join(folder, `file.${format}`)
        yield* attempt(job(file, format), 40)
        const names = [`${file}.checkpoint`, `${file}.partial`]
        const kept = names.map((name) => readFileSync(name))
        const restore = () => {
          for (const [index, name] of names.entries()) writeFileSync(name, kept[index]!)
          rmSync(file, { force: true })
        }
        for (const [index, name] of names.entries()) {
          const bytes = kept[index]!
          const bits = Array.from({ length: bytes.length * 8 }, (_, bit) => bit).filter(
            (bit) => bit % (isAll ? 11 : 131) === 0,
          )
          const flipped = bits.map((bit) => {
            const copy = Buffer.from(bytes)
            copy[bit >> 3]! ^= 1 << (bit & 7)
            return copy
          })
          const cut = [0, 1, Math.floor(bytes.length / 2), bytes.length - 1].map((length) => bytes.subarray(0, length))
          for (const damaged of [...flipped, ...cut]) {
            restore()
            writeFileSync(name, damaged)
            const { err, exit } = yield* attempt(job(file, format))
            if (Exit.isSuccess(exit)) {
              // A bit after the part that counts: rows of a run that was killed before it saved its progress.
              assert.strictEqual(name, names[1])
              assert.isTrue(readFileSync(file).equals(readFileSync(whole)))
            } else {
              assert.include(String(exit), `Remove ${file}.checkpoint`)
              assert.strictEqual(err, "")
              assert.isTrue(readFileSync(name).equals(damaged))
              assert.isTrue(readFileSync(names[1 - index]!).equals(kept[1 - index]!))
            }
          }
        }
        restore()
        assert.deepStrictEqual((yield* attempt(job(file, format))).exit, Exit.succeed(9))
        assert.isTrue(readFileSync(file).equals(readFileSync(whole)))
      }
    }))

  test("the rows of another service are not joined", (folder) =>
    Effect.gen(function* () {
      const file = join(folder, "file")
      yield* attempt(job(file, "csv"), 40)
      const other = yield* attempt({ ...job(file, "csv"), service: "http://sandbox/" })
      assert.include(String(other.exit), "belongs to another request, format or service")
    }))
})
