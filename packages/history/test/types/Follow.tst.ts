import type { LiveConnection } from "@candela/core/LiveConnection"
import type { MarketData } from "@candela/core/MarketData"
import { Follow, type Store } from "@candela/history"
import type { FollowedBar } from "@candela/market/live/LiveBar"
import { StocksLive } from "@candela/stocks/Live"
import type { Stream } from "effect"
import { describe, expect, test } from "tstyche"

describe("Follow.topic", () => {
  const options = { ticker: "AAPL", from: "2025-06-02" }

  test("streams the rows that the history has, too, on a store and the connections", () => {
    const events = Follow.topic(StocksLive.topics.minuteBars, options)
    expect<Stream.Stream.Success<typeof events>>().type.toBe<Follow.Event<FollowedBar>>()
    expect<Stream.Stream.Context<typeof events>>().type.toBe<Store | LiveConnection | MarketData>()
  })

  test("takes no topic whose rows no endpoint has", () => {
    expect(Follow.topic).type.not.toBeCallableWith(StocksLive.topics.priceBands, options)
  })
})
