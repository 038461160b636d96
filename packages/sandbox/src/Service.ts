/**
 * The service behind every way of running the sandbox: from a request to its answer, with no socket in sight.
 *
 * @module
 */
import * as Answer from "@candela/core/Answer"
import { NotFound, ServiceError, Unauthorized, type AnswerError } from "@candela/core/MarketDataError"
import { Cause, Effect } from "effect"
import { createHash } from "node:crypto"
import * as Query from "./internal/query.js"
import * as Router from "./internal/router.js"
import type { Route } from "./Route.js"
import * as Subscription from "./Subscription.js"

/** A request as it reached the service. */
export interface Request {
  /** In capitals. */
  readonly method: string
  /** The whole address that the client used. */
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** An answer: a JSON document as text, its status and its headers (names in lower case). */
export type Response = Answer.Response

/** How the service is set up. */
export interface Options<R> {
  /** What it answers. */
  readonly routes: ReadonlyArray<Route<R>>
  /** The keys that it knows, with their plans. */
  readonly keys: Readonly<Record<string, Subscription.Name>>
  /** Its present, in epoch milliseconds. */
  readonly now: Effect.Effect<number>
  /** Request ids follow from it and from the number of the request. */
  readonly seed: number
}

/** Answers requests. */
export interface Service {
  /** Answers a request, in the fiber of the caller. */
  readonly handle: (request: Request) => Effect.Effect<Response>
}

/** The key of a request. The header beats the query, right or wrong. */
const keyOf = ({ headers, url }: Request): string | undefined => {
  const { authorization } = headers
  const key =
    authorization === undefined ? url.searchParams.get("apiKey") : authorization.replace(/^Bearer(\s+|$)/i, "")
  return key === null || key === "" ? undefined : key
}

const subscriptionOf = (request: Request, endpoint: string, keys: Options<never>["keys"]) => {
  const key = keyOf(request)
  if (key === undefined) return new Unauthorized({ endpoint, reason: "MissingKey", detail: "API Key was not provided" })
  return Object.hasOwn(keys, key)
    ? Effect.succeed(Subscription.plans[keys[key]!])
    : new Unauthorized({ endpoint, reason: "UnknownKey", detail: "Unknown API Key" })
}

/** What a client learns when the fault is ours. */
const broken = (path: string, defect: unknown) =>
  Effect.zipRight(
    Effect.logError(`The sandbox failed to answer ${path}`, Cause.die(defect)),
    new ServiceError({ endpoint: path, status: 500, detail: "The sandbox failed to answer; its log says why." }),
  )

const refusal = (error: AnswerError, requestId: string): Response => {
  const response = Answer.toResponse(error, requestId)
  return response.status === 405 ? { ...response, headers: { ...response.headers, allow: "GET" } } : response
}

/** The service on what its handlers need. */
export const make = <R>({ keys, now, routes, seed }: Options<R>): Effect.Effect<Service, never, R> =>
  Effect.map(Effect.context<R>(), (context) => {
    const find = Router.make(routes)
    let requests = 0

    const answer = (request: Request, requestId: string): Effect.Effect<string, AnswerError> =>
      Effect.gen(function* () {
        const { method, url } = request
        if (method !== "GET") {
          const detail = `${method} is not allowed: every operation of the service is a GET.`
          return yield* new ServiceError({ endpoint: url.pathname, status: 405, detail })
        }
        const match = find(url.pathname)
        if (match === undefined) {
          return yield* new NotFound({ endpoint: url.pathname, detail: `There is no endpoint at ${url.pathname}.` })
        }
        const { endpoint, handle, write } = match.route
        const subscription = yield* subscriptionOf(request, endpoint.name, keys)
        const values = yield* Query.read(match, url.searchParams)
        const present = yield* now
        const status = Subscription.status(subscription)
        const seen = { subscription, now: present, visible: present - subscription.delay, status }
        const reply = yield* Effect.provide(handle(values, seen), context)
        return write(reply, {
          status,
          requestId,
          nextUrl: (next) => url.origin + Query.nextUrl(endpoint, values, next),
        })
      }).pipe(
        Effect.catchTag("StoreError", Effect.die),
        Effect.catchAllDefect((defect) => broken(request.url.pathname, defect)),
      )

    return {
      handle: (request) =>
        Effect.suspend(() => {
          const requestId = createHash("sha256").update(`request ${seed} ${++requests}`).digest("hex").slice(0, 32)
          const headers = { "content-type": "application/json", "x-request-id": requestId }
          return Effect.match(answer(request, requestId), {
            onFailure: (error) => refusal(error, requestId),
            onSuccess: (body) => ({ status: 200, headers, body }),
          })
        }),
    }
  })
