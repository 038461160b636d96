/** Responses as data, and their execution. */
import * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Pipeable from "effect/Pipeable"

/** Behaviour of the transport for one request. */
export interface Behaviour extends Pipeable.Pipeable {
  /** Whether the transport responds, cuts the connection before a response, or never responds. */
  readonly outcome: "answer" | "cut" | "hang"
  /** Delay before the response or the cut. */
  readonly delay: Duration.Duration
  /** HTTP status of the response. */
  readonly status: number
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>>
  /** Body of the response; absent if it has none. */
  readonly body: Uint8Array | undefined
  /** End of the body: complete, or after its first half, by a cut or by hanging. */
  readonly ending: "whole" | "cut" | "hang"
}

const proto = {
  pipe() {
    return Pipeable.pipeArguments(this, arguments)
  },
}

export const make = (fields: Partial<Omit<Behaviour, "pipe">>): Behaviour =>
  Object.assign(Object.create(proto) as Pick<Behaviour, "pipe">, {
    outcome: "answer" as const,
    delay: Duration.zero,
    status: 200,
    headers: {},
    body: undefined,
    ending: "whole" as const,
    ...fields,
  })

/** End of the exchange of a step. The first settled state counts. */
export type Ended = "answered" | "cut" | "interrupted"

const connectionReset = () => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })

/** Size of the pieces in which bodies arrive, as from a socket. */
const pieceSize = 16_384

const bodyOf = (
  { body, ending }: Behaviour,
  signal: AbortSignal,
  settle: (state: Ended) => void,
): ReadableStream<Uint8Array> | null => {
  if (body === undefined) return null
  const end = ending === "whole" ? body.length : Math.floor(body.length / 2)
  let position = 0
  let isOpen = true
  const ended = (state: Ended) => {
    isOpen = false
    settle(state)
  }
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) =>
        signal.addEventListener("abort", () => {
          if (!isOpen) return
          ended("interrupted")
          controller.error(signal.reason)
        }),
      pull: (controller) => {
        if (position < end) {
          const next = Math.min(end, position + pieceSize)
          controller.enqueue(body.slice(position, next))
          position = next
        } else if (ending === "whole") {
          ended("answered")
          controller.close()
        } else if (ending === "cut") {
          ended("cut")
          controller.error(connectionReset())
        } else {
          return new Promise<void>(() => {})
        }
      },
      cancel: () => ended("interrupted"),
    },
    { highWaterMark: 0 },
  )
}

/** Performs a step, after its delay. */
export const perform = (
  step: Behaviour,
  request: HttpClientRequest.HttpClientRequest,
  signal: AbortSignal,
  settle: (state: Ended) => void = () => {},
): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.RequestError> => {
  const respond = Effect.suspend(() => {
    switch (step.outcome) {
      case "hang":
        return Effect.never
      case "cut":
        settle("cut")
        return Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport", cause: connectionReset() }))
      case "answer": {
        const { headers, status } = step
        const body = bodyOf(step, signal, settle)
        if (body === null) settle("answered")
        return Effect.succeed(HttpClientResponse.fromWeb(request, new Response(body, { status, headers })))
      }
    }
  })
  return Duration.toMillis(step.delay) === 0 ? respond : Effect.delay(respond, step.delay)
}
