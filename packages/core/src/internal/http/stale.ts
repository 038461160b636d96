/**
 * Requests on connections that were kept alive, and that the service, or a balancer before it, had
 * closed meanwhile. Browsers and most HTTP clients send such a request once more: it is no failure
 * of the service, and not to be counted as a retry.
 */
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Admission from "../Admission.js"

/** Codes with which the `fetch` of Node reports that a connection has ended: one of undici, and two of the system. */
const ended = ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]

/**
 * Whether `fetch` probably lost a request with a reused connection. It does not say so. undici tells how
 * many bytes the connection has received, unless the system reported the end: those of earlier responses,
 * because no response has begun. Otherwise a connection may have been kept if there was a response before.
 */
const isLostByFetch = (cause: unknown, hasAnswered: boolean): boolean => {
  if (!(cause instanceof TypeError) || !Predicate.hasProperty(cause.cause, "code")) return false
  const { code } = cause.cause
  if (!ended.includes(String(code))) return false
  const { socket } = cause.cause as { readonly socket?: { readonly bytesRead?: number } | null }
  return socket?.bytesRead === undefined ? hasAnswered : socket.bytesRead > 0
}

/**
 * Maximum number of times that a request is sent again. `fetch` cannot be told to open a new
 * connection, and its second one is sometimes another reused one.
 */
// protects: A request that was lost with a reused connection is sent again, and costs no retry.
// mutant: "fails none of 120 calls": 2 → 0
const mostResent = 2

/**
 * Sends a request again, at once and on a new connection, if it was lost with a reused one. It
 * passes the rate limit again, because both requests have been sent.
 */
export const resend = (
  send: Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>,
  hasAnswered: () => boolean,
): typeof send => {
  const next = (left: number): typeof send =>
    left === 0
      ? send
      : Effect.catchIf(
          send,
          ({ cause }) => cause instanceof Admission.Stale || isLostByFetch(cause, hasAnswered()),
          () =>
            Effect.zipRight(
              Effect.logDebug("A reused connection had been closed. The request is sent again on a new one."),
              Effect.locally(next(left - 1), Admission.fresh, true),
            ),
        )
  return next(mostResent)
}
