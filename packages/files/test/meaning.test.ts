import * as Arrow from "@candela/files/Arrow"
import { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, it } from "@effect/vitest"
import {
  DateDay,
  DateMillisecond,
  Dictionary,
  Float32,
  Int32,
  LargeUtf8,
  Null,
  Table,
  TimestampMicrosecond,
  TimestampNanosecond,
  TimestampSecond,
  Uint64,
  Utf8,
  tableToIPC,
  vectorFromArray,
  type DataType,
} from "apache-arrow"
import { Chunk, Effect, Stream } from "effect"

const { bars, splits } = Stocks.endpoints
const instant = Date.UTC(2024, 2, 5, 14, 30)

/** A column of another program: a type, and values as the library takes them. */
type Column = readonly [type: DataType, values: ReadonlyArray<unknown>]

/** Columns of one row that are those of a bar. */
const bar: Readonly<Record<string, Column>> = {
  timestamp: [new TimestampMicrosecond(), [instant]],
  open: [new Float32(), [1.5]],
  high: [new Int32(), [3]],
  low: [new Float32(), [0.25]],
  close: [new Float32(), [2.5]],
  volume: [new Uint64(), [100n]],
}

const tableOf = (columns: Readonly<Record<string, Column>>) =>
  new Table(
    Object.fromEntries(Object.entries(columns).map(([name, [type, values]]) => [name, vectorFromArray(values, type)])),
  )

const decoded = (endpoint: typeof bars | typeof splits, columns: Readonly<Record<string, Column>>) =>
  Stream.make(tableToIPC(tableOf(columns), "stream")).pipe(
    Arrow.decode(endpoint),
    Stream.runCollect,
    Effect.map(Chunk.toReadonlyArray),
  )

const row = { timestamp: instant, open: 1.5, high: 3, low: 0.25, close: 2.5, volume: 100 }

describe("a file of another program", () => {
  it.effect("is read by what its columns mean, in any order", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* decoded(bars, bar), [row])
      const turned = Object.fromEntries(Object.entries(bar).reverse())
      assert.deepStrictEqual<unknown>(yield* decoded(bars, turned), [row])
      const more = { ...bar, source: [new Utf8(), ["x"]], transactions: [new Null(), [null]] } as const
      assert.deepStrictEqual<unknown>(yield* decoded(bars, more), [row])
    }),
  )

  it.effect("may have instants of any unit and time zone, and whole numbers of any type", () =>
    Effect.gen(function* () {
      for (const type of [new TimestampSecond("America/New_York"), new TimestampNanosecond("UTC")]) {
        assert.deepStrictEqual<unknown>(yield* decoded(bars, { ...bar, timestamp: [type, [instant]] }), [row])
      }
      for (const type of [new Float32(), new Int32()]) {
        const counted = yield* decoded(bars, { ...bar, transactions: [type, [7]] })
        assert.deepStrictEqual<unknown>(counted, [{ ...row, transactions: 7 }])
      }
    }),
  )

  it.effect("may have texts and dates of any type", () =>
    Effect.gen(function* () {
      const split = { ticker: "AAPL", execution_date: "2020-08-31", adjustment_type: "forward_split" }
      for (const text of [new Utf8(), new LargeUtf8(), new Dictionary(new Utf8(), new Int32(), 0)]) {
        for (const [date, value] of [
          [new DateDay(), new Date("2020-08-31")],
          [new DateMillisecond(), new Date("2020-08-31")],
          [new Utf8(), "2020-08-31"],
        ] as const) {
          const rows = yield* decoded(splits, {
            ticker: [text, ["AAPL"]],
            execution_date: [date, [value]],
            adjustment_type: [new Utf8(), ["forward_split"]],
          })
          assert.deepStrictEqual<unknown>(rows, [split])
        }
      }
    }),
  )

  it.effect("is refused for a column that is missing or renamed, by its name", () =>
    Effect.gen(function* () {
      const { close, ...others } = bar
      const missing = yield* Effect.flip(decoded(bars, others))
      assert.deepInclude(missing, { reason: "schema", column: "close" })
      const renamed = yield* Effect.flip(decoded(bars, { ...others, Close: close! }))
      assert.deepInclude(renamed, { reason: "schema", column: "close" })
      assert.include(renamed.message, '"Close"')
    }),
  )

  it.effect("is refused for a column of another meaning, with both types", () =>
    Effect.gen(function* () {
      for (const [name, type, values, found] of [
        ["close", new Utf8(), ["2.5"], "Utf8"],
        ["timestamp", new Int32(), [7], "Int32"],
        ["otc", new Int32(), [1], "Int32"],
      ] as const) {
        const error = yield* Effect.flip(decoded(bars, { ...bar, [name]: [type, values] }))
        assert.deepInclude(error, { reason: "schema", column: name })
        assert.include(error.message, found)
      }
    }),
  )

  it.effect("is refused for a value that a row cannot hold, with its row", () =>
    Effect.gen(function* () {
      const two = Object.fromEntries(
        Object.entries(bar).map(([name, [type, [value]]]): [string, Column] => [name, [type, [value, value]]]),
      )
      for (const [name, type, values] of [
        ["close", new Float32(), [2.5, null]],
        ["volume", new Uint64(), [1n, 2n ** 53n + 1n]],
        ["transactions", new Float32(), [1, 1.5]],
      ] as const) {
        const error = yield* Effect.flip(decoded(bars, { ...two, [name]: [type, values] }))
        assert.deepInclude(error, { reason: "value", column: name, row: 2 })
      }
    }),
  )
})
