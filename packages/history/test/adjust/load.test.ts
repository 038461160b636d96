import { MarketData } from "@candela/core/MarketData"
import { Adjust } from "@candela/history"
import { Stocks } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Logger, Stream, TestClock } from "effect"
import { midnight } from "@candela/market/TimeZone"
import { afterwards, zone } from "./support.js"

const listed = {
  "/stocks/v1/splits": [
    { id: "S1", ticker: "A", execution_date: "2024-03-11", split_from: 1, split_to: 4 },
    { id: "S2", ticker: "B", execution_date: "2024-03-11", split_from: 10, split_to: 1 },
  ],
  "/stocks/v1/dividends": [
    { id: "E1", ticker: "A", ex_dividend_date: "2024-03-12", historical_adjustment_factor: 0.5 },
    { id: "E2", ticker: "A", ex_dividend_date: "2024-06-12", historical_adjustment_factor: 0.8 },
  ],
}

/** A service that lists these, one row a page. */
const serve = ({ url }: ScriptedTransport.Exchange): ScriptedTransport.Behaviour => {
  const tickers = url.searchParams.get("ticker.any_of")!.split(",")
  const rows = listed[url.pathname as keyof typeof listed].filter(({ ticker }) => tickers.includes(ticker))
  const skip = Number(url.searchParams.get("skip") ?? 0)
  const next = new URL(url)
  next.searchParams.set("skip", String(skip + 1))
  return ScriptedTransport.json({
    status: "OK",
    results: rows.slice(skip, skip + 1),
    ...(skip + 1 < rows.length ? { next_url: next.href } : {}),
  })
}

const serving = (script: Parameters<typeof ScriptedTransport.layer>[0]) =>
  Stocks.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
    Layer.provideMerge(ScriptedTransport.layer(script)),
    Layer.tap(() => afterwards),
  )
const service = serving(serve)

const requested = Effect.map(ScriptedTransport.exchanges, (exchanges) =>
  exchanges.map(({ url }) => `${url.pathname.split("/").at(-1)} ${url.searchParams.get("ticker.any_of")}`).sort(),
)

const prices = (adjustment: Adjust.Adjustment) =>
  ["2024-03-10", "2024-03-11", "2024-03-12", "2024-06-12"].map((date) => Adjust.price(100, date, adjustment))

describe("the adjustment of a stock", () => {
  it.effect("is made of all pages of its splits and dividends", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(prices(yield* Adjust.load("A")), [12.5, 50, 80, 100])
      assert.deepStrictEqual(yield* requested, ["dividends A", "dividends A", "splits A"])
    }).pipe(Effect.provide(service)),
  )

  it.effect("requests only what it is for", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(prices(yield* Adjust.load("A", { by: "splits" })), [25, 100, 100, 100])
      assert.deepStrictEqual(yield* requested, ["splits A"])
      assert.deepStrictEqual(prices(yield* Adjust.load("A", { by: "dividends" })), [50, 50, 80, 100])
      assert.deepStrictEqual(yield* requested, ["dividends A", "dividends A", "splits A"])
    }).pipe(Effect.provide(service)),
  )

  it.effect("is that of a day", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(prices(yield* Adjust.load("A", { asOf: "2024-03-12" })), [15.625, 62.5, 100, 100])
      assert.deepStrictEqual(prices(yield* Adjust.load("A", { asOf: "2024-03-11" })), [25, 100, 100, 100])
    }).pipe(Effect.provide(service)),
  )

  it.effect("is that of the service's day, not of this machine's", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(midnight(zone, "2030-01-01"))
      const close = Effect.map(Adjust.load("A", { by: "splits" }), (adjustment) => prices(adjustment)[0])
      assert.strictEqual(yield* close, 100)
    }).pipe(
      Effect.provide(
        serving(() =>
          ScriptedTransport.json(
            { status: "OK", results: listed["/stocks/v1/splits"].slice(0, 1) },
            { headers: { date: "Sun, 10 Mar 2024 20:00:00 GMT" } },
          ),
        ),
      ),
    ),
  )

  it.effect("fails with a split that cannot adjust, and with a dividend", () =>
    Effect.gen(function* () {
      const split = yield* Effect.flip(Adjust.loadAll(["B", "A"], { by: "splits" }))
      assert.deepInclude({ ...split }, { _tag: "InvalidAction", action: "split", ticker: "A", date: "2024-03-11" })
      const dividend = yield* Effect.flip(Adjust.loadAll(["B", "A"], { by: "dividends" }))
      assert.deepInclude({ ...dividend }, { _tag: "InvalidAction", action: "dividend", ticker: "A" })
    }).pipe(
      Effect.provide(
        serving(({ url }) =>
          ScriptedTransport.json({
            status: "OK",
            results: url.pathname.includes("split")
              ? [{ id: "S1", ticker: "A", execution_date: "2024-03-11", split_from: 0, split_to: 4 }]
              : [{ id: "E1", ticker: "A", ex_dividend_date: "2024-03-12" }],
          }),
        ),
      ),
    ),
  )

  it.effect("tells of factors that are not the product of the listed ratios", () => {
    const logged: Array<unknown> = []
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ logLevel, message }) => void logged.push(logLevel.label, message)),
    )
    return Effect.gen(function* () {
      yield* Adjust.loadAll(["A", "B"], { by: "splits" })
      assert.lengthOf(logged, 2)
      assert.strictEqual(logged[0], "WARN")
      assert.include(String(logged[1]), "the split of A on 2024-03-11 is listed with the factor 0.125")
    }).pipe(
      Effect.provide([
        logger,
        serving(() =>
          ScriptedTransport.json({
            status: "OK",
            results: listed["/stocks/v1/splits"].map((split) => ({
              ...split,
              historical_adjustment_factor: split.ticker === "A" ? 0.125 : 10,
            })),
          }),
        ),
      ]),
    )
  })

  it.effect("fails as the requests do", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Adjust.load("A", { by: "splits" }))
      assert.strictEqual(error._tag, "Unauthorized")
    }).pipe(
      Effect.provide(
        Stocks.layer.pipe(
          Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
          Layer.provide(
            ScriptedTransport.layer(() =>
              ScriptedTransport.json({ status: "NOT_AUTHORIZED", message: "no" }, { status: 403 }),
            ),
          ),
        ),
      ),
    ),
  )
})

describe("the adjustments of many stocks", () => {
  it.effect(
    "cost a request each for up to a hundred of them, one more where an answer is empty, and know who has nothing to adjust",
    () =>
      Effect.gen(function* () {
        const others = Array.from({ length: 100 }, (_, index) => `T${index}`)
        const adjustments = yield* Adjust.loadAll([...others, "A", "B", "A"])
        assert.deepStrictEqual(prices(adjustments("A")), [12.5, 50, 80, 100])
        assert.deepStrictEqual(prices(adjustments("B")), [1000, 100, 100, 100])
        assert.deepStrictEqual(adjustments("T7").steps, [])
        assert.deepStrictEqual(yield* requested, [
          "dividends A,B",
          "dividends A,B",
          // Without rows: asked for again.
          `dividends ${others.join()}`,
          `dividends ${others.join()}`,
          "splits A,B",
          "splits A,B",
          `splits ${others.join()}`,
          `splits ${others.join()}`,
        ])
      }).pipe(Effect.provide(service)),
  )

  it.effect("of none cost no request", () =>
    Effect.gen(function* () {
      yield* Adjust.loadAll([])
      assert.deepStrictEqual(yield* requested, [])
    }).pipe(Effect.provide(service)),
  )

  it.effect("leave no bar unadjusted in silence: a ticker that was not loaded, and bars without one, are defects", () =>
    Effect.gen(function* () {
      const adjustments = yield* Adjust.loadAll(["A"])
      const bar = { open: 1, high: 1, low: 1, close: 1, volume: 1, timestamp: midnight(zone, "2024-03-08") }
      const defect = (bars: Stream.Stream<typeof bar & { readonly ticker: string }>) =>
        Effect.map(Effect.exit(Stream.runDrain(Adjust.stream(bars, adjustments))), (exit) =>
          Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "",
        )
      assert.strictEqual(yield* defect(Stream.make({ ...bar, ticker: "A" })), "")
      assert.include(yield* defect(Stream.make({ ...bar, ticker: "B" })), "dividends of B were loaded")
      assert.include(yield* defect(Stream.make(bar as typeof bar & { ticker: string })), "these bars have no ticker")
    }).pipe(Effect.provide(service)),
  )
})
