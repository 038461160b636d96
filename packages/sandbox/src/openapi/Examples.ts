/**
 * What the document shows as examples: small requests, and what the sandbox answers to them. The same data set gives the same answers.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as Request from "@candela/core/Request"
import { Effect, Either, Logger, LogLevel, Record } from "effect"
import { Dataset } from "../dataset/Dataset.js"
import { parse, type Json } from "../json/exactJson.js"
import type * as Rate from "../http/Rate.js"
import * as Routes from "../routes/Routes.js"
import * as Service from "../http/Service.js"
import type { Store } from "../store/Store.js"
import type * as Failure from "./Failure.js"

/** What is asked: the parameters of a URL by their names. */
type Asked = { readonly [parameter: string]: Json }

/** A request with its answer. */
export interface Example {
  readonly request: Asked
  /** Path and query. */
  readonly url: string
  /** The answer's document. */
  readonly body: { readonly [key: string]: Json }
}

/** The examples of a document. */
export interface Examples {
  /** By the names of the endpoints. */
  readonly answers: { readonly [endpoint: string]: Example }
  readonly failures: { readonly [name in Failure.Name]: Failure.Answered }
}

/** The example request of an endpoint, with a page of two rows. */
const requestOf = ({ declaration, example }: Catalog.Entry): Asked => {
  const limit = Request.nameOf(declaration, "Limit")
  return { ...(example as Asked), ...(limit === undefined ? {} : { [limit]: 2 }) }
}

/** How a service is asked. */
interface Asking {
  /** Path and query. */
  readonly url: string
  readonly key?: string
  readonly rate?: Rate.Rate
  readonly routes?: typeof Routes.all
}

const openClose = "/v1/open-close/AAPL/2025-06-27"

/** One request for each error. */
const refused: { readonly [name in Failure.Name]: Asking } = {
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

/** Asks a service of its own, so that an answer does not depend on the requests before it. With a rate it is asked twice: the second time is too often. */
const ask = ({ key = "sandbox", rate, routes = Routes.all, url }: Asking) =>
  Effect.gen(function* () {
    const { now, seed } = yield* Dataset
    const keys = { sandbox: "business", basic: "basic" } as const
    const service = yield* Service.make({ routes, keys, now: Effect.succeed(now), seed, rate })
    const request = { method: "GET", url: new URL(origin + url), headers: { authorization: `Bearer ${key}` } }
    if (rate !== undefined) yield* service.handle(request)
    const { body, status } = yield* service.handle(request)
    return { status, body: parse(body) as Failure.Answered["body"] }
  }).pipe(Logger.withMinimumLogLevel(LogLevel.None))

const exampleOf = (entry: Catalog.Entry) => {
  const request = requestOf(entry)
  const url = Either.getOrThrow(Request.url(entry.declaration, request))
  return Effect.flatMap(ask({ url }), ({ body, status }) =>
    status === 200
      ? Effect.succeed([entry.name, { request, url, body }] as const)
      : Effect.dieMessage(`The example of ${entry.name} is answered with ${status}`),
  )
}

/** The endpoints of the catalogue that the sandbox has a route for: those that the document shows. */
export const entries = (): ReadonlyArray<Catalog.Entry> => {
  const names = new Set(Routes.all.map(({ endpoint }) => endpoint.name))
  return Catalog.endpoints.filter(({ name }) => names.has(name))
}

/** Asks for all examples. */
export const all: Effect.Effect<Examples, never, Dataset | Store> = Effect.gen(function* () {
  const answers = yield* Effect.forEach(entries(), exampleOf)
  const failures = yield* Effect.all(Record.map(refused, ask))
  return { answers: Object.fromEntries(answers) as Examples["answers"], failures }
})
