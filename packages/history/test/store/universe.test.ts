import type { FileSystem } from "@effect/platform/FileSystem"
import { midnight } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Machine } from "./memory.js"
import { bar, days, open, requestsOf, service, stocks, supply } from "./support.js"

const range = { from: "2022-11-01", to: "2023-02-10" }
const daily = days("2022-01-01", "2023-12-31").map((day) => bar(day))
const tickers = Array.from({ length: 120 }, (_, index) => `T${index}`)
const known = ["T7", "T70", "T119"]

/** A file system, and the folders that were listed by it. */
const watched = (fileSystem: FileSystem) => {
  const listed: Array<string> = []
  const readDirectory: FileSystem["readDirectory"] = (path, options) => {
    listed.push(path)
    return fileSystem.readDirectory(path, options)
  }
  return { listed, fileSystem: { ...fileSystem, readDirectory } }
}

describe("a universe of many tickers", () => {
  it.effect("lacks and costs what its tickers do one by one, and looks at none whose folder is not there", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(midnight("America/New_York", "2024-06-14"))
      const { fileSystem, listed } = watched(new Machine().fileSystem)
      const store = yield* open(fileSystem)
      yield* store.sync(stocks(known), { ...range, to: "2022-12-31" })
      const oneByOne = yield* Effect.forEach(tickers, (ticker) => store.missing(stocks([ticker]), range))
      const rows = yield* Effect.forEach(tickers, (ticker) => store.preview(stocks([ticker]), range))

      listed.length = 0
      assert.deepStrictEqual(yield* store.missing(stocks(tickers), range), oneByOne.flat())
      const ofTickers = listed.filter((folder) => folder.includes("ticker="))
      assert.isNotEmpty(ofTickers)
      assert.deepStrictEqual(
        ofTickers.filter((folder) => !known.some((ticker) => folder.endsWith(`ticker=${ticker}`))),
        [],
      )
      assert.deepInclude(yield* store.preview(stocks(tickers), range), {
        rows: rows.reduce((all, cost) => all + cost.rows, 0),
        expectedRows: rows.reduce((all, cost) => all + cost.expectedRows, 0),
      })
    }).pipe(Effect.provide(service(supply({ bars: (ticker) => (known.includes(ticker) ? daily : []) })))),
  )

  it.effect("are not listed one by one by a sync that leaves them as they are", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(midnight("America/New_York", "2024-06-14"))
      const { fileSystem, listed } = watched(new Machine().fileSystem)
      const store = yield* open(fileSystem)
      yield* store.sync(stocks(known), range)
      listed.length = 0
      assert.strictEqual(yield* requestsOf(store.sync(stocks(known), range)), 0)
      assert.deepStrictEqual(
        listed.filter((folder) => folder.includes("ticker=")),
        [],
      )
    }).pipe(Effect.provide(service(supply({ bars: () => daily })))),
  )
})
