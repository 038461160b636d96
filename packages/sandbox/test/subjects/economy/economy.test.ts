import type { FundingConditions as FundingConditionsRow } from "@candela/economy/FundingConditions"
import { Economy } from "@candela/economy/Economy"
import * as FundingConditions from "@candela/sandbox/subjects/economy/FundingConditions"
import * as Inflation from "@candela/sandbox/subjects/economy/Inflation"
import * as InflationExpectations from "@candela/sandbox/subjects/economy/InflationExpectations"
import * as Random from "@candela/sandbox/numbers/random"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { rowsAt } from "../../contract/rowsAt.js"
import { Tables } from "../../contract/support.js"

const today = "2025-06-30"
const random = (key: string, index: number) => Random.make(1, key, index)
const dayMillis = 86_400_000

const toDate = (millis: number) => new Date(millis).toISOString().slice(0, 10)
const after = (date: string, days: number) => toDate(Date.parse(date) + days * dayMillis)
const isWeekend = (date: string) => [0, 6].includes(new Date(date).getUTCDay())

/** The holidays of the Federal Reserve's banks, as they were announced. */
const holidays = new Set([
  ...["2023-01-02", "2023-01-16", "2023-02-20", "2023-05-29", "2023-06-19", "2023-07-04", "2023-09-04", "2023-10-09"],
  ...["2023-11-23", "2023-12-25", "2024-01-01", "2024-01-15", "2024-02-19", "2024-05-27", "2024-06-19", "2024-07-04"],
  ...["2024-09-02", "2024-10-14", "2024-11-11", "2024-11-28", "2024-12-25"],
])
const isOpen = (date: string) => !isWeekend(date) && !holidays.has(date)

/** Asserts that a field is absent before its first row, and in every row from then on. */
const assertBegins = <Row extends { readonly date: string }>(
  rows: ReadonlyArray<Row>,
  field: keyof Row & string,
  from: string,
) => {
  const first = rows.findIndex((row) => field in row)
  assert.strictEqual(rows[first]?.date, from, field)
  assert.isTrue(
    rows.slice(first).every((row) => Number.isFinite(row[field])),
    field,
  )
}

describe("inflation", () => {
  const rows = Inflation.rows(today, random)

  it("has every month since January 1947 whose figures are released: on a weekday in the middle of the next month", () => {
    assert.strictEqual(rows[0]!.date, "1947-01-01")
    for (const [index, { date, published }] of rows.entries()) {
      const next = after(date, 31).slice(0, 7)
      assert.isTrue(published >= `${next}-12` && published <= `${next}-16` && !isWeekend(published), published)
      assert.strictEqual(rows[index + 1]?.date ?? "2025-06-01", `${next}-01`)
    }
  })

  it("since a year before is the change of the index", () => {
    const cpi = new Map(rows.map((row) => [row.date, row.cpi!]))
    for (const { cpi_year_over_year: change, date } of rows) {
      const before = cpi.get(`${Number(date.slice(0, 4)) - 1}${date.slice(4)}`)
      if (before === undefined) assert.isUndefined(change)
      else assert.closeTo(change!, (cpi.get(date)! / before - 1) * 100, 0.000_050_001)
    }
  })

  it("has each series since its first month", () => {
    assertBegins(rows, "cpi", "1947-01-01")
    assertBegins(rows, "cpi_year_over_year", "1948-01-01")
    assertBegins(rows, "cpi_core", "1957-01-01")
    for (const field of ["pce", "pce_core", "pce_spending"] as const) assertBegins(rows, field, "1959-01-01")
  })

  it("has indexes near their base, and the inflation of history", () => {
    const mean = (field: "cpi" | "pce" | "cpi_year_over_year", from: number, to: number) => {
      const found = rows.filter(({ date }) => Number(date.slice(0, 4)) >= from && Number(date.slice(0, 4)) <= to)
      return found.reduce((sum, row) => sum + row[field]!, 0) / found.length
    }
    assert.closeTo(mean("cpi", 1982, 1984), 100, 4)
    assert.closeTo(mean("pce", 2017, 2017), 100, 4)
    assert.closeTo(mean("cpi_year_over_year", 1980, 1980), 13.5, 1.5)
    assert.closeTo(mean("cpi_year_over_year", 2022, 2022), 8, 1.5)
    assert.closeTo(mean("cpi_year_over_year", 2009, 2009), -0.3, 1.5)
  })

  it("does not change when further months are released, and follows from the seed", () => {
    const earlier = Inflation.rows("2001-03-20", random)
    assert.strictEqual(earlier.at(-1)!.date, "2001-02-01")
    assert.deepStrictEqual(earlier, rows.slice(0, earlier.length))
    assert.notDeepEqual(
      Inflation.rows("2001-03-20", (key, index) => Random.make(2, key, index)),
      earlier,
    )
  })
})

describe("inflation expectations", () => {
  const rows = InflationExpectations.rows(today, random)

  it("have the months of inflation since January 1982, published on the same days", () => {
    const months = Inflation.rows(today, random).filter(({ date }) => date >= "1982-01-01")
    assert.deepStrictEqual(
      rows.map(({ date, published }) => ({ date, published })),
      months.map(({ date, published }) => ({ date, published })),
    )
  })

  it("have each series since its first month", () => {
    for (const field of ["model_1_year", "model_5_year", "model_10_year", "model_30_year"] as const) {
      assertBegins(rows, field, "1982-01-01")
    }
    for (const field of ["market_5_year", "market_10_year", "forward_years_5_to_10"] as const) {
      assertBegins(rows, field, "2003-01-01")
    }
  })

  it("of ten years are those of five years, and then of the five that follow", () => {
    for (const { date, forward_years_5_to_10: last, market_10_year: both, market_5_year: first } of rows) {
      if (both === undefined) continue
      const tenYears = (1 + first! / 100) ** 5 * (1 + last! / 100) ** 5
      assert.closeTo(both, (tenYears ** 0.1 - 1) * 100, 0.005_000_001, date)
    }
  })

  it("have at most 4 decimals", () => {
    const numbers = rows.flatMap((row) => Object.values(row).filter((value) => typeof value === "number"))
    assert.isTrue(numbers.every((value) => Number(value.toFixed(4)) === value))
  })

  it("fall with inflation, the nearest the farthest: above 5% in 1982, near 2.5% today", () => {
    assert.isAbove(rows[0]!.model_1_year!, rows[0]!.model_30_year!)
    assert.isAbove(rows[0]!.model_30_year!, 5)
    for (const [name, value] of Object.entries(rows.at(-1)!)) {
      if (typeof value === "number") assert.closeTo(value, 2.5, 0.6, name)
    }
  })

  it("do not change when further months are released, and follow from the seed", () => {
    const earlier = InflationExpectations.rows("2005-03-20", random)
    assert.strictEqual(earlier.at(-1)!.date, "2005-02-01")
    assert.deepStrictEqual(earlier, rows.slice(0, earlier.length))
    assert.notDeepEqual(
      InflationExpectations.rows("2005-03-20", (key, index) => Random.make(2, key, index)),
      earlier,
    )
  })
})

describe("funding conditions", () => {
  const rows = FundingConditions.rows(today, random)
  const since = (date: string) => rows.filter((row) => row.date >= date)

  const daily = {
    effective_fed_funds_rate: "1954-07-01",
    fed_funds_target_lower: "2008-12-16",
    fed_funds_target_upper: "2008-12-16",
    interest_on_reserve_balances: "2021-07-29",
  } as const
  const paper = ["financial_commercial_paper_90d_rate", "nonfinancial_commercial_paper_90d_rate"] as const
  const business = {
    fed_overnight_repo_treasury_amount: "2000-07-03",
    fed_overnight_reverse_repo_treasury_amount: "2003-02-07",
    effective_fed_funds_volume: "2016-03-01",
    overnight_bank_funding_rate: "2016-03-01",
    obfr_25th_percentile: "2016-03-01",
    obfr_75th_percentile: "2016-03-01",
    obfr_volume: "2016-03-01",
    secured_overnight_financing_rate: "2018-04-03",
    sofr_25th_percentile: "2018-04-03",
    sofr_75th_percentile: "2018-04-03",
    sofr_volume: "2018-04-03",
    tri_party_general_collateral_rate: "2018-04-03",
    tgcr_25th_percentile: "2018-04-03",
    tgcr_75th_percentile: "2018-04-03",
    tri_party_general_collateral_volume: "2018-04-03",
  } as const

  it("have a row on every calendar day since July 1954, published on the next business day", () => {
    for (const [index, { date, published }] of rows.entries()) {
      assert.strictEqual(date, after("1954-07-01", index))
      if (date < "2023-01-01" || date > "2024-12-30") continue
      let next = after(date, 1)
      while (!isOpen(next)) next = after(next, 1)
      assert.strictEqual(published, next, date)
    }
    assert.strictEqual(rows.at(-1)!.date, today)
  })

  it("have bounds and the rate on reserves every calendar day, volumes and operations on business days only", () => {
    for (const [field, from] of Object.entries(daily)) assertBegins(rows, field as keyof typeof daily, from)
    for (const [field, from] of Object.entries(business) as ReadonlyArray<[keyof typeof business, string]>) {
      assert.strictEqual(rows.find((row) => field in row)?.date, from, field)
      for (const row of since("2023-01-01")) {
        if (row.date < "2025") assert.strictEqual(field in row, isOpen(row.date), `${field} ${row.date}`)
        if (isWeekend(row.date)) assert.notProperty(row, field)
      }
    }
  })

  it("have most commercial paper on business days since 1997, and gaps", () => {
    for (const field of paper) {
      const open = since("1997-01-02").filter(({ date }) => !isWeekend(date))
      const share = open.filter((row) => field in row).length / open.length
      assert.isTrue(share > 0.6 && share < 0.95, `${field} ${share}`)
      assert.isTrue(rows.every((row) => !(field in row) || (row.date >= "1997-01-02" && !isWeekend(row.date))))
    }
  })

  it("have their rates in order: the funds rate within the target range, each rate within its percentiles", () => {
    const inOrder = (row: FundingConditionsRow, ...fields: ReadonlyArray<keyof FundingConditionsRow>) => {
      const values = fields.map((field) => row[field] as number | undefined)
      if (values.includes(undefined)) return
      assert.deepStrictEqual(
        values,
        [...values].sort((one, other) => one! - other!),
        `${row.date} ${fields.join()}`,
      )
    }
    for (const row of rows) {
      inOrder(row, "fed_funds_target_lower", "effective_fed_funds_rate", "fed_funds_target_upper")
      inOrder(row, "fed_funds_target_lower", "interest_on_reserve_balances", "fed_funds_target_upper")
      inOrder(row, "sofr_25th_percentile", "secured_overnight_financing_rate", "sofr_75th_percentile")
      inOrder(row, "obfr_25th_percentile", "overnight_bank_funding_rate", "obfr_75th_percentile")
      inOrder(row, "tgcr_25th_percentile", "tri_party_general_collateral_rate", "tgcr_75th_percentile")
      inOrder(row, "tri_party_general_collateral_volume", "sofr_volume")
      const numbers = Object.values(row).filter((value): value is number => typeof value === "number")
      assert.isTrue(
        numbers.every((value) => value >= 0 && Math.round(value * 1000) / 1000 === value),
        row.date,
      )
    }
  })

  it("are those of history: 19% in 1981, nothing in 2011 and 2021, above 5% in 2023", () => {
    const rate = (date: string) => rows.find((row) => row.date === date)!.effective_fed_funds_rate!
    assert.isAbove(rate("1981-07-01"), 14)
    assert.isBelow(rate("2011-07-01"), 0.25)
    assert.isBelow(rate("2021-07-01"), 0.25)
    assert.isAbove(rate("2023-09-01"), 5.25)
    // A rate holds over the weekend.
    assert.strictEqual(rate("1982-05-02"), rate("1982-04-30"))
  })
})

layer(Tables, { excludeTestServices: true })(
  "economic series are seen from the day on which they are published:",
  (it) => {
    const { fundingConditions, inflation, inflationExpectations } = Economy.endpoints
    const last = { sort: "date.desc", limit: 1 } as const

    it.effect("inflation, and what is expected of it", () =>
      Effect.gen(function* () {
        for (const [instant, month] of [
          ["2025-06-30T16:00:00-04:00", "2025-05-01"],
          ["2024-03-12T00:00:00-04:00", "2024-02-01"],
          ["2024-03-11T23:59:00-04:00", "2024-01-01"],
          ["1985-01-05T12:00:00-05:00", "1984-11-01"],
        ] as const) {
          for (const endpoint of [inflation, inflationExpectations]) {
            assert.strictEqual((yield* rowsAt(endpoint, last, instant))[0]!.date, month, instant)
          }
        }
        for (const endpoint of [inflation, inflationExpectations]) {
          assert.deepStrictEqual(yield* rowsAt(endpoint, { date: "2024-02-01" }, "2024-03-11T12:00:00-04:00"), [])
        }
      }),
    )

    it.effect("funding conditions", () =>
      Effect.gen(function* () {
        for (const [instant, day] of [
          ["2025-06-30T16:00:00-04:00", "2025-06-29"],
          // On a Sunday, Thursday's are the last: Friday's are published on Monday.
          ["2025-06-29T16:00:00-04:00", "2025-06-26"],
          ["2024-07-05T00:00:00-04:00", "2024-07-04"],
          ["2024-07-04T23:00:00-04:00", "2024-07-02"],
        ] as const) {
          assert.strictEqual((yield* rowsAt(fundingConditions, last, instant))[0]!.date, day, instant)
        }
      }),
    )
  },
)
