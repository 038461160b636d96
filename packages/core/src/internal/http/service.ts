/** The type of the service below all methods: what sends requests, and what is known of the connection. */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type * as Redacted from "effect/Redacted"
import type * as Tracer from "effect/Tracer"
import type * as Endpoint from "../../Endpoint.js"
import type { MarketDataError } from "../../MarketDataError.js"
import type * as Method from "../../Method.js"
import type { BufferPool } from "./bufferPool.js"
import type { Redaction } from "./redaction.js"
import type { Received } from "./transport.js"

/** When a call or a stream must have ended. */
export interface Deadline {
  /** Milliseconds of `Monotonic.now`. */
  readonly at: number
  /** The time from the start until then. */
  readonly timeout: Duration.Duration
}

export interface Service {
  /** Where the service is. */
  readonly baseUrl: URL
  /**
   * The key, of which a cache makes a fingerprint.
   *
   * @internal
   */
  readonly apiKey: Redacted.Redacted
  /**
   * Requests a path and query until `read` accepts the response, an error is final, or the retries are used up. Each attempt is recorded in the span.
   */
  readonly get: <A>(call: {
    readonly endpoint: Endpoint.Any
    readonly url: string
    readonly span: Tracer.Span
    readonly deadline?: Deadline | undefined
    /** How an attempt has failed that was made before: the retry policy decides whether there is another one. */
    readonly failure?: MarketDataError | undefined
    /** Reads a document. It must not write to the bytes: others may read them too. It may release them to `buffers`, which knows whether they are its own. */
    readonly read: (received: Received) => Either.Either<A, MarketDataError>
    /**
     * Where the buffer for the body is taken from, unless the client brings its own.
     *
     * @internal
     */
    readonly buffers?: BufferPool | undefined
  }) => Effect.Effect<A, MarketDataError>
  /** Removes the key from text of the service, in case the service repeats it. `get` does so with errors. */
  readonly redaction: Redaction
  /** Whether decoders may be compiled with `new Function`. */
  readonly codeGeneration: boolean
  /** What becomes of invalid rows where a call does not say it. */
  readonly onInvalidRow?: Method.CallOptions["onInvalidRow"]
}
