/**
 * The errors of histories of many tickers.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import { MarketDataError } from "@candela/core/MarketDataError"
import * as Schema from "effect/Schema"

/** The history of one ticker failed. `error` is the cause; its message says what to do. */
export class TickerFailed extends Schema.TaggedError<TickerFailed>()("TickerFailed", {
  /** Name of the endpoint, `stocks.bars`. */
  endpoint: Schema.String,
  /** Ticker whose history failed. */
  ticker: Schema.String,
  /** Cause. */
  error: MarketDataError,
}) {
  override get message(): string {
    return `${Foreign.show(this.ticker)}: ${this.error.message}`
  }
}

/** One day of the market failed. `error` is the cause; its message says what to do. */
export class DayFailed extends Schema.TaggedError<DayFailed>()("DayFailed", {
  /** Name of the endpoint, `stocks.dailyMarketSummary`. */
  endpoint: Schema.String,
  /** Failed day, `yyyy-mm-dd`. */
  date: Schema.String,
  /** Cause. */
  error: MarketDataError,
}) {
  override get message(): string {
    return `${Foreign.show(this.date)}: ${this.error.message}`
  }
}

/** The pages that must be held at the same time do not fit in memory. Nothing was sent. */
export class TooManyTickers extends Schema.TaggedError<TooManyTickers>()("TooManyTickers", {
  /** Name of the endpoint, `stocks.bars`. */
  endpoint: Schema.String,
  /** Number of requests. */
  requests: Schema.Number,
  /** Number of leading requests that fit. */
  fits: Schema.Number,
  /** Rows per page assumed in this count. */
  pageRows: Schema.Number,
  /** Memory limit of the pages, bytes. */
  memory: Schema.Number,
}) {
  override get message(): string {
    const megabytes = Math.round(this.memory / 1e6)
    return (
      `${this.endpoint}: ${this.requests} requests at a time do not fit in ${megabytes} MB, with pages of ${this.pageRows} rows each: ${this.fits} do. ` +
      `Give fewer requests, shorter ranges or a smaller pageSize, use order: "requests" with a low concurrency, or raise memory (bytes)`
    )
  }
}
