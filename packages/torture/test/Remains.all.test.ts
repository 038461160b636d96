import * as HttpClient from "@effect/platform/HttpClient"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import * as Clients from "../src/Clients.js"
import * as Loopback from "../src/Loopback.js"
import * as Remains from "../src/Remains.js"

describe("what remains", () => {
  it.scopedLive("tells of a pool that was not closed and of a fiber that did not end", () =>
    Effect.gen(function* () {
      const origin = yield* Loopback.http((_, response) => response.end('{"status":"OK"}'))
      const { during, look } = yield* Remains.watch
      const scope = yield* Scope.make()
      const get = Effect.flatMap(HttpClient.get(origin), ({ text }) => text)
      const fiber = yield* during(
        Effect.gen(function* () {
          yield* Effect.provide(get, FetchHttpClient.layer)
          yield* Effect.provide(get, yield* Layer.buildWithScope(Clients.node, scope))
          return yield* Effect.forkDaemon(Effect.never)
        }),
      )
      assert.include(yield* look, { sockets: 1, fibers: 1 })
      yield* Scope.close(scope, Exit.void)
      yield* Fiber.interrupt(fiber)
      const after = yield* look
      assert.include(after, { sockets: 0, fibers: 0 })
      assert.isAbove(after.heap, 0)
    }),
  )
})
