/**
 * Asking the service with no socket in between.
 */
import type * as Rate from "@candela/sandbox/http/Rate"
import type * as Route from "@candela/sandbox/routes/Route"
import * as Service from "@candela/sandbox/http/Service"
import { Effect } from "effect"

/** The keys of {@link service}. */
export const keys = { key: "business", other: "advanced", delayed: "developer", lowest: "basic" } as const

/** 2025-06-30 16:00 New York. */
export const now = Date.parse("2025-06-30T20:00:00Z")

/** A service of some routes. */
export const service = <R>(routes: ReadonlyArray<Route.Route<R>>, seed = 1, rate?: Rate.Rate | "plan", at = now) =>
  Service.make({ routes, keys, now: Effect.succeed(at), seed, rate })

/** An answer, read. */
export interface Answered extends Service.HttpResponse {
  readonly json: Readonly<Record<string, unknown>>
}

/** Asks with a good key, unless the headers say otherwise. */
export const ask = (
  service: Service.Service,
  path: string,
  options: {
    readonly method?: string
    readonly origin?: string
    readonly headers?: Readonly<Record<string, string>>
  } = {},
): Effect.Effect<Answered> => {
  const { headers = { authorization: "Bearer key" }, method = "GET", origin = "http://sandbox" } = options
  return Effect.map(service.handle({ method, url: new URL(origin + path), headers }), (response) => ({
    ...response,
    json: JSON.parse(response.body) as Answered["json"],
  }))
}
