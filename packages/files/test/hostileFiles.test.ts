import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Columns from "@candela/core/Columns"
import * as Arrow from "@candela/files/Arrow"
import * as Csv from "@candela/files/Csv"
import { FileError } from "@candela/files/FileError"
import * as NdJson from "@candela/files/NdJson"
import * as Parquet from "@candela/files/Parquet"
import { Stocks } from "@candela/stocks/Stocks"
import * as Synthetic from "@candela/testing/Synthetic"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, layer } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Stream } from "effect"
import { decode } from "../src/internal/text/decode.js"
import * as Pages from "../src/internal/parquet/pages.js"
import * as Thrift from "../src/internal/parquet/thrift.js"
import { folder } from "./support/temporary.js"

const { bars, news } = Stocks.endpoints
const day = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2024-03-05", to: "2024-03-05" } as const

/** The error of reading bytes, which is a `FileError` of the format. */
const refusal = (
  decode: (bytes: Stream.Stream<Uint8Array>) => Stream.Stream<unknown, FileError>,
  parts: Iterable<string>,
) =>
  Effect.map(
    Effect.flip(Stream.runDrain(decode(Stream.fromIterable(parts).pipe(Stream.rechunk(1), Stream.encodeText)))),
    (error) => {
      assert.instanceOf(error, FileError)
      return error.message
    },
  )

/** Bytes of a file of Parquet with this footer alone. */
const parquetOf = (footer: Uint8Array) => {
  const bytes = new Uint8Array(4 + footer.length + 8)
  bytes.set(new TextEncoder().encode("PAR1"))
  bytes.set(footer, 4)
  new DataView(bytes.buffer).setUint32(4 + footer.length, footer.length, true)
  bytes.set(new TextEncoder().encode("PAR1"), bytes.length - 4)
  return bytes
}

/** A footer whose list of the schema has so many empty elements: a byte for each. */
const manyElements = (count: number) => {
  const head = [0x29, 0xfc]
  for (let rest = count; ; rest >>>= 7) {
    head.push(rest > 127 ? (rest & 127) | 128 : rest)
    if (rest <= 127) break
  }
  const footer = new Uint8Array(head.length + count + 1)
  footer.set(head)
  return footer
}

layer(NodeFileSystem.layer)("a small file that takes much", (it) => {
  const written = (name: string, bytes: Uint8Array) =>
    Effect.gen(function* () {
      const path = `${yield* folder}/${name}`
      yield* (yield* FileSystem.FileSystem).writeFile(path, bytes)
      return path
    })

  it.scoped("is refused as Parquet, where its metadata have more values than the budget allows", () =>
    Effect.gen(function* () {
      for (const count of [3_000_000, 20_000_000]) {
        const path = yield* written("many.parquet", parquetOf(manyElements(count)))
        const error = yield* Effect.flip(Stream.runDrain(Parquet.read(path, bars)))
        assert.strictEqual(error.reason, "format")
        assert.include(error.message, "its metadata have more than 2097152 values")
      }
      const few = yield* written("few.parquet", parquetOf(manyElements(3_000)))
      const error = yield* Effect.flip(Stream.runDrain(Parquet.read(few, bars, { maxMemory: 1_000_000 })))
      assert.include(error.message, "its metadata have more than 976 values")
      const long = yield* written("long.parquet", parquetOf(manyElements(100_000)))
      const other = yield* Effect.flip(Stream.runDrain(Parquet.read(long, bars, { maxMemory: 1_000_000 })))
      assert.include(
        other.message,
        "to read metadata of it would take about 2 MB of memory, more than maxMemory allows",
      )
    }),
  )

  it.scoped("is refused as Parquet, where its metadata are within each other without an end", () =>
    Effect.gen(function* () {
      // A struct in a struct, and so on.
      const path = yield* written("deep.parquet", parquetOf(new Uint8Array(100_000).fill(0x1c)))
      const error = yield* Effect.flip(Stream.runDrain(Parquet.read(path, bars)))
      assert.include(error.message, "its metadata have too many values within each other")
    }),
  )

  it.scoped(
    "is refused as Parquet, where a row group needs more memory than the budget: many equal rows in few bytes",
    () =>
      Effect.gen(function* () {
        const path = `${yield* folder}/equal.parquet`
        const [row] = Synthetic.rows(bars, day, { rows: 1 })
        const count = 130_000
        const equal = Columns.fromRows(
          bars.row,
          Array.from({ length: count }, () => row!),
        )
        yield* Stream.run(Stream.make(equal), Parquet.file(path, bars, { worker: false }))
        const { size } = yield* (yield* FileSystem.FileSystem).stat(path)
        assert.isBelow(Number(size), 20_000)
        const error = yield* Effect.flip(Stream.runDrain(Parquet.read(path, bars, { maxMemory: 20_000_000 })))
        assert.strictEqual(error.reason, "format")
        assert.match(
          error.message,
          /to read a row group of it would take about \d+ MB of memory, more than maxMemory allows \(20 MB\)/,
        )
        // What is not read takes nothing.
        const one = Parquet.columns(path, bars, { columns: ["close"], maxMemory: 20_000_000 })
        assert.strictEqual((yield* Stream.runCollect(one)).pipe(Chunk.unsafeHead).length, count)
        assert.strictEqual(yield* Stream.runCount(Parquet.read(path, bars)), count)
      }),
  )

  it("counts the values of a page by the largest of its parts, whichever the decoder follows", () => {
    const part = (values: bigint): Thrift.Value => ({
      type: 12,
      fields: new Map<number, Thrift.Value>([[1, { type: 5, value: values }]]),
    })
    const size = { type: 5, value: 3n } as const
    const header = Thrift.write(
      new Map<number, Thrift.Value>([
        [1, { type: 5, value: 3n }],
        [2, size],
        [3, size],
        [5, part(0n)],
        [8, part(60_000_000n)],
      ]),
    )
    const bytes = new Uint8Array(header.length + 3)
    bytes.set(header)
    const memory = Pages.memoryOf(bytes, { start: 4, length: bytes.length, width: 8, isText: false })
    assert.isAbove(memory, 60_000_000 * 8)
  })

  it("writes metadata of any length again", () => {
    const long = new Map([[1, { type: 8, value: new Uint8Array(1_000_000) }]] as const)
    assert.strictEqual(Thrift.write(long).length, 1_000_005)
  })

  it.effect(
    "is refused as NDJSON, where brackets are within each other without an end, also in a text of JSON in CSV",
    () =>
      Effect.gen(function* () {
        for (const brackets of [
          ["[", "]"],
          ['{"a":', "}"],
        ] as const) {
          const deep = `${brackets[0].repeat(10_000)}1${brackets[1].repeat(10_000)}`
          const line = `{"extra":${deep}}\n`
          assert.include(yield* refusal(NdJson.decode(bars), [line]), "line 1: it has more than 500 lists and objects")
        }
        const shallow = `${"[".repeat(400)}${"]".repeat(400)}`
        const message = yield* refusal(NdJson.decode(bars), [`{"extra":${shallow}}\n`])
        assert.include(message, "the line has no such key")
        const csv = `id,publisher,title,author,published_utc,article_url,tickers\n1,"${"[".repeat(10_000)}",a,b,2024-01-01T00:00:00Z,u,x\n`
        yield* refusal(Csv.decode(news as Endpoint.AnyRows), [csv])
      }),
  )

  it.effect("is refused as NDJSON, where a number is larger than numbers are, or has millions of digits", () =>
    Effect.gen(function* () {
      const line = (close: string) => `{"volume":1,"open":1,"close":${close},"high":1,"low":1,"timestamp":1}\n`
      for (const number of ["1e400", "-1e400", `1${"0".repeat(400)}`]) {
        const message = yield* refusal(NdJson.decode(bars), [line(number)])
        assert.include(message, 'line 1, column "close": ')
        assert.include(message, "is larger than a number can be")
      }
      const csv = Csv.decodeColumns(bars, { columns: ["close"] })
      assert.include(yield* refusal(csv, ["close\n1e400\n"]), '"1e400" is not a number')
      assert.include(
        yield* refusal(NdJson.decode(bars), [`{"extra":1e400}\n`]),
        "a number of at most 1.8e308 is missing",
      )
      const exact = `{"lastQuote":{"timestamp":${"1".repeat(1_000_000)}}}\n`
      yield* refusal(NdJson.decode(Stocks.endpoints.snapshots as Endpoint.AnyRows), [exact])
    }),
  )

  it.effect("is read once as CSV, where a record comes in many parts, and refused where it has too many fields", () =>
    Effect.gen(function* () {
      const message = yield* refusal(
        Csv.decode(bars),
        Array.from({ length: 7_000 }, () => ",".repeat(1_000)),
      )
      assert.include(message, "line 1: it has more than 65536 fields")
      // No part completes the record: none is looked at again. Read anew with each part, these take minutes.
      const parts = Array.from({ length: 8_000 }, () => "x".repeat(1_000))
      assert.include(yield* refusal(Csv.decode(bars), [...parts, "\n"]), "the file has no such column")
      assert.include(
        yield* refusal(
          NdJson.decode(bars),
          Array.from({ length: 9_000 }, () => "x".repeat(1_000)),
        ),
        "it has more than 8388608 characters",
      )
    }),
  )

  it.effect("is read a few times as CSV, where a quote with ends of lines in it comes in many parts", () =>
    Effect.gen(function* () {
      let [characters, reads] = [0, 0]
      const never = () => ({
        line: 1,
        end: () => undefined,
        read: (text: string) => {
          characters += text.length
          reads++
          return 0
        },
      })
      const parts = Array.from({ length: 2_000 }, () => `${"x".repeat(999)}\n`)
      yield* Stream.runDrain(decode(bars, never)(Stream.fromIterable(parts).pipe(Stream.rechunk(1), Stream.encodeText)))
      assert.isBelow(reads, 100)
      assert.isBelow(characters, 5 * 2_000_000)
    }),
  )

  it.effect("gives long records as they come, each whole, wherever their bytes are cut", () =>
    Effect.gen(function* () {
      const text = `title\n${[1, 2, 3, 4].map((k) => `"${`${k}\n`.repeat(100_000)}"\n`).join("")}`
      for (const length of [1000, 65_536, 300_000]) {
        const parts = Array.from({ length: Math.ceil(text.length / length) }, (_, k) =>
          text.slice(k * length, (k + 1) * length),
        )
        const chunks = yield* Stream.runCollect(
          Csv.decodeColumns(news, { columns: ["title"] })(
            Stream.fromIterable(parts).pipe(Stream.rechunk(1), Stream.encodeText),
          ),
        )
        const rows = Chunk.toReadonlyArray(chunks).flatMap((chunk) => chunk.toRows())
        assert.deepStrictEqual(
          rows,
          [1, 2, 3, 4].map((k) => ({ title: `${k}\n`.repeat(100_000) })),
        )
      }
    }),
  )

  it.effect("fails as FileError, whatever the bytes are", () =>
    Effect.promise(() =>
      FastCheck.assert(
        FastCheck.asyncProperty(FastCheck.string({ maxLength: 200 }), async (text) => {
          for (const format of [Csv, NdJson, Arrow]) {
            const exit = await Effect.runPromise(
              Effect.either(Stream.runDrain(format.decode(bars)(Stream.encodeText(Stream.make(text))))),
            )
            if (exit._tag === "Left") assert.instanceOf(exit.left, FileError)
          }
        }),
        { numRuns: 50 },
      ),
    ),
  )
})
