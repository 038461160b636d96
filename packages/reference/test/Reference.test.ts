import * as Request from "@candela/core/Request"
import { Reference } from "@candela/reference"
import { assert, it } from "@effect/vitest"
import { Either } from "effect"

const refusalOf = (request: Readonly<Record<string, unknown>>) =>
  Either.getOrThrow(Either.flip(Request.url(Reference.endpoints.tickers, request))).message

it("what identifies an exchange, a security or a company has its form, and an error says which", () => {
  for (const [parameter, value, expected] of [
    ["exchange", "nasdaq", "an exchange's market identifier code (ISO 10383) such as XNAS"],
    ["cusip", "03783310", "a CUSIP of nine characters"],
    ["cik", "320193", "a CIK of ten digits, with leading zeros"],
    ["ticker", "A B", "a ticker such as AAPL"],
  ] as const) {
    const message = refusalOf({ [parameter]: value })
    assert.include(message, `"${parameter}"`)
    assert.include(message, expected)
  }
})
