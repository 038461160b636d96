import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Csv from "@candela/files/Csv"
import type { Row } from "@candela/files/Rows"
import { Forex } from "@candela/forex/Forex"
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it, layer } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { cutInto, joined } from "./support/endpoints.js"
import { folder } from "./support/temporary.js"

const { bars, news, splits } = Stocks.endpoints
const { quotes } = Forex.endpoints

const header = "volume,vwap,open,close,high,low,timestamp,transactions,otc"
const bar: Row<typeof bars> = { volume: 10, open: 1.5, close: 2, high: 2.25, low: 1, timestamp: 1709649000000 }
const line = "10,,1.5,2,2.25,1,1709649000000,,"

const encode = <E extends Endpoint.AnyRows>(endpoint: E, ...rows: ReadonlyArray<E[Endpoint.TypeId]["row"]>) =>
  Effect.map(Stream.runCollect(Csv.encode(endpoint)(Stream.fromIterable(rows))), (bytes) => joined(bytes).toString())

const decode = <E extends Endpoint.AnyRows>(endpoint: E, text: string | Uint8Array) => {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
  return Effect.map(Stream.runCollect(Csv.decode(endpoint)(cutInto(bytes, 7))), Chunk.toReadonlyArray)
}

const refuses = <E extends Endpoint.AnyRows>(endpoint: E, text: string | Uint8Array, reason: string, message: string) =>
  Effect.map(Effect.flip(decode(endpoint, text)), (error) => {
    assert.strictEqual(error.message, message)
    assert.strictEqual(error.reason, reason)
  })

describe("CSV", () => {
  it.effect("has a header, CR LF, and an empty field where a row has no value", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* encode(bars), `${header}\r\n`)
      assert.strictEqual(
        yield* encode(bars, bar, { ...bar, vwap: 1.7501, transactions: 3, otc: true }),
        `${header}\r\n${line}\r\n10,1.7501,1.5,2,2.25,1,1709649000000,3,true\r\n`,
      )
    }),
  )

  it.effect("has nanoseconds with all their digits", () =>
    Effect.gen(function* () {
      const text = yield* encode(quotes, {
        participant_timestamp: 1700000000123456789n,
        bid_price: 1.08,
        ask_price: 1.09,
      })
      assert.include(text, "1700000000123456789")
    }),
  )

  it.effect("quotes texts with commas, quotes and ends of lines, and empty ones, and no others", () =>
    Effect.gen(function* () {
      const rows = [
        { id: "", ticker: "A,B" },
        { id: 'a "b"', ticker: "one\ntwo" },
        { id: "ü", ticker: "é,\r" },
        { id: " spaced ", execution_date: "2024-03-05" },
      ]
      const text = yield* encode(splits, ...rows)
      const [, ...lines] = text.split("\r\n")
      assert.deepStrictEqual(lines.slice(0, 2), ['"","A,B",,,,,', '"a ""b""","one\ntwo",,,,,'])
      assert.deepStrictEqual(lines.slice(2), ['ü,"é,\r",,,,,', " spaced ,,2024-03-05,,,,", ""])
      assert.deepStrictEqual(yield* decode(splits, text), rows)
    }),
  )

  it.effect("holds objects and lists as JSON", () =>
    Effect.gen(function* () {
      const row = {
        title: "t",
        published_utc: "2024-03-05T14:30:00Z",
        publisher: { name: 'The "Times", ü' },
        tickers: ["A", "B"],
        insights: [],
      }
      const text = yield* encode(news, row)
      assert.include(text, '"{""name"":""The \\""Times\\"", ü""}","[""A"",""B""]"')
      assert.deepStrictEqual(yield* decode(news, text), [row])
    }),
  )

  it.effect("is read with LF, without the last end of line, with a byte order mark, and with empty lines", () =>
    Effect.gen(function* () {
      for (const text of [
        `${header}\n${line}\n${line}`,
        `\uFEFF${header}\r\n\r\n${line}\r\n${line}\r\n\r\n`,
        `${header}\r\n${line}\r\n${line}\r`,
        `${header.replace("open", '"open"')}\n"10","",${line.slice(4)}\n${line}\n`,
      ]) {
        assert.deepStrictEqual(yield* decode(bars, text), [bar, bar])
      }
      assert.deepStrictEqual(yield* decode(bars, header), [])
    }),
  )

  it.effect("is read with its columns in any order, and others that are ignored", () =>
    Effect.gen(function* () {
      const text =
        "note,otc,transactions,timestamp,low,high,close,open,vwap,volume\nx,,,1709649000000,1,2.25,2,1.5,,10\n"
      assert.deepStrictEqual(yield* decode(bars, text), [bar])
    }),
  )

  it.effect("is read as some of its columns", () =>
    Effect.gen(function* () {
      const text = "close,damaged,timestamp\n2,x,1709649000000\n"
      const some = <const Name extends string>(...columns: ReadonlyArray<Name>) =>
        Stream.runCollect(Csv.decodeColumns(bars, { columns })(Stream.make(new TextEncoder().encode(text))))
      const [chunk] = yield* some("timestamp", "close")
      assert.deepStrictEqual(chunk!.toRows(), [{ timestamp: bar.timestamp, close: 2 }])
      const error = yield* Effect.flip(some("clos"))
      assert.strictEqual(
        error.message,
        'column "clos": rows of stocks.bars have no such column. The nearest name is "close".',
      )
    }),
  )

  it.effect("takes numbers and instants as other programs write them", () =>
    Effect.gen(function* () {
      const at = (text: string) => decode(bars, `${header}\n${line.replace("1709649000000", text)}\n`)
      for (const text of [
        "1709649000000.0",
        "1.709649e12",
        "2024-03-05T14:30:00Z",
        "2024-03-05 14:30",
        "2024-03-05 09:30:00.000-05",
        "2024-03-05T20:00:00+0530",
      ]) {
        assert.deepStrictEqual(yield* at(text), [bar], text)
      }
      const [row] = yield* decode(bars, `${header}\ninf,nan,+1.5,2.,-Infinity,.5,1709649000000,1e2,TRUE\n`)
      const numbers = { volume: Infinity, vwap: NaN, open: 1.5, close: 2, high: -Infinity, low: 0.5 }
      assert.deepStrictEqual(row, { ...numbers, timestamp: bar.timestamp, transactions: 100, otc: true })
    }),
  )
})

describe("CSV that is no file of the endpoint", () => {
  it.effect("is refused where a column is missing, with the nearest name", () =>
    Effect.gen(function* () {
      yield* refuses(
        bars,
        `${header.replace("volume", "Volumes")}\n`,
        "schema",
        'line 1, column "volume": the file has no such column. The nearest name is "Volumes".',
      )
      yield* refuses(
        bars,
        header.replace(",otc", ",something"),
        "schema",
        'line 1, column "otc": the file has no such column.',
      )
      yield* refuses(bars, `${header},open\n`, "schema", 'line 1, column "open": the header names it more than once.')
      yield* refuses(bars, "", "format", "line 1: the file is empty: its first line should name the columns.")
    }),
  )

  it.effect("is refused where a value is of another type, with its line and column", () =>
    Effect.gen(function* () {
      const refused = (endpoint: Endpoint.AnyRows, text: string, place: string) =>
        refuses(endpoint, text, "schema", place)
      yield* refused(
        bars,
        `${header}\n${line}\n${line.replace("2.25", "abc")}\n`,
        'line 3, column "high": "abc" is not a number.',
      )
      for (const text of ["0x10", "0B1", "0o7", " 1", "1 ", "\u00A01", "1\u00A0", "1e999", "1e", "-", "1.2.3", "1_000"])
        yield* refused(
          bars,
          `${header}\n${line.replace("2.25", text)}\n`,
          `line 2, column "high": "${text}" is not a number.`,
        )
      yield* refused(bars, `${header}\n${line}maybe\n`, 'line 2, column "otc": "maybe" is not true or false.')
      yield* refused(
        bars,
        `${header}\n${line.replace("10,", ",")}\n`,
        'line 2, column "volume": every row has a value here, and the field is empty.',
      )
      yield* refused(
        bars,
        `${header}\n${line.replace("1709649000000", "2024-03-05T14:30:00.0001Z")}\n`,
        'line 2, column "timestamp": "2024-03-05T14:30:00.0001Z" is not an instant, in milliseconds since the epoch or in ISO 8601.',
      )
      const split = "id,ticker,execution_date,adjustment_type,split_from,split_to,historical_adjustment_factor\n"
      yield* refused(
        splits,
        `${split}"two\nlines",A,2024-03-05,,,,\nb,B,3/5/2024,,,,\n`,
        'line 4, column "execution_date": "3/5/2024" is not a date (yyyy-mm-dd).',
      )
      const nanos = "ask_exchange,ask_price,bid_exchange,bid_price,participant_timestamp\n1,1,1,1,"
      for (const text of ["1.7e18", "9223372036854775808"])
        yield* refused(
          quotes,
          `${nanos}${text}\n`,
          `line 2, column "participant_timestamp": "${text}" is not an instant, in whole nanoseconds since the epoch or in ISO 8601.`,
        )
    }),
  )

  it.effect("is refused where JSON in a field is damaged, or of another type", () =>
    Effect.gen(function* () {
      const names =
        "id,title,author,article_url,published_utc,publisher,tickers,amp_url,image_url,description,keywords,insights"
      const row = (publisher: string, tickers: string) =>
        `${names}\n,t,,,2024-03-05T00:00:00Z,${publisher},${tickers},,,,,\n`
      const refused = (text: string, reason: string, detail: string) =>
        refuses(news, text, reason, `line 2, column ${detail}`)
      yield* refused(row("", '"[""A"",1]"'), "schema", '"tickers": 1 is not a text.')
      yield* refused(
        row("", '"[""A"""'),
        "format",
        '"tickers": a comma or a closing bracket is missing at character 5: found the end of the line.',
      )
      yield* refused(
        row('"{}x"', ""),
        "format",
        '"publisher": the end of the value is missing at character 3: found "x".',
      )
      yield* refused(row("5", ""), "schema", '"publisher": 5 is not an object.')
    }),
  )

  it.effect("is refused where a line is damaged", () =>
    Effect.gen(function* () {
      const refused = (text: string, detail: string) => refuses(bars, text, "format", detail)
      yield* refused(
        `${header}\n${line}\n${line},\n`,
        "line 3: it has 10 fields, and the header 9: the line is damaged.",
      )
      yield* refused(`${header}\n${line}\n10,,1.5`, "line 3: it has 3 fields, and the header 9: the line is damaged.")
      yield* refused(
        `${header}\n${line}"abc\n${line}\n`,
        "line 2: a quote is not closed: the file is perhaps cut short.",
      )
      yield* refused(
        `${header}\n"10"0${line.slice(2)}\n`,
        "line 2: text follows a closing quote. A quote within quotes is written twice.",
      )
      yield* refused(
        `${header}\n1"0${line.slice(2)}\n`,
        "line 2: a quote stands inside a field that does not begin with one.",
      )
      yield* refuses(
        bars,
        Uint8Array.of(...new TextEncoder().encode(`${header}\n${line}\n`), 0xff),
        "format",
        "line 2: here or a few lines below is no UTF-8: the file is damaged, or in another encoding. Convert it to UTF-8.",
      )
    }),
  )

  it.effect("is refused before a quote that is never closed fills the memory", () =>
    Effect.gen(function* () {
      const endless = Stream.concat(
        Stream.make(new TextEncoder().encode(`${header}\n"`)),
        Stream.forever(Stream.make(new Uint8Array(1024 * 1024).fill(97))),
      )
      const error = yield* Effect.flip(Stream.runDrain(Csv.decode(bars)(endless)))
      assert.strictEqual(error.line, 2)
      assert.include(error.message, "more than 8388608 characters: perhaps a quote is never closed")
    }),
  )
})

layer(NodeFileSystem.layer)("a CSV file", (it) => {
  it.scoped("is written from columns and read as rows and as columns", () =>
    Effect.gen(function* () {
      const path = `${yield* folder}/bars.csv`
      const page = Columns.fromRows(bars.row, [bar, { ...bar, vwap: 2 }])
      const written = yield* Stream.run(Stream.make(page, bar), Csv.file(path, bars))
      const fs = yield* FileSystem.FileSystem
      const bytes = Number((yield* fs.stat(path)).size)
      assert.deepStrictEqual(written, { path, rows: 3, bytes })
      assert.deepStrictEqual([...(yield* Stream.runCollect(Csv.read(path, bars)))], [bar, { ...bar, vwap: 2 }, bar])
      const [chunk] = yield* Stream.runCollect(Csv.columns(path, bars, { columns: ["close", "vwap"] }))
      assert.deepStrictEqual(chunk!.columns, {
        close: Float64Array.of(2, 2, 2),
        vwap: Float64Array.of(NaN, 2, NaN),
      } as never)
      assert.deepStrictEqual(chunk!.present, { vwap: Uint8Array.of(2) } as never)
    }),
  )

  it.scoped("is named in every error", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = `${yield* folder}/bars.csv`
      const absent = yield* Effect.flip(Stream.runDrain(Csv.read(path, bars)))
      assert.strictEqual(absent.reason, "read")
      assert.isTrue(absent.message.startsWith(`${path}: could not read the file (NotFound`), absent.message)
      yield* fs.writeFileString(path, `${header}\n${line}x\n`)
      const damaged = yield* Effect.flip(Stream.runDrain(Csv.columns(path, bars)))
      assert.strictEqual(damaged.message, `${path}, line 2, column "otc": "x" is not true or false.`)
      assert.deepStrictEqual([damaged.path, damaged.line, damaged.column], [path, 2, "otc"])
    }),
  )

  it.scoped("is not written from columns that lack one which every row has", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const part = Columns.make(bars.row, { length: 1, columns: { close: Float64Array.of(1) }, present: {} })
      const error = yield* Effect.flip(Stream.run(Stream.make(part), Csv.file(`${directory}/bars.csv`, bars)))
      assert.strictEqual(error.reason, "value")
      assert.include(error.message, 'row 1, column "volume": the chunk has no such column, and every row has it.')
      const fs = yield* FileSystem.FileSystem
      assert.deepStrictEqual(yield* fs.readDirectory(directory), [])
    }),
  )
})
