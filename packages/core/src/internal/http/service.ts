/** The type of the service below all methods. */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Tracer from "effect/Tracer"
import type { Connection } from "../../Connection.js"
import type { Decode, Decoded } from "../../Decoder.js"
import type * as Envelope from "../../Envelope.js"
import type { MarketDataError } from "../../MarketDataError.js"
import type * as Method from "../../Method.js"
import type * as Step from "../../Step.js"
import type { BufferPool } from "./bufferPool.js"

/** When a call or a stream must have ended. */
export interface Deadline {
  /** Milliseconds of `Monotonic.now`. */
  readonly at: number
  /** The time from the start until then. */
  readonly timeout: Duration.Duration
}

/** The rows of a page, in any form. */
export type Rows = { readonly length: number }

/** Options of requesting and decoding a step. */
export interface StepOptions<R extends Rows> {
  /** The span of the call. Each attempt is recorded in it. */
  readonly span: Tracer.Span
  /** Decodes a document to rows in some form. */
  readonly decode: Decode<Envelope.List, R>
  /** Whether invalid rows are left out. */
  readonly skipping?: boolean | undefined
  readonly deadline?: Deadline | undefined
  /** Whether to postpone decoding until the page is asked for, if the `next_url` can be found without it. */
  readonly postpone?: boolean | undefined
  /** Called with each document before it is decoded. The bytes are valid until it returns, and must not be written to. */
  readonly onDocument?: ((bytes: Uint8Array) => void) | undefined
  /** Where the buffer for the body is taken from, unless the client brings its own. It goes back when the body is decoded. */
  readonly buffers?: BufferPool | undefined
}

/** The answer to a step. */
export interface Answer<R extends Rows> {
  /** The `next_url`. */
  readonly next: string | undefined
  /** From the `X-Request-Id` header. */
  readonly requestId: string | undefined
  /** The page: decodes it if that was postponed. A document that turns out to be cut off is requested again, as the retry policy says. Run it again after an interruption. */
  readonly page: Effect.Effect<Decoded<Envelope.List, R>, MarketDataError>
}

export interface Service {
  /** Base URL, key and redaction. */
  readonly connection: Connection.Service
  /** Requests a step and decodes its answer, until an error is final, or the retries are used up. */
  readonly get: <R extends Rows>(step: Step.Step, call: StepOptions<R>) => Effect.Effect<Answer<R>, MarketDataError>
  /** The steps of a stream. `Cache.layer` and `Checkpoints.layer` change them. */
  readonly steps: (call: Step.StreamCall) => Effect.Effect<Step.Steps, MarketDataError>
  /** Whether decoders may be compiled with `new Function`. */
  readonly codeGeneration: boolean
  /** Treatment of invalid rows, unless a call says otherwise. */
  readonly onInvalidRow?: Method.CallOptions["onInvalidRow"]
}
