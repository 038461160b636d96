/** Decodes parts of Parquet files, in worker threads if that is faster. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Scope from "effect/Scope"
import type { Worker } from "node:worker_threads"
import { decode, messageOf } from "./decoding.js"
import type { ParquetWasm } from "./library.js"
import type { DecodingReply, DecodingRequest } from "./messages.js"
import * as Threads from "./thread.js"

/** An Arrow stream, or the error of parquet-wasm. */
type Decoded = Either.Either<Uint8Array, string>

/** Decoder of files in its own threads. */
export interface Decoder {
  /** Decodes a file of `rows` rows. */
  readonly decode: (library: ParquetWasm, bytes: Uint8Array, rows: number) => Effect.Effect<Decoded>
}

/** Number of threads. */
const THREADS = 2

/** Minimum number of rows of a part for a thread: smaller parts are decoded faster than passed on. */
const FEWEST = 16_384

/** Number of decoded rows after which threads start: smaller reads do not pay for them. */
const START_AFTER = 100_000

const here: Decoder["decode"] = (library, bytes) =>
  Effect.sync(() => Either.try({ try: () => decode(library, bytes), catch: messageOf }))

/** Decodes in this thread. */
export const inThread: Decoder = { decode: here }

/** A worker for decoding. */
class Thread {
  /** Whether the worker runs. */
  isReady = false
  private next = 0
  /** Callbacks for the replies by request number; `undefined` is the reply of a thread that has ended. */
  private readonly waiting = new Map<number, (decoded: Decoded | undefined) => void>()
  /** Number of requests without a reply. */
  open = 0

  constructor(private readonly worker: Worker) {
    worker.on("message", (reply: DecodingReply) => this.receive(reply))
    worker.on("error", () => this.end())
    worker.on("exit", () => this.end())
    worker.unref()
  }

  /** Decodes in the worker; `undefined` if it ends before. The reply to an interrupted request is ignored. */
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
    // An idle worker does not keep the process alive.
    if (this.open === 0) this.worker.unref()
  }

  private end(): void {
    this.isReady = false
    const waiting = [...this.waiting.values()]
    this.waiting.clear()
    for (const resume of waiting) resume(undefined)
  }
}

/**
 * Threads that start when much has been read, and end with the scope. Until they run, or if they
 * cannot, this thread decodes.
 */
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
