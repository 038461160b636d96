/** Encodes row groups, in a worker thread where there is one. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { Worker } from "node:worker_threads"
import { FileError } from "../../FileError.js"
import { Encoding } from "./encoding.js"
import * as Library from "./library.js"
import type { Reply, Request } from "./messages.js"
import type { Properties } from "./properties.js"

type Bytes = ReadonlyArray<Uint8Array>

/** Encodes one file. */
export interface Encoder {
  /** Memory for a row group: that of an earlier one, where it is free and large enough. */
  readonly allocate: (length: number) => Uint8Array
  /**
   * Encodes a row group, or ends the file: an Arrow stream of one batch, or of none, which the encoder owns from then on. Gives bytes of the file, not always those of
   * this row group.
   */
  readonly encode: (ipc: Uint8Array, isLast: boolean) => Effect.Effect<Bytes, FileError>
}

const failed = (message: string) =>
  new FileError({
    reason: "write",
    detail: `parquet-wasm could not encode the rows (${message}). Report it with the rows, and write another format meanwhile.`,
  })

/** Memory that is used again and again. */
class Spares {
  private readonly buffers: Array<ArrayBuffer> = []

  readonly allocate = (length: number): Uint8Array => {
    const spare = this.buffers.pop()
    // Row groups with texts differ in size: the next one may be a little larger.
    const buffer = spare !== undefined && spare.byteLength >= length ? spare : new ArrayBuffer(length + (length >> 3))
    return new Uint8Array(buffer, 0, length)
  }

  give(buffer: ArrayBuffer): void {
    this.buffers.push(buffer)
  }
}

/** Encodes in this thread. */
const inThread = (properties: Properties): Effect.Effect<Encoder, FileError> =>
  Effect.map(Library.load, (library) => {
    const encoding = new Encoding(library, properties)
    const spares = new Spares()
    return {
      allocate: spares.allocate,
      encode: (ipc, isLast) =>
        Effect.tryPromise({
          try: () => (isLast ? encoding.finish(ipc) : encoding.push(ipc)),
          catch: (error) => failed(String(error)),
        }).pipe(Effect.tap(() => Effect.sync(() => spares.give(ipc.buffer as ArrayBuffer)))),
    }
  })

/** Number of row groups that a worker may have before the next one waits. */
const IN_FLIGHT = 2

/** A thread, and its replies in the order of the requests. */
class Thread {
  /** Whether the worker runs; false where it cannot be loaded. */
  readonly ready = Deferred.unsafeMake<boolean>(FiberId.none)
  readonly spares = new Spares()
  private readonly waiting: Array<Deferred.Deferred<Bytes, FileError>> = []

  constructor(private readonly worker: Worker) {
    worker.on("message", (reply: Reply) => this.receive(reply))
    worker.on("error", (error) => this.end(error.message))
    worker.on("exit", () => this.end("the worker has ended"))
  }

  /** Sends a request. Gives its reply. */
  send(request: Request): Deferred.Deferred<Bytes, FileError> {
    const reply = Deferred.unsafeMake<Bytes, FileError>(FiberId.none)
    this.waiting.push(reply)
    this.worker.ref()
    this.worker.postMessage(request, [request.ipc.buffer as ArrayBuffer])
    return reply
  }

  private receive(reply: Reply): void {
    if (reply._tag === "Ready") Deferred.unsafeDone(this.ready, Effect.succeed(true))
    else {
      if (reply._tag === "Bytes") this.spares.give(reply.spare)
      const result = reply._tag === "Bytes" ? Effect.succeed(reply.bytes) : Effect.fail(failed(reply.message))
      Deferred.unsafeDone(this.waiting.shift()!, result)
    }
    // A worker without work keeps no process alive.
    if (this.waiting.length === 0) this.worker.unref()
  }

  private end(message: string): void {
    Deferred.unsafeDone(this.ready, Effect.succeed(false))
    for (const reply of this.waiting.splice(0)) Deferred.unsafeDone(reply, Effect.fail(failed(message)))
  }
}

/** Starts a worker, which ends with the scope; `undefined` where there is none to start. */
const start = (properties: Properties): Effect.Effect<Thread | undefined, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      // Bundlers lose the module of the worker, and not every runtime has workers.
      Effect.option(Effect.try(() => new Worker(new URL("./worker.js", import.meta.url), { workerData: properties }))),
      Option.match({ onNone: () => Effect.void, onSome: (worker) => Effect.promise(() => worker.terminate()) }),
    ),
    (worker) => (Option.isSome(worker) ? new Thread(worker.value) : undefined),
  )

/** Encodes in a worker that starts now, and in this thread if it does not. */
const inWorker = (properties: Properties): Effect.Effect<Encoder, FileError, Scope.Scope> =>
  Effect.gen(function* () {
    const thread = yield* start(properties)
    if (thread === undefined) return yield* inThread(properties)
    const instead = yield* Effect.cached(inThread(properties))
    const replies: Array<Deferred.Deferred<Bytes, FileError>> = []
    const oldest = Effect.suspend(() => Deferred.await(replies.shift()!))
    return {
      allocate: thread.spares.allocate,
      encode: (ipc, isLast) =>
        Effect.gen(function* () {
          if (!(yield* Deferred.await(thread.ready))) return yield* Effect.flatMap(instead, (it) => it.encode(ipc, isLast))
          const bytes = replies.length < IN_FLIGHT ? [] : [yield* oldest]
          replies.push(thread.send({ ipc, isLast }))
          if (isLast) while (replies.length > 0) bytes.push(yield* oldest)
          return bytes.flat()
        }),
    }
  })

/** An encoder of one file, in a worker or in this thread. */
export const make = (properties: Properties, worker: boolean): Effect.Effect<Encoder, FileError, Scope.Scope> =>
  worker ? inWorker(properties) : inThread(properties)
