import type { Columns } from "@candela/core"
import { Adjust, type UnfitBars } from "@candela/history"
import type { Bar, DailyBar, Dividend, Split, Stocks } from "@candela/stocks"
import type { Effect, Stream } from "effect"
import { describe, expect, test } from "tstyche"

declare const adjustment: Adjust.Adjustment
declare const adjustments: Adjust.ByTicker
declare const splits: ReadonlyArray<Split>
declare const dividends: ReadonlyArray<Dividend>
declare const bars: Stream.Stream<Bar & { readonly note: string }, "failed", "needed">
declare const dailyBars: Stream.Stream<DailyBar>
declare const columns: Stream.Stream<Columns.Columns<Bar>>
declare const dailyColumns: Stream.Stream<Columns.Columns<DailyBar>>

describe("adjusting", () => {
  test("leaves bars and needs what they are, and may find bars that are adjusted already", () => {
    expect(bars.pipe(Adjust.stream(adjustment))).type.toBe<
      Stream.Stream<Bar & { readonly note: string }, "failed" | UnfitBars, "needed">
    >()
    expect(Adjust.stream(bars, adjustment)).type.toBe<
      Stream.Stream<Bar & { readonly note: string }, "failed" | UnfitBars, "needed">
    >()
    expect(columns.pipe(Adjust.columns(adjustment))).type.toBe<Stream.Stream<Columns.Columns<Bar>, UnfitBars>>()
    expect(Adjust.columns(columns, adjustment)).type.toBe<Stream.Stream<Columns.Columns<Bar>, UnfitBars>>()
    expect(Adjust.bars([] as ReadonlyArray<DailyBar>, adjustment)).type.toBe<ReadonlyArray<DailyBar>>()
  })

  test("by ticker takes bars that have one", () => {
    expect(dailyBars.pipe(Adjust.stream(adjustments))).type.toBe<Stream.Stream<DailyBar, UnfitBars>>()
    expect(dailyColumns.pipe(Adjust.columns(adjustments))).type.toBe<
      Stream.Stream<Columns.Columns<DailyBar>, UnfitBars>
    >()
    // @ts-expect-error Property 'ticker' is missing in type
    Adjust.stream(bars, adjustments)
    // @ts-expect-error Property 'ticker' is missing in type
    columns.pipe(Adjust.columns(adjustments))
  })

  test("is for splits, for dividends, or for both", () => {
    expect(Adjust.both({ splits, dividends }, { asOf: "2024-01-31" })).type.toBe<Adjust.Adjustment>()
    expect(Adjust.byTicker({ dividends })).type.toBe<Adjust.ByTicker>()
    // @ts-expect-error Types of property 'ex_dividend_date' are incompatible
    Adjust.splits(dividends)
    // @ts-expect-error Types of property 'execution_date' are incompatible
    Adjust.dividends(splits)
    // @ts-expect-error Type '"everything"' is not assignable to type
    Adjust.load("KO", { by: "everything" })
    // @ts-expect-error Argument of type 'string' is not assignable to parameter of type 'Adjustment'
    Adjust.price(100, "2024-03-08", "AAPL")
  })

  test("loads by the service of stocks", () => {
    expect<Effect.Effect.Context<ReturnType<typeof Adjust.load>>>().type.toBe<Stocks>()
    expect<Effect.Effect.Success<ReturnType<typeof Adjust.loadAll>>>().type.toBe<Adjust.ByTicker>()
  })
})
