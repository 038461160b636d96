import type { OptionsLive } from "@candela/options/Live"
import { describe, expect, test } from "tstyche"

declare const live: OptionsLive.Service

describe("OptionsLive", () => {
  test("takes all contracts where the service has them, and nowhere else", () => {
    const contracts = ["O:SPY251219C00650000"]
    expect(live.trades).type.toBeCallableWith("*")
    expect(live.quotes).type.toBeCallableWith(contracts)
    expect(live.quotes).type.not.toBeCallableWith("*")
    expect(live.quotes.follow).type.toBeCallableWith({ ticker: contracts, from: "2025-06-02" })
    expect(live.fairMarketValues.events).type.not.toBeCallableWith("*")
  })
})
