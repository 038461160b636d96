import type { ChainContract } from "@candela/options/Chain"
import * as OptionChain from "@candela/options/OptionChain"
import * as OptionPricing from "@candela/options/OptionPricing"
import * as OptionTicker from "@candela/options/OptionTicker"
import { assertForAll } from "@candela/support/forAll"
import { runs } from "@candela/support/seeded"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"

const contractOf = (ticker: string, more: Partial<ChainContract> = {}): ChainContract => {
  const { contract_type, expiration_date, strike_price } = Either.getOrThrow(OptionTicker.parse(ticker))
  return {
    details: { ticker, contract_type, expiration_date, strike_price, exercise_style: "american" },
    underlying_asset: { ticker: "AAPL", price: 200 },
    ...more,
  }
}
const call = contractOf("O:AAPL250718C00200000", { implied_volatility: 0.2 })
const put = contractOf("O:AAPL250718P00200000", { implied_volatility: 0.3 })

describe("the matrix of a chain", () => {
  it("pairs calls and puts by expiration and strike", () => {
    const later = contractOf("O:AAPL250815P00195000")
    const matrix = OptionChain.matrix([later, put, call])
    assert.deepStrictEqual(matrix.expirations, ["2025-07-18", "2025-08-15"])
    assert.deepStrictEqual(matrix.strikes, [195, 200])
    assert.deepStrictEqual(matrix.pairs, [
      { expiration_date: "2025-07-18", strike_price: 200, root: "AAPL", put, call },
      { expiration_date: "2025-08-15", strike_price: 195, root: "AAPL", put: later },
    ])
    assert.strictEqual(matrix.at("2025-07-18", 200)?.call, call)
    assert.isUndefined(matrix.at("2025-07-18", 195))
    assert.deepStrictEqual(matrix.others, [])
  })

  it("keeps contracts of other roots apart, and loses none", () => {
    const adjusted = contractOf("O:AAPL1250718C00200000")
    const odd: ChainContract = { details: { ticker: "O:X", contract_type: "other" } }
    const matrix = OptionChain.matrix([adjusted, odd, call, put, call])
    assert.strictEqual(matrix.at("2025-07-18", 200)?.call, call)
    assert.strictEqual(matrix.at("2025-07-18", 200, "AAPL1")?.call, adjusted)
    assert.lengthOf(matrix.pairs, 2)
    assert.deepStrictEqual(matrix.others, [odd, call])
  })

  it("of any contracts has each of them once", () => {
    const some = FastCheck.record({
      root: FastCheck.constantFrom("AAPL", "AAPL1", "SPX", "SPXW"),
      expiration_date: FastCheck.constantFrom("2025-07-18", "2025-08-15", "2025-09-19"),
      contract_type: FastCheck.constantFrom("call" as const, "put" as const),
      strike_price: FastCheck.integer({ min: 190, max: 200 }),
    }).map((terms) => contractOf(Either.getOrThrow(OptionTicker.make(terms))))
    return assertForAll(
      FastCheck.array(some, { maxLength: 60 }),
      (contracts) => {
        const { at, expirations, others, pairs, strikes } = OptionChain.matrix(contracts)
        const held = pairs.flatMap(({ call, put }) => [call, put]).filter((one) => one !== undefined)
        assert.sameMembers([...held, ...others], contracts)
        assert.strictEqual(new Set(held.map(({ details }) => details.ticker)).size, held.length)
        for (const pair of pairs) {
          assert.strictEqual(at(pair.expiration_date, pair.strike_price, pair.root), pair)
          assert.isTrue(expirations.includes(pair.expiration_date) && strikes.includes(pair.strike_price))
        }
        const order = pairs.map(({ expiration_date: date, root, strike_price: strike }) => `${date} ${strike} ${root}`)
        assert.deepStrictEqual(order, [...order].sort())
      },
      { seed: 4_141, numRuns: runs(100) },
    )
  })
})

describe("the smile and the term structure of a chain", () => {
  const chain = OptionChain.matrix([
    contractOf("O:AAPL250718C00190000", { implied_volatility: 0.3 }),
    contractOf("O:AAPL250718P00190000", { implied_volatility: 0.32 }),
    contractOf("O:AAPL250718C00210000", { implied_volatility: 0.2 }),
    contractOf("O:AAPL250718P00210000"),
    contractOf("O:AAPL250815C00200000", { implied_volatility: 0.25 }),
    contractOf("O:AAPL250919C00190000", { implied_volatility: 0.25 }),
  ])

  it("are columns, with NaN for what is not known", () => {
    assert.deepStrictEqual(OptionChain.smile(chain, "2025-07-18"), {
      strike_price: Float64Array.of(190, 210),
      moneyness: Float64Array.of(0.95, 1.05),
      call: Float64Array.of(0.3, 0.2),
      put: Float64Array.of(0.32, Number.NaN),
    })
    assert.lengthOf(OptionChain.smile(chain, "2025-07-19").call, 0)
  })

  it("are interpolated at the money, and not extrapolated", () => {
    const { expiration_date, volatility } = OptionChain.termStructure(chain)
    assert.deepStrictEqual(expiration_date, ["2025-07-18", "2025-08-15", "2025-09-19"])
    assert.approximately(volatility[0]!, (0.31 + 0.2) / 2, 1e-12)
    assert.strictEqual(volatility[1], 0.25)
    assert.isNaN(volatility[2])
  })
})

describe("an implied volatility", () => {
  const given = {
    contract_type: FastCheck.constantFrom("call" as const, "put" as const),
    exercise_style: FastCheck.constantFrom("american" as const, "european" as const),
    strike_price: FastCheck.integer({ min: 80, max: 120 }),
    days: FastCheck.integer({ min: 3, max: 400 }),
    volatility: FastCheck.integer({ min: 8, max: 150 }).map((percent) => percent / 100),
  }

  it("is the one that gives the price", () =>
    assertForAll(
      FastCheck.record(given),
      ({ days, volatility, ...terms }) => {
        const contract = { ...terms, years: days / 365, rate: 0.04, dividendYield: 0.01 }
        const paid = OptionPricing.price({ ...contract, volatility }, 100)
        const found = OptionPricing.impliedVolatility(contract, 100, paid)
        // Far in or out of the money a price tells nothing about the volatility.
        if (found === undefined) return assert.isUndefined(OptionPricing.greeks({ ...contract, volatility }, 100))
        assert.approximately(OptionPricing.price({ ...contract, volatility: found }, 100), paid, 1e-7)
        const vega = OptionPricing.greeks({ ...contract, volatility }, 100)?.vega ?? 0
        if (vega > 0.001) assert.approximately(found, volatility, 1e-5)
      },
      { seed: 1_976, numRuns: runs(100) },
    ))

  it("has none where no volatility gives the price", () => {
    const contract = {
      contract_type: "call",
      exercise_style: "european",
      strike_price: 100,
      years: 0.5,
      rate: 0.04,
      dividendYield: 0,
    } as const
    for (const paid of [0, -1, 11, 121, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.isUndefined(OptionPricing.impliedVolatility(contract, 110, paid), String(paid))
    }
    assert.isUndefined(OptionPricing.impliedVolatility({ ...contract, years: 0 }, 110, 12))
    assert.isDefined(OptionPricing.impliedVolatility(contract, 110, 14))
  })

  it("of a contract is that of its quote, with its greeks; of what says too little there is none", () => {
    const at = Date.parse("2025-06-30T12:00:00-04:00")
    const years = OptionPricing.yearsUntil("2025-07-18", at)
    assert.strictEqual(years, (Date.parse("2025-07-18T16:00:00-04:00") - at) / (365 * 86_400_000))
    const assumed = { rate: 0.04, dividendYield: 0.01 }
    const { contract_type, exercise_style } = { contract_type: "call", exercise_style: "american" } as const
    const terms = { contract_type, exercise_style, strike_price: 200, years, ...assumed, volatility: 0.25 }
    const midpoint = OptionPricing.price(terms, 200)
    const nanos = BigInt(at) * 1_000_000n
    const found = OptionChain.implied({ ...call, last_quote: { midpoint, last_updated: nanos } }, assumed)!
    assert.approximately(found.volatility, 0.25, 1e-6)
    assert.approximately(found.greeks!.delta, OptionPricing.greeks(terms, 200)!.delta, 1e-5)
    assert.deepStrictEqual(
      OptionChain.implied({ ...call, day: { close: midpoint, last_updated: nanos } }, assumed),
      found,
    )
    for (const lacking of [
      call,
      { ...call, last_quote: { midpoint } },
      { ...call, last_quote: { midpoint: 0.0001, last_updated: nanos } },
      { ...call, underlying_asset: {}, last_quote: { midpoint, last_updated: nanos } },
      { ...call, details: { ticker: "O:X" }, last_quote: { midpoint, last_updated: nanos } },
    ]) {
      assert.isUndefined(OptionChain.implied(lacking, assumed))
    }
  })

  it("ends with the last session of a contract", () => {
    const closes = Date.parse("2025-07-03T13:00:00-04:00")
    assert.strictEqual(OptionPricing.yearsUntil("2025-07-03", closes), 0)
    // A holiday, and a Saturday: the session before is the last one.
    for (const date of ["2025-07-04", "2025-07-05"]) {
      assert.strictEqual(OptionPricing.yearsUntil(date, closes - 365 * 86_400_000), 1)
    }
  })
})
