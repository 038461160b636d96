import type { Futures, FuturesContract } from "@candela/futures"
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

describe("products and contracts", () => {
  test("take a blank type", () => {
    futures.products({ type: "" })
    futures.contracts({ type: "", "type.any_of": ["single", "combo"] })
  })

  test("refuse an operator that the service does not have", () => {
    // @ts-expect-error '"sector.gt"' does not exist
    futures.products({ "sector.gt": "us" })
    // @ts-expect-error '"date.any_of"' does not exist
    futures.contracts({ "date.any_of": ["2025-06-30"] })
    // @ts-expect-error '"active.any_of"' does not exist
    futures.contracts({ "active.any_of": [true] })
  })

  test("refuse a value that the service does not know", () => {
    // @ts-expect-error is not assignable to type
    futures.products({ asset_class: "bonds" })
    // @ts-expect-error is not assignable to type
    futures.contracts({ type: "triple" })
    // @ts-expect-error is not assignable to type
    futures.contracts({ sort: "volume.asc" })
  })

  test("stream without a limit", () => {
    // @ts-expect-error 'limit' does not exist
    futures.contracts.stream({ limit: 10 })
  })

  test("give what is known of the day", () => {
    expect<FuturesContract["active"]>().type.toBe<boolean | undefined>()
    expect<FuturesContract["date"]>().type.toBe<string | undefined>()
    expect<FuturesContract["days_to_maturity"]>().type.toBe<number | undefined>()
  })
})
