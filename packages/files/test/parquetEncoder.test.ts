import * as Columns from "@candela/core/Columns"
import * as Parquet from "@candela/files/Parquet"
import type { Bar } from "@candela/market/Bar"
import { Stocks } from "@candela/stocks/Stocks"
import * as Arbitraries from "@candela/testing/Arbitraries"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Stream } from "effect"
import { seeded } from "./support/endpoints.js"

const { bars, quotes } = Stocks.endpoints
const options = { request: { stocksTicker: "AAPL" }, time: 0 }

type Bars = ReadonlyArray<Columns.Columns<Bar>>

/** Divides rows into chunks at some places. */
const divided = (rows: ReadonlyArray<Bar>, places: ReadonlyArray<number>): Bars => {
  const ends = [...new Set(places.map((place) => place % rows.length)), 0, rows.length].sort((a, b) => a - b)
  return ends
    .slice(1)
    .map((end, k) => Columns.fromRows(bars.row, rows.slice(ends[k], end)))
    .filter(({ length }) => length > 0)
}

const rowsOf = (bytes: Uint8Array) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const path = yield* fs.makeTempFileScoped()
    yield* fs.writeFile(path, bytes)
    return Chunk.toReadonlyArray(yield* Stream.runCollect(Parquet.read(path, bars)))
  })

describe("an encoder of many files", () => {
  it("gives bytes that depend on the rows alone: on no file before, and on no division into chunks", () => {
    const encode = Parquet.encoder()
    return FastCheck.assert(
      FastCheck.asyncProperty(
        FastCheck.array(Arbitraries.row(bars), { minLength: 1, maxLength: 30 }),
        FastCheck.array(FastCheck.nat(), { maxLength: 3 }),
        (rows, places) =>
          Effect.gen(function* () {
            const bytes = yield* encode(bars, divided(rows, places), options)
            assert.deepStrictEqual(bytes, yield* Parquet.encoder()(bars, divided(rows, []), options))
            assert.deepStrictEqual(yield* rowsOf(bytes), rows)
          }).pipe(Effect.scoped, Effect.provide(NodeContext.layer), Effect.runPromise),
      ),
      seeded(40),
    )
  })

  it.effect("fails for an invalid value, and encodes the next file", () =>
    Effect.gen(function* () {
      const encode = Parquet.encoder()
      const [one, two, other] = FastCheck.sample(Arbitraries.row(bars), { ...seeded(3), numRuns: 3 })
      const invalid = [{ ...one!, timestamp: 0.5 }, two!]
      const error = yield* Effect.flip(encode(bars, divided(invalid, [1]), options))
      assert.deepInclude({ ...error }, { reason: "value", row: 1, column: "timestamp" })
      const chunks = divided([two!, other!], [1])
      assert.deepStrictEqual(yield* encode(bars, chunks, options), yield* Parquet.encoder()(bars, chunks, options))
      // Rows of another endpoint have memory of their own.
      const [quote] = FastCheck.sample(Arbitraries.row(quotes), { ...seeded(1), numRuns: 1 })
      const quoted = [Columns.fromRows(quotes.row, [quote!])]
      assert.deepStrictEqual(yield* encode(quotes, quoted, options), yield* Parquet.encoder()(quotes, quoted, options))
    }),
  )

  it.effect("refuses chunks of which some are adjusted and others are not", () =>
    Effect.gen(function* () {
      const [row] = FastCheck.sample(Arbitraries.row(bars), { ...seeded(1), numRuns: 1 })
      const chunk = Columns.fromRows(bars.row, [row!])
      const chunks = [Columns.withAdjusted(chunk, true), Columns.withAdjusted(chunk, false)]
      const error = yield* Effect.flip(Parquet.encoder()(bars, chunks, options))
      assert.match(error.message, /some bars are adjusted for splits and others are not/)
    }),
  )
})
