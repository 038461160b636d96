import * as TransformClient from "@candela/core/TransformClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A line on standard error for each request when its response comes: method, path, status and milliseconds. The key is added below, and appears in none. */
export const logged: TransformClient.TransformClient = TransformClient.make((client) =>
  HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const start = yield* Clock.currentTimeMillis
      const since = Effect.map(Clock.currentTimeMillis, (now) => `${now - start} ms`)
      const name = `${request.method} ${url.pathname}${url.search}`
      return yield* client.execute(request).pipe(
        Effect.tap(({ status }) => Effect.flatMap(since, (time) => Effect.logDebug(`${name} ${status} in ${time}`))),
        Effect.tapError((error) =>
          Effect.flatMap(since, (time) => Effect.logDebug(`${name} failed after ${time}: ${error.message}`)),
        ),
      )
    }),
  ),
)
