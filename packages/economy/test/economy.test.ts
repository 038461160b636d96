import { Economy } from "@candela/economy"
import { assert, it } from "@effect/vitest"

it("each series has its first day", () => {
  const { fundingConditions, inflation, inflationExpectations, laborMarket, treasuryYields } = Economy.endpoints
  const series = [inflation, inflationExpectations, fundingConditions, treasuryYields, laborMarket]
  assert.deepStrictEqual(
    series.map(({ recordsFrom }) => recordsFrom),
    ["1947-01-01", "1982-01-01", "1954-07-01", "1962-01-02", "1948-01-01"],
  )
})
