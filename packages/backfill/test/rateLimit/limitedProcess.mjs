// A process that sends requests to a loopback server under a rate limit that it shares with others.
import * as RateLimit from "@candela/core/RateLimit"
import { LibsqlClient } from "@effect/sql-libsql"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { request } from "node:http"
import * as Gate from "../../../core/dist/internal/http/gate.js"
import * as RateLimitStore from "../../dist/RateLimitStore.js"

const { address, port, requests, windows } = JSON.parse(process.argv[2])

const send = (/** @type {() => void} */ left) =>
  Effect.async((resume) => {
    const sending = request({ port, host: "127.0.0.1" }, (response) => {
      // As for a client that does not say when a request left: it has come by now.
      left()
      response.resume()
      response.on("end", () => resume(Effect.void))
    })
    sending.on("error", (error) => resume(Effect.die(error)))
    sending.end()
  })

const client = "url" in address ? LibsqlClient.layer(address) : PgClient.layer(address)

const program = Effect.gen(function* () {
  const gate = yield* Gate.make(RateLimit.make(windows))
  const one = Effect.suspend(() => {
    const { enter, left } = gate.attempt(() => Effect.void).admission()
    return Effect.zipRight(enter, send(left))
  })
  yield* Effect.replicateEffect(one, requests, { concurrency: 20, discard: true })
})

await program.pipe(
  Effect.scoped,
  Effect.provide(RateLimitStore.layer({ name: "shared" }).pipe(Layer.provide(client))),
  Effect.runPromise,
)
