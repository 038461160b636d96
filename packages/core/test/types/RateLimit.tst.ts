import type { MarketData } from "@candela/core/MarketData"
import * as RateLimit from "@candela/core/RateLimit"
import { expect, test } from "tstyche"

test("rateLimit takes a rate limit of one window or of several", () => {
  const to = (rateLimit: MarketData.Settings["rateLimit"]) => rateLimit
  expect(to).type.toBeCallableWith(RateLimit.make({ limit: 5, interval: "1 minute" }))
  expect(to).type.toBeCallableWith(RateLimit.make([{ limit: 5, interval: "1 minute" }], { maxWait: "1 minute" }))
  expect(to).type.not.toBeCallableWith({ limit: 5, interval: "1 minute" } as const)
  expect(to).type.not.toBeCallableWith(5)
  // @ts-expect-error not assignable to type '"RateLimit.make takes the limit and the interval of a window"'
  to({ limit: 5, interval: "1 minute" })
})
