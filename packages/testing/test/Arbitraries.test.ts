import * as Request from "@candela/core/Request"
import { Stocks } from "@candela/stocks/Stocks"
import * as Arbitraries from "@candela/testing/Arbitraries"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"
import { endpoints, received } from "./documents.js"
import { runs, sampled } from "@candela/support/seeded"

const parameters = { seed: 12, numRuns: runs(50) }

describe("arbitraries", () => {
  for (const endpoint of sampled(endpoints, 0)) {
    const several = endpoint.kind === "single" ? { minLength: 1, maxLength: 1 } : { maxLength: 10 }

    it(`give rows of ${endpoint.name} that its schema and its decoder read as they were`, () =>
      FastCheck.assert(
        FastCheck.property(FastCheck.array(Arbitraries.row(endpoint), several), (rows) => {
          const schema: Schema.Schema.AnyNoContext = endpoint.kind === "single" ? endpoint.value : endpoint.row
          for (const row of rows) {
            assert.deepStrictEqual(Schema.decodeUnknownSync(schema)(Schema.encodeUnknownSync(schema)(row)), row)
          }
          assert.deepStrictEqual(received(endpoint, rows), rows)
        }),
        parameters,
      ))

    it(`give requests for ${endpoint.name} that the client accepts, with each of its parameters`, () => {
      const seen = new Set<string>()
      FastCheck.assert(
        FastCheck.property(Arbitraries.request(endpoint), (request) => {
          for (const name of Object.keys(request)) seen.add(name)
          assert.isTrue(Either.isRight(Request.url(endpoint, request)))
        }),
        // Some endpoints have fifty parameters, each of which half of the requests lack.
        { seed: 12, numRuns: 50 },
      )
      assert.sameMembers([...seen], Object.keys(endpoint.wireParams))
    })
  }

  it("give bars that a market could have had", () =>
    FastCheck.assert(
      FastCheck.property(Arbitraries.row(Stocks.endpoints.bars), ({ close, high, low, open, timestamp }) => {
        assert.isTrue(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close))
        assert.isTrue(new Date(timestamp).getUTCFullYear() >= 2019)
      }),
      parameters,
    ))

  it("are those of the endpoint to the compiler", () => {
    const [bar] = FastCheck.sample(Arbitraries.row(Stocks.endpoints.bars), 1)
    const [request] = FastCheck.sample(Arbitraries.request(Stocks.endpoints.openClose), 1)
    const [day] = FastCheck.sample(Arbitraries.row(Stocks.endpoints.openClose), 1)
    const numbers: ReadonlyArray<number> = [bar!.open, day!.close]
    const text: string = request!.stocksTicker
    assert.isTrue(numbers.every(Number.isFinite) && text !== "")
  })
})
