/**
 * Ten idioms: how programs with Candela are written. `AGENTS.md` of every package and
 * `llms-full.txt` show the regions from here.
 */
import { Mock, Preview, RateLimit } from "@candela/core"
import { Forex, ForexQuote } from "@candela/forex"
import { Sandbox } from "@candela/sandbox"
import { Snapshots } from "@candela/snapshots"
import { type Bar, Stocks } from "@candela/stocks"
import { Console, Effect, Layer, Schema, Stream } from "effect"

// #region A service is a tag: yield it, and call its methods. A call gives one page, or the one value.
const lastClose = Effect.gen(function* () {
  const stocks = yield* Stocks
  const { results } = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
  yield* Console.log(`AAPL closed at ${results[0]?.close} (synthetic)`)
})
// #endregion

// #region All rows are a stream, which follows the pages. It takes no `limit`: the first rows are `Stream.take`.
const volumeOfWeek = Effect.gen(function* () {
  const stocks = yield* Stocks
  const volume = yield* stocks.bars
    .stream({ stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-23", to: "2025-06-27" })
    .pipe(Stream.runFold(0, (sum, bar) => sum + bar.volume))
  yield* Console.log(`${volume} shares of AAPL in a week`)
})
// #endregion

// #region Many numeric rows are columns, typed arrays by page; shards download in parallel and come in order.
const highestPrice = Effect.gen(function* () {
  const stocks = yield* Stocks
  const range = {
    stocksTicker: "MSFT",
    multiplier: 1,
    timespan: "minute",
    from: "2025-05-01",
    to: "2025-06-27",
  } as const
  const highest = yield* stocks.bars
    .columns(range, { concurrency: 4, shards: 4 })
    .pipe(
      Stream.runFold(0, (highest, { columns }) => columns.high.reduce((one, other) => Math.max(one, other), highest)),
    )
  yield* Console.log(`MSFT was at ${highest} at most`)
})
// #endregion

// #region Filters, fields and parameters have the service's own names, with the operator after a dot.
const dividends = Effect.gen(function* () {
  const stocks = yield* Stocks
  const { results } = yield* stocks.dividends({
    "ticker.any_of": ["AAPL", "KO"],
    "ex_dividend_date.gte": "2025-01-01",
    sort: "ex_dividend_date.desc",
    limit: 3,
  })
  for (const { cash_amount, ex_dividend_date, ticker } of results)
    yield* Console.log(`${ex_dividend_date}  ${ticker}  ${cash_amount}`)
})
// #endregion

// #region Errors are tagged. Handle those that you expect; their messages say what to do.
const closeOn = (date: string) =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    return (yield* stocks.openClose({ stocksTicker: "AAPL", date })).close
  }).pipe(Effect.catchTag("NotFound", () => Effect.succeed(undefined)))
// #endregion

// #region Look-ups of single instruments are gathered into requests of up to 250 tickers: run them in parallel.
const prices = Effect.gen(function* () {
  const snapshots = yield* Snapshots
  const found = yield* Effect.forEach(["AAPL", "X:BTCUSD", "C:EURUSD"], (ticker) => snapshots.get(ticker), {
    concurrency: "unbounded",
  })
  for (const { session, ticker } of found) yield* Console.log(`${ticker}  ${session?.close}`)
})
// #endregion

// #region Nanoseconds are bigints, exact. Encode a row with its schema before it becomes JSON.
const quoteAsJson = Effect.gen(function* () {
  const forex = yield* Forex
  const [quote] = (yield* forex.quotes({ fxTicker: "C:EURUSD", limit: 1 })).results
  if (quote !== undefined) yield* Console.log(JSON.stringify(Schema.encodeSync(ForexQuote)(quote)))
})
// #endregion

// #region Ask what a long stream will cost before it is sent.
const cost = Effect.gen(function* () {
  const range = {
    stocksTicker: "AAPL",
    multiplier: 1,
    timespan: "minute",
    from: "2015-01-01",
    to: "2024-12-31",
  } as const
  const { requests } = yield* Preview.of(Stocks.endpoints.bars, range)
  yield* Console.log(`ten years of minutes: at most ${requests} requests`)
})
// #endregion

// #region One connection for all services: it holds the key, the retries and the rate limit that they share.
const Live = Layer.mergeAll(Stocks.layer, Forex.layer, Snapshots.layer).pipe(
  // With a service: MarketData.layerConfig({ rateLimit: RateLimit.free }), and FetchHttpClient.layer below it.
  Layer.provide(Sandbox.layer({ rateLimit: RateLimit.unlimited })),
)
// #endregion

// #region Tests mock the methods that they use, or let the sandbox answer in the same process.
const bar: Bar = { timestamp: 1_751_036_400_000, open: 10, high: 12, low: 9, close: 11, volume: 100 }
const Test = Mock.layer(Stocks, { previousDayBar: Mock.paged([bar]) })
// #endregion

const program = Effect.gen(function* () {
  yield* lastClose
  yield* volumeOfWeek
  yield* highestPrice
  yield* dividends
  yield* Console.log(
    `AAPL closed at ${yield* closeOn("2025-06-27")} on a Friday, at ${yield* closeOn("2025-06-28")} on the Saturday`,
  )
  yield* prices
  yield* quoteAsJson
  yield* cost
})

await Effect.runPromise(Effect.provide(program, Live))
await Effect.runPromise(Effect.provide(lastClose, Test))
