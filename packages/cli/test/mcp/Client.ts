/** A client of the server in the process of a test. */
import type { LiveConnection } from "@candela/core/LiveConnection"
import type { MarketData } from "@candela/core/MarketData"
import { Deferred, Effect, Fiber, Mailbox, type Scope, Stream } from "effect"
import * as Server from "../../src/mcp/Server.js"

/** A message of the server. */
export interface Message {
  readonly jsonrpc?: string
  readonly id?: unknown
  readonly method?: string
  // oxlint-disable-next-line typescript/no-explicit-any -- what an answer holds is what a test checks
  readonly result?: any
  readonly error?: { readonly code: number; readonly message: string }
}

/** The text of a tool's answer. */
export const textOf = ({ error, result }: Message): string => {
  if (error !== undefined) throw new Error(error.message)
  return result.content[0].text
}

/** The JSON of a tool's answer. */
// oxlint-disable-next-line typescript/no-explicit-any -- what an answer holds is what a test checks
export const jsonOf = (message: Message): any => JSON.parse(textOf(message))

/** A server without a live channel. */
export const notLive = Effect.fail({ message: "There is no live channel." })

/** A client, connected and initialized, of a server with a store, and with a live channel. */
export const connectTo = (
  store?: string,
  live: Effect.Effect<LiveConnection.Service, { readonly message: string }> = notLive,
): Effect.Effect<Client, never, MarketData | Scope.Scope> =>
  Effect.gen(function* () {
    const input = yield* Mailbox.make<Uint8Array>()
    const lines: Array<string> = []
    const waiting = new Map<unknown, Deferred.Deferred<Message>>()
    const fiber = yield* Effect.forkScoped(
      Server.serve({
        version: "1.2.3",
        isSynthetic: true,
        live,
        store,
        input: Mailbox.toStream(input),
        write: (line) =>
          Effect.suspend(() => {
            lines.push(line)
            const message = JSON.parse(line) as Message
            const waits = waiting.get(message.id)
            return waits === undefined ? Effect.void : Deferred.succeed(waits, message)
          }),
      }),
    )
    const send = (text: string) => Effect.asVoid(input.offer(new TextEncoder().encode(text)))
    const wait = (id: unknown) =>
      Effect.gen(function* () {
        const answer = yield* Deferred.make<Message>()
        waiting.set(id, answer)
        return Deferred.await(answer)
      })
    let last = 0
    const client: Client = {
      lines,
      send,
      request: (method, params, id = last++) =>
        Effect.gen(function* () {
          const answer = yield* wait(id)
          yield* send(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
          return yield* answer
        }),
      line: (text, id) => Effect.flatten(Effect.zipLeft(wait(id), send(text))),
      call: (name, args) => client.request("tools/call", { name, arguments: args }),
      end: Effect.zipRight(input.end, Fiber.join(fiber)),
    }
    yield* client.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    })
    yield* send(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`)
    return client
  })

/** A client, connected and initialized. */
export const connect = /* @__PURE__ */ connectTo()

/** A client. */
export interface Client {
  /** What the server wrote. */
  readonly lines: ReadonlyArray<string>
  /** Sends text as it is. */
  readonly send: (text: string) => Effect.Effect<void>
  /** Sends a request, and waits for its answer. */
  readonly request: (method: string, params?: unknown, id?: unknown) => Effect.Effect<Message>
  /** Sends text, and waits for the answer with an id. */
  readonly line: (text: string, id: unknown) => Effect.Effect<Message>
  /** Calls a tool. */
  readonly call: (name: string, args?: object) => Effect.Effect<Message>
  /** Ends the input, and waits until the server has ended. */
  readonly end: Effect.Effect<void>
}

/** A part of a stream, as bytes that split characters. */
export const bytes = (text: string, size: number): Stream.Stream<Uint8Array> => {
  const all = new TextEncoder().encode(text)
  return Stream.fromIterable(
    Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, at * size + size)),
  )
}
