/** One request and its response, through `node:http`. */
import * as Admission from "@candela/core/internal/Admission"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpClientError from "@effect/platform/HttpClientError"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Stream from "effect/Stream"
import type { ClientRequest } from "node:http"
import { pipeline, Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import { NodeResponse } from "./response.js"
import type { Connections } from "./connections.js"
import * as Proxies from "./proxies.js"

/** A body ready to be written, with the headers of the request. */
interface Outgoing {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | Readable | undefined
}

const outgoing = ({ body, headers }: HttpClientRequest.HttpClientRequest): Effect.Effect<Outgoing> => {
  switch (body._tag) {
    case "Empty":
      return Effect.succeed({ headers, body: undefined })
    case "Raw":
    case "Uint8Array":
      return Effect.succeed({ headers, body: body.body as string | Uint8Array | Readable })
    case "FormData":
      return Effect.sync(() => {
        const encoded = new Response(body.formData)
        return {
          headers: { ...headers, ...Object.fromEntries(encoded.headers) },
          body: Readable.fromWeb(encoded.body as ReadableStream),
        }
      })
    case "Stream":
      // The stream runs when it is read, so a request that cannot be created leaves nothing running.
      return Effect.map(Stream.toAsyncIterableEffect(body.stream), (parts) => ({
        headers,
        body: Readable.from(parts, { objectMode: false }),
      }))
  }
}

type Fail = (reason: HttpClientError.RequestError["reason"], cause: unknown) => void

/** Returns the reason why `node:http` rejects a request. */
const refusalOf = (cause: unknown): HttpClientError.RequestError["reason"] => {
  if (cause instanceof Admission.Closed || cause instanceof Proxies.ProxyError) return "Transport"
  return (cause as { code?: unknown }).code === "ERR_INVALID_PROTOCOL" ? "InvalidUrl" : "Encode"
}

/** Copies the raw bytes of parse errors, whose buffer is reused. */
const keepable = (cause: Error & { rawPacket?: Uint8Array }): Error => {
  if (cause.rawPacket !== undefined) cause.rawPacket = Buffer.from(cause.rawPacket)
  return cause
}

/** Names the proxy that forwards a request in the error of its connection. */
const ofProxy = (proxy: Proxies.Proxy | undefined, cause: Error & { readonly code?: unknown }): Error =>
  proxy === undefined || typeof cause.code !== "string" ? cause : Proxies.lost(proxy, cause)

/**
 * Returns the cause of a lost request: {@link Admission.Stale} if its reused connection ended
 * before a byte of a response.
 */
// protects: A connection that ended within an answer is a failure of the service, not a stale connection.
// mutant: "an answer that has begun is not asked for again": (receivedBefore === undefined || socket?.bytesRead ===
// receivedBefore) → socket !== null
const causeOfLoss = ({ reusedSocket, socket }: ClientRequest, receivedBefore: number | undefined, cause: unknown) =>
  reusedSocket && (receivedBefore === undefined || socket?.bytesRead === receivedBefore)
    ? new Admission.Stale("", { cause })
    : cause

const write = (request: ClientRequest, body: Outgoing["body"], fail: Fail): void => {
  // Otherwise a body of unknown length would not be framed for methods that rarely have a body, and
  // the server could not find its end.
  if (body !== undefined) request.useChunkedEncodingByDefault = true
  if (body instanceof Readable) {
    // An error of the body itself arrives here before the request fails; an error of the request arrives after.
    body.once("error", (cause) => fail("Encode", cause))
    pipeline(body, request, () => {})
  } else request.end(body)
}

/**
 * Sends a request and returns its response when the headers have arrived. The request first waits
 * for a connection, then runs its admission. `signal` aborts the request and the body.
 */
export const run = (
  connections: Connections,
  request: HttpClientRequest.HttpClientRequest,
  url: URL,
  signal: AbortSignal,
): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.RequestError> =>
  Effect.flatMap(outgoing(request), ({ body, headers }) =>
    Admission.admit(({ enter, left }) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(FiberRef.get(Admission.fresh), (fresh) => {
          const pool = connections.to(url.origin)
          const exchange = Effect.async<HttpClientResponse.HttpClientResponse, HttpClientError.RequestError>(
            (resume) => {
              const fail: Fail = (reason, cause) =>
                resume(Effect.failSync(() => new HttpClientError.RequestError({ request, reason, cause })))
              let sent: ClientRequest | undefined
              try {
                const created = connections.request(url, { method: request.method, headers, signal }, fresh)
                const { proxy, request: outgoing } = created
                sent = outgoing
                begun = true
                let received: number | undefined
                sent.once("socket", (socket) => (received = socket.bytesRead))
                const lost = (cause: unknown) => fail("Transport", causeOfLoss(outgoing, received, cause))
                sent.on("error", (cause) => lost(ofProxy(proxy, keepable(cause))))
                sent.once("response", (incoming) => {
                  if (proxy === undefined || !Proxies.isOwnAnswer(incoming)) {
                    resume(Effect.succeed(new NodeResponse(request, incoming)))
                  } else outgoing.destroy(Proxies.refused(proxy, incoming))
                })
                // The whole request has been written.
                sent.once("finish", left)
                // protects: A request gives its connection back, however it ends.
                // mutant: "is free after a body that is too large, spoilt or no JSON": "close", () => { pool.release()
                // → "response", (incoming) => incoming.once("end", () => pool.release())); sent.once("close", () => {
                sent.once("close", () => {
                  pool.release()
                  // The connection can also end without an error, for example with a protocol upgrade.
                  lost("the connection was closed before a response")
                })
                write(sent, body, fail)
              } catch (cause) {
                fail(refusalOf(cause), cause)
                sent?.destroy()
                if (body instanceof Readable) body.destroy()
              }
              return Effect.sync(() => sent?.destroy())
            },
          )
          let begun = false
          return Effect.zipRight(
            pool.take(restore),
            Effect.ensuring(
              restore(Effect.zipRight(enter, exchange)),
              // A request that was created releases its connection when it closes.
              Effect.sync(() => (begun ? undefined : pool.release())),
            ),
          )
        }),
      ),
    ),
  )
