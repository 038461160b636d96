import { Economy } from "@candela/economy"
import { assert, it } from "@effect/vitest"

it("each series has its first day", () => {
  const { fundingConditions, inflation, inflationExpectations } = Economy.endpoints
  const series = [inflation, inflationExpectations, fundingConditions]
  assert.deepStrictEqual(
    series.map(({ recordsFrom }) => recordsFrom),
    ["1947-01-01", "1982-01-01", "1954-07-01"],
  )
})
