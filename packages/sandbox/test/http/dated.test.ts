import * as Method from "@candela/core/Method"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { Stocks } from "@candela/stocks/Stocks"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { request } from "node:http"

/** A present so early that a data set of a few days is all there is. */
const now = Date.parse("2023-07-10T16:00:00-04:00")
const date = "Mon, 10 Jul 2023 20:00:00 GMT"

const paths = ["/v2/aggs/ticker/AAPL/prev?apiKey=sandbox", "/v2/aggs/ticker/AAPL/prev", "/health", "/nowhere"]

/**
 * `Date` of an answer from a socket; a client of the web would hide nothing, but follow redirects and keep connections.
 */
const dateOver = (url: URL) =>
  Effect.async<string | undefined, Error>((resume) => {
    request(url, { agent: false }, (response) => {
      response.resume()
      resume(Effect.succeed(response.headers.date))
    })
      .on("error", (error) => resume(Effect.fail(error)))
      .end()
  })

describe("the date of an answer", () => {
  it.effect("is the sandbox's present in process, also of a refusal", () =>
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      for (const path of paths) {
        const { headers } = yield* client.get(`http://sandbox${path}`)
        assert.deepInclude(headers, { date, server: "candela-sandbox" })
      }
    }).pipe(Effect.provide(Sandbox.layerHttpClient({ now }))),
  )

  it.live("is the sandbox's present on a port, and that of no fault", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Sandbox
      for (const path of ["/health", "/nowhere"]) {
        assert.strictEqual(yield* dateOver(new URL(path, baseUrl)), path === "/health" ? date : undefined)
      }
    }).pipe(Effect.provide(Sandbox.layerServer({ now, faults: { "503": 1 } }))),
  )

  it.effect("runs with the clock, and clients know the service's time by it", () =>
    Effect.gen(function* () {
      // That of other tests, so that they share a data set.
      const present = Date.parse("2024-10-03T08:10:00Z")
      yield* TestClock.setTime(present + 999)
      yield* Effect.gen(function* () {
        const { previousDayBar } = yield* Stocks
        yield* previousDayBar({ stocksTicker: "AAPL" })
        assert.strictEqual(yield* Method.serviceTime(previousDayBar), present)
        yield* TestClock.adjust("1 hour")
        yield* previousDayBar({ stocksTicker: "AAPL" })
        assert.strictEqual(yield* Method.serviceTime(previousDayBar), present + 3_600_000)
      }).pipe(Effect.provide(Stocks.layer.pipe(Layer.provide(Sandbox.layer({ dataset: "quickstart", now: "wall" })))))
    }),
  )
})
