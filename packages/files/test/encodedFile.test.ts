import * as Columns from "@candela/core/Columns"
import { FileError } from "@candela/files/FileError"
import { Stocks } from "@candela/stocks/Stocks"
import * as Synthetic from "@candela/testing/Synthetic"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import * as EncodedFile from "../src/internal/encodedFile.js"
import type { RowOrColumns } from "../src/internal/rows.js"
import { folder } from "./temporary.js"

const bars = Stocks.endpoints.bars
type Bars = RowOrColumns<typeof bars>

const day = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2024-03-05", to: "2024-03-05" } as const
const rows = Synthetic.rows(bars, day, { rows: 5 })
const mixed: ReadonlyArray<Bars> = [rows[0]!, Columns.fromRows(bars.row, rows.slice(1, 4)), rows[4]!]

/** One byte a row or chunk. */
const encode = <Err, R>(self: Stream.Stream<Bars, Err, R>): Stream.Stream<Uint8Array, Err | FileError, R> =>
  Stream.map(self, () => Uint8Array.of(1))

layer(NodeFileSystem.layer)("a file of encoded rows", (it) => {
  it.scoped("counts the rows of rows and of columns, and the bytes", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = `${yield* folder}/bars`
      const sink = EncodedFile.sink<typeof bars>(path, encode)
      // A sink can be run again: nothing of the first run is counted.
      for (let run = 0; run < 2; run++) {
        const written = yield* Stream.run(Stream.rechunk(Stream.fromIterable(mixed), 2), sink)
        assert.deepStrictEqual(written, { path, rows: 5, bytes: 3 })
        assert.deepStrictEqual([...(yield* fs.readFile(path))], [1, 1, 1])
      }
    }),
  )

  it.scoped("passes the stream's own error on as it is, and leaves nothing", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* folder
      const failing = Stream.concat(Stream.fromIterable(mixed), Stream.fail("no more pages"))
      const error = yield* Effect.flip(Stream.run(failing, EncodedFile.sink<typeof bars>(`${directory}/bars`, encode)))
      assert.strictEqual(error, "no more pages")
      assert.deepStrictEqual(yield* fs.readDirectory(directory), [])
    }),
  )

  it.scoped("names the file in an error of the encoder, and leaves nothing", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* folder
      const path = `${directory}/bars`
      const refusing: typeof encode = (self) =>
        Stream.concat(encode(self), Stream.fail(new FileError({ reason: "value", detail: "row 5 has no time" })))
      const error = yield* Effect.flip(
        Stream.run(Stream.fromIterable(mixed), EncodedFile.sink<typeof bars>(path, refusing)),
      )
      assert.strictEqual(error.message, `${path}: row 5 has no time`)
      assert.deepStrictEqual(yield* fs.readDirectory(directory), [])
    }),
  )
})
