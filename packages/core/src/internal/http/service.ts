/** Type of the service below all methods. */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Tracer from "effect/Tracer"
import type { Connection } from "../../Connection.js"
import type { Decode, Decoded } from "../../declare/Decoder.js"
import type * as Envelope from "../../declare/Envelope.js"
import type { MarketDataError } from "../../MarketDataError.js"
import type * as Method from "../../Method.js"
import type * as Retry from "../../Retry.js"
import type * as Step from "../Step.js"
import type { BufferPool } from "./bufferPool.js"

/** Deadline of a call or a stream. */
export interface Deadline {
  /** Time of the deadline, milliseconds of `Monotonic.now`. */
  readonly at: number
  /** Time from the start to the deadline. */
  readonly timeout: Duration.Duration
}

/** Rows of a page, in any form. */
export type PageRows = { readonly length: number }

/** Options of requesting and decoding a step. */
export interface StepOptions<R extends PageRows> {
  /** Span of the call, in which each attempt is recorded. */
  readonly span: Tracer.Span
  /** Decodes a document to rows in some form. */
  readonly decode: Decode<Envelope.List, R>
  /** Whether invalid rows are omitted. */
  readonly skipping?: boolean | undefined
  readonly deadline?: Deadline | undefined
  /** Retry policy, if it is not the layer's. */
  readonly retry?: Retry.Policy | undefined
  /** Whether to postpone decoding until the page is requested, if the `next_url` can be found without it. */
  readonly postpone?: boolean | undefined
  /**
   * Called with each document before it is decoded. The bytes are valid until it returns, and must not be written to.
   */
  readonly onDocument?: ((bytes: Uint8Array) => void) | undefined
  /** Pool of the buffer for the body, unless the client has its own. The buffer is returned after decoding. */
  readonly buffers?: BufferPool | undefined
}

/** Response to a step. */
export interface StepAnswer<R extends PageRows> {
  /** `next_url` of the page. */
  readonly next: string | undefined
  /** Request id from the `X-Request-Id` header. */
  readonly requestId: string | undefined
  /**
   * Returns the page, decoding it if that was postponed. A truncated document is requested again,
   * by the retry policy. Run it again after an interruption.
   */
  readonly page: Effect.Effect<Decoded<Envelope.List, R>, MarketDataError>
}

export interface HttpService {
  /** Base URL, key and redaction. */
  readonly connection: Connection.Service
  /** Requests a step and decodes its response, until success, a final error, or the end of the retries. */
  readonly get: <R extends PageRows>(
    step: Step.Step,
    call: StepOptions<R>,
  ) => Effect.Effect<StepAnswer<R>, MarketDataError>
  /** Returns the steps of a stream. `Cache.layer` and `Checkpoints.layer` change them. */
  readonly steps: (call: Step.StreamCall) => Effect.Effect<Step.Steps, MarketDataError>
  /** `Positions.Open` of followed topics, if `Checkpoints.layer` stands between. */
  readonly positions?: unknown
  /** Whether decoders may be compiled with `new Function`. */
  readonly codeGeneration: boolean
  /**
   * Time of the service, in epoch milliseconds: its last `Date` header, plus the time since then.
   * `undefined` before the first response, or if the client hides the header.
   */
  readonly serviceTime: Effect.Effect<number | undefined>
  /** Default time limit of calls for one response. */
  readonly deadline?: Method.CallOptions["deadline"]
  /** Default treatment of invalid rows. */
  readonly onInvalidRow?: Method.CallOptions["onInvalidRow"]
}
