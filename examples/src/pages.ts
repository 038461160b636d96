/**
 * Pagination: the contents of each page, and stopping early. Only the pages that are taken are requested.
 */
import { Sandbox } from "@candela/sandbox"
import { type Bar, Stocks } from "@candela/stocks"
import { Console, Effect, Layer, Stream } from "effect"

const dateOf = (bar: Bar | undefined) => new Date(bar?.timestamp ?? NaN).toISOString().slice(0, 10)

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const range = { stocksTicker: "MSFT", multiplier: 1, timespan: "day", from: "2025-01-01", to: "2025-06-27" } as const
  // `limit` is the size of a page. A stream of rows takes none: it requests the largest pages.
  const request = { ...range, limit: 30 }

  const first = yield* stocks.bars(request)
  yield* Console.log(
    `one page: ${first.results.length} bars of ${first.ticker}, and ${first.next_url ? "more" : "no more"}`,
  )

  yield* stocks.bars.pages(request).pipe(
    Stream.take(3),
    Stream.runForEach((page) => Console.log(`page of ${page.results.length} bars from ${dateOf(page.results[0])}`)),
  )

  // Rows come in chunks: work on chunks where there are millions.
  const highest = yield* stocks.bars
    .stream(range)
    .pipe(Stream.runFold(0, (highest, bar) => Math.max(highest, bar.high)))
  yield* Console.log(`highest price in the whole range: ${highest}`)
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
