/** One request, and its answer as `node:http` gives it. */
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpClientError from "@effect/platform/HttpClientError"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ClientRequest } from "node:http"
import { pipeline, Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import { Answer } from "./answer.js"
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
      return Effect.map(Stream.toReadableStreamEffect(body.stream), (stream) => ({
        headers,
        body: Readable.fromWeb(stream as ReadableStream),
      }))
  }
}

const write = (request: ClientRequest, body: Outgoing["body"]): void => {
  // What goes wrong reaches whoever waits for the answer.
  if (body instanceof Readable) pipeline(body, request, () => {})
  else request.end(body)
}

/** Sends a request, and gives its answer as soon as the headers are there. `signal` gives it up, body included. */
export const run = (
  connections: Connections,
  request: HttpClientRequest.HttpClientRequest,
  url: URL,
  signal: AbortSignal,
): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.RequestError> =>
  Effect.flatMap(outgoing(request), ({ body, headers }) =>
    Effect.async((resume) => {
      const fail = (cause: unknown) =>
        resume(Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport", cause })))
      try {
        const sent = connections.request(url, { method: request.method, headers, signal })
        sent.on("error", fail)
        sent.once("response", (incoming) => resume(Effect.succeed(new Answer(request, incoming))))
        write(sent, body)
      } catch (cause) {
        fail(cause)
      }
    }),
  )
