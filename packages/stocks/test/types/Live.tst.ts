import type { Event, Followed } from "@candela/core/Live"
import type { LiveError } from "@candela/core/LiveError"
import type { InvalidRequest } from "@candela/core/MarketDataError"
import type { FollowedBar } from "@candela/market/live/LiveBar"
import * as Mock from "@candela/core/Mock"
import { type FollowedStockTrade, type LiveStockBar, type LiveStockTrade, StocksLive } from "@candela/stocks/Live"
import { type Effect, type Layer, type Option, Stream } from "effect"
import { describe, expect, test } from "tstyche"

declare const live: StocksLive.Service

describe("StocksLive", () => {
  test("streams rows of tickers, or of all of them", () => {
    expect(live.minuteBars(["AAPL"])).type.toBe<Stream.Stream<LiveStockBar, LiveError | InvalidRequest>>()
    expect(live.trades("*")).type.toBe<Stream.Stream<LiveStockTrade, LiveError | InvalidRequest>>()
    expect(live.trades.events(["AAPL"])).type.toBe<
      Stream.Stream<Event<FollowedStockTrade>, LiveError | InvalidRequest>
    >()
    expect(live.secondBars).type.toBe<Followed<LiveStockBar, FollowedBar, true>>()
  })

  test("follows the part of a row that the history has, too", () => {
    expect(Stream.runHead(live.trades.follow({ ticker: ["AAPL"], from: "2025-06-02" }))).type.toBeAssignableTo<
      Effect.Effect<Option.Option<Event<FollowedStockTrade>>, unknown>
    >()
  })

  test("refuses a bare ticker", () => {
    expect(live.minuteBars).type.not.toBeCallableWith("AAPL")
  })

  test("refuses a bound of rows where only the last one of each ticker waits", () => {
    expect(live.quotes).type.toBeCallableWith(["AAPL"], { buffer: { overflow: "conflate", every: "250 millis" } })
    expect(live.quotes).type.not.toBeCallableWith(["AAPL"], { buffer: { overflow: "conflate", rows: 100 } })
    expect(live.quotes).type.not.toBeCallableWith(["AAPL"], { buffer: { overflow: "fail", every: "250 millis" } })
  })
})

describe("a topic without history", () => {
  test("is not followed", () => {
    expect(live.trades).type.toHaveProperty("follow")
    expect(live.priceBands).type.not.toHaveProperty("follow")
    expect(live.priceBands.events).type.toBeCallableWith(["AAPL"])
  })
})

describe("Mock.topic", () => {
  const trade = { ticker: "AAPL", price: 1, timestamp: 1 }

  test("stands for a method of a topic", () => {
    expect(Mock.layer(StocksLive, { trades: Mock.topic([trade]) })).type.toBe<Layer.Layer<StocksLive>>()
    expect(Mock.layer).type.toBeCallableWith(StocksLive, { trades: Mock.topic(() => Stream.make(trade)) })
  })

  test("refuses rows of another topic", () => {
    expect(Mock.layer).type.not.toBeCallableWith(StocksLive, { trades: Mock.topic([{ ticker: "AAPL" }]) })
    expect(Mock.layer).type.not.toBeCallableWith(StocksLive, { ticks: Mock.topic([trade]) })
  })
})
