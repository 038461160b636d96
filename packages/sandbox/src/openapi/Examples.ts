/**
 * Examples of the document: small requests, and the sandbox's answers to them. The same data set
 * gives the same answers.
 *
 * @module
 */
import type * as Catalog from "@candela/catalog/Catalog"
import * as Request from "@candela/core/Request"
import { Effect, Either, Logger, LogLevel, Record } from "effect"
import { Dataset } from "../dataset/Dataset.js"
import * as ExactJson from "@candela/testing/ExactJson"
import type * as Rate from "../http/Rate.js"
import type { Route } from "../routes/Route.js"
import * as Routes from "../routes/Routes.js"
import * as Service from "../http/Service.js"
import type { Store } from "../store/Store.js"
import type * as Failure from "./Failure.js"

/** Parameters of a URL, by name. */
type Asked = { readonly [parameter: string]: ExactJson.Json }

/** A request with its answer. */
export interface Example {
  readonly request: Asked
  /** Path and query. */
  readonly url: string
  /** The answer's document. */
  readonly body: { readonly [key: string]: ExactJson.Json }
}

/** An endpoint of the catalogue with its route and its example. */
export interface Served {
  readonly entry: Catalog.Entry
  readonly route: Route<Store>
  readonly example: Example
}

/** The examples of a document. */
export interface Examples {
  /** The endpoints that have a route. */
  readonly served: ReadonlyArray<Served>
  readonly failures: { readonly [name in Failure.FailureName]: Failure.Answered }
}

/** The example request of an endpoint, with a page of two rows. */
const requestOf = ({ declaration, example }: Catalog.Entry): Asked => {
  const limit = Request.nameOf(declaration, "Limit")
  return { ...(example as Asked), ...(limit === undefined ? {} : { [limit]: 2 }) }
}

/** Request of an example, and the service that answers it. */
interface Asking {
  /** Path and query. */
  readonly url: string
  readonly key?: string
  readonly rate?: Rate.Rate
  readonly routes?: ReadonlyArray<Route<Store>>
}

const openClose = "/v1/open-close/AAPL/2025-06-27"

/** One request for each error. */
const refused: { readonly [name in Failure.FailureName]: Asking } = {
  BadResolution: { url: "/futures/v1/aggs/ESU5?resolution=61min" },
  Unauthorized: { url: openClose, key: "" },
  NotEntitled: { url: "/v1/open-close/AAPL/2003-09-10", key: "basic" },
  NotFound: { url: "/v1/open-close/NONE/2025-06-27" },
  Conflict: { url: "/stocks/v1/dividends?limit=5001" },
  RateLimited: { url: openClose, rate: { limit: 1, interval: "1 minute" } },
  ServiceError: {
    url: openClose,
    routes: Routes.all.map((route) => ({ ...route, handle: () => Effect.dieMessage("an example") })),
  },
}

const origin = "http://127.0.0.1:8787"

/**
 * Sends a request to a new service, so that the answer does not depend on earlier requests. With a
 * rate it is sent twice: the second exceeds the limit.
 */
const ask = ({ key = "sandbox", rate, routes = Routes.all, url }: Asking) =>
  Effect.gen(function* () {
    const { now, seed } = yield* Dataset
    const keys = { sandbox: "business", basic: "basic" } as const
    const service = yield* Service.make({ routes, keys, now: Effect.succeed(now), seed, rate })
    const request = { method: "GET", url: new URL(origin + url), headers: { authorization: `Bearer ${key}` } }
    if (rate !== undefined) yield* service.handle(request)
    const { body, status } = yield* service.handle(request)
    return { status, body: ExactJson.parseValues(body) as Failure.Answered["body"] }
  }).pipe(Logger.withMinimumLogLevel(LogLevel.None))

const serve = (entry: Catalog.Entry, route: Route<Store>) => {
  const request = requestOf(entry)
  const url = Either.getOrThrow(Request.url(entry.declaration, request))
  return Effect.flatMap(ask({ url, routes: [route] }), ({ body, status }) =>
    status === 200
      ? Effect.succeed<Served>({ entry, route, example: { request, url, body: body as Example["body"] } })
      : Effect.dieMessage(`The example of ${entry.name} is answered with ${status}`),
  )
}

/** Requests the examples of those endpoints of services that have a route. */
export const all = (
  services: ReadonlyArray<Catalog.Service>,
  routes: ReadonlyArray<Route<Store>>,
): Effect.Effect<Examples, never, Dataset | Store> =>
  Effect.gen(function* () {
    const served = yield* Effect.forEach(
      services.flatMap(({ endpoints }) => endpoints),
      (entry) => {
        const route = routes.find(({ endpoint }) => endpoint.name === entry.name)
        return route === undefined ? Effect.succeed([]) : Effect.map(serve(entry, route), (one) => [one])
      },
    )
    return { served: served.flat(), failures: yield* Effect.all(Record.map(refused, ask)) }
  })
