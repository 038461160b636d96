/**
 * The rows of a page at another present than the data set's: what a sandbox whose clock shows it
 * would answer from the same tables.
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Request from "@candela/core/Request"
import type { Rows } from "@candela/sandbox/routes/Route"
import * as Routes from "@candela/sandbox/routes/Routes"
import { plans } from "@candela/sandbox/access/Subscription"
import { Effect, Either } from "effect"

/** The rows of the first page of a request at an instant, such as `2024-03-15T16:00:00-04:00`. */
export const rowsAt = <E extends Endpoint.AnyRows>(
  endpoint: E,
  request: Endpoint.Request<E> & object,
  instant: string,
) =>
  Effect.suspend(() => {
    const values = Request.withDefaults(endpoint, Either.getOrThrow(Request.parse(endpoint, request)))
    const present = Date.parse(instant)
    const common = {
      subscription: plans.business,
      origin: "http://in.process",
      seed: 1,
      after: undefined,
    } as const
    const route = Routes.all.find((route) => route.endpoint === endpoint)!
    return Effect.map(
      route.handle(values, { ...common, present }),
      (reply) => (reply as Rows<E>).rows as ReadonlyArray<E[Endpoint.TypeId]["row"]>,
    )
  })
