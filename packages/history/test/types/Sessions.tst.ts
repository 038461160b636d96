import type { Columns } from "@candela/core/Columns"
import type { FuturesBar } from "@candela/futures"
import { Resample, Sessions, type UnfitBars } from "@candela/history"
import { Calendar, type Bar } from "@candela/market"
import type { Stream } from "effect"
import { describe, expect, test } from "tstyche"

declare const rows: Stream.Stream<Bar & { readonly ticker: string }, "down", "service">
declare const bars: Stream.Stream<Bar>
declare const columns: Stream.Stream<Columns<Bar>>
declare const futures: Stream.Stream<Columns<FuturesBar>>
declare const news: Stream.Stream<{ readonly title: string }>

describe("bars of a part of the day", () => {
  test("are of the type that they had, whether rows or columns", () => {
    expect(rows.pipe(Sessions.regular)).type.toBe<
      Stream.Stream<Bar & { readonly ticker: string }, "down" | UnfitBars, "service">
    >()
    expect(columns.pipe(Sessions.afterHours)).type.toBe<Stream.Stream<Columns<Bar>, UnfitBars>>()
    expect(futures.pipe(Sessions.only("preMarket", Calendar.futuresOf("ES")))).type.toBe<
      Stream.Stream<Columns<FuturesBar>, UnfitBars>
    >()
    expect(Sessions.regular(bars, "crypto")).type.toBe<Stream.Stream<Bar, UnfitBars>>()
    expect(columns.pipe(Sessions.only(["preMarket", "regular"], "stocks"))).type.toBe<
      Stream.Stream<Columns<Bar>, UnfitBars>
    >()
  })

  test("need rows with an instant, and a market or part that there is", () => {
    // @ts-expect-error is not assignable to parameter
    Sessions.regular(news)
    // @ts-expect-error '"stock"' is not assignable
    Sessions.regular(bars, "stock")
    // @ts-expect-error '"overnight"' is not assignable
    Sessions.only("overnight")
  })
})

describe("resampled bars", () => {
  test("keep a ticker, and no other field", () => {
    expect(bars.pipe(Resample.stream(Resample.minutes(30)))).type.toBe<Stream.Stream<Bar, UnfitBars>>()
    expect(rows.pipe(Resample.stream(Resample.weeks()))).type.toBe<
      Stream.Stream<Bar & { readonly ticker: string }, "down" | UnfitBars, "service">
    >()
    expect(columns.pipe(Sessions.regular, Resample.columns(Resample.hours(1)))).type.toBe<
      Stream.Stream<Columns<Bar>, UnfitBars>
    >()
    expect<Resample.Resampled<Bar & { readonly ticker: string; readonly note: string }>>().type.toBe<
      Bar & { readonly ticker: string }
    >()
  })

  test("are made of rows by `stream`, and of columns by `columns`", () => {
    // @ts-expect-error is not assignable to parameter
    Resample.stream(columns, Resample.weeks())
    // @ts-expect-error is not assignable to parameter
    Resample.columns(bars, Resample.weeks())
    // @ts-expect-error is not assignable to parameter
    Resample.stream("30min")
  })
})
