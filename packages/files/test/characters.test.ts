import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Arrow from "@candela/files/Arrow"
import * as Csv from "@candela/files/Csv"
import * as NdJson from "@candela/files/NdJson"
import * as Parquet from "@candela/files/Parquet"
import { Reference } from "@candela/reference/Reference"
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Field, makeData, RecordBatch, RecordBatchStreamWriter, Schema, Struct, Utf8 } from "apache-arrow"
import { assert, layer } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { folder } from "./support/temporary.js"

const { tickers } = Reference.endpoints
const { news } = Stocks.endpoints

/** Texts that a decoder or an encoder may take for something else. */
const whole = ["\ufeffAAPL", "\ufeff\ufeff", "\ufeff", "a\ufeffb", "😀", "\u0000", "é", "\u2028", ""]

const formats = { Arrow, Csv, NdJson, Parquet } as const

layer(NodeFileSystem.layer)("characters of texts", (it) => {
  for (const [name, format] of Object.entries(formats)) {
    const written = <E extends Endpoint.AnyRows>(endpoint: E, rows: ReadonlyArray<object>) =>
      Effect.gen(function* () {
        const path = `${yield* folder}/rows`
        const file = name === "Parquet" ? Parquet.file(path, endpoint, { worker: false }) : format.file(path, endpoint)
        yield* Stream.run(Stream.fromIterable(rows as never), file)
        return Chunk.toReadonlyArray(yield* Stream.runCollect(format.read(path, endpoint)))
      })

    it.scoped(`are all kept by ${name}: a leading U+FEFF too`, () =>
      Effect.gen(function* () {
        const rows = whole.map((text) => ({ ticker: text, name: text }))
        const read = yield* written(tickers, rows)
        assert.deepStrictEqual(
          read.map(({ name, ticker }) => ({ ticker, name })),
          rows,
        )
      }),
    )

    it.scoped(`are refused by ${name}, or kept, where they are half of a surrogate pair`, () =>
      Effect.gen(function* () {
        for (const text of ["\ud83d", "a\ude00b"]) {
          const rows = [
            { ticker: "AAPL", name: "Apple" },
            { ticker: "B", name: text },
          ]
          const result = yield* Effect.either(written(tickers, rows))
          if (name === "NdJson") {
            // JSON has escapes for them.
            assert.strictEqual(result._tag === "Right" && result.right[1]!.name, text)
            continue
          }
          assert.strictEqual(result._tag, "Left")
          if (result._tag === "Right") continue
          assert.deepInclude(result.left, { reason: "value", column: "name", row: 2 })
          assert.include(result.left.message, "half of a surrogate pair")
          assert.include(result.left.message, "\\ud")
        }
      }),
    )

    it.scoped(`are kept by ${name} within lists and objects`, () =>
      Effect.gen(function* () {
        const article = {
          id: "\ufeffid",
          publisher: { name: "\ufeffP", homepage_url: "u", logo_url: "l" },
          title: "t",
          author: "a",
          published_utc: "2024-01-01T00:00:00Z",
          article_url: "u",
          tickers: ["\ufeffAAPL"],
        }
        const [read] = yield* written(news, [article])
        assert.deepInclude(read, article)
      }),
    )
  }

  it.effect("that are no UTF-8 in a file of Arrow are refused with their row and column", () =>
    Effect.gen(function* () {
      const texts = [new TextEncoder().encode("AAPL"), Uint8Array.of(65, 0xff)]
      const data = Uint8Array.from(texts.flatMap((text) => [...text]))
      const valueOffsets = Int32Array.of(0, 4, 6)
      const utf8 = () => makeData({ type: new Utf8(), length: 2, nullCount: 0, valueOffsets, data })
      const fields = ["ticker", "name"].map((name) => new Field(name, new Utf8(), false))
      const batch = new RecordBatch(
        new Schema(fields),
        makeData({ type: new Struct(fields), length: 2, nullCount: 0, children: [utf8(), utf8()] }),
      )
      const bytes = RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true)
      const read = Arrow.decodeColumns(tickers, { columns: ["ticker"] })(Stream.make(bytes))
      const error = yield* Effect.flip(Stream.runDrain(read))
      assert.deepInclude(error, { reason: "value", row: 2, column: "ticker" })
      assert.include(error.message, "text in UTF-8 is needed there")
    }),
  )
})
