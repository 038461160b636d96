/** Encodes parts of row groups, in a worker thread if there is one. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import type * as Scope from "effect/Scope"
import type { Worker } from "node:worker_threads"
import { FileError } from "../../FileError.js"
import { Encoding } from "./encoding.js"
import * as Library from "./library.js"
import type { Reply, EncodeRequest } from "./messages.js"
import type { Properties } from "./properties.js"
import * as Threads from "./thread.js"

type Bytes = ReadonlyArray<Uint8Array>

/** Makes the encoder of one file. Its worker, or its library, is loaded by then or soon. */
export type Start = (properties: Properties) => Encoder

/** Encoder of one file. */
export interface Encoder {
  /** Allocates memory for a part: that of an earlier one, if it is free and large enough. */
  readonly allocate: (length: number) => Uint8Array
  /**
   * Encodes a part, or ends the file: an Arrow stream of one batch, or of none, which the encoder
   * then owns. Returns the bytes of the file available by then.
   */
  readonly encode: (ipc: Uint8Array, isLast: boolean) => Effect.Effect<Bytes, FileError>
}

/** Error of parquet-wasm. */
export const failed = (message: string): FileError =>
  new FileError({
    reason: "write",
    detail: `parquet-wasm could not encode the rows (${message}). Report it with the rows, and write another format meanwhile.`,
  })

/** Memory for reuse. */
class Spares {
  private readonly buffers: Array<ArrayBuffer> = []

  readonly allocate = (length: number): Uint8Array => {
    const spare = this.buffers.pop()
    // Parts with texts differ in size: the next one may be a little larger.
    const buffer = spare !== undefined && spare.byteLength >= length ? spare : new ArrayBuffer(length + (length >> 3))
    return new Uint8Array(buffer, 0, length)
  }

  give(buffer: ArrayBuffer): void {
    this.buffers.push(buffer)
  }
}

/** Encodes in this thread. */
const inThread = (
  library: Effect.Effect<Library.ParquetWasm, FileError>,
  properties: Properties,
  spares = new Spares(),
): Encoder => {
  let encoding: Encoding | undefined
  return {
    allocate: spares.allocate,
    encode: (ipc, isLast) =>
      Effect.flatMap(library, (library) => {
        const started = (encoding ??= new Encoding(library, properties))
        return Effect.tryPromise({
          try: () => (isLast ? started.finish(ipc) : started.push(ipc)),
          catch: (error) => failed(String(error)),
        })
      }).pipe(Effect.tap(() => Effect.sync(() => spares.give(ipc.buffer as ArrayBuffer)))),
  }
}

/**
 * Maximum number of parts in a worker before the next one waits: those of the largest page of bars, and the one that is
 * encoded. Twice as many take 20 MB more.
 */
const IN_FLIGHT = 4

/** A thread for encoding. */
class Thread {
  /** Whether the worker runs; false if it cannot be loaded. */
  readonly ready = Deferred.unsafeMake<boolean>(FiberId.none)
  readonly spares = new Spares()
  /** Number of requests without a reply. */
  private waiting = 0
  private bytes: Array<Uint8Array> = []
  private failure: FileError | undefined
  /** Open from a reply until the next wait for one. */
  private readonly replied = Effect.unsafeMakeLatch(false)

  constructor(private readonly worker: Worker) {
    worker.on("message", (reply: Reply) => this.receive(reply))
    worker.on("error", (error) => this.end(error.message))
    worker.on("exit", () => this.end("the worker has ended"))
  }

  /** Sends a request. */
  send(request: EncodeRequest): void {
    this.waiting++
    this.worker.ref()
    this.worker.postMessage(request, [request.ipc.buffer as ArrayBuffer])
  }

  /** Waits until fewer than `most` requests have no reply. Returns the received bytes. */
  take(most: number): Effect.Effect<Bytes, FileError> {
    return Effect.suspend(() => {
      if (this.failure !== undefined) return Effect.fail(this.failure)
      if (this.waiting >= most) {
        this.replied.unsafeClose()
        return Effect.zipRight(this.replied.await, this.take(most))
      }
      const bytes = this.bytes
      this.bytes = []
      return Effect.succeed(bytes)
    })
  }

  private receive(reply: Reply): void {
    if (reply._tag === "Ready") Deferred.unsafeDone(this.ready, Effect.succeed(true))
    else {
      this.waiting--
      if (reply._tag === "Bytes") {
        this.spares.give(reply.spare)
        this.bytes.push(...reply.bytes)
      } else this.failure ??= failed(reply.message)
      this.replied.unsafeOpen()
    }
    // An idle worker does not keep the process alive.
    if (this.waiting === 0) this.worker.unref()
  }

  private end(message: string): void {
    Deferred.unsafeDone(this.ready, Effect.succeed(false))
    this.failure ??= failed(message)
    this.replied.unsafeOpen()
  }
}

/** Starts a worker, which ends with the scope; `undefined` if none can be started. */
const startThread: Effect.Effect<Thread | undefined, never, Scope.Scope> =
  // Bundlers lose the module of the worker: then it ends before it is ready.
  Effect.map(Threads.start(new URL("./worker.js", import.meta.url)), (worker) => worker && new Thread(worker))

/** Starts a worker for an encoder that is made later, which encodes in this thread if the worker does not start. */
const startInWorker: Effect.Effect<Start, never, Scope.Scope> = Effect.gen(function* () {
  const library = yield* Effect.cached(Library.load)
  const thread = yield* startThread
  return (properties) => {
    if (thread === undefined) return inThread(library, properties)
    // protects: A file that is encoded without the worker that was started takes the memory of one part.
    // mutant: "takes the memory of one part where the worker does not load": without , thread.spares
    const instead = inThread(library, properties, thread.spares)
    return {
      allocate: thread.spares.allocate,
      encode: (ipc, isLast) =>
        Effect.flatMap(Deferred.await(thread.ready), (ready) => {
          if (!ready) return instead.encode(ipc, isLast)
          thread.send({ properties, ipc, isLast })
          return thread.take(isLast ? 1 : IN_FLIGHT)
        }),
    }
  }
})

/** Begins to load what an encoder needs, in a worker or in this thread. */
export const start = (worker: boolean): Effect.Effect<Start, never, Scope.Scope> =>
  worker
    ? startInWorker
    : Effect.map(
        Effect.forkScoped(Library.load),
        (loading) => (properties) => inThread(Fiber.join(loading), properties),
      )
