import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { parseImport } from "../../src/sandbox/parseImport.js"

describe("what a command line says of an import", () => {
  const understood: ReadonlyArray<readonly [text: string, expected: object]> = [
    ["bars.csv:SPX", { file: "bars.csv", ticker: "SPX", timespan: "day", columns: {} }],
    ["C:\\data\\bars.parquet:BRK.A", { file: "C:\\data\\bars.parquet", ticker: "BRK.A", timespan: "day", columns: {} }],
    [
      "a:b.csv:SPX:date=Date,open=Open Price,volume=Shares,vwap=Avg",
      {
        file: "a:b.csv",
        ticker: "SPX",
        timespan: "day",
        columns: { date: "Date", open: "Open Price", volume: "Shares", vwap: "Avg" },
      },
    ],
    [
      "m.csv:SPX:timestamp=Time,transactions=N",
      {
        file: "m.csv",
        ticker: "SPX",
        timespan: "minute",
        columns: { timestamp: "Time", transactions: "N" },
      },
    ],
  ]
  for (const [text, expected] of understood) {
    it(`is understood: ${text}`, () => assert.deepStrictEqual(parseImport(text), Either.right(expected as never)))
  }

  const refused: ReadonlyArray<readonly [text: string, words: string]> = [
    ["", "there is no FILE and TICKER"],
    ["bars.csv", "there is no FILE and TICKER"],
    [":SPX", "there is no FILE and TICKER"],
    ["bars.csv:", "there is no FILE and TICKER"],
    ["bars.csv:SPX:Date=date", '"Date" is none of date, timestamp, open, high, low, close, volume, vwap, transactions'],
    ["bars.csv:SPX:date=d,open", 'the column of "open" is missing'],
    ["bars.csv:SPX:date=d,timestamp=t", "there is both date and timestamp"],
  ]
  for (const [text, words] of refused) {
    it(`is refused: ${JSON.stringify(text)}`, () => {
      const fault = Either.getOrThrow(Either.flip(parseImport(text)))
      assert.isTrue(fault.startsWith("FILE:TICKER or FILE:TICKER:COLUMNS"))
      assert.include(fault, words)
    })
  }
})
