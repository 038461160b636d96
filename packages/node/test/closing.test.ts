import { NodeClient } from "@candela/node"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Layer, Option, Scope, Stream } from "effect"
import { gzipSync } from "node:zlib"
import { endless } from "./sending.js"
import { serve, settled, signal, turn } from "./server.js"

const page = "a page of text ".repeat(10_000)

const text = (url: string) => Effect.flatMap(HttpClient.get(url), (response) => response.text)

/** A client whose scope the test closes. */
const closeable = (options: NodeClient.Options = {}) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(NodeClient.layerWith(options), scope)
    return {
      use: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provide(effect, context),
      close: Scope.close(scope, Exit.void),
    }
  })

const failsAsClosed = <A>(exit: Exit.Exit<A, { readonly _tag: string; readonly cause?: unknown }>, tag: string) => {
  const error = Option.getOrThrow(Cause.failureOption(Option.getOrThrow(Exit.causeOption(exit))))
  assert.strictEqual(error._tag, tag)
  assert.include((error.cause as Error).message, "closed")
}

describe("closing the layer", () => {
  it.scopedLive("closes idle connections, and refuses later requests", () =>
    Effect.gen(function* () {
      const { connections, url } = yield* serve((_, response) => response.end(page))
      const client = yield* closeable()
      yield* client.use(text(url))
      assert.strictEqual(connections.open, 1)
      yield* client.close
      assert.strictEqual(yield* settled(() => connections.open), 0)
      failsAsClosed(yield* Effect.exit(client.use(text(url))), "RequestError")
      assert.strictEqual(connections.total, 1)
    }),
  )

  it.scopedLive("fails requests that are under way and those that wait, and sends none of them", () =>
    Effect.gen(function* () {
      const begun = yield* signal
      const seen: Array<unknown> = []
      const { connections, url } = yield* serve((request) => {
        seen.push(request.url)
        if (seen.length === 2) begun.tell()
      })
      const client = yield* closeable({ connections: 2 })
      const fibers = yield* Effect.forEach(Array.from({ length: 10 }), (_, index) =>
        Effect.fork(client.use(text(`${url}/${index}`))),
      )
      yield* begun.told
      yield* client.close
      for (const fiber of fibers) failsAsClosed(yield* Fiber.await(fiber), "RequestError")
      assert.strictEqual(yield* settled(() => connections.open), 0)
      assert.lengthOf(seen, 2)
    }),
  )

  it.scopedLive("fails a body that is being read", () =>
    Effect.gen(function* () {
      for (const gzip of [false, true]) {
        const { url } = yield* serve((_, response) => {
          response.writeHead(200, gzip ? { "content-encoding": "gzip" } : {})
          response.write(gzipSync(page).subarray(0, 20))
        })
        const client = yield* closeable()
        const response = yield* client.use(HttpClient.get(url))
        const whole = yield* Effect.fork(response.text)
        const streaming = yield* Effect.fork(Stream.runDrain((yield* client.use(HttpClient.get(url))).stream))
        yield* turn
        yield* client.close
        for (const fiber of [whole, streaming]) {
          const error = yield* Effect.flip(Fiber.join<unknown, unknown>(fiber))
          assert.deepInclude(error, { _tag: "ResponseError", reason: "Decode" })
        }
      }
    }),
  )

  it.scopedLive("never passes off a body that has come, but was not yet read, as an empty one", () =>
    Effect.gen(function* () {
      for (const headers of [{}, { "content-length": "5" }, { "content-encoding": "gzip" }]) {
        const body = "content-encoding" in headers ? gzipSync("whole") : "whole"
        const { url } = yield* serve((_, response) => response.writeHead(200, headers).end(body))
        // Closed as it begins to be read, just before, or long before.
        for (const closed of ["as", "before", "long before"]) {
          for (const read of ["text", "stream"] as const) {
            const client = yield* closeable()
            const response = yield* client.use(HttpClient.get(url))
            yield* turn
            const whole: Effect.Effect<string, unknown> =
              read === "text"
                ? response.text
                : Stream.runFold(response.stream, "", (sum, part) => sum + Buffer.from(part).toString())
            if (closed !== "as") yield* client.close
            if (closed === "long before") yield* turn
            const fiber = yield* Effect.fork(whole)
            yield* Effect.yieldNow()
            if (closed === "as") yield* client.close
            const exit = yield* Fiber.await(fiber)
            if (Exit.isSuccess(exit)) assert.strictEqual(exit.value, "whole", `closed ${closed} ${read}`)
          }
        }
      }
    }),
  )

  it.scopedLive("lets go of a request's body", () =>
    Effect.gen(function* () {
      const begun = yield* signal
      const { url } = yield* serve((request) => request.once("data", begun.tell))
      const { body, released } = endless()
      const client = yield* closeable()
      const post = client.use(HttpClient.post(url, { body }))
      const fiber = yield* Effect.fork(post)
      yield* begun.told
      yield* client.close
      failsAsClosed(yield* Fiber.await(fiber), "RequestError")
      yield* released
      failsAsClosed(yield* Effect.exit(post), "RequestError")
      yield* released
    }),
  )
})
