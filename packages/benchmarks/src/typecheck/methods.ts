/**
 * A program that uses every method in every form. It is never run: what it costs the type checker is counted.
 */
import { Alternative } from "@candela/alternative/Alternative"
import * as MarketData from "@candela/core/MarketData"
import { Crypto } from "@candela/crypto/Crypto"
import { Economy } from "@candela/economy/Economy"
import { Forex } from "@candela/forex/Forex"
import { Futures } from "@candela/futures/Futures"
import { Reference } from "@candela/reference/Reference"
import { Snapshots } from "@candela/snapshots/Snapshots"
import { Stocks } from "@candela/stocks/Stocks"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Effect, Layer, Stream } from "effect"

const bars: Stocks.BarsRequest = {
  stocksTicker: "AAPL",
  multiplier: 1,
  timespan: "minute",
  from: "2024-01-01",
  to: new Date(1_706_745_600_000),
  adjusted: false,
  sort: "asc",
}

const program = Effect.gen(function* () {
  const stocks = yield* Stocks

  const page = yield* stocks.bars({ ...bars, limit: 120 })
  const first = page.results[0]?.open
  const pages = yield* stocks.bars.pages(bars, { prefetch: 0 }).pipe(Stream.runCount)
  const volume = yield* stocks.bars
    .stream(bars, { concurrency: 4, shards: 8, prefetch: 2 })
    .pipe(Stream.runFold(0, (sum, bar) => sum + bar.volume))
  const closes = yield* stocks.bars.columns(bars, { concurrency: 2 }).pipe(
    Stream.map(({ columns, row, length }) => columns.close[length - 1] ?? row(0).close),
    Stream.runCollect,
  )

  const summary = yield* stocks.dailyMarketSummary({ date: "2024-03-04", include_otc: true })
  const tickers = summary.results.map((bar) => bar.ticker)

  const day = yield* stocks.openClose({ stocksTicker: "AAPL", date: "2024-03-04" })
  const change = day.close - day.open + (day.afterHours ?? 0)

  const previous = yield* stocks.previousDayBar({ stocksTicker: "AAPL", adjusted: true })
  const previousClose = previous.results[0]?.close

  const paid = yield* stocks.dividends
    .stream({ "ticker.any_of": ["AAPL", "MSFT"], "ex_dividend_date.gte": "2024-01-01", sort: "ex_dividend_date.asc" })
    .pipe(Stream.runFold(0, (sum, dividend) => sum + (dividend.cash_amount ?? 0)))

  const special = (yield* stocks.dividendsV3({ dividend_type: "SC", "cash_amount.gte": 1 })).results[0]?.cash_amount

  const sheets = yield* stocks.balanceSheets({ tickers: "AAPL", timeframe: "annual", limit: 2 })
  const assets = sheets.results.map((sheet) => sheet.total_assets)

  const bid = (yield* stocks.snapshot({ stocksTicker: "AAPL" })).lastQuote?.bid
  const volumes = (yield* stocks.snapshots({ tickers: ["AAPL"] })).results.map(({ day }) => day?.volume)
  const gainers = (yield* stocks.movers({ direction: "gainers", include_otc: true })).results.map(
    ({ ticker }) => ticker,
  )
  const flows = (yield* stocks.cashFlowStatements({ timeframe: "annual" })).results.map((row) => row.net_income)
  const cheap = (yield* stocks.ratios({ "price_to_earnings.lt": 10 })).results.map((row) => row.ticker)
  const moods = (yield* stocks.news({ ticker: "AAPL" })).results.map(({ insights }) => insights?.[0]?.sentiment)

  const crypto = yield* Crypto
  const coin = {
    cryptoTicker: "X:BTCUSD",
    multiplier: 1,
    timespan: "day",
    from: "2024-03-04",
    to: "2024-03-08",
  } as const
  const opens = yield* crypto.bars.columns(coin, { concurrency: 2 }).pipe(
    Stream.map(({ columns }) => columns.open[0]),
    Stream.runCollect,
  )
  const averages = yield* crypto.sma({ cryptoTicker: "X:BTCUSD", window: 20, "timestamp.gte": "2024-01-01" })
  const averaged = averages.underlying?.aggregates?.map((bar) => bar.close)
  const latest = yield* crypto.sma.stream({ cryptoTicker: "X:BTCUSD" }).pipe(
    Stream.map(({ value }) => value),
    Stream.runHead,
  )
  const coinValues = [
    ...(yield* crypto.ema({ cryptoTicker: "X:BTCUSD", window: 20 })).results,
    ...(yield* crypto.rsi({ cryptoTicker: "X:BTCUSD", order: "asc" })).results,
  ].map(({ value }) => value)
  const histogram = (yield* crypto.macd({ cryptoTicker: "X:BTCUSD", signal_window: 5 })).results[0]?.histogram
  const coinClose = (yield* crypto.previousDayBar({ cryptoTicker: "X:BTCUSD" })).results[0]?.close
  const trades = yield* crypto.trades({ from: "BTC", to: "USD", date: "2024-03-04", offset: 0 })
  const sizes = trades.results.map(({ size }) => size)
  const lastTrade = (yield* crypto.snapshot({ ticker: "X:BTCUSD" })).lastTrade?.price
  const coins = (yield* crypto.snapshots({ tickers: ["X:BTCUSD"] })).results.map(({ min }) => min?.close)
  const fallen = (yield* crypto.movers({ direction: "losers" })).results.map(({ ticker }) => ticker)

  const forex = yield* Forex
  const pair = {
    fxTicker: "C:EURUSD",
    "timestamp.gte": "2024-03-04",
    "timestamp.lt": 1_709_856_000_000_000_000n,
  } as const
  const quote = (yield* forex.quotes({ ...pair, order: "asc", limit: 10 })).results[0]?.participant_timestamp
  const spreads = yield* forex.quotes
    .stream(pair, { concurrency: 2 })
    .pipe(Stream.runFold(0, (sum, quote) => sum + (quote.ask_price ?? 0) - (quote.bid_price ?? 0)))
  const nanos = yield* forex.quotes.columns(pair).pipe(
    Stream.map(({ columns }) => columns.participant_timestamp[0]),
    Stream.runCollect,
  )
  const range = {
    forexTicker: "C:EURUSD",
    multiplier: 1,
    timespan: "day",
    from: "2024-03-04",
    to: "2024-03-08",
  } as const
  const pairBars = yield* forex.bars.stream(range).pipe(Stream.runFold(0, (sum, bar) => sum + bar.volume))
  const pairClose = (yield* forex.previousDayBar({ forexTicker: "C:EURUSD" })).results[0]?.close
  const pairValues = [
    ...(yield* forex.sma({ fxTicker: "C:EURUSD", timespan: "week" })).results,
    ...(yield* forex.ema({ fxTicker: "C:EURUSD", window: 20 })).results,
    ...(yield* forex.rsi({ fxTicker: "C:EURUSD", order: "asc" })).results,
  ].map(({ value }) => value)
  const signal = (yield* forex.macd({ fxTicker: "C:EURUSD", long_window: 30 })).results[0]?.signal
  const lastBid = (yield* forex.lastQuote({ from: "EUR", to: "USD" })).last?.bid
  const converted = (yield* forex.conversion({ from: "EUR", to: "USD", amount: 100, precision: 4 })).converted
  const close = (yield* forex.snapshot({ ticker: "C:EURUSD" })).day?.close
  const changes = (yield* forex.snapshots({ tickers: ["C:EURUSD"] })).results.map(({ todaysChange }) => todaysChange)

  const risen = (yield* forex.movers({ direction: "gainers" })).results.map(({ todaysChangePerc }) => todaysChangePerc)

  const futures = yield* Futures
  const contract = { ticker: "ESU5", resolution: "5min", "window_start.gte": "2024-03-04" } as const
  const settlement = (yield* futures.bars({ ticker: "ESU5", window_start: "2024-03-04" })).results[0]?.settlement_price
  const contracts = yield* futures.bars
    .stream(contract, { concurrency: 2 })
    .pipe(Stream.runFold(0, (sum, bar) => sum + bar.volume))
  const windows = yield* futures.bars.columns(contract).pipe(
    Stream.map(({ columns }) => columns.window_start[0]),
    Stream.runCollect,
  )

  const products = (yield* futures.products({ sector: "us_index", "date.gte": "2025-06-01" })).results[0]
    ?.unit_of_measure
  const maturities = yield* futures.contracts.stream({ product_code: "ES", active: true }).pipe(
    Stream.map(({ days_to_maturity }) => days_to_maturity),
    Stream.runCollect,
  )

  const economy = yield* Economy
  const inflation = (yield* economy.inflation({ sort: "date.desc", limit: 12 })).results[0]?.cpi_year_over_year
  const expected = (yield* economy.inflationExpectations({ "date.any_of": ["2024-05-01"] })).results[0]?.market_10_year
  const rates = yield* economy.fundingConditions.stream({ "date.gte": "2024-01-01" }).pipe(
    Stream.map(({ secured_overnight_financing_rate }) => secured_overnight_financing_rate),
    Stream.runCollect,
  )

  const alternative = yield* Alternative
  const spent = yield* alternative.merchantAggregates
    .stream({ name: "tesco", user_country: "UK" })
    .pipe(Stream.runFold(0, (sum, { total_spend }) => sum + (total_spend ?? 0)))
  const owner = (yield* alternative.merchantHierarchy({ "active_to.gte": "2025-06-30" })).results[0]?.parent_name

  const reference = yield* Reference
  const names = yield* reference.tickers.stream({ market: "fx", search: "euro", date: "2024-03-04" }).pipe(
    Stream.map((ticker) => ticker.name),
    Stream.runCollect,
  )
  const overview = yield* reference.ticker({ ticker: "AAPL", date: "2024-03-04" })
  const city = overview.address?.city

  const snapshots = yield* Snapshots
  const states = yield* snapshots.list.stream({ "ticker.any_of": ["AAPL"], type: "stocks" }).pipe(
    Stream.map((item) => ("error" in item ? item.error : item.session?.close)),
    Stream.runCollect,
  )
  const state = (yield* snapshots.get("AAPL")).last_updated
  const option = yield* snapshots.get("O:AAPL250718C00190000")
  const delta = option.type === "options" ? option.greeks?.delta : undefined

  return {
    bid,
    volumes,
    gainers,
    lastTrade,
    coins,
    fallen,
    risen,
    products,
    maturities,
    inflation,
    expected,
    rates,
    spent,
    owner,
    settlement,
    contracts,
    windows,
    states,
    state,
    delta,
    opens,
    coinValues,
    histogram,
    coinClose,
    pairBars,
    pairClose,
    pairValues,
    signal,
    lastBid,
    averaged,
    latest,
    sizes,
    quote,
    spreads,
    nanos,
    converted,
    close,
    changes,
    first,
    pages,
    volume,
    closes,
    tickers,
    change,
    previousClose,
    names,
    city,
    paid,
    special,
    assets,
    flows,
    cheap,
    moods,
  }
}).pipe(
  Effect.catchTag("Unauthorized", (error) => Effect.logError(error.message)),
  Effect.catchTags({
    RateLimited: (error) => Effect.logWarning(error.retryAfter),
    DecodeError: (error) => Effect.logError(error.path),
    NotFound: () => Effect.void,
  }),
)

export const main = program.pipe(
  Effect.provide(
    Layer.mergeAll(
      Alternative.layer,
      Crypto.layer,
      Economy.layer,
      Forex.layer,
      Futures.layer,
      Reference.layer,
      Snapshots.layer,
      Stocks.layer,
    ).pipe(
      Layer.provide(MarketData.MarketData.layer({ baseUrl: "https://api.example.com", apiKey: "key" })),
      Layer.provide(FetchHttpClient.layer),
    ),
  ),
)
