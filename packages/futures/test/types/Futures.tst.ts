import type { Futures } from "@candela/futures"
import type { Effect } from "effect"
import { describe, expect, test } from "tstyche"

declare const futures: Futures.Service

describe("the errors of a method", () => {
  test("have an unsupported resolution on bars alone", () => {
    const bars = futures.bars({ ticker: "ESU5" })
    const contracts = futures.contracts({})
    expect<Extract<Effect.Effect.Error<typeof bars>, { _tag: "BadResolution" }>>().type.not.toBe<never>()
    expect<Extract<Effect.Effect.Error<typeof contracts>, { _tag: "BadResolution" }>>().type.toBe<never>()
  })
})
