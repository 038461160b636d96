import * as Server from "@candela/sandbox/http/Server"
import type { Service } from "@candela/sandbox/http/Service"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, type Duration, Effect, Exit, Fiber, Queue, Scope } from "effect"
import { Agent, get } from "node:http"

/** A request of a client that would keep its connection: what the answer says of that. */
const ask = (url: URL) =>
  Effect.acquireUseRelease(
    Effect.sync(() => new Agent({ keepAlive: true })),
    (agent) =>
      Effect.async<string | undefined, Error>((resume) => {
        get(url, { agent }, (answer) => {
          answer.resume()
          answer.on("end", () => resume(Effect.succeed(answer.headers.connection)))
        }).on("error", (error) => resume(Effect.fail(error)))
      }),
    (agent) => Effect.sync(() => agent.destroy()),
  )

/** A server with a request in flight, which ends when it is told to. */
const busyServer = (grace: Duration.DurationInput) =>
  Effect.gen(function* () {
    const started = yield* Deferred.make<void>()
    const finish = yield* Deferred.make<void>()
    const service: Service = {
      handle: () =>
        Deferred.succeed(started, undefined).pipe(
          Effect.zipRight(Deferred.await(finish)),
          Effect.as({ status: 200, headers: {}, body: "{}" }),
        ),
    }
    const scope = yield* Scope.make()
    const url = yield* Scope.extend(Server.serve(service, { grace }), scope)
    const request = yield* Effect.fork(Effect.exit(ask(url)))
    yield* Deferred.await(started)
    return { stop: Scope.close(scope, Exit.void), finish: Deferred.succeed(finish, undefined), request }
  })

describe("a server that stops with a request in flight", () => {
  it.scopedLive(
    "waits as long as its grace says: of two, the one of less grace ends first, though it stopped last",
    () =>
      Effect.gen(function* () {
        const patient = yield* busyServer("1 hour")
        const hasty = yield* busyServer(0)
        const ended = yield* Queue.unbounded<string>()
        const stopping = [
          yield* Effect.fork(Effect.zipRight(patient.stop, Queue.offer(ended, "patient"))),
          yield* Effect.fork(Effect.zipRight(hasty.stop, Queue.offer(ended, "hasty"))),
        ]
        assert.strictEqual(yield* Queue.take(ended), "hasty")
        assert.isTrue(Exit.isFailure(yield* Fiber.join(hasty.request)))
        yield* patient.finish
        assert.isTrue(Exit.isSuccess(yield* Fiber.join(patient.request)))
        yield* Fiber.joinAll(stopping)
      }),
  )

  it.scopedLive("answers it and closes its connection, which a server that goes on keeps", () =>
    Effect.gen(function* () {
      const [going, stopping] = [yield* busyServer("1 hour"), yield* busyServer("1 hour")]
      const stopped = yield* Effect.fork(stopping.stop)
      // It stops listening before anything else happens.
      yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))
      yield* stopping.finish
      assert.deepStrictEqual(yield* Fiber.join(stopping.request), Exit.succeed("close"))
      yield* Fiber.join(stopped)
      yield* going.finish
      assert.deepStrictEqual(yield* Fiber.join(going.request), Exit.succeed("keep-alive"))
      yield* going.stop
    }),
  )
})
