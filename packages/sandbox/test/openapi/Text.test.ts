import { assert, describe, it } from "@effect/vitest"
import * as Text from "../../src/openapi/Text.js"

describe("a text of the OpenAPI document", () => {
  it("has the statuses of the wire in place of the client's errors", () => {
    const texts = {
      "The ticker without its suffix: `BRK` of `BRK.A`.": "The ticker without its suffix: `BRK` of `BRK.A`.",
      "The same as `from` is a `Conflict`.": "The same as `from` is a 409.",
    }
    assert.deepStrictEqual(Object.keys(texts).map(Text.onTheWire), Object.values(texts))
  })
})
