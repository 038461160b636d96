/** That the next page is really on its way while a page is decoded can only be seen from another process. */
import * as MarketData from "@candela/core/MarketData"
import { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, it } from "@effect/vitest"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Effect, Layer, Stream } from "effect"
import type { Arrival } from "../src/PageServer.js"
import * as Stopwatch from "../src/Stopwatch.js"
import { serverProcess } from "./serverProcess.js"

const PAGES = 12

/** When each page was asked for, by the server's own account, and when it came out decoded. */
const observed = (prefetch: number) =>
  Effect.gen(function* () {
    const { url, from, to } = yield* serverProcess({ rows: PAGES * 50_000 })
    const decoded: Array<number> = []
    yield* Stocks.pipe(
      Effect.flatMap((stocks) =>
        stocks.bars
          .columns({ stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from, to }, { prefetch })
          .pipe(Stream.runForEach(() => Effect.sync(() => decoded.push(Stopwatch.now())))),
      ),
      Effect.provide(
        Stocks.layer.pipe(
          Layer.provide(MarketData.MarketData.layer({ baseUrl: url, apiKey: "key" })),
          Layer.provide(FetchHttpClient.layer),
        ),
      ),
    )
    const arrivals = yield* Effect.promise(
      async () => (await (await fetch(`${url}/requests`)).json()) as ReadonlyArray<Arrival>,
    )
    assert.strictEqual(decoded.length, PAGES)
    assert.strictEqual(arrivals.length, PAGES)
    /** For each page but the last: whether the next one was asked for before this one was decoded. */
    return decoded.slice(0, -1).map((at, page) => arrivals[page + 1]!.at < at)
  })

describe("prefetch, seen from the server's process", () => {
  it.scopedLive(
    "from the second page on, the next page's request arrives before the page is decoded",
    () =>
      Effect.gen(function* () {
        const [first, ...others] = yield* observed(1)
        assert.isFalse(first, "the first page is fetched alone")
        // Another process may keep the server from noting an arrival at once; without looking ahead there would be none at all.
        assert.isAtLeast(others.filter(Boolean).length, 3)
      }),
    60_000,
  )

  it.scopedLive(
    "without it, no request arrives before the last page is used up",
    () => Effect.map(observed(0), (early) => assert.notInclude(early, true)),
    60_000,
  )
})
