/** That the next page is really on its way while a page is decoded can only be seen from another process. */
import * as MarketData from "@candela/core/MarketData"
import { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, it } from "@effect/vitest"
import { turn } from "@candela/support/turns"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Effect, Layer, Stream } from "effect"
import { execFileSync } from "node:child_process"
import { serverProcess } from "./serverProcess.js"

const PAGES = 5

/** Prints how many requests the server has noted, once there are as many as are waited for. */
const program = `
  const [url, awaited] = process.argv.slice(1)
  for (;;) {
    const { length } = await (await fetch(url)).json()
    if (length >= Number(awaited)) {
      console.log(length)
      break
    }
  }
`

/**
 * How many requests the server has noted, once there are `awaited`. The event loop of this process
 * stands still until then: a request that has not left it by now never arrives.
 */
const noted = (url: string, awaited: number) =>
  Number(
    execFileSync(process.execPath, ["--input-type=module", "-e", program, `${url}/requests`, String(awaited)], {
      timeout: 60_000,
    }),
  )

/**
 * Turns of the event loop before it stands still: `fetch` opens a connection for a request if it still holds that of
 * the page before.
 */
const turns = Effect.repeatN(turn, 100)

/** How many requests the server has noted when each page is handed out, which waits for `awaited(page)` of them. */
const observed = (prefetch: number, awaited: (page: number) => number) =>
  Effect.gen(function* () {
    const { url, from, to } = yield* serverProcess({ rows: PAGES * 50_000 })
    const requests: Array<number> = []
    yield* Stocks.pipe(
      Effect.flatMap((stocks) =>
        stocks.bars.columns({ stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from, to }, { prefetch }).pipe(
          Stream.runForEach(() =>
            Effect.zipRight(
              turns,
              Effect.sync(() => requests.push(noted(url, awaited(requests.length + 1)))),
            ),
          ),
        ),
      ),
      Effect.provide(
        Stocks.layer.pipe(
          Layer.provide(MarketData.MarketData.layer({ baseUrl: url, apiKey: "key" })),
          Layer.provide(FetchHttpClient.layer),
        ),
      ),
    )
    return requests
  })

describe("prefetch, seen from the server's process", () => {
  it.scopedLive("from the third page on, the next page's request leaves before the page is used", () =>
    Effect.gen(function* () {
      // The first page is fetched alone. With `fetch`, the request for the third may leave only
      // once the second is decoded.
      const [first, , ...others] = yield* observed(1, (page) => (page < 3 ? page : Math.min(page + 1, PAGES)))
      assert.strictEqual(first, 1)
      assert.deepStrictEqual(others, [4, 5, 5])
    }),
  )

  it.scopedLive("without it, no request arrives before the last page is used up", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* observed(0, (page) => page), [1, 2, 3, 4, 5])
    }),
  )
})
