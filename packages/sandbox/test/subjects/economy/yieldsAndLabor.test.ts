import * as FundingConditions from "@candela/sandbox/subjects/economy/FundingConditions"
import * as LaborMarket from "@candela/sandbox/subjects/economy/LaborMarket"
import * as Random from "@candela/sandbox/numbers/random"
import * as TreasuryYields from "@candela/sandbox/subjects/economy/TreasuryYields"
import { assert, describe, it } from "@effect/vitest"

const today = "2025-06-30"
const random = (key: string, index: number) => Random.make(1, key, index)

/** Asserts that a field has its first value on a day. */
const assertFirst = <Row extends { readonly date: string }>(
  rows: ReadonlyArray<Row>,
  field: keyof Row & string,
  from: string,
) => assert.strictEqual(rows.find((row) => field in row)?.date, from, field)

describe("Treasury yields", () => {
  const rows = TreasuryYields.rows(today, random)

  it("have the business days of funding conditions since 1962, and each series since its first day", () => {
    const days = FundingConditions.rows(today, random).filter(
      (row) => row.date >= "2020-01-01" && row.overnight_bank_funding_rate !== undefined,
    )
    const published = rows.filter(({ date }) => date >= "2020-01-01").map(({ date }) => date)
    assert.deepStrictEqual(
      published,
      days.map(({ date }) => date).filter((date) => date <= published.at(-1)!),
    )
    assert.strictEqual(published.at(-1), "2025-06-27")
    for (const field of ["yield_1_year", "yield_3_year", "yield_5_year", "yield_10_year", "yield_20_year"] as const)
      assertFirst(rows, field, "1962-01-02")
    assertFirst(rows, "yield_1_month", "2001-07-31")
    assertFirst(rows, "yield_30_year", "1977-02-15")
    for (const { date, yield_20_year, yield_30_year } of rows) {
      if (date >= "1987-01-01" && date < "1993-10-01") assert.isUndefined(yield_20_year, date)
      if (date >= "2002-02-19" && date < "2006-02-09") assert.isUndefined(yield_30_year, date)
    }
  })

  it("are positive; the shortest are near the policy rate, and ten years near what they were", () => {
    const rates = new Map(FundingConditions.rows(today, random).map((row) => [row.date, row.effective_fed_funds_rate!]))
    for (const { date, published: _, ...yields } of rows) {
      for (const value of Object.values(yields)) assert.isTrue(value > 0 && value < 18, `${date} ${value}`)
      if (yields.yield_1_month !== undefined) assert.closeTo(yields.yield_1_month, rates.get(date)!, 0.35, date)
    }
    const average = (year: string) => {
      const found = rows.filter(({ date }) => date.startsWith(year))
      return found.reduce((sum, row) => sum + row.yield_10_year!, 0) / found.length
    }
    assert.closeTo(average("1981"), 13.9, 1)
    assert.closeTo(average("2020"), 0.9, 0.6)
    assert.closeTo(average("2024"), 4.2, 0.6)
    // The curve of 2023 was inverted.
    assert.isTrue(rows.find(({ date }) => date === "2023-09-01")!.yield_3_month! > 5)
    assert.isTrue(rows.find(({ date }) => date === "2023-09-01")!.yield_10_year! < 5)
  })

  it("do not change when further days are published", () => {
    const earlier = TreasuryYields.rows("2001-03-20", random)
    assert.deepStrictEqual(earlier, rows.slice(0, earlier.length))
  })
})

describe("the labor market", () => {
  const rows = LaborMarket.rows(today, random)

  it("has every month since 1948, and each series since its first month", () => {
    assert.strictEqual(rows[0]!.date, "1948-01-01")
    assert.strictEqual(rows.at(-1)!.date, "2025-05-01")
    assert.strictEqual(rows.length, 12 * 77 + 5)
    assertFirst(rows, "unemployment_rate", "1948-01-01")
    assertFirst(rows, "avg_hourly_earnings", "2006-03-01")
    assertFirst(rows, "job_openings", "2000-12-01")
  })

  it("is that of history: few unemployed in 1953, many in 1982 and 2010", () => {
    const of = (date: string) => rows.find((row) => row.date === date)!
    assert.isBelow(of("1953-06-01").unemployment_rate!, 3.5)
    assert.isAbove(of("1982-10-01").unemployment_rate!, 8.5)
    assert.isAbove(of("2010-06-01").unemployment_rate!, 9)
    for (const { avg_hourly_earnings: earned, date, job_openings, labor_force_participation_rate: part } of rows) {
      assert.isTrue(part! > 58 && part! < 68, `${date} ${part}`)
      assert.isTrue((earned ?? 25) > 19 && (earned ?? 25) < 38 && (job_openings ?? 5000) > 2000, date)
    }
  })
})
