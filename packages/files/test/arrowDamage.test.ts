import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Arrow from "@candela/files/Arrow"
import { FileError } from "@candela/files/FileError"
import { Stocks } from "@candela/stocks/Stocks"
import * as Synthetic from "@candela/testing/Synthetic"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Stream } from "effect"
import * as Flatbuffer from "../src/internal/arrow/flatbuffer.js"
import { joined } from "./support/endpoints.js"
import { isAll } from "@candela/support/seeded"

const { bars, news } = Stocks.endpoints
const day = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2024-03-05", to: "2024-03-05" }

/** The bytes of some rows as a stream. */
const streamOf = (endpoint: Endpoint.AnyRows, request: object, rows: number) =>
  Stream.fromIterable(Synthetic.rows(endpoint, request as never, { rows })).pipe(
    Arrow.encode(endpoint, { format: "stream", time: 0 }),
    Stream.runCollect,
    Effect.map(joined),
  )

/** Where the metadata and the body of each message begin and end. */
const messagesOf = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const messages: Array<{ readonly metadata: number; readonly body: number }> = []
  for (let at = 0; at + 8 < bytes.length; at++)
    if (at % 8 === 0 && view.getInt32(at, true) === -1 && view.getInt32(at + 4, true) > 0)
      messages.push({ metadata: at + 8, body: at + 8 + view.getInt32(at + 4, true) })
  return messages
}

/**
 * What reading says of bytes with one word after the other replaced, from a place on by default
 * every fourth. No other failure than a `FileError` may come.
 */
const saidOf = (
  endpoint: Endpoint.AnyRows,
  bytes: Uint8Array,
  [from, to, step]: [number, number, number],
  word: bigint,
  place?: number,
) =>
  Effect.gen(function* () {
    const said = new Set<string>()
    const places = Array.from({ length: Math.floor((to - from) / step) }, (_, index) => from + index * step)
    const isTried = (index: number) => isAll || place === undefined || (index + place) % 4 === 0
    for (const at of places.filter((_, index) => isTried(index))) {
      const other = Uint8Array.from(bytes)
      const view = new DataView(other.buffer)
      if (step === 8) view.setBigInt64(at, word, true)
      else view.setInt32(at, Number(word), true)
      const exit = yield* Effect.exit(Stream.runDrain(Arrow.decode(endpoint)(Stream.make(other))))
      if (Exit.isSuccess(exit)) continue
      const error = Cause.squash(exit.cause)
      if (!(error instanceof FileError)) throw error
      said.add(error.detail)
    }
    return [...said].join("\n")
  })

describe("a damaged Arrow stream", () => {
  it.effect("is refused where its metadata contradict its body", () =>
    Effect.gen(function* () {
      const bytes = yield* streamOf(bars, day, 45)
      const { body, metadata } = messagesOf(bytes).at(-1)!
      const large = yield* saidOf(bars, bytes, [metadata, body, 8], 1n << 40n)
      assert.include(large, "an array of a column leads out of its batch")
      assert.include(large, "a column has more absent values than values")
      assert.include(large, "a batch has more rows than its bytes hold")
      const small = yield* saidOf(bars, bytes, [metadata, body, 8], 1n)
      assert.include(small, "a column has fewer values than its batch has rows")
      assert.include(small, "an array of a column is too short")
      const beyond = yield* saidOf(bars, bytes, [metadata, body, 4], 0x7fff_0000n)
      assert.include(beyond, "its metadata are damaged")
    }),
  )

  it.effect("is refused where its lists lead out of their items", () =>
    Effect.gen(function* () {
      const bytes = yield* streamOf(news, {}, 2)
      const { body } = messagesOf(bytes).at(-1)!
      const said = yield* saidOf(news, bytes, [body, bytes.length - 8, 4], 64n)
      assert.match(said, /the column "tickers" is damaged: its values contradict each other/)
    }),
  )

  it.effect("is refused where a list has no type of its items, and a timestamp no unit", () =>
    Effect.gen(function* () {
      for (const { endpoint, request, says, word } of [
        { endpoint: news, request: {}, word: 0n, says: "a list has no type of its items" },
        { endpoint: bars, request: day, word: 7n, says: "a timestamp has an unknown unit" },
      ]) {
        const bytes = yield* streamOf(endpoint, request, 1)
        const { body, metadata } = messagesOf(bytes)[0]!
        assert.include(yield* saidOf(endpoint, bytes, [metadata, body, 2], word, 3), says)
      }
    }),
  )
})

describe("a flatbuffer", () => {
  it("is refused where a field leads out of its bytes", () => {
    /** A table of one field, in which a number stands. */
    const check = (type: Flatbuffer.FieldType, number: number) => {
      const view = new DataView(new ArrayBuffer(24))
      view.setUint32(0, 12, true) // place of the table
      view.setUint16(4, 6, true) // size of the fields' places
      view.setUint16(8, 4, true) // place of the field, after that of the table
      view.setInt32(12, 8, true) // where its fields' places stand before it
      view.setUint32(16, number, true)
      view.setUint32(20, number, true)
      return () => Flatbuffer.check(new Uint8Array(view.buffer), [type])
    }
    const damaged = "its metadata are damaged"
    assert.doesNotThrow(check(Flatbuffer.scalar(8), 0))
    assert.throws(check(Flatbuffer.scalar(9), 0), damaged)
    assert.doesNotThrow(check(Flatbuffer.text, 0))
    // An offset of four leads to a length of four, and no byte follows it.
    assert.throws(check(Flatbuffer.text, 4), damaged)
    assert.throws(check(Flatbuffer.vector(8), 4), damaged)
    assert.throws(check(Flatbuffer.text, 8), damaged)
  })
})
