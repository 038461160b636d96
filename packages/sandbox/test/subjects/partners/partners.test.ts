/** Synthetic rows of partners and filings agree with one another, and with the companies of the sandbox. */
import { Benzinga } from "@candela/benzinga/Benzinga"
import { Etfglobal } from "@candela/etfglobal/Etfglobal"
import { Filings } from "@candela/filings/Filings"
import { Reference } from "@candela/reference/Reference"
import { isinOf, issuers } from "@candela/sandbox/subjects/companies/Issuer"
import { Tmx } from "@candela/tmx/Tmx"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { rowsAt } from "../../contract/rowsAt.js"
import { Tables } from "../../contract/support.js"

const now = "2025-06-30T16:00:00-04:00"
const today = "2025-06-30"
const byCik = new Map(issuers.map((issuer) => [issuer.cik, issuer]))
const byTicker = new Map(issuers.map((issuer) => [issuer.ticker, issuer]))

const isWeekday = (date: string) => ![0, 6].includes(new Date(date).getUTCDay())

it("an ISIN has its country, its CUSIP and a check digit", () => {
  assert.strictEqual(isinOf("037833100"), "US0378331005")
  assert.strictEqual(isinOf("594918104"), "US5949181045")
})

layer(Tables, { excludeTestServices: true })("synthetic rows", (it) => {
  const { endpoints } = Filings

  describe("of filings", () => {
    it.effect("name a company by its CIK, its ticker and its name, and a weekday that has been", () =>
      Effect.gen(function* () {
        for (const row of yield* rowsAt(endpoints.index, { limit: 1000 }, now)) {
          const issuer = byCik.get(row.cik!)!
          assert.deepInclude(row, { ticker: issuer.ticker, issuer_name: issuer.name })
          assert.isTrue(row.filing_date! < today && isWeekday(row.filing_date!))
          assert.include(row.filing_url, row.accession_number!)
        }
        for (const { filing_date, period_end } of yield* rowsAt(endpoints.tenKSections, { limit: 99 }, now)) {
          assert.isTrue(period_end! < filing_date! && filing_date! <= today)
        }
      }),
    )

    it.effect("of insiders are worth shares times price, and have what the kind of security has", () =>
      Effect.gen(function* () {
        for (const row of yield* rowsAt(endpoints.form4, { limit: 1000 }, now)) {
          assert.closeTo(row.transaction_value!, row.transaction_shares! * row.transaction_price_per_share!, 0.01)
          assert.strictEqual("exercise_price" in row, row.security_type === "derivative")
          assert.strictEqual("date_of_original_submission" in row, row.form_type === "4/A")
          assert.strictEqual("officer_title" in row, row.is_officer)
          assert.isTrue(row.transaction_date! < row.filing_date!)
        }
      }),
    )

    it.effect("of holdings are shares times price, all of which somebody votes for", () =>
      Effect.gen(function* () {
        for (const row of yield* rowsAt(endpoints.holdings, { limit: 1000 }, now)) {
          const votes = [row.voting_authority_sole, row.voting_authority_shared, row.voting_authority_none]
          assert.strictEqual(
            votes.reduce((sum, one) => sum! + one!, 0),
            row.shares_or_principal_amount,
          )
          assert.isTrue(row.period! < row.filing_date!)
        }
      }),
    )

    it.effect("are of categories that the taxonomies have", () =>
      Effect.gen(function* () {
        for (const [rows, taxonomy] of [
          [endpoints.riskFactors, endpoints.riskFactorTaxonomy],
          [endpoints.eightKDisclosures, endpoints.disclosureTaxonomy],
        ] as const) {
          const entries = yield* rowsAt(taxonomy, {}, now)
          const names = new Set(entries.map(({ tertiary_category }) => tertiary_category))
          assert.strictEqual(names.size, entries.length)
          for (const { tertiary_category } of yield* rowsAt(rows, { limit: 500 }, now)) {
            assert.isTrue(names.has(tertiary_category))
          }
        }
      }),
    )
  })

  it.effect("of ratings name analysts and firms that exist, and make the consensus", () =>
    Effect.gen(function* () {
      const { analystInsights, analysts, consensusRatings, firms, ratings } = Benzinga.endpoints
      const people = new Map((yield* rowsAt(analysts, {}, now)).map((row) => [row.benzinga_id, row]))
      const houses = new Map((yield* rowsAt(firms, {}, now)).map((row) => [row.benzinga_id, row]))
      const all = yield* rowsAt(ratings, { limit: 1000 }, now)
      for (const row of all) {
        assert.deepInclude(people.get(row.benzinga_analyst_id), { firm_name: row.firm!, full_name: row.analyst! })
        assert.strictEqual(houses.get(row.benzinga_firm_id)!.name, row.firm)
        assert.closeTo(row.price_percent_change!, 100 * (row.price_target! / row.previous_price_target! - 1), 0.005_001)
      }
      const ids = new Set(all.map(({ benzinga_id }) => benzinga_id))
      for (const row of yield* rowsAt(analystInsights, { limit: 1000 }, now))
        assert.isTrue(ids.has(row.benzinga_rating_id))
      const range = { "date.gte": "2024-01-01", "date.lt": "2025-01-01" }
      const counted = all.filter(({ date, ticker }) => ticker === "KO" && date! >= "2024-01-01" && date! < "2025-01-01")
      const [consensus] = yield* rowsAt(consensusRatings, { ticker: "KO", ...range }, now)
      assert.strictEqual(consensus!.ratings_contributors, counted.length)
      assert.strictEqual(consensus!.buy_ratings, counted.filter(({ rating }) => rating === "buy").length)
      assert.strictEqual(consensus!.high_price_target, Math.max(...counted.map((row) => row.price_target!)))
      assert.deepStrictEqual(yield* rowsAt(consensusRatings, { ticker: "KO", date: "1999-01-01" }, now), [])
    }),
  )

  it.effect("of earnings have figures once they are reported; guidance is within its range", () =>
    Effect.gen(function* () {
      const rows = yield* rowsAt(Benzinga.endpoints.earnings, { limit: 1000 }, now)
      for (const row of rows) {
        assert.strictEqual("actual_eps" in row, row.date! < today)
        assert.strictEqual(row.date_status === "projected", row.date! >= today)
        if (row.actual_eps !== undefined)
          assert.closeTo(row.eps_surprise!, row.actual_eps - row.estimated_eps!, 0.005_001)
        assert.isTrue(byTicker.has(row.ticker!))
      }
      assert.isTrue(rows.some(({ date }) => date! > today))
      for (const row of yield* rowsAt(Benzinga.endpoints.guidance, { limit: 1000 }, now)) {
        assert.isTrue(row.min_revenue_guidance! <= row.estimated_revenue_guidance!)
        assert.isTrue(row.estimated_revenue_guidance! <= row.max_revenue_guidance!)
        assert.isTrue(row.min_eps_guidance! <= row.max_eps_guidance!)
      }
    }),
  )

  it.effect("of a fund's constituents make the whole fund, the largest first", () =>
    Effect.gen(function* () {
      const day = { composite_ticker: "SPY", sort: "constituent_rank.asc", "effective_date.gte": "2025-06-27" } as const
      const rows = yield* rowsAt(Etfglobal.endpoints.constituents, day, now)
      assert.deepStrictEqual(
        rows.map(({ constituent_rank }) => constituent_rank),
        issuers.map((_, index) => index + 1),
      )
      const weights = rows.map(({ weight }) => weight!)
      assert.closeTo(
        weights.reduce((sum, weight) => sum + weight, 0),
        1,
        0.001,
      )
      assert.deepStrictEqual(
        weights,
        [...weights].sort((one, other) => other - one),
      )
      for (const { constituent_ticker, isin } of rows) assert.strictEqual(byTicker.get(constituent_ticker!)!.isin, isin)
    }),
  )

  it.effect("of events and offerings lie on both sides of the clock", () =>
    Effect.gen(function* () {
      const events = yield* rowsAt(Tmx.endpoints.corporateEvents, { limit: 1000 }, now)
      for (const { date, status, ticker } of events) {
        assert.strictEqual(status === "historical", date! < today)
        assert.isTrue(byTicker.has(ticker!))
      }
      const offerings = yield* rowsAt(Reference.endpoints.ipos, { limit: 1000 }, now)
      for (const row of offerings) {
        assert.strictEqual("final_issue_price" in row, row.ipo_status === "history")
        if (row.ipo_status === "history") assert.isTrue(row.listing_date! < today)
        if (row.ticker !== undefined) assert.strictEqual(row.listing_date, byTicker.get(row.ticker)!.listed)
      }
      for (const dates of [events.map(({ date }) => date!), offerings.map(({ listing_date }) => listing_date!)]) {
        assert.isTrue(dates.some((date) => date > today) && dates.some((date) => date < today))
      }
    }),
  )
})
