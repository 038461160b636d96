/**
 * The service behind every way of running the sandbox: turns requests into answers, without sockets.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as ErrorResponse from "@candela/core/internal/ErrorResponse"
import { NotFound, RateLimited, ServiceError, Unauthorized, type AnswerError } from "@candela/core/MarketDataError"
import { limitOf } from "@candela/core/Request"
import { Cause, Duration, Effect, Either, Record } from "effect"
import { hash } from "node:crypto"
import * as Query from "./query.js"
import * as Router from "./router.js"
import { turn } from "../store/turns.js"
import type { OpenRoute } from "./OpenRoute.js"
import * as Rate from "./Rate.js"
import { type Next, type Route, rowsIn } from "../routes/Route.js"
import type { StoreError } from "../store/Store.js"
import * as Subscription from "../access/Subscription.js"

/** Request to the service. */
export interface HttpRequest {
  /** HTTP method, in capitals. */
  readonly method: string
  /** Full URL that the client used; `undefined` when its `Host` is invalid. */
  readonly url: URL | undefined
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Whether the server does not answer for the address's host name. Default false. */
  readonly misdirected?: boolean | undefined
}

/** Answer: status, headers (names in lower case) and a text, which is a JSON document for every endpoint. */
export interface HttpResponse extends ErrorResponse.Response {
  /** Number of rows in the document; absent where it holds none or a single value. */
  readonly rows?: number | undefined
}

/** Options of the service. */
export interface Options<R> {
  /** Routes of the endpoints. */
  readonly routes: ReadonlyArray<Route<R>>
  /** Routes that need no key, beside the endpoints. Default none. */
  readonly open?: ReadonlyArray<OpenRoute<R>> | undefined
  /** Known keys, with their plans. */
  readonly keys: Readonly<Record<string, Subscription.Name>>
  /** Present of the service, epoch milliseconds. */
  readonly now: Effect.Effect<number>
  /** Seed of the data. Request ids are derived from it and from the number of the request. */
  readonly seed: number
  /**
   * Maximum number of requests per key in a span of time, or that of its plan; more are rejected
   * with 429 and a `Retry-After`. Default unlimited.
   */
  readonly rate?: Rate.Rate | "plan" | undefined
}

/** Answers requests. */
export interface Service {
  /** Answers a request, in the fiber of the caller. */
  readonly handle: (request: HttpRequest) => Effect.Effect<HttpResponse>
}

/** Key of a request. The header takes precedence over the query, valid or not. */
const keyOf = (authorization: string | undefined, query: URLSearchParams): string | undefined => {
  const key = authorization === undefined ? query.get("apiKey") : /^Bearer +(.*)$/i.exec(authorization)?.[1]
  return key === null || key === "" ? undefined : key
}

/**
 * An endpoint's answers to a request without a valid key. They are made once: an error records its
 * stack, which costs more than all the rest.
 */
const unauthorized = (endpoint: string) => ({
  missing: new Unauthorized({ endpoint, reason: "MissingKey", detail: "API Key was not provided" }),
  unknown: new Unauthorized({ endpoint, reason: "UnknownKey", detail: "Unknown API Key" }),
})

/** Error of a request that the sandbox fails to answer. */
const broken = (path: string, defect: unknown) =>
  Effect.zipRight(
    Effect.logError(`The sandbox failed to respond to ${path}`, Cause.die(defect)),
    new ServiceError({ endpoint: path, status: 500, detail: "The sandbox failed to respond; its log says why." }),
  )

const refusal = (error: AnswerError, requestId: string): HttpResponse => {
  const response = ErrorResponse.toResponse(error, requestId)
  return response.status === 405 ? { ...response, headers: { ...response.headers, allow: "GET" } } : response
}

/** Request for an endpoint, with a known key. */
interface Recognized<R> {
  readonly match: Router.Match<R>
  readonly url: URL
  readonly key: string
  readonly subscription: Subscription.Subscription
}

/** Answers an accepted request, given its id. */
type Answer<R> = (requestId: string) => Effect.Effect<HttpResponse, AnswerError | StoreError, R>

/**
 * Number of rows above which pages are made one after the other: each keeps the process busy, and
 * all other requests would wait for all of them.
 */
const mostRows = 5_000

/**
 * Lets other requests arrive before each: a new connection and the database's answer take several
 * turns of the event loop.
 */
const giveWay = Effect.repeatN(turn, 9)

/** Makes the service on the dependencies of its handlers. */
export const make = <R>({ keys, now, open = [], rate, routes, seed }: Options<R>): Effect.Effect<Service, never, R> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<R>()
    const counterOf = (rate: Rate.Rate | undefined) =>
      rate === undefined ? Effect.succeed(Rate.unlimited) : Rate.make(rate)
    const counters = yield* Effect.all(
      // protects: The lowest plan of the sandbox's command makes five requests a minute.
      // mutant: "by plan is 5 requests a minute for the lowest, and none for the others": plan.rate → undefined
      Record.map(Subscription.plans, (plan) => counterOf(rate === "plan" ? plan.rate : rate)),
    )
    const find = Router.make(routes)
    const opened = new Map(open.map((route) => [route.path, route]))
    const refusals = new Map(routes.map(({ endpoint: { name } }) => [name, unauthorized(name)]))
    const turns = yield* Effect.makeSemaphore(1)
    const idOfSeed = hash("sha256", `requests ${seed}`).slice(0, 24)
    let requests = 0

    /** Endpoint and key of a request, or the reason for its refusal. */
    const recognize = ({ headers, method, misdirected, url }: HttpRequest): Either.Either<Answer<R>, AnswerError> => {
      if (url === undefined) {
        const detail = "The Host header must be a host name or an address, with or without a port."
        return Either.left(new ServiceError({ endpoint: "/", status: 400, detail }))
      }
      const { hostname, pathname: path, searchParams: query } = url
      if (misdirected === true) {
        const detail =
          `The sandbox does not serve the host name ${hostname}. Use localhost or 127.0.0.1, or start it with --host-name ${hostname} ` +
          "(the option hostNames of a layer)."
        return Either.left(new ServiceError({ endpoint: path, status: 421, detail }))
      }
      if (method !== "GET") {
        const isPreflight = method === "OPTIONS" && headers["access-control-request-method"] !== undefined
        const hint = isPreflight
          ? " To accept requests of pages in a browser, start the sandbox with --cors and their origin (the option cors of a layer)."
          : ""
        const detail = `${method} is not allowed: every operation of the service is a GET.${hint}`
        return Either.left(new ServiceError({ endpoint: path, status: 405, detail }))
      }
      const openRoute = opened.get(path)
      if (openRoute !== undefined) return Either.right(() => openRoute.answer(url))
      const match = find(path)
      if (match === undefined) {
        return Either.left(
          new NotFound({ endpoint: path, detail: `404 page not found: there is no endpoint at ${path}.` }),
        )
      }
      const { name } = match.route.endpoint
      const key = keyOf(headers["authorization"], query)
      if (key === undefined) return Either.left(refusals.get(name)!.missing)
      // protects: What every object inherits is no key.
      // mutant: "authentication": Object.hasOwn(keys, key → (key in keys
      if (!Object.hasOwn(keys, key)) return Either.left(refusals.get(name)!.unknown)
      const subscription = Subscription.plans[keys[key]!]
      return Either.right((requestId) => answer({ match, url, key, subscription }, requestId))
    }

    const answer = ({ key, match, subscription, url }: Recognized<R>, requestId: string) =>
      Effect.gen(function* () {
        const { endpoint, handle, status, write } = match.route
        const wait = yield* counters[subscription.name](key)
        if (wait > 0) {
          const detail =
            "The key has made too many requests: Retry-After says in how many seconds it may make the next."
          return yield* new RateLimited({ endpoint: endpoint.name, detail, retryAfter: Duration.millis(wait) })
        }
        const { after, values } = yield* Query.read(match, url.searchParams)
        const present = yield* now
        const { origin } = url
        const frame = {
          status: status(values, { subscription, present }),
          requestId,
          nextUrl: (next: Next<Endpoint.Params>) => origin + Query.nextUrl(endpoint, values, next),
        }
        const page = Effect.flatMap(handle(values, { subscription, present, seed, origin, after }), (reply) =>
          Effect.map(write(reply, frame), (body) => ({
            status: 200,
            headers: { "content-type": "application/json" },
            body,
            rows: rowsIn(endpoint, reply),
          })),
        )
        // protects: Other requests are answered while many ask for the largest pages.
        // mutant: "are made one after the other, and no other request waits for them":
        // turns.withPermits(1)(Effect.zipRight(giveWay, page)) → page
        // protects: Other requests arrive between the largest pages.
        // mutant: "are made in different turns of the event loop": Effect.zipRight(giveWay, page) → page
        return yield* (limitOf(endpoint, values) ?? 0) > mostRows
          ? turns.withPermits(1)(Effect.zipRight(giveWay, page))
          : page
      })

    return {
      handle: (request) =>
        Effect.suspend(() => {
          const requestId = idOfSeed + (++requests).toString(16).padStart(8, "0")
          const recognized = recognize(request)
          if (Either.isLeft(recognized)) return Effect.succeed(refusal(recognized.left, requestId))
          return recognized.right(requestId).pipe(
            Effect.provide(context),
            Effect.catchTag("StoreError", Effect.die),
            Effect.catchAllDefect((defect) => broken(request.url!.pathname, defect)),
            Effect.match({
              onFailure: (error) => refusal(error, requestId),
              onSuccess: (response) => ({
                ...response,
                headers: { ...response.headers, "x-request-id": requestId },
              }),
            }),
          )
        }),
    }
  })
