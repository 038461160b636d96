/**
 * When a request may leave, agreed between core and an `HttpClient` with a bounded pool of connections.
 *
 * A rate limit counts requests that leave, and a timeout counts from when they leave. A request that waits in a pool for a connection has not left. So a client
 * that has a pool runs the admission of a request when it holds a connection for it. For every other client, core runs it before the client is called.
 *
 * @module
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as GlobalValue from "effect/GlobalValue"
import * as Option from "effect/Option"

/** The admission of one request. */
export interface Admission {
  /** Waits until the request may leave. A client runs it once, when it holds a connection, right before it sends the request. */
  readonly enter: Effect.Effect<void>
  /** Tells that the request has left. Calls after the first one change nothing. A request that is never told of has left when its answer comes. */
  readonly left: () => void
}

/** The admission of the request that a fiber is about to send. */
export const current: FiberRef.FiberRef<Option.Option<Admission>> = GlobalValue.globalValue(
  "@candela/core/Admission/current",
  () => FiberRef.unsafeMake(Option.none<Admission>()),
)

/** The clients that run admissions. A client that is put around one is another client, and core runs the admission before it is called. */
const offers = GlobalValue.globalValue("@candela/core/Admission/offers", () => new WeakSet<HttpClient.HttpClient>())

/** Declares that a client runs the {@link current} admission of each request. */
export const offering = (client: HttpClient.HttpClient): HttpClient.HttpClient => {
  offers.add(client)
  return client
}

/** Whether a client runs admissions. */
export const isOffered = (client: HttpClient.HttpClient): boolean => offers.has(client)

/** Why a request of a closed client fails: trying it again cannot help. */
export class Closed extends Error {
  override readonly name = "Closed"
  override readonly message = "the layer of this HttpClient is closed"
}
