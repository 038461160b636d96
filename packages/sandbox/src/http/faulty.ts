import type * as Fault from "@candela/testing/Fault"
import type * as Faults from "@candela/testing/Faults"
import { Effect } from "effect"
import type { ServerResponse } from "node:http"
import type { Sent } from "./RequestLog.js"
import type { HttpResponse } from "./Service.js"

/** Returns an answer with its bytes. */
export const toAnswer = ({ body, headers, status }: HttpResponse): Fault.Response => ({
  status,
  headers: headers as Record<string, string>,
  body: Buffer.from(body),
})

/** Closes a connection, and waits for the resulting end of the request. */
const closing = (close: () => void) =>
  Effect.async<never>(() => {
    // Returning the result of `close` would make it the effect that an interruption runs.
    close()
  })

/**
 * Answers a request that meets a fault, and returns the answer that was sent completely. `send`
 * ends the response with a body.
 */
export const answer = (
  fault: Faults.Next,
  answered: Effect.Effect<HttpResponse>,
  response: ServerResponse,
  send: (body: Uint8Array) => Effect.Effect<void>,
): Effect.Effect<Sent> =>
  Effect.flatMap(
    fault.step(Effect.map(answered, toAnswer)),
    ({ body = new Uint8Array(), delay, ending, headers, outcome, status }) => {
      const respond = Effect.suspend(() => {
        if (outcome === "hang") return Effect.never
        if (outcome === "cut") return closing(() => response.socket?.resetAndDestroy())
        response.writeHead(status, { ...headers, "content-length": body.length })
        if (ending === "whole") return Effect.as(send(body), { status, headers, bytes: body.length })
        // The connection is closed, not reset: a reset would also discard the unread part of the head.
        return closing(() => response.write(body.subarray(0, body.length / 2), () => response.destroy()))
      })
      return Effect.delay(respond, delay)
    },
  )
