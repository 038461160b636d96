/** The key is in one message of each session, and nowhere else, even if the service repeats it everywhere. */
import { LiveConnection } from "@candela/core/LiveConnection"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Fiber, Logger, LogLevel } from "effect"
import { recording } from "@candela/support/tracer"
import * as Scripted from "./scripted.js"
import { key, listen, pass, scenario, service, settle, status } from "./scripted.js"

/** Runs a program, and returns all that logs and spans say of it. */
const overheard = <A, E, R>(program: Effect.Effect<A, E, R>) => {
  const said: Array<string> = []
  const logger = Logger.make(({ cause, message }) => said.push(JSON.stringify(message) + Cause.pretty(cause)))
  const { spans, tracer } = recording()
  return program.pipe(
    Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
    Logger.withMinimumLogLevel(LogLevel.All),
    Effect.withTracer(tracer),
    Effect.map(() => [
      ...said,
      ...spans.map(
        ({ attributes, events, exit, name }) => `${name} ${JSON.stringify([...attributes, events])} ${exit}`,
      ),
    ]),
  )
}

/** All that an error says. */
const wordsOf = (error: unknown) =>
  `${String(error)} ${(error as Error).message} ${(error as Error).stack} ${JSON.stringify(error)}`

describe("the key", () => {
  it.scoped("is in no log, span or error, wherever the service repeats it", () => {
    const echo = { failing: false }
    const live = service({
      message: (peer, { action, params }) => {
        if (action === "auth") return peer.say(status("auth_success", `authenticated ${params}`))
        peer.frame(`no JSON ${key}`)
        if (params.includes("REFUSED")) return peer.say(status("error", `not authorized: ${key}`))
        peer.say(...Scripted.subscribed(params.split(",")))
        if (echo.failing) peer.say({ ev: "T", sym: "AAPL", p: key, t: 1 })
      },
    })
    const program = Effect.gen(function* () {
      const errors: Array<unknown> = []
      const refused = yield* listen(["REFUSED"])
      yield* settle
      errors.push(yield* Effect.flip(Fiber.join(refused.fiber)))
      echo.failing = true
      const invalid = yield* listen(["AAPL"])
      yield* settle
      errors.push(yield* Effect.flip(Fiber.join(invalid.fiber)))
      echo.failing = false
      yield* listen(["MSFT"])
      yield* settle
      live.last().say(status("force_disconnect", `goodbye ${key}`))
      live.last().end(1011, `closed for ${key}`)
      yield* pass("1 second")
      assert.deepStrictEqual(
        errors.map((error) => (error as { readonly _tag: string })._tag),
        ["Refused", "LiveDecodeError"],
      )
      const state = yield* Effect.flatMap(LiveConnection, ({ state }) => state)
      assert.notInclude(JSON.stringify(state) + errors.map(wordsOf).join(), key)
    })
    return Effect.map(overheard(scenario(live, program)), (said) => {
      assert.include(said.join("\n"), "goodbye")
      assert.notInclude(said.join("\n"), key)
      assert.deepStrictEqual(
        live.peers.map(({ messages }) => messages.filter(({ params }) => params.includes(key)).length),
        live.peers.map(() => 1),
      )
      assert.isTrue(live.peers.every(({ url }) => !url.includes(key)))
    })
  })

  it.scoped("is not in an error in part, where the event is shortened within it", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        for (let length = 60; length < 100; length += 4) {
          const { fiber } = yield* listen(["AAPL"])
          yield* settle
          live.last().say({ ev: "T", sym: "AAPL", p: "-".repeat(length) + key, t: 1 })
          yield* settle
          const words = wordsOf(yield* Effect.flip(Fiber.join(fiber)))
          assert.include(words, "not number")
          assert.notInclude(words, key.slice(0, 4))
        }
      }),
    )
  })

  it.scoped("is not in the error of a service that refuses it", () => {
    const live = service({ message: (peer) => peer.say(status("auth_failed", `unknown key ${key}`)) })
    return scenario(
      live,
      Effect.gen(function* () {
        const { fiber } = yield* listen(["AAPL"])
        yield* settle
        const error = yield* Effect.flip(Fiber.join(fiber))
        assert.include((error as Error).message, "unknown key")
        assert.notInclude(wordsOf(error), key)
      }),
    )
  })
})
