import { Adjust, SplitDifference } from "@candela/history"
import { stocks as market } from "@candela/market/Market"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { type Bar, Stocks } from "@candela/stocks"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { rounding } from "./sandbox.js"
import { afterwards } from "./support.js"

const range = { multiplier: 1, from: "2023-07-03", to: "2025-06-30" } as const
/** Splits in force: an announced one does not apply before its day. */
const everySplit = { "execution_date.gte": "2000-01-01", "execution_date.lte": range.to } as const

layer(
  Stocks.layer.pipe(
    Layer.provide(Sandbox.layer()),
    Layer.tap(() => afterwards),
  ),
)("bars of the sandbox", (it) => {
  const collect = <A, E>(stream: Stream.Stream<A, E>) => Effect.map(Stream.runCollect(stream), (rows) => [...rows])

  /** Raw bars adjusted here, and the service's own, which are rounded to four decimals. */
  const assertEqual = (
    ticker: string,
    request: Pick<Stocks.BarsRequest, "timespan" | "from" | "to" | "sort">,
    adjustment: Adjust.Adjustment,
  ) =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      const bars = (adjusted: boolean) => ({ ...range, ...request, stocksTicker: ticker, adjusted })
      const raw = yield* collect(stocks.bars.stream(bars(false)))
      const service = yield* collect(stocks.bars.stream(bars(true)))
      assert.isAbove(service.length, 100)
      assert.strictEqual(raw.length, service.length)
      const wrong = Adjust.bars(raw, adjustment).flatMap((bar, row) => rounding(bar, service[row]!, raw[row]!))
      assert.deepStrictEqual(wrong, [])
      return { raw, service }
    })

  it.effect(
    "adjusted for every split there is are the service's own, to its rounding, and no difference is found",
    () =>
      Effect.gen(function* () {
        const stocks = yield* Stocks
        const splits = yield* collect(stocks.splits.stream(everySplit))
        assert.isAtLeast(splits.length, 4)
        const adjustments = yield* Adjust.loadAll(new Set(splits.map(({ ticker }) => ticker!)), { by: "splits" })
        for (const { execution_date, ticker } of splits) {
          const adjustment = adjustments(ticker!)
          const { raw, service } = yield* assertEqual(ticker!, { ...range, timespan: "day" }, adjustment)
          const before = (bars: ReadonlyArray<Bar>) =>
            bars.filter(({ timestamp }) => timestamp < Date.parse(execution_date!))
          assert.notDeepEqual(before(raw), before(service))
          const listed = splits.filter((split) => split.ticker === ticker)
          assert.deepStrictEqual(SplitDifference.find({ raw, adjusted: service, splits: listed }), [])
          const [found, ...others] = SplitDifference.find({ raw, adjusted: service, splits: [] })
          assert.deepStrictEqual(others, [])
          assert.deepInclude(found, {
            date: execution_date!,
            kind: "unlisted",
            found: { from: listed[0]!.split_from!, to: listed[0]!.split_to! },
          })
        }
      }),
  )

  it.effect("of minutes across a split are the service's own, in both orders and as columns", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      const adjustment = yield* Adjust.load("ODFL", { by: "splits" })
      const minutes = { timespan: "minute", from: "2024-03-08", to: "2024-03-11" } as const
      yield* assertEqual("ODFL", minutes, adjustment)
      const { raw } = yield* assertEqual("ODFL", { ...minutes, sort: "desc" }, adjustment)
      const request = { ...range, ...minutes, sort: "desc", stocksTicker: "ODFL", adjusted: false } as const
      const columns = yield* stocks.bars.columns(request, { pageSize: 100 }).pipe(
        Adjust.columns(adjustment),
        Stream.mapConcat((chunk) => chunk.toRows()),
        collect,
      )
      assert.deepStrictEqual(columns, Adjust.bars(raw, adjustment))
    }),
  )

  it.effect("of the whole market's days are adjusted by ticker", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      const tickers = ["AAPL", "NVDA", "SPCE", "WMT"]
      const adjustments = yield* Adjust.loadAll(tickers, { by: "splits" })
      const day = (adjusted: boolean) =>
        Effect.map(stocks.dailyMarketSummary({ date: "2024-02-23", adjusted }), ({ results }) =>
          results.filter(({ ticker }) => tickers.includes(ticker)),
        )
      const [raw, service] = [yield* day(false), yield* day(true)]
      assert.deepStrictEqual(
        raw.map(({ ticker }) => ticker),
        tickers,
      )
      const wrong = Adjust.bars(raw, adjustments).flatMap((bar, row) => rounding(bar, service[row]!, raw[row]!))
      assert.deepStrictEqual(wrong, [])
    }),
  )

  it.effect("as of a day before a split lack that split, and have those before", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      const splits = yield* collect(stocks.splits.stream(everySplit))
      const price = (ticker: string, asOf: string) =>
        Adjust.price(
          120,
          "2024-01-02",
          Adjust.splits(
            splits.filter((split) => split.ticker === ticker),
            { asOf },
          ),
        )
      assert.deepStrictEqual([price("NVDA", "2024-06-09"), price("NVDA", "2024-06-10")], [120, 12])
      assert.deepStrictEqual([price("WMT", "2024-02-25"), price("WMT", "2024-02-26")], [120, 40])
    }),
  )

  it.effect("adjusted for dividends lose at each ex-date what was paid, as of every day", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      const dividends = yield* collect(stocks.dividends.stream({ ticker: "KO", sort: ["ex_dividend_date.asc"] }))
      const raw = yield* collect(stocks.bars.stream({ ...range, timespan: "day", stocksTicker: "KO", adjusted: false }))
      const past = dividends.filter(({ ex_dividend_date }) => ex_dividend_date! <= "2025-06-30")
      assert.isAtLeast(past.length, 7)
      for (const { cash_amount, ex_dividend_date } of past) {
        const adjustment = yield* Adjust.load("KO", { by: "dividends", asOf: ex_dividend_date })
        const before = raw.findLast(({ timestamp }) => timestamp < Date.parse(ex_dividend_date!))!
        const [adjusted] = Adjust.bars([before], adjustment)
        // The listed factors have six decimals.
        assert.closeTo(adjusted!.close, before.close - cash_amount!, before.close * 2e-6)
      }
      assert.strictEqual(market.decimals, 4)
    }),
  )
})
