import { Cause, Effect, Exit, type Fiber, FiberId, FiberSet, Runtime, type Scope } from "effect"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Request with its response. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

interface Connection {
  /** Request in progress, followed by the waiting ones. */
  readonly exchanges: Array<Exchange>
  /** Fiber that answers them. */
  fiber: Fiber.RuntimeFiber<void> | undefined
}

/**
 * Maximum number of waiting requests before a connection is closed: they take memory, and a client
 * may send them without end.
 */
const mostWaiting = 1_000

/**
 * Answers each connection's requests one at a time, in order: a pipelined request begins when the
 * previous answer has been taken. Closing a connection interrupts its answer and drops the waiting
 * requests; a failing answer closes its connection.
 *
 * The fibers end with the scope.
 */
export const answerEach = (
  server: Server,
  answer: (exchange: Exchange) => Effect.Effect<unknown>,
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const run = Runtime.runFork(yield* Effect.runtime<never>())
    const fibers = yield* FiberSet.make<void>()
    const connections = new WeakMap<Socket, Connection>()

    const answerAll = (socket: Socket, { exchanges }: Connection) =>
      Effect.whileLoop({
        while: () => exchanges.length > 0 && !socket.destroyed,
        body: () => answer(exchanges[0]!),
        step: () => exchanges.shift(),
      })

    server.on("connection", (socket) => {
      const connection: Connection = { exchanges: [], fiber: undefined }
      connections.set(socket, connection)
      socket.once("close", () => connection.fiber?.unsafeInterruptAsFork(FiberId.none))
    })
    server.on("request", (request, response) => {
      const { socket } = request
      const connection = connections.get(socket)!
      const waiting = connection.exchanges.push({ request, response })
      // protects: A connection holds a bounded number of requests.
      // mutant: "close their connection when more than a thousand wait": mostWaiting → 100 * mostWaiting
      if (waiting > mostWaiting) socket.destroy()
      if (waiting > 1) return
      const fiber = run(answerAll(socket, connection))
      connection.fiber = fiber
      // Most answers are complete by now: keeping their fibers would cost as much as answering.
      if (fiber.unsafePoll() === null) FiberSet.unsafeAdd(fibers, fiber)
      fiber.addObserver((exit) => {
        if (Exit.isSuccess(exit)) return
        socket.destroy()
        if (!Cause.isInterruptedOnly(exit.cause)) run(Effect.logError("A response could not be sent", exit.cause))
      })
    })
  })
