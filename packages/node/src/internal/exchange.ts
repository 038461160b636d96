/** One request, and its answer as `node:http` gives it. */
import * as Admission from "@candela/core/Admission"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpClientError from "@effect/platform/HttpClientError"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ClientRequest } from "node:http"
import { pipeline, Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import { NodeResponse } from "./response.js"
import type { Connections } from "./connections.js"

/** A body that is ready to be written, with the headers that tell of it. */
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
        const packed = new Response(body.formData)
        return {
          headers: { ...headers, ...Object.fromEntries(packed.headers) },
          body: Readable.fromWeb(packed.body as ReadableStream),
        }
      })
    case "Stream":
      // It runs when it is read: a request that cannot be made leaves nothing behind.
      return Effect.map(Stream.toAsyncIterableEffect(body.stream), (parts) => ({
        headers,
        body: Readable.from(parts, { objectMode: false }),
      }))
  }
}

type Fail = (reason: HttpClientError.RequestError["reason"], cause: unknown) => void

/** What `node:http` refuses to begin cannot be put into a request. */
const refusalOf = (cause: unknown): HttpClientError.RequestError["reason"] => {
  if (cause instanceof Admission.Closed) return "Transport"
  return (cause as { code?: unknown }).code === "ERR_INVALID_PROTOCOL" ? "InvalidUrl" : "Encode"
}

/** An answer that is none stands in its error as it was received: in memory into which other answers are received. */
const keepable = (cause: Error & { rawPacket?: Uint8Array }): Error => {
  if (cause.rawPacket !== undefined) cause.rawPacket = Buffer.from(cause.rawPacket)
  return cause
}

const write = (request: ClientRequest, body: Outgoing["body"], fail: Fail): void => {
  // Else a body of unknown length would have no frame where the method seldom has one: its end would not be told from the next request.
  if (body !== undefined) request.useChunkedEncodingByDefault = true
  if (body instanceof Readable) {
    // What fails by itself is heard here before the request fails of it; what fails with the request, after.
    body.once("error", (cause) => fail("Encode", cause))
    pipeline(body, request, () => {})
  } else request.end(body)
}

/**
 * Sends a request, and gives its answer as soon as the headers are there. The request waits for a connection first, and holds it when its admission runs.
 * `signal` gives it up, body included.
 */
export const run = (
  connections: Connections,
  request: HttpClientRequest.HttpClientRequest,
  url: URL,
  signal: AbortSignal,
): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.RequestError> =>
  Effect.flatMap(outgoing(request), ({ body, headers }) =>
    Admission.admit(({ enter, left }) =>
      Effect.uninterruptibleMask((restore) => {
        const pool = connections.to(url.origin)
        const exchange = Effect.async<HttpClientResponse.HttpClientResponse, HttpClientError.RequestError>((resume) => {
          const fail: Fail = (reason, cause) =>
            resume(Effect.failSync(() => new HttpClientError.RequestError({ request, reason, cause })))
          let sent: ClientRequest | undefined
          try {
            sent = connections.request(url, { method: request.method, headers, signal })
            begun = true
            sent.on("error", (cause) => fail("Transport", keepable(cause)))
            sent.once("response", (incoming) => resume(Effect.succeed(new NodeResponse(request, incoming))))
            // What was written is on its way: nothing of the request waits any more.
            sent.once("finish", left)
            sent.once("close", () => {
              pool.release()
              // An answer that is none, as the change to another protocol, ends without an error.
              fail("Transport", "the connection was closed before an answer came")
            })
            write(sent, body, fail)
          } catch (cause) {
            fail(refusalOf(cause), cause)
            sent?.destroy()
            if (body instanceof Readable) body.destroy()
          }
          return Effect.sync(() => sent?.destroy())
        })
        let begun = false
        return Effect.zipRight(
          pool.take(restore),
          Effect.ensuring(
            restore(Effect.zipRight(enter, exchange)),
            // A request that was begun gives its connection back when it closes.
            Effect.sync(() => (begun ? undefined : pool.release())),
          ),
        )
      }),
    ),
  )
