/**
 * When a request may leave, agreed between core and an `HttpClient` with a bounded pool of connections.
 *
 * A rate limit counts requests that leave, and a timeout counts from when they leave. A request that waits in a pool for a connection has not left. So a client
 * that has a pool runs the admission of a request when it holds a connection for it. For every other client, core runs it before the client is called.
 *
 * @module
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as GlobalValue from "effect/GlobalValue"

/** The admission of one request. */
export interface Admission {
  /** Waits until the request may leave. A client runs it once, when it holds a connection, right before it sends the request. */
  readonly enter: Effect.Effect<void>
  /** Tells that the request has left. Calls after the first one change nothing. */
  readonly left: () => void
}

/** An admission that lets a request leave at once. */
export const open: Admission = { enter: Effect.void, left: () => {} }

/** Makes the admission of the request that a fiber is about to send. */
export const current: FiberRef.FiberRef<Effect.Effect<Admission>> = GlobalValue.globalValue(
  "@candela/core/Admission/current",
  () => FiberRef.unsafeMake<Effect.Effect<Admission>>(Effect.succeed(open)),
)

/** Sends a request with the {@link current} admission. At the latest when `send` has ended, the request has left. */
export const admit = <A, E, R>(send: (admission: Admission) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.flatten(FiberRef.get(current)), (admission) =>
    Effect.ensuring(
      send(admission),
      Effect.sync(() => admission.left()),
    ),
  )

/** The clients that run admissions. A client that is put around one is another client, and core runs the admission before it is called. */
const offers = GlobalValue.globalValue("@candela/core/Admission/offers", () => new WeakSet<HttpClient.HttpClient>())

/** Declares that a client runs the admission of each request, by {@link admit}. */
export const offering = (client: HttpClient.HttpClient): HttpClient.HttpClient => {
  offers.add(client)
  return client
}

/** Whether a client runs admissions. */
export const isOffered = (client: HttpClient.HttpClient): boolean => offers.has(client)

/** Why a request of a closed client fails: trying it again cannot help. */
export class Closed extends Error {
  /** `Closed`. */
  override readonly name = "Closed"
  /** What happened. */
  override readonly message = "the layer of this HttpClient is closed"
}
