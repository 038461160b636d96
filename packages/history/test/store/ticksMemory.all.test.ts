import { MarketData } from "@candela/core/MarketData"
import { Store, Universe } from "@candela/history"
import { midnight } from "@candela/market/TimeZone"
import { Stocks } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream, TestClock } from "effect"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

const MB = 1e6

/** Bytes that are in use, on the heap and in buffers. */
const used = (): number => {
  collect()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const rows = 600_000
const page = 50_000
const opening = BigInt(midnight("America/New_York", "2025-06-26") + 9.5 * 3_600_000) * 1_000_000n
const timeOf = (row: number) => opening + BigInt(row) * 39_000_123n

const quote = (row: number) =>
  `{"ask_exchange":12,"ask_price":${200 + (row % 91) / 100},"ask_size":${100 * (1 + (row % 7))},"bid_exchange":11,"bid_price":${199.5 + (row % 89) / 100},"bid_size":${100 * (1 + (row % 5))},"sequence_number":${row + 1},"sip_timestamp":${timeOf(row)}}`

describe("a day of 600,000 quotes", () => {
  it.scoped("is kept and read in the memory of a part of it", () => {
    const atPage: Array<number> = []
    const service = MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" }).pipe(
      Layer.provide(
        ScriptedTransport.layer(({ url }) => {
          const first = Number(url.searchParams.get("from") ?? 0)
          atPage.push(used())
          const next = new URL(url)
          next.searchParams.set("from", String(first + page))
          const all = Array.from({ length: page }, (_, index) => quote(first + index)).join()
          const more = first + page < rows ? `,"next_url":${JSON.stringify(next.href)}` : ""
          return ScriptedTransport.text(`{"status":"OK","results":[${all}]${more}}`, {
            headers: { "content-type": "application/json", date: "Mon, 30 Jun 2025 16:00:00 GMT" },
          })
        }),
      ),
    )
    return Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2025-06-30T16:00:00Z"))
      const folder = yield* Effect.flatMap(FileSystem.FileSystem, (fs) =>
        fs.makeTempDirectoryScoped({ prefix: "candela-ticks-" }),
      )
      const universe = Universe.ticks(Stocks.endpoints.quotes, { tickers: ["AAPL"] })
      const range = { from: "2025-06-26", to: "2025-06-26" }
      const store = yield* Store.make(folder)
      const start = used()
      const summary = yield* store.sync(universe, range)
      assert.deepStrictEqual([summary.rows, summary.files], [rows, 5])
      // The libraries are loaded, and their memory is there, once the first part is written. A part is not a number of
      // whole pages, so that the most in use differs from part to part; what is left after one does not.
      const least = (samples: ReadonlyArray<number>) => Math.min(...samples)
      const growth = least(atPage.slice(8)) - least(atPage.slice(4, 8))
      assert.isBelow(growth, 10 * MB)
      assert.isBelow(Math.max(...atPage) - start, 110 * MB)
      let [seen, last, peak] = [0, 0n, 0]
      const before = used()
      yield* Stream.runForEach(store.columns(universe, range), (piece) =>
        Effect.sync(() => {
          assert.isAbove(Number(piece.columns.sip_timestamp[0]! - last), 0)
          last = piece.columns.sip_timestamp[piece.length - 1]!
          seen += piece.length
          peak = Math.max(peak, used())
        }),
      )
      assert.deepStrictEqual([seen, last], [rows, timeOf(rows - 1)])
      assert.isBelow(peak - before, 120 * MB)
    }).pipe(Effect.provide(Layer.merge(service, NodeContext.layer)))
  })
})
