import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as NdJson from "@candela/files/NdJson"
import type { Row } from "@candela/files/Rows"
import { Forex } from "@candela/forex/Forex"
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it, layer } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { cutInto, joined } from "./support/endpoints.js"
import { folder } from "./support/temporary.js"

const { bars, news, snapshots } = Stocks.endpoints
const { quotes } = Forex.endpoints

const bar: Row<typeof bars> = { volume: 10, open: 1.5, close: 2, high: 2.25, low: 1, timestamp: 1709649000000 }
const line = '{"volume":10,"open":1.5,"close":2,"high":2.25,"low":1,"timestamp":1709649000000}'

const encode = <E extends Endpoint.AnyRows>(endpoint: E, ...rows: ReadonlyArray<E[Endpoint.TypeId]["row"]>) =>
  Effect.map(Stream.runCollect(NdJson.encode(endpoint)(Stream.fromIterable(rows))), (bytes) => joined(bytes).toString())

const decode = <E extends Endpoint.AnyRows>(endpoint: E, text: string) =>
  Effect.map(
    Stream.runCollect(NdJson.decode(endpoint)(cutInto(new TextEncoder().encode(text), 7))),
    Chunk.toReadonlyArray,
  )

const refuses = (endpoint: Endpoint.AnyRows, text: string, reason: string, message: string) =>
  Effect.map(Effect.flip(decode(endpoint, text)), (error) => {
    assert.strictEqual(error.message, message)
    assert.strictEqual(error.reason, reason)
  })

describe("NDJSON", () => {
  it.effect("has an object on each line, with the keys that the row has", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* encode(bars), "")
      assert.strictEqual(
        yield* encode(bars, bar, { ...bar, vwap: 1.7501, transactions: 3, otc: false }),
        `${line}\n{"volume":10,"vwap":1.7501,${line.slice(13, -1)},"transactions":3,"otc":false}\n`,
      )
    }),
  )

  it.effect("is what JSON.stringify writes, where that is exact", () =>
    Effect.gen(function* () {
      const row = {
        title: 'ü "quoted" \\ \n \u0001 \u2028 \ud800',
        published_utc: "2024-03-05T14:30:00Z",
        publisher: { name: "" },
        tickers: ["A", "B"],
        insights: [{ ticker: "A" }, {}],
      }
      const text = yield* encode(news, row)
      assert.strictEqual(text, `${JSON.stringify(row)}\n`)
      assert.deepStrictEqual(yield* decode(news, text), [row])
    }),
  )

  it.effect("has nanoseconds as exact numbers, nested ones too", () =>
    Effect.gen(function* () {
      const rows = [1700000000123456789n, -1n, 2n ** 63n - 1n, -(2n ** 63n)].map((participant_timestamp) => ({
        participant_timestamp,
      }))
      const text = yield* encode(quotes, ...rows)
      assert.include(text, '{"participant_timestamp":1700000000123456789}\n')
      assert.deepStrictEqual(yield* decode(quotes, text), rows)
      const snapshot = { lastQuote: { timestamp: 1700000000123456789n }, updated: 1700000000123456790n }
      const nested = yield* encode(snapshots, snapshot)
      assert.strictEqual(nested, '{"lastQuote":{"timestamp":1700000000123456789},"updated":1700000000123456790}\n')
      assert.deepStrictEqual(yield* decode(snapshots, nested), [snapshot])
    }),
  )

  it.effect("is read with keys in any order, others that are ignored, null where rows lack a value, and spaces", () =>
    Effect.gen(function* () {
      const extra = '"note":{"a":[1,-2.5e3,"x",true,false,null,{}]},"otc":null,'
      const shuffled = ` { ${extra} "timestamp" : 1709649000000, "low":1,"high":2.25,"close":2,"open":1.5,"volume":1e1 } \r`
      assert.deepStrictEqual(yield* decode(bars, `${shuffled}\n\n${line}`), [bar, bar])
      assert.deepStrictEqual(yield* decode(bars, ""), [])
    }),
  )

  it.effect("is read as some of its columns, where the others may be anything", () =>
    Effect.gen(function* () {
      const text = '{"close":2,"open":"x"}\n{"close":3}\n'
      const bytes = Stream.make(new TextEncoder().encode(text))
      const [chunk] = yield* Stream.runCollect(NdJson.decodeColumns(bars, { columns: ["close", "vwap"] })(bytes))
      assert.deepStrictEqual(chunk!.toRows(), [{ close: 2 }, { close: 3 }])
    }),
  )

  it.effect("takes instants as other programs write them", () =>
    Effect.gen(function* () {
      const text = '{"participant_timestamp":"2023-11-14 22:13:20.123456789"}\n'
      assert.deepStrictEqual(yield* decode(quotes, text), [{ participant_timestamp: 1700000000123456789n }])
      assert.deepStrictEqual(yield* decode(bars, line.replace("1709649000000", '"2024-03-05T14:30:00Z"')), [bar])
    }),
  )

  it.effect("refuses numbers that JSON does not have, and names row and column", () =>
    Effect.gen(function* () {
      for (const low of [NaN, Infinity, -Infinity]) {
        const error = yield* Effect.flip(encode(bars, bar, { ...bar, low }))
        assert.strictEqual(error.message, `row 2, column "low": JSON has no number ${low}.`)
        assert.strictEqual(error.reason, "value")
      }
    }),
  )
})

describe("NDJSON that is no file of the endpoint", () => {
  it.effect("is refused where a key is missing, with the nearest name", () =>
    Effect.gen(function* () {
      const message = 'line 2, column "close": the line has no such key.'
      const renamed = line.replace("close", "Close")
      yield* refuses(bars, `${line}\n${renamed}\n`, "schema", `${message} The nearest name is "Close".`)
      yield* refuses(bars, `${line}\n${line.replace('"close":2,', "")}\n`, "schema", message)
    }),
  )

  it.effect("is refused where a value is of another type, with its line and column", () =>
    Effect.gen(function* () {
      const refused = (endpoint: Endpoint.AnyRows, text: string, place: string) =>
        refuses(endpoint, text, "schema", `line 1, column ${place}`)
      yield* refused(bars, line.replace("2.25", '"2.25"'), '"high": "2.25" is not a number.')
      yield* refused(bars, line.replace("2.25", "null"), '"high": null is not a number.')
      yield* refused(bars, `${line.slice(0, -1)},"otc":1}`, '"otc": 1 is not true or false.')
      yield* refused(
        bars,
        `${line.slice(0, -1)},"otc":{"a":["${"long".repeat(30)}"]}}`,
        `"otc": {"a":["${"long".repeat(13)}l... is not true or false.`,
      )
      const nanos = "an instant, in whole nanoseconds since the epoch or in ISO 8601."
      for (const value of ["1.5", "1700000000123456789.0", "9223372036854775808", "true"]) {
        const shown = value
        yield* refused(
          quotes,
          `{"participant_timestamp":${value}}`,
          `"participant_timestamp": ${shown} is not ${nanos}`,
        )
      }
      yield* refused(snapshots, '{"lastQuote":{"ask":"x"}}', '"lastQuote": "x" is not a number.')
      yield* refused(snapshots, '{"ticker":5}', '"ticker": 5 is not a text.')
    }),
  )

  it.effect("is refused where a line is damaged", () =>
    Effect.gen(function* () {
      const refused = (second: string, detail: string) =>
        refuses(bars, `${line}\n${second}`, "format", `line 2: ${detail}`)
      yield* refused(
        line.slice(0, -1),
        "a comma or a closing brace is missing at character 80: found the end of the line.",
      )
      yield* refused(`${line}${line}`, 'the end of the value is missing at character 81: found "{"volume":10,"open":".')
      yield* refused("[]", "every line should be one object of JSON.")
      yield* refused('{"volume', 'the end of a string is missing at character 2: found ""volume".')
      yield* refused('{"volume" 1}', 'a colon is missing at character 11: found "1}".')
      yield* refused("{1:2}", 'a key is missing at character 2: found "1:2}".')
      yield* refused('{"x":tru}', 'a value is missing at character 6: found "tru}".')
      yield* refused('{"x":"\\q"}', 'a string is missing at character 6: found ""\\q"}".')
    }),
  )
})

layer(NodeFileSystem.layer)("an NDJSON file", (it) => {
  it.scoped("is written from columns, read as rows and as columns, and named in errors", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = `${yield* folder}/bars.ndjson`
      const page = Columns.fromRows(bars.row, [bar, { ...bar, otc: true }])
      const written = yield* Stream.run(Stream.make(page, bar), NdJson.file(path, bars))
      assert.deepStrictEqual(written, { path, rows: 3, bytes: Number((yield* fs.stat(path)).size) })
      assert.deepStrictEqual(
        [...(yield* Stream.runCollect(NdJson.read(path, bars)))],
        [bar, { ...bar, otc: true }, bar],
      )
      const [chunk] = yield* Stream.runCollect(NdJson.columns(path, bars, { columns: ["otc"] }))
      assert.deepStrictEqual(chunk!.columns, { otc: Uint8Array.of(0, 1, 0) } as never)
      yield* fs.writeFileString(path, `${line}\n\n{}\n`)
      const error = yield* Effect.flip(Stream.runDrain(NdJson.read(path, bars)))
      assert.strictEqual(error.message, `${path}, line 3, column "volume": the line has no such key.`)
    }),
  )
})
