import * as Dataset from "@candela/sandbox/dataset/Dataset"
import * as random from "@candela/sandbox/numbers/random"
import { checkDigit } from "@candela/sandbox/subjects/companies/identifiers"
import { filings } from "@candela/sandbox/subjects/tickers/filings"
import { listings, rootOf } from "@candela/sandbox/subjects/tickers/listings"
import { quarters as companyQuarters } from "@candela/sandbox/subjects/companies/company"
import { filers } from "@candela/sandbox/subjects/companies/filers"
import { profiles } from "@candela/sandbox/subjects/companies/profiles"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"

const all = listings(Dataset.extents.small)

const chance = (key: string, index: number) => random.make(1, key, index)

describe("what is listed", () => {
  it("is of every market, each ticker once, under its market's prefix", () => {
    const prefixes = { stocks: /^[A-Z.]+$/, otc: /^[A-Z.]+$/, indices: /^I:/, fx: /^C:/, crypto: /^X:/ }
    for (const { locale, market, ticker } of all) {
      assert.match(ticker, prefixes[market])
      assert.strictEqual(locale, ["fx", "crypto"].includes(market) ? "global" : "us", ticker)
    }
    assert.strictEqual(new Set(all.map(({ ticker }) => ticker)).size, all.length)
    for (const market of ["stocks", "otc", "fx", "crypto", "indices"]) {
      assert.isTrue(
        all.some((listing) => listing.market === market),
        market,
      )
    }
  })

  it("has codes of its own that hold their check digits; share classes of one company have its number", () => {
    const stocks = all.flatMap(({ codes, ticker }) => (codes === undefined ? [] : [{ ticker, ...codes }]))
    assert.isAtLeast(stocks.length, 30)
    for (const { cik, compositeFigi, cusip, shareClassFigi, ticker } of stocks) {
      assert.match(cik, /^\d{10}$/)
      assert.match(cusip, /^[0-9A-Z]{9}$/)
      for (const code of [cusip, compositeFigi, shareClassFigi]) {
        assert.strictEqual(String(checkDigit(code.slice(0, -1))), code.at(-1), ticker)
      }
      for (const other of stocks) assert.strictEqual(cik === other.cik, rootOf(ticker) === rootOf(other.ticker))
    }
    const codes = stocks.flatMap(({ compositeFigi, cusip, shareClassFigi }) => [compositeFigi, cusip, shareClassFigi])
    assert.strictEqual(new Set(codes).size, codes.length)
  })

  it("is renamed and delisted after it was listed", () => {
    for (const { delisted, formerName, listed, ticker } of all) {
      const dates = [listed, formerName?.until, delisted].filter((date) => date !== undefined)
      assert.deepStrictEqual(dates, [...new Set(dates)].sort(), ticker)
    }
  })
})

describe("filings", () => {
  const byName = (ticker: string) => profiles.find((profile) => profile.ticker === ticker)!

  it("are of quarters, and of splits on their days, filed after the period and before today", () => {
    for (const profile of profiles) {
      const made = filings(profile, chance, "2025-06-30")
      const periods = made.map(({ periodEnd }) => periodEnd)
      assert.deepStrictEqual(periods, [...periods].sort())
      assert.isTrue(periods[0]! <= "2022-12-31")
      const quarters = filers
        .filter(({ shares }) => profile.ticker in shares)
        .flatMap((filer) => companyQuarters(filer, chance, "2025-06-30").map(({ periodEnd }) => periodEnd))
      for (const { filed, periodEnd, shares, weightedShares } of made) {
        assert.isTrue(
          periodEnd === profile.split?.date || profile.type === "ETF" || quarters.includes(periodEnd),
          `${profile.ticker} ${periodEnd}`,
        )
        assert.isTrue(periodEnd <= filed && filed <= "2025-06-30", profile.ticker)
        if (profile.delisted !== undefined) assert.isTrue(periodEnd < profile.delisted)
        assert.isTrue(shares > 0 && weightedShares >= shares, profile.ticker)
        assert.deepStrictEqual([shares % 1_000, weightedShares % 1_000], [0, 0])
      }
    }
  })

  it("multiply the shares by a split, on its day", () => {
    for (const profile of profiles) {
      // The split of NFLX is announced, and not yet in force.
      if (profile.split === undefined || profile.split.date > "2025-06-30") continue
      const { date, from, to } = profile.split
      const made = filings(profile, chance, "2025-06-30")
      const split = made.find(({ periodEnd }) => periodEnd === date)!
      const before = made.filter(({ filed }) => filed < date).at(-1)!
      assert.closeTo(split.shares / before.shares, to / from, (0.001 * to) / from, profile.ticker)
    }
  })

  it("depend on nothing that comes later: what was filed by a day is the same whatever today is", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...profiles),
        fc.date({ min: new Date("2023-07-03"), max: new Date("2030-12-31"), noInvalidDate: true }),
        (profile, day) => {
          const today = day.toISOString().slice(0, 10)
          const later = filings(profile, chance, "2031-01-01")
          assert.deepStrictEqual(
            filings(profile, chance, today),
            later.filter(({ filed }) => filed <= today),
          )
        },
      ),
    )
  })

  it("give both classes of a company the same change, and a fund no employees", () => {
    const [a, b] = ["BRK.A", "BRK.B"].map((ticker) => filings(byName(ticker), chance, "2025-06-30"))
    a!.forEach(({ employees, weightedShares }, index) => {
      // A share of class A is worth 1,500 of class B.
      assert.closeTo(b![index]!.weightedShares / weightedShares / 1_500, 1, 0.001)
      assert.strictEqual(employees, b![index]!.employees)
    })
    for (const { employees } of filings(byName("SPY"), chance, "2025-06-30")) assert.isNull(employees)
  })
})
