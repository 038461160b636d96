import type { Economy, FundingConditions } from "@candela/economy"
import { describe, expect, test } from "tstyche"

declare const economy: Economy.Service

describe("economic series", () => {
  test("are filtered by several days where the service does so", () => {
    economy.inflation({ "date.any_of": ["2024-05-01"] })
    economy.inflationExpectations({ "date.any_of": ["2024-05-01"] })
    // @ts-expect-error '"date.any_of"' does not exist
    economy.fundingConditions({ "date.any_of": ["2024-05-01"] })
    // @ts-expect-error '"date.all_of"' does not exist
    economy.inflation({ "date.all_of": ["2024-05-01"] })
  })

  test("are sorted by their own columns", () => {
    economy.inflation({ sort: ["cpi.desc", "date"] })
    // @ts-expect-error is not assignable to type
    economy.inflation({ sort: "model_1_year" })
    // @ts-expect-error is not assignable to type
    economy.fundingConditions({ sort: "cpi" })
  })

  test("have a date in every row, and values where there are any", () => {
    expect<FundingConditions["date"]>().type.toBe<string>()
    expect<FundingConditions["sofr_volume"]>().type.toBe<number | undefined>()
  })
})
