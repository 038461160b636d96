/**
 * JSON-RPC 2.0 over lines, as in the stdio transport of the Model Context Protocol: under the RPC server of
 * Effect, instead of its own `layerProtocolStdio`. That one turns ids into numbers, so that clients with text
 * ids get no answer; it drops unanswered requests when the input ends; and it stops at a line that is not JSON.
 *
 * @module
 */
import * as McpSchema from "@effect/ai/McpSchema"
import type * as RpcMessage from "@effect/rpc/RpcMessage"
import * as RpcServer from "@effect/rpc/RpcServer"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Mailbox from "effect/Mailbox"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/** Both ends of the transport. */
export interface Transport<E, R> {
  /** Input from the client: one message per line. */
  readonly input: Stream.Stream<Uint8Array, never, R>
  /** Sends a line to the client. Fails when the client is gone. */
  readonly write: (line: string) => Effect.Effect<void, E>
  /** How a model works with the server, sent with the answer to `initialize`. */
  readonly instructions?: string | undefined
}

/** Protocol with the end of its client. */
export interface Protocol {
  readonly protocol: RpcServer.Protocol["Type"]
  /** Waits until the client is gone, or until its input has ended and all its requests are answered. */
  readonly closed: Effect.Effect<void>
}

/** Error codes of JSON-RPC. */
const codes = { parse: -32700, request: -32600, method: -32601, params: -32602, internal: -32603 } as const

type Id = string | number

const isId = (id: unknown): id is Id => typeof id === "string" || typeof id === "number"

/** Only client of the transport. */
const client = 0

/** Error of a failed request; `undefined` for a defect. */
const errorOf = (exit: RpcMessage.ResponseExitEncoded["exit"]): object | undefined => {
  if (exit._tag === "Success" || exit.cause._tag !== "Fail") return undefined
  const { code, message } = exit.cause.error as { readonly code?: unknown; readonly message?: unknown }
  return typeof code === "number" && typeof message === "string" ? { code, message } : undefined
}

/** Reads and writes the messages of one client. Reading ends with the scope. */
export const make = <E, R>({
  input,
  instructions,
  write,
}: Transport<E, R>): Effect.Effect<Protocol, never, R | Scope.Scope> =>
  Effect.gen(function* () {
    const closed = yield* Deferred.make<void>()
    const close = Effect.asVoid(Deferred.succeed(closed, undefined))
    const send = (message: object): Effect.Effect<void> =>
      // A client that is gone needs no answers.
      Effect.catchAll(write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`), () => close)
    const refuse = (id: Id | null, code: number, message: string) => send({ id, error: { code, message } })

    /** Client's ids of the unanswered requests, by our own. */
    const unanswered = new Map<string, Id>()
    /** Our ids of unanswered requests to initialize. */
    const initializing = new Set<string>()
    let last = 0

    const protocol = yield* RpcServer.Protocol.make((receive) => {
      const enter = (id: string, tag: string, payload: unknown) =>
        receive(client, { _tag: "Request", id, tag, payload, headers: [] })

      const notify = (method: string, params: unknown): Effect.Effect<void> => {
        if (method !== "notifications/cancelled") {
          return McpSchema.ClientNotificationRpcs.requests.has(method) ? enter("", method, params) : Effect.void
        }
        const { requestId } = Object(params) as { readonly requestId?: unknown }
        const [own] = Array.from(unanswered).find(([, id]) => id === requestId) ?? []
        if (own === undefined) return Effect.void
        // Its answer is no longer awaited.
        unanswered.delete(own)
        return enter("", method, { ...Object(params), requestId: own })
      }

      const request = (id: Id, method: string, params: unknown): Effect.Effect<void> => {
        const declared = McpSchema.ClientRequestRpcs.requests.get(method)
        if (declared === undefined) return refuse(id, codes.method, `There is no method ${JSON.stringify(method)}.`)
        const payload = method === "tools/call" ? { arguments: {}, ...Object(params) } : params
        const valid = Schema.decodeUnknownEither(declared.payloadSchema as Schema.Schema.AnyNoContext)(payload)
        if (Either.isLeft(valid)) return refuse(id, codes.params, valid.left.message)
        const own = String(++last)
        unanswered.set(own, id)
        if (method === "initialize") initializing.add(own)
        return enter(own, method, payload)
      }

      const accept = (message: unknown): Effect.Effect<void> => {
        const { id, method, params } = Object(message) as Readonly<Record<string, unknown>>
        if (typeof method !== "string") {
          // This server sends no requests, so no answer is expected.
          const isAnswer = isId(id) && ("result" in Object(message) || "error" in Object(message))
          return isAnswer ? Effect.void : refuse(isId(id) ? id : null, codes.request, "A message needs a method.")
        }
        if (id === undefined) return notify(method, params)
        return isId(id)
          ? request(id, method, params)
          : refuse(null, codes.request, "The id of a request is a text or a number.")
      }

      const acceptLine = (line: string): Effect.Effect<void> => {
        const message = Either.try((): unknown => JSON.parse(line))
        return Either.match(message, {
          onLeft: () => refuse(null, codes.parse, "Each line must be one JSON value."),
          // Batch of an older client.
          onRight: (parsed) =>
            Array.isArray(parsed) ? Effect.forEach(parsed, accept, { discard: true }) : accept(parsed),
        })
      }

      return Effect.gen(function* () {
        yield* input.pipe(
          Stream.decodeText(),
          Stream.splitLines,
          Stream.filter((line) => line.trim() !== ""),
          Stream.runForEach(acceptLine),
          // Suspended: `receive` is replaced once the server runs.
          Effect.zipRight(Effect.suspend(() => receive(client, { _tag: "Eof" }))),
          Effect.forkScoped,
        )
        return {
          disconnects: yield* Mailbox.make<number>(),
          send: (_client, message) => {
            switch (message._tag) {
              case "Exit": {
                const { exit, requestId } = message
                const id = unanswered.get(requestId)
                if (id === undefined) return Effect.void
                unanswered.delete(requestId)
                const more = initializing.delete(requestId) && instructions !== undefined ? { instructions } : {}
                if (exit._tag === "Success") return send({ id, result: { ...Object(exit.value), ...more } })
                const error = errorOf(exit)
                if (error !== undefined) return send({ id, error })
                // A defect is only logged: it may contain information not meant for the client.
                return Effect.zipRight(
                  Effect.logError("A request failed.", exit.cause),
                  refuse(id, codes.internal, "The server failed. Its standard error says more."),
                )
              }
              case "Defect":
                return Effect.logError("The server failed.", message.defect)
              default: {
                // Notification of the server, for which the RPC server has no type.
                const { payload, tag } = message as unknown as { readonly tag?: string; readonly payload?: unknown }
                return tag === undefined ? Effect.void : send({ method: tag, params: payload })
              }
            }
          },
          end: () => close,
          clientIds: Effect.succeed(new Set([client])),
          initialMessage: Effect.succeed(Option.none()),
          supportsAck: false,
          supportsTransferables: false,
          supportsSpanPropagation: false,
        }
      })
    })
    return { protocol, closed: Deferred.await(closed) }
  })
