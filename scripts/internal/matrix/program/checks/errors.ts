/** Typed errors: of the service, before a request is sent, of the connection, and of the time limit. */
import { Retry } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { Effect } from "effect"
import type { Check } from "../Check.js"
import { ensure, services } from "./support.js"

const failure = (baseUrl: string, apiKey: string, date: string) =>
  Effect.flatMap(Stocks, (stocks) => stocks.openClose({ stocksTicker: "AAPL", date })).pipe(
    Effect.flip,
    Effect.provide(services(baseUrl, apiKey, { retry: Retry.none, timeout: "2 seconds" })),
  )

const weekday = "2025-06-27"

export const check: Check = ({ closedUrl, hangingUrl, key, url }) =>
  Effect.gen(function* () {
    const errors = {
      NotFound: yield* failure(url, key, "2025-06-28"),
      InvalidRequest: yield* failure(url, key, "2025-02-30"),
      Unauthorized: yield* failure(url, "unknown-key", weekday),
      TransportError: yield* failure(closedUrl, key, weekday),
      TimeoutError: yield* failure(hangingUrl, key, weekday),
    }
    for (const [tag, error] of Object.entries(errors)) {
      yield* ensure(error._tag === tag, `${error._tag} instead of ${tag}: ${error.message}`)
      yield* ensure(!`${error.message}${JSON.stringify(error)}`.includes(key), `${tag} holds the key`)
    }
    return Object.keys(errors).join(", ")
  })
