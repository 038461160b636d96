import type { Columns } from "@candela/core/Columns"
import { Csv, type FileError, NdJson, type Written } from "@candela/files"
import { Forex } from "@candela/forex"
import { type Bar, type Dividend, Stocks } from "@candela/stocks"
import type { FileSystem } from "@effect/platform/FileSystem"
import { type Effect, Stream } from "effect"
import { describe, expect, test } from "tstyche"

declare const bars: Stream.Stream<Bar, "lost">
declare const chunks: Stream.Stream<Columns<Bar>>
declare const dividends: Stream.Stream<Dividend>
declare const bytes: Stream.Stream<Uint8Array, "lost">

const endpoint = Stocks.endpoints.bars

for (const format of [Csv, NdJson]) {
  describe("a format", () => {
    test("writes rows and columns of its endpoint, and no others", () => {
      const sink = format.file("bars", endpoint)
      expect(Stream.run(bars, sink)).type.toBe<Effect.Effect<Written, FileError | "lost", FileSystem>>()
      expect(Stream.run(chunks, sink)).type.toBe<Effect.Effect<Written, FileError, FileSystem>>()
      Stream.run(Stream.merge(bars, chunks), sink)
      // @ts-expect-error Type 'Dividend' is not assignable to type
      Stream.run(dividends, sink)
      // @ts-expect-error Type 'Dividend' is not assignable to type
      format.encode(endpoint)(dividends)
      expect(format.encode(endpoint)(bars)).type.toBe<Stream.Stream<Uint8Array, FileError | "lost">>()
    })

    test("reads rows of its endpoint", () => {
      expect(format.read("bars", endpoint)).type.toBe<Stream.Stream<Bar, FileError, FileSystem>>()
      expect(format.decode(endpoint)(bytes)).type.toBe<Stream.Stream<Bar, FileError | "lost">>()
    })

    test("reads all columns, or some of them", () => {
      expect(format.columns("bars", endpoint)).type.toBe<Stream.Stream<Columns<Bar>, FileError, FileSystem>>()
      expect(format.columns("bars", endpoint, { columns: ["close", "vwap"] })).type.toBe<
        Stream.Stream<Columns<Pick<Bar, "close" | "vwap">>, FileError, FileSystem>
      >()
      expect(format.decodeColumns(endpoint, { columns: ["close"] })(bytes)).type.toBe<
        Stream.Stream<Columns<Pick<Bar, "close">>, FileError | "lost">
      >()
    })
  })
}

test("an endpoint with a single value has no file", () => {
  // @ts-expect-error is not assignable to parameter of type 'AnyRows'
  Csv.file("conversion", Forex.endpoints.conversion)
})
