import * as Columns from "@candela/core/Columns"
import * as Arrow from "@candela/files/Arrow"
import { FileError } from "@candela/files/FileError"
import * as Parquet from "@candela/files/Parquet"
import type { Bar } from "@candela/market/Bar"
import { Stocks } from "@candela/stocks/Stocks"
import * as Synthetic from "@candela/testing/Synthetic"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, layer } from "@effect/vitest"
import { Chunk, Effect, Exit, FastCheck, Option, Stream } from "effect"
import { version } from "../src/internal/version.js"
import manifest from "../package.json" with { type: "json" }
import { joined, seeded } from "./support/endpoints.js"
import { folder } from "./support/temporary.js"

const bars = Stocks.endpoints.bars
const day = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2024-03-05", to: "2024-03-05" } as const
const rows = Synthetic.rows(bars, day, { rows: 45 })
const columns = Columns.fromRows(bars.row, rows)
const time = Date.UTC(2024, 2, 6)

const collected = <A, E, R>(stream: Stream.Stream<A, E, R>) =>
  Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

/** Both libraries, without a thread of its own for one of them: see `parquetWorker.test.ts`. */
const formats = {
  Arrow,
  Parquet: {
    ...Parquet,
    file: ((path, endpoint, options) =>
      Parquet.file(path, endpoint, { ...options, worker: false })) satisfies typeof Parquet.file as typeof Parquet.file,
    encode: ((endpoint, options) =>
      Parquet.encode(endpoint, { ...options, worker: false })) satisfies typeof Parquet.encode as typeof Parquet.encode,
  },
}

for (const [name, format] of Object.entries(formats)) {
  const bytesOf = (stream: Stream.Stream<Columns.Columns<Bar>>, options: object = {}) =>
    Effect.map(Stream.runCollect(format.encode(bars, { time, ...options })(stream)), joined)

  layer(NodeFileSystem.layer)(name, (it) => {
    it.scoped("gives no file where the source fails in the middle", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const directory = yield* folder
        const failing = Stream.concat(Stream.make(columns), Stream.fail("no more pages"))
        const error = yield* Effect.flip(Stream.run(failing, format.file(`${directory}/bars`, bars)))
        assert.strictEqual(error, "no more pages")
        assert.deepStrictEqual(yield* fs.readDirectory(directory), [])
      }),
    )

    it.scoped("makes a file of zero rows of an empty stream", () =>
      Effect.gen(function* () {
        const path = `${yield* folder}/bars`
        const written = yield* Stream.run(Stream.empty, format.file(path, bars))
        assert.strictEqual(written.rows, 0)
        assert.deepStrictEqual(yield* collected(format.read(path, bars)), [])
        assert.isTrue(Option.isSome(yield* format.describe(path)))
      }),
    )

    it.scoped("writes an array that stands in two columns twice", () =>
      Effect.gen(function* () {
        const path = `${yield* folder}/bars`
        const flat = Columns.replace(columns, { high: columns.columns.low, open: columns.columns.low })
        yield* Stream.run(Stream.make(flat), format.file(path, bars))
        assert.deepStrictEqual(yield* collected(format.read(path, bars)), flat.toRows())
      }),
    )

    it.scoped("keeps which rows have a value over the bounds of row groups, whatever the size of the pages", () =>
      Effect.gen(function* () {
        const path = `${yield* folder}/bars`
        const pages = Array.from({ length: 3_201 }, (_, k) => Columns.slice(columns, k % 7, 45))
        const length = pages.reduce((sum, page) => sum + page.length, 0)
        assert.isAbove(length % 8, 0)
        const written = yield* Stream.run(Stream.fromIterable(pages), format.file(path, bars))
        assert.strictEqual(written.rows, length)
        const read = yield* collected(format.columns(path, bars, { columns: ["vwap", "timestamp"] }))
        const size = name === "Arrow" ? 65_536 : 131_072
        assert.deepStrictEqual(
          read.map((chunk) => chunk.length),
          Array.from({ length: Math.ceil(length / size) }, (_, index) => Math.min(size, length - index * size)),
        )
        const wanted = pages.flatMap((page) => page.toRows().map(({ timestamp, vwap }) => [timestamp, vwap]))
        const found = read.flatMap((chunk) => chunk.toRows().map(({ timestamp, vwap }) => [timestamp, vwap]))
        assert.deepStrictEqual(found, wanted)
      }),
    )

    it.scoped("says where the rows come from, in the same bytes each time", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = `${yield* folder}/bars`
        const texts = { close: "Last price.", open: "First price.", volume: "Shares.", high: "Highest price." }
        const options = { request: day, texts }
        const bytes = yield* bytesOf(Stream.make(columns), options)
        for (let run = 0; run < 5; run++) assert.deepStrictEqual(yield* bytesOf(Stream.make(columns), options), bytes)
        yield* fs.writeFile(path, bytes)
        const origin = Option.getOrThrow(yield* format.describe(path))
        assert.deepStrictEqual(origin.columns["close"], { unit: "currency", text: "Last price." })
        const { endpoint, request, time: at, version: by } = origin
        assert.deepStrictEqual(
          { endpoint, request, at, by },
          { endpoint: "stocks.bars", request: day, at: time, by: version },
        )
        assert.strictEqual(version, manifest.version)
      }),
    )

    it.scoped("names row and column of a value that its column cannot hold", () =>
      Effect.gen(function* () {
        const path = `${yield* folder}/bars`
        for (const transactions of [1.5, 2 ** 53, NaN]) {
          const bad = [...rows.slice(0, 9), { ...rows[9]!, transactions }]
          const error = yield* Effect.flip(Stream.run(Stream.fromIterable(bad), format.file(path, bars)))
          assert.deepInclude(error, { reason: "value", row: 10, column: "transactions", path })
        }
      }),
    )

    it.scoped("reads the columns that are wanted, and says which ones there are not", () =>
      Effect.gen(function* () {
        const path = `${yield* folder}/bars`
        yield* Stream.run(Stream.make(columns), format.file(path, bars))
        const [chunk] = yield* collected(format.columns(path, bars, { columns: ["close", "otc"] }))
        assert.deepStrictEqual(Object.keys(chunk!.columns).sort(), ["close", "otc"])
        const unknown = yield* Effect.flip(Stream.runDrain(format.columns(path, bars, { columns: ["closed"] })))
        assert.deepInclude(unknown, { reason: "schema", column: "closed" })
        assert.include(unknown.message, '"close"')
        const other = yield* Effect.flip(Stream.runDrain(format.read(path, Stocks.endpoints.ratios)))
        assert.deepInclude(other, { reason: "schema", column: "ticker" })
      }),
    )

    it.scoped("fails for a length below zero at the beginning of a file, and reads on for ever in none", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = `${yield* folder}/bars`
        yield* fs.writeFile(path, Uint8Array.from(yield* bytesOf(Stream.make(columns))).fill(0x87, 8, 31))
        const error = yield* Effect.flip(Stream.runDrain(format.read(path, bars)))
        assert.instanceOf(error, FileError)
      }),
    )

    it.effect("fails as FileError for damaged files, and never otherwise", () =>
      Effect.gen(function* () {
        const whole = yield* bytesOf(Stream.make(columns))
        const change = FastCheck.record({
          at: FastCheck.nat(whole.length - 1),
          length: FastCheck.integer({ min: 1, max: 40 }),
          byte: FastCheck.nat(255),
          end: FastCheck.option(FastCheck.nat(whole.length - 1), { freq: 3 }),
        })
        yield* Effect.promise(() =>
          FastCheck.assert(
            FastCheck.asyncProperty(change, ({ at, byte, end, length }) =>
              Effect.gen(function* () {
                const fs = yield* FileSystem.FileSystem
                const path = `${yield* folder}/bars`
                const bytes = Uint8Array.from(whole).fill(byte, at, at + length)
                yield* fs.writeFile(path, bytes.subarray(0, end ?? bytes.length))
                const exit = yield* Effect.exit(Stream.runDrain(format.read(path, bars)))
                if (end !== null) assert.isTrue(Exit.isFailure(exit))
                if (Exit.isFailure(exit)) {
                  assert.strictEqual(exit.cause._tag, "Fail")
                  if (exit.cause._tag === "Fail") assert.instanceOf(exit.cause.error, FileError)
                }
              }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer), Effect.runPromise),
            ),
            seeded(240),
          ),
        )
      }),
    )
  })
}
