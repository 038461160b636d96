import { assert, describe, it } from "@effect/vitest"
import * as Text from "../../src/openapi/Text.js"

describe("a text of the OpenAPI document", () => {
  it("leaves out what concerns the client alone", () => {
    const texts = {
      "First price, in the quote currency. Wire key `o`.": "First price, in the quote currency.",
      "When it was made. `Bar.dateTime(bar)` reads it. Wire key `t`.": "When it was made.",
      "The trading day, in New York. A `Date` means its UTC date.": "The trading day, in New York.",
      "The ticker without its suffix: `BRK` of `BRK.A`.": "The ticker without its suffix: `BRK` of `BRK.A`.",
      "The same as `from` is a `Conflict`.": "The same as `from` is a 409.",
      "Dividends. (specification, endpoint 5)": "Dividends.",
    }
    assert.deepStrictEqual(Object.keys(texts).map(Text.onTheWire), Object.values(texts))
  })

  it("is summed up by its first sentence, up to a colon", () => {
    const texts = {
      "One daily bar per U.S. stock; no rows on a day without trading.": "One daily bar per U.S. stock",
      "A stock's day: regular session.": "A stock's day",
      "The previous trading day's bar.": "The previous trading day's bar",
      "Price indexes. Updated monthly.": "Price indexes",
    }
    assert.deepStrictEqual(Object.keys(texts).map(Text.summary), Object.values(texts))
  })
})
