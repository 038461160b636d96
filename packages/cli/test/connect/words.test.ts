/** Messages of the library in the words of the command. */
import { Duration } from "effect"
import { RateLimited, TimeoutError } from "@candela/core/MarketDataError"
import { assert, describe, it } from "@effect/vitest"
import * as Words from "../../src/connect/words.js"

describe("a message of the library", () => {
  it("names no option of the library, and its operations as commands", () => {
    const limited = new RateLimited({ endpoint: "stocks.bars", status: 429, detail: "" })
    const late = new TimeoutError({
      endpoint: "stocks.bars",
      timeout: Duration.seconds(30),
      notRetried: "too many requests fail (retryBudget)",
    })
    assert.include(Words.ofCommand(limited.message), "Store it with candela login --rate")
    assert.match(Words.ofCommand(late.message), /a shorter range\. Not retried: too many requests fail\.$/)
    for (const { message } of [limited, late]) {
      assert.notMatch(Words.ofCommand(message), /retryBudget|MarketData\.layer|rateLimit|pageSize/)
    }
    assert.strictEqual(
      Words.ofCommand("(indices have methods of their own: their bars are indices.bars, of @candela/indices)"),
      "(indices have commands of their own: their bars are candela indices bars)",
    )
    assert.strictEqual(
      Words.ofCommand("it is damaged. `verify` takes it out of the store, and the next `sync` fetches it again."),
      "it is damaged. candela history verify takes it out of the store, and the next candela history sync fetches it again.",
    )
  })
})
