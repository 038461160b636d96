/**
 * Admission of requests: the protocol between core and an `HttpClient` with a bounded pool of connections.
 *
 * A rate limit counts requests when they are sent, and a timeout starts when they are sent. A request that
 * waits in a pool for a connection has not been sent. So a client with a pool runs the admission of a
 * request when it has a connection for it. For every other client, core runs it before calling the client.
 *
 * A pool also knows which connections it reuses: it reports the loss of one that was {@link Stale},
 * and core sends the request again on a {@link fresh} one.
 *
 * @module
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as GlobalValue from "effect/GlobalValue"

/** Admission of one request. */
export interface Admission {
  /**
   * Waits until the request may be sent. A client runs it once, when it has a connection, right
   * before it sends the request.
   */
  readonly enter: Effect.Effect<void>
  /** Records that the request has been sent. Later calls have no effect. */
  readonly left: () => void
}

/** An admission that never waits. */
export const open: Admission = { enter: Effect.void, left: () => {} }

const withoutLimit = Effect.succeed(open)

/** Creates the admission of the request that a fiber is about to send. */
export const current: FiberRef.FiberRef<Effect.Effect<Admission>> = GlobalValue.globalValue(
  "@candela/core/Admission/current",
  () => FiberRef.unsafeMake<Effect.Effect<Admission>>(withoutLimit),
)

/** Sends without an admission: the enclosing request has one, or needs none. */
export const admitted = <A, E, R>(send: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.locally(send, current, withoutLimit)

/**
 * Runs `send` with the {@link current} admission. When `send` has ended, the request counts as sent. A client
 * that `send` calls is {@link admitted}: one request takes one place, regardless of how many clients it passes.
 */
// protects: A request takes one place in the rate limit, through however many clients it passes.
// mutant: "keep one place in the rate limit for each request, from when it is sent or met a fault":
// admitted(send(admission) → send(admission
export const admit = <A, E, R>(send: (admission: Admission) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.flatten(current), (admission) =>
    Effect.ensuring(admitted(send(admission)), Effect.sync(admission.left)),
  )

/**
 * Clients that run admissions. A wrapper of such a client is another client, so core runs the
 * admission before it calls the wrapper.
 */
const offers = GlobalValue.globalValue("@candela/core/Admission/offers", () => new WeakSet<HttpClient.HttpClient>())

/** Declares that a client runs the admission of each request with {@link admit}. */
export const offering = (client: HttpClient.HttpClient): HttpClient.HttpClient => {
  offers.add(client)
  return client
}

/** Whether a client runs admissions. */
export const isOffered = (client: HttpClient.HttpClient): boolean => offers.has(client)

/**
 * Returns a function that sends requests by a client, or by another form of its `execute`. If the
 * client does not run their admissions, they run before.
 */
export const sender = (client: HttpClient.HttpClient, execute = client.execute): HttpClient.HttpClient["execute"] =>
  isOffered(client) ? execute : (request) => admit(({ enter }) => Effect.zipRight(enter, execute(request)))

/** Whether the request that a fiber is about to send needs a new connection. A client with a pool then reuses none. */
export const fresh: FiberRef.FiberRef<boolean> = GlobalValue.globalValue("@candela/core/Admission/fresh", () =>
  FiberRef.unsafeMake(false),
)

/**
 * Cause of a failed request on a reused connection that ended before a byte of a response: a service, or a balancer
 * before it, closes idle connections without notice. Sent again on a new connection, the request may succeed at once.
 */
export class Stale extends Error {
  /** `Stale`. */
  override readonly name = "Stale"
  /** Error message. */
  override readonly message = "the reused connection had been closed"
}

/** Cause of a failed request to a closed client. A retry cannot help. */
export class Closed extends Error {
  /** `Closed`. */
  override readonly name = "Closed"
  /** Error message. */
  override readonly message = "the layer of this HttpClient is closed"
}
