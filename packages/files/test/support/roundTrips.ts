/** A law of the formats of apache-arrow and parquet-wasm. */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Arrow from "@candela/files/Arrow"
import type { FileError } from "@candela/files/FileError"
import * as Parquet from "@candela/files/Parquet"
import type { RowOrColumns } from "@candela/files/Rows"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Stream } from "effect"
import * as Arrays from "../../src/internal/arrays.js"
import * as Record from "../../src/internal/record.js"
import { given, joined, seeded } from "./endpoints.js"
import { folder } from "./temporary.js"

type Rows = Stream.Stream<RowOrColumns<Endpoint.AnyRows>>

/** A format in files, and what it says of the same rows. */
interface Format {
  readonly encode: (endpoint: Endpoint.AnyRows, rows: Rows) => Stream.Stream<Uint8Array, FileError>
  readonly columns: typeof Arrow.columns
  readonly read: typeof Arrow.read
}

const time = Date.UTC(2024, 2, 5)

const formats: Readonly<Record<string, Format>> = {
  "an Arrow file": { ...Arrow, encode: (endpoint, rows) => Arrow.encode(endpoint, { time })(rows) },
  "an Arrow stream": {
    ...Arrow,
    encode: (endpoint, rows) => Arrow.encode(endpoint, { time, format: "stream" })(rows),
  },
  "a Parquet file": { ...Parquet, encode: (endpoint, rows) => Parquet.encode(endpoint, { time, worker: false })(rows) },
}

const collected = <A, E, R>(stream: Stream.Stream<A, E, R>) =>
  Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

/** Each format gives the rows of these endpoints back, in so many cases, and the same bytes however they come. */
export const describeRoundTrips = (endpoints: ReadonlyArray<Endpoint.AnyRows>, cases = 8): void => {
  for (const [name, format] of Object.entries(formats)) {
    const bytesOf = (endpoint: Endpoint.AnyRows, rows: Rows) =>
      Effect.map(Stream.runCollect(format.encode(endpoint, rows)), joined)

    describe(`${name} `, () => {
      for (const endpoint of endpoints) {
        it.effect(`gives rows of ${endpoint.name} back as they were`, () =>
          Effect.promise(() =>
            FastCheck.assert(
              FastCheck.asyncProperty(given(endpoint), ({ rows, stream }) =>
                Effect.gen(function* () {
                  const fs = yield* FileSystem.FileSystem
                  const path = `${yield* folder}/rows`
                  const bytes = yield* bytesOf(endpoint, stream)
                  yield* fs.writeFile(path, bytes)
                  assert.deepStrictEqual(yield* collected(format.read(path, endpoint)), rows)
                  const whole = Arrays.of(Record.of(endpoint).fromRows(rows))
                  for (const chunk of yield* collected(format.columns(path, endpoint))) {
                    assert.deepStrictEqual(Arrays.of(chunk).columns, whole.columns)
                    assert.deepStrictEqual(Arrays.of(chunk).present, whole.present)
                  }
                  assert.deepStrictEqual(bytes, yield* bytesOf(endpoint, Stream.fromIterable(rows)))
                }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer), Effect.runPromise),
              ),
              seeded(cases),
            ),
          ),
        )
      }
    })
  }
}
