/**
 * A cache of your own: `transformClient` wraps the `HttpClient`, above the key and below decoding.
 * It keeps responses with status 200 by URL.
 */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { HttpClient, HttpClientResponse } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

let sent = 0

const cached = (client: HttpClient.HttpClient): HttpClient.HttpClient => {
  const bodies = new Map<string, ArrayBuffer>()
  return HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const kept = bodies.get(url.href)
      if (kept !== undefined) return HttpClientResponse.fromWeb(request, new Response(kept))
      sent += 1
      const response = yield* client.execute(request)
      if (response.status !== 200) return response
      const body = yield* response.arrayBuffer
      bodies.set(url.href, body)
      return HttpClientResponse.fromWeb(request, new Response(body))
    }),
  )
}

// `MarketData.layer` and `MarketData.layerConfig` take the same option.
const Live = Stocks.layer.pipe(Layer.provide(Sandbox.layer({ transformClient: cached })))

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const request = { stocksTicker: "AAPL", date: "2025-06-27" }
  const first = yield* stocks.openClose(request)
  const second = yield* stocks.openClose(request)
  yield* Console.log(`${first.close} and ${second.close} (synthetic), by ${sent} request`)
})

await Effect.runPromise(Effect.provide(program, Live))
