/** Decodes parts of Parquet files, in worker threads where that is faster. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Scope from "effect/Scope"
import type { Worker } from "node:worker_threads"
import { decode, messageOf } from "./decoding.js"
import type { ParquetWasm } from "./library.js"
import type { DecodingReply, DecodingRequest } from "./messages.js"
import * as Threads from "./thread.js"

/** A stream of Arrow, or what parquet-wasm says of the file. */
type Decoded = Either.Either<Uint8Array, string>

/** Decodes small files. */
export interface Decoder {
  /** Decodes a file of so many rows. */
  readonly decode: (library: ParquetWasm, bytes: Uint8Array, rows: number) => Effect.Effect<Decoded>
}

/** Number of threads. */
const THREADS = 2

/** A part with fewer rows is decoded before a thread has got it. */
const FEWEST = 16_384

/** Threads start when so many rows were decoded: those who read less do not pay for them. */
const START_AFTER = 100_000

const here: Decoder["decode"] = (library, bytes) =>
  Effect.sync(() => Either.try({ try: () => decode(library, bytes), catch: messageOf }))

/** Decodes in this thread. */
export const inThread: Decoder = { decode: here }

/** A worker that decodes. */
class Thread {
  /** Whether it runs. */
  isReady = false
  private next = 0
  /** Who waits for the replies, by the number of the request; `undefined` is the reply of a thread that has ended. */
  private readonly waiting = new Map<number, (decoded: Decoded | undefined) => void>()
  /** Number of requests without a reply. */
  open = 0

  constructor(private readonly worker: Worker) {
    worker.on("message", (reply: DecodingReply) => this.receive(reply))
    worker.on("error", () => this.end())
    worker.on("exit", () => this.end())
    worker.unref()
  }

  /** Decodes in the worker; `undefined` where it ends before. The reply to an interrupted request is not read. */
  decode(bytes: Uint8Array): Effect.Effect<Decoded | undefined> {
    return Effect.async((resume) => {
      const id = this.next++
      this.open++
      this.waiting.set(id, (decoded) => resume(Effect.succeed(decoded)))
      this.worker.ref()
      // The bytes are copied: they are needed again if the worker ends.
      this.worker.postMessage({ id, bytes } satisfies DecodingRequest, [])
      return Effect.sync(() => this.waiting.delete(id))
    })
  }

  private receive(reply: DecodingReply): void {
    if (reply._tag === "Ready") this.isReady = true
    else {
      this.open--
      const resume = this.waiting.get(reply.id)
      this.waiting.delete(reply.id)
      resume?.(reply._tag === "Decoded" ? Either.right(reply.ipc) : Either.left(reply.message))
    }
    // A worker without work keeps no process alive.
    if (this.open === 0) this.worker.unref()
  }

  private end(): void {
    this.isReady = false
    const waiting = [...this.waiting.values()]
    this.waiting.clear()
    for (const resume of waiting) resume(undefined)
  }
}

/** Threads that start when much has been read, and end with the scope. Until they run, and where they cannot, this thread decodes. */
export const make: Effect.Effect<Decoder, never, Scope.Scope> = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const threads: Array<Thread> = []
  let rowsBefore = 0
  let isStarted = false
  const start = Effect.suspend(() => {
    isStarted = true
    return Effect.forEach(
      Array.from({ length: THREADS }),
      () =>
        Effect.map(
          // Bundlers lose the module of the worker: then it ends before it is ready.
          Threads.start(new URL("./decodingWorker.js", import.meta.url)),
          (worker) => worker && threads.push(new Thread(worker)),
        ),
      { discard: true },
    )
  }).pipe(Scope.extend(scope), Effect.uninterruptible)
  return {
    decode: (library, bytes, rows) =>
      Effect.suspend(() => {
        const inThisThread = here(library, bytes, rows)
        rowsBefore += rows
        if (!isStarted && rowsBefore >= START_AFTER) return Effect.zipRight(start, inThisThread)
        const running = rows < FEWEST ? [] : threads.filter(({ isReady }) => isReady)
        if (running.length === 0) return inThisThread
        const thread = running.reduce((one, other) => (other.open < one.open ? other : one))
        return Effect.flatMap(thread.decode(bytes), (decoded) =>
          decoded === undefined ? inThisThread : Effect.succeed(decoded),
        )
      }),
  }
})
