/** Connections that were kept alive, and that the service closes without notice. */
import { MarketData } from "@candela/core/MarketData"
import * as RateLimit from "@candela/core/RateLimit"
import * as Retry from "@candela/core/Retry"
import { NodeClient } from "@candela/node"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Layer } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Weather } from "@candela/support/endpoints"
import { serve } from "@candela/support/loopback"
import { apiKey } from "@candela/support/weather"

const status = Effect.flatMap(Weather, (service) => service.status({ station: "A" }))

/**
 * A server that passes each request to `handler`, with its number on its connection, and all
 * requests and connections that it has seen.
 */
const counting = (handler: (number: number, request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.gen(function* () {
    const seen = { requests: 0, connections: 0 }
    const numbers = new WeakMap<Socket, number>()
    const url = yield* serve((request, response) => {
      const { socket } = request
      const number = (numbers.get(socket) ?? 0) + 1
      numbers.set(socket, number)
      seen.requests += 1
      if (number === 1) seen.connections += 1
      handler(number, request, response)
    })
    return { seen, url }
  })

const answer = (response: ServerResponse) =>
  void response.writeHead(200, { "content-type": "application/json" }).end('{"status":"OK","open":true}')

/** A server that resets each connection at its second request. */
const resetting = counting((number, { socket }, response) => {
  if (number === 1) answer(response)
  else socket.resetAndDestroy()
})

/** A server that closes each connection at its second request. */
const closing = counting((number, { socket }, response) => {
  if (number === 1) answer(response)
  else socket.end()
})

const clients = { fetch: FetchHttpClient.layer, "the pool of Node": NodeClient.layer }

for (const [name, client] of Object.entries(clients)) {
  describe(`over ${name}`, () => {
    const provided = (baseUrl: string, options: Partial<MarketData.Options> = {}) =>
      Effect.provide(
        Weather.layer.pipe(
          Layer.provide(
            MarketData.layer({ baseUrl, apiKey, retry: Retry.none, retryBudget: { reserve: 0 }, ...options }),
          ),
          Layer.provide(client),
        ),
      )

    for (const [end, server] of Object.entries({ resets: resetting, closes: closing })) {
      it.scopedLive(`a service that ${end} every reused connection fails none of 120 calls, and costs no retry`, () =>
        Effect.gen(function* () {
          const { seen, url } = yield* server
          const exits = yield* Effect.forEach(Array.from({ length: 120 }), () => Effect.exit(status)).pipe(
            provided(url),
          )
          assert.lengthOf(exits.filter(Exit.isFailure), 0)
          assert.isAbove(seen.requests, 120)
          assert.isAtMost(seen.requests, 360)
        }),
      )
    }

    it.scopedLive("each request that was sent has its place in the rate limit", () =>
      Effect.gen(function* () {
        const { seen, url } = yield* resetting
        const counted = new Set<string>()
        const store = RateLimit.Store.of({
          consume: ({ id }) => Effect.sync(() => (counted.add(id), Duration.zero)),
        })
        const rateLimit = RateLimit.make({ limit: 1000, interval: "1 second" })
        yield* Effect.forEach(Array.from({ length: 20 }), () => status).pipe(
          provided(url, { rateLimit }),
          Effect.provideService(RateLimit.Store, store),
        )
        assert.isAbove(seen.requests, 20)
        assert.strictEqual(counted.size, seen.requests)
      }),
    )

    it.scopedLive("a request on a new connection is not sent again", () =>
      Effect.gen(function* () {
        const { seen, url } = yield* counting((_, { socket }) => socket.resetAndDestroy())
        const error = yield* Effect.flip(status).pipe(provided(url))
        assert.strictEqual(error._tag, "TransportError")
        assert.strictEqual(seen.requests, 1)
      }),
    )

    it.scopedLive("a request is sent again at most twice, in the first attempt alone", () =>
      Effect.gen(function* () {
        let isDown = false
        const { seen, url } = yield* counting((_, { socket }, response) => {
          if (isDown) socket.resetAndDestroy()
          else answer(response)
        })
        const calls = Effect.gen(function* () {
          yield* status
          isDown = true
          return yield* Effect.flip(status)
        })
        const retry = Retry.make({ times: 2, base: 1 })
        const error = yield* calls.pipe(provided(url, { retry, retryBudget: { reserve: 10 } }))
        assert.strictEqual(error._tag, "TransportError")
        // The pool opens a new connection, and `fetch` does not say whether it did.
        assert.strictEqual(seen.requests, 1 + (name === "fetch" ? 3 : 2) + 2)
      }),
    )
  })
}

const pooled = (baseUrl: string) =>
  Weather.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl, apiKey, retry: Retry.none })),
    Layer.provide(NodeClient.layer),
  )

it.scopedLive("an answer that has begun is not asked for again without a retry, over the pool of Node", () =>
  Effect.gen(function* () {
    const { seen, url } = yield* counting((number, { socket }, response) => {
      if (number === 1) answer(response)
      else socket.end("HTTP/1.1 200 OK\r\ncontent-le")
    })
    const exits = yield* Effect.replicateEffect(Effect.exit(status), 2).pipe(Effect.provide(pooled(url)))
    assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false])
    assert.strictEqual(seen.requests, 2)
  }),
)

it.scopedLive("one connection that was found closed ends the idle ones beside it", () =>
  Effect.gen(function* () {
    let opened = 0
    const waiting: Array<ServerResponse> = []
    let isFirstRound = true
    const { seen, url } = yield* counting((number, { socket }, response) => {
      opened = Math.max(opened, number)
      if (number > 1) socket.resetAndDestroy()
      else if (!isFirstRound) answer(response)
      else {
        waiting.push(response)
        // Each of eight requests has a connection of its own.
        if (waiting.length === 8) waiting.forEach(answer)
      }
    })
    yield* Effect.gen(function* () {
      yield* Effect.all(
        Array.from({ length: 8 }, () => status),
        { concurrency: 8 },
      )
      isFirstRound = false
      yield* status
    }).pipe(Effect.provide(pooled(url)))
    assert.strictEqual(seen.requests, 8 + 2)
    assert.strictEqual(opened, 2)
  }),
)
