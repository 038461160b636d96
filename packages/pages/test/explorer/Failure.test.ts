import { Conflict, NotFound, RateLimited, TimeoutError, Unauthorized } from "@candela/core/MarketDataError"
import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import * as Notice from "../../src/explorer/Notice.js"

const answer = { endpoint: "stocks.bars", detail: "" }

describe("the notice of an error", () => {
  it("offers another try only where that can help", () => {
    const temporary = [
      new RateLimited({ ...answer, status: 429 }),
      new TimeoutError({ endpoint: "stocks.bars", timeout: Duration.seconds(1) }),
    ]
    const lasting = [
      new NotFound({ ...answer, status: 404 }),
      new Unauthorized({ ...answer, status: 403, reason: "NotEntitled" }),
      new Unauthorized({ ...answer, status: 401, reason: "UnknownKey" }),
      new Conflict({ ...answer, status: 409 }),
    ]
    for (const error of temporary) assert.isTrue(Notice.ofFailure(error).isTemporary, error.message)
    for (const error of lasting) assert.isFalse(Notice.ofFailure(error).isTemporary, error.message)
  })
})
