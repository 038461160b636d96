import * as OptionTicker from "@candela/options/OptionTicker"
import { assertForAll } from "@candela/support/forAll"
import { runs } from "@candela/support/seeded"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"

const read = (ticker: string) => Either.getOrThrow(OptionTicker.parse(ticker))
const made = (terms: OptionTicker.Terms) => Either.getOrThrow(OptionTicker.make(terms))
const refused = <A>(result: Either.Either<A, OptionTicker.InvalidOptionTicker>) =>
  Either.isLeft(result) ? result.left.message : assert.fail()

const july = {
  root: "AAPL",
  expiration_date: "2025-07-03",
  contract_type: "call",
  strike_price: 170,
} as const satisfies OptionTicker.Terms

describe("the ticker of an option", () => {
  it("says root, expiration, type and strike", () => {
    assert.deepStrictEqual(read("O:AAPL250703C00170000"), { ...july, symbol: "AAPL" })
    assert.deepStrictEqual(read("O:F260116P00012820"), {
      root: "F",
      symbol: "F",
      expiration_date: "2026-01-16",
      contract_type: "put",
      strike_price: 12.82,
    })
    assert.strictEqual(read("O:SPXW250630C04450000").strike_price, 4450)
  })

  it("has a digit after its root in an adjusted form", () => {
    assert.deepStrictEqual(read("O:AAPL1250703C00170000"), { ...july, root: "AAPL1", symbol: "AAPL", adjustment: 1 })
    assert.strictEqual(made({ ...july, root: "AAPL1" }), "O:AAPL1250703C00170000")
  })

  it("is described in words", () => {
    assert.strictEqual(
      OptionTicker.describe(read("O:AAPL250703C00170000")),
      "AAPL call, strike 170 dollars, expires 2025-07-03",
    )
    assert.strictEqual(
      OptionTicker.describe(read("O:VMW1240119P00092500")),
      "VMW put, strike 92.5 dollars, expires 2024-01-19, adjusted (1)",
    )
  })

  it("is made from what it says, and says what it is made from", () =>
    assertForAll(
      FastCheck.record({
        root: FastCheck.stringMatching(/^[A-Z]{1,5}\d?$/),
        day: FastCheck.integer({ min: 0, max: 36_524 }),
        contract_type: FastCheck.constantFrom("call" as const, "put" as const),
        thousandths: FastCheck.integer({ min: 1, max: 99_999_999 }),
      }),
      ({ contract_type, day, root, thousandths }) => {
        const expiration_date = new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10)
        const terms = { root, expiration_date, contract_type, strike_price: thousandths / 1000 }
        const { adjustment, symbol, ...said } = read(made(terms))
        assert.deepStrictEqual(said, terms)
        assert.strictEqual(`${symbol}${adjustment ?? ""}`, root)
      },
      { seed: 41, numRuns: runs(500) },
    ))

  it("is refused where it is none, by name", () => {
    for (const text of [
      "AAPL250703C00170000",
      "O:AAPL",
      "O:AAPL250732C00170000",
      "O:AAPL250229C00170000",
      "O:AAPL250703X00170000",
      "O:AAPL250703C0017000",
      "O:250703C00170000",
      "O:AAPL 250703C00170000",
      "",
    ]) {
      assert.strictEqual(
        refused(OptionTicker.parse(text)),
        `ticker must be an option's ticker such as O:AAPL250718C00200000, but is ${JSON.stringify(text)}`,
      )
    }
  })

  it("refuses a strike that thousandths do not tell", () => {
    for (const strike_price of [0, -5, 0.0001, 170.12345, 100_000, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.strictEqual(
        refused(OptionTicker.make({ ...july, strike_price })),
        `strike_price must be an amount from 0.001 to 99999.999 dollars with at most three decimals, but is "${strike_price}"`,
      )
    }
  })

  it("refuses other terms that it cannot say", () => {
    const refusedField = (terms: Partial<Record<keyof OptionTicker.Terms, string>>) =>
      refused(OptionTicker.make({ ...july, ...terms } as OptionTicker.Terms)).split(" ")[0]
    assert.strictEqual(refusedField({ root: "" }), "root")
    assert.strictEqual(refusedField({ root: "aapl" }), "root")
    assert.strictEqual(refusedField({ root: "12" }), "root")
    assert.strictEqual(refusedField({ expiration_date: "2025-02-29" }), "expiration_date")
    assert.strictEqual(refusedField({ expiration_date: "1999-12-31" }), "expiration_date")
    assert.strictEqual(refusedField({ contract_type: "other" }), "contract_type")
  })
})
