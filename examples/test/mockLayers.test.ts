/**
 * How to test an application: the service is a layer, so a test brings its own.
 */
import { Mock, NotFound } from "@candela/core"
import { type Bar, type OpenClose, Stocks } from "@candela/stocks"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"

/** The application: the largest daily range of a stock, relative to its opening price. */
const largestRange = (stocksTicker: string) =>
  Effect.flatMap(Stocks, (stocks) =>
    stocks.bars
      .stream({ stocksTicker, multiplier: 1, timespan: "day", from: "2025-01-01", to: "2025-06-30" })
      .pipe(Stream.runFold(0, (largest, bar) => Math.max(largest, (bar.high - bar.low) / bar.open))),
  )

/** The application: the last price of a day, or nothing when the stock did not trade. */
const lastPrice = (stocksTicker: string, date: string) =>
  Effect.flatMap(Stocks, (stocks) => stocks.openClose({ stocksTicker, date })).pipe(
    Effect.map((day) => day.afterHours ?? day.close),
    Effect.catchTag("NotFound", () => Effect.succeed(undefined)),
  )

const bar: Bar = { timestamp: 1_751_256_000_000, open: 10, high: 12, low: 9, close: 11, volume: 100 }
const day: OpenClose = {
  status: "OK",
  from: "2025-06-30",
  symbol: "AAPL",
  open: 10,
  high: 12,
  low: 9,
  close: 11,
  volume: 100,
  afterHours: 11.5,
}

layer(Mock.layer(Stocks, { bars: Mock.paged([bar, { ...bar, high: 14 }]), openClose: Mock.single(day) }))(
  "an application",
  (it) => {
    it.effect("finds the largest range", () =>
      Effect.map(largestRange("AAPL"), (range) => assert.strictEqual(range, 0.5)),
    )

    it.effect("takes the after-hours price", () =>
      Effect.map(lastPrice("AAPL", "2025-06-30"), (price) => assert.strictEqual(price, 11.5)),
    )
  },
)

describe("an application with a portfolio", () => {
  const portfolio = (tickers: ReadonlyArray<string>) =>
    Effect.forEach(tickers, (ticker) => Effect.map(largestRange(ticker), (range) => [ticker, range] as const))

  const histories: Record<string, ReadonlyArray<Bar>> = { AAPL: [bar], MSFT: [{ ...bar, high: 10 }] }

  it.effect("compares its stocks", () =>
    portfolio(["AAPL", "MSFT", "NONE"]).pipe(
      Effect.map((ranges) =>
        assert.deepStrictEqual(ranges, [
          ["AAPL", 0.3],
          ["MSFT", 0.1],
          ["NONE", 0],
        ]),
      ),
      Effect.provide(Mock.layer(Stocks, { bars: Mock.paged(({ stocksTicker }) => histories[stocksTicker] ?? []) })),
    ),
  )

  it.effect("is told of a ticker that the service would refuse, as by the client", () =>
    portfolio(["C:EURUSD"]).pipe(
      Effect.flip,
      Effect.map(({ message }) =>
        assert.match(message, /^stocks.bars: "stocksTicker" must be a ticker of stocks .*forex\.bars/),
      ),
      Effect.provide(Mock.layer(Stocks, { bars: Mock.paged([bar]) })),
    ),
  )
})

describe("an application, when the service fails", () => {
  it.effect("has no price for a day without trading", () =>
    lastPrice("AAPL", "2025-06-29").pipe(
      Effect.map((price) => assert.strictEqual(price, undefined)),
      Effect.provide(
        Mock.layer(Stocks, { openClose: Mock.fail(new NotFound({ endpoint: "stocks.openClose", detail: "" })) }),
      ),
    ),
  )

  it.effect("is told which method was not mocked", () =>
    largestRange("AAPL").pipe(
      Effect.catchAllDefect((defect) => Effect.succeed(String(defect))),
      Effect.map((text) => assert.strictEqual(text, "Error: Stocks.bars is not mocked. Give it to Mock.layer.")),
      Effect.provide(Mock.layer(Stocks, { openClose: Mock.single(day) })),
    ),
  )
})
