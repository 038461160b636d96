/** One call to the service: its attempts, the span around them, and decoding the response. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import type * as Tracer from "effect/Tracer"
import * as ErrorResponse from "../../ErrorResponse.js"
import type { Decode, Decoded, Refusal } from "../../Decoder.js"
import type * as Endpoint from "../../Endpoint.js"
import type * as Envelope from "../../Envelope.js"
import { DecodeError, TransportError, type MarketDataError } from "../../MarketDataError.js"
import type { Restore } from "../../Semaphore.js"
import * as Telemetry from "../../Telemetry.js"
import * as Monotonic from "../monotonic.js"
import type { BufferPool } from "../http/bufferPool.js"
import type { Deadline, Service } from "../http/service.js"
import type { Received } from "../http/transport.js"

/** How the answers of an endpoint are fetched and decoded. */
export interface Source<Env extends Envelope.List, R extends { readonly length: number }> {
  readonly service: Service
  readonly endpoint: Endpoint.Any
  readonly deadline?: Deadline | undefined
  readonly decode: Decode<Env, R>
  /** Whether invalid rows are left out. */
  readonly skipping?: boolean
  /** The kinds of invalid rows that have been logged. */
  readonly logged: Set<string>
}

/** What a call needs of its source. */
export type AnySource = Pick<Source<never, never>, "service" | "endpoint" | "deadline" | "skipping">

/** A call whose span ends when its scope closes. */
export interface Open<A> {
  readonly value: A
  readonly scope: Scope.CloseableScope
  readonly span: Tracer.Span
}

/** Attributes of the span of a call. */
export type Attributes = Readonly<Record<string, unknown>>

/**
 * What the span of a call says of its request: the parameter that is declared first (a ticker, mostly), under its own name, as it stands in the URL.
 */
export const attributesOf = (
  { endpoint, service }: AnySource,
  values: Readonly<Record<string, unknown>>,
): Attributes => {
  const [main] = Object.entries(endpoint.wireParams)
  if (main === undefined || values[main[0]] === undefined) return {}
  const [name, { wire }] = main
  return { [`candela.${name}`]: service.redaction.text(Schema.encodeSync(wire)(values[name])) }
}

/**
 * Requests a URL, with retries. The span stays open for what is known only after decoding: close the scope of the result. Run it in an uninterruptible region,
 * with the `restore` of that region.
 */
export const open = <A>(
  { deadline, endpoint, service }: AnySource,
  makeScope: Effect.Effect<Scope.CloseableScope>,
  restore: Restore,
  call: {
    readonly url: string
    readonly attributes: Attributes
    readonly read: (received: Received) => Either.Either<A, MarketDataError>
    readonly buffers?: BufferPool | undefined
  },
): Effect.Effect<Open<A>, MarketDataError> =>
  // Without a generator, which would hold a kilobyte while the call waits.
  Effect.flatMap(makeScope, (scope) => {
    const options = { kind: "client", attributes: call.attributes, captureStackTrace: false } as const
    return Effect.flatMap(Scope.extend(Effect.makeSpanScoped(endpoint.name, options), scope), (span) =>
      Effect.flatMap(Monotonic.now, (start) =>
        Effect.flatMap(Effect.exit(restore(service.get({ ...call, deadline, endpoint, span }))), (exit) =>
          Effect.gen(function* () {
            const end = yield* Monotonic.now
            yield* Metric.update(Telemetry.of(Telemetry.duration, endpoint), end - start)
            if (Exit.isFailure(exit)) {
              for (const error of Cause.failures(exit.cause)) {
                if ("requestId" in error) span.attribute("candela.request_id", error.requestId)
              }
              yield* Scope.close(scope, exit)
            }
            return { value: yield* exit, scope, span }
          }),
        ),
      ),
    )
  })

/** Goes on with an open call whose last attempt has failed after all, as the retry policy says. */
export const again = <A>(
  { deadline, endpoint, service }: AnySource,
  { span }: Open<unknown>,
  call: Pick<Parameters<Service["get"]>[0], "url" | "buffers" | "failure"> & {
    readonly read: (received: Received) => Either.Either<A, MarketDataError>
  },
): Effect.Effect<A, MarketDataError> => service.get({ ...call, deadline, endpoint, span })

/** Records the result of decoding in the span and the metrics, and closes the call. */
export const close = <Env extends Envelope.List, R extends { readonly length: number }>(
  source: Source<Env, R>,
  { scope, span }: Open<unknown>,
  received: Received,
  result: Either.Either<Decoded<Env, R>, MarketDataError>,
): Effect.Effect<Decoded<Env, R>, MarketDataError> =>
  Effect.gen(function* () {
    const { endpoint, service } = source
    const rows = Either.isRight(result) ? result.right.rows.length : 0
    const named = Either.match(result, {
      onLeft: (error) => ("requestId" in error ? error.requestId : undefined),
      onRight: ({ envelope }) => envelope.request_id,
    })
    const requestId = named ?? received.requestId
    span.attribute("candela.rows", rows)
    if (requestId !== undefined) span.attribute("candela.request_id", service.redaction.text(requestId))
    yield* Metric.update(Telemetry.of(Telemetry.rows, endpoint), rows)
    if (Either.isRight(result) && result.right.invalid) yield* tell(source, span, result.right.invalid)
    const exit = yield* Effect.exit(Effect.mapError(result, service.redaction.error))
    // Without the value: a tracer may keep the exit of a span for long.
    yield* Scope.close(scope, Exit.asVoid(exit))
    return yield* exit
  })

/** Counts rows that are left out, and logs the first of each kind: of rows whose fault is the same but for the numbers in its path. */
const tell = (
  { endpoint, logged }: Pick<Source<never, never>, "endpoint" | "logged">,
  span: Tracer.Span,
  invalid: ReadonlyArray<Envelope.InvalidRow>,
) =>
  Effect.gen(function* () {
    span.attribute("candela.invalid_rows", invalid.length)
    yield* Metric.update(Telemetry.of(Telemetry.invalidRows, endpoint), invalid.length)
    for (const row of invalid) {
      const kind = row.path.replaceAll(/\d+/g, "")
      if (logged.has(kind)) continue
      logged.add(kind)
      const { fault } = new DecodeError({ endpoint: endpoint.name, ...row })
      yield* Effect.logWarning(`${endpoint.name}: left out ${fault}. Others of its kind are counted and not logged.`)
    }
  })

/** The error of a document that the decoder refused. */
const refusal = (source: AnySource, received: Received, reason: Refusal): MarketDataError => {
  const { requestId } = received
  const fields = { endpoint: source.endpoint.name, ...(requestId !== undefined && { requestId }) }
  return reason._tag === "Truncated"
    ? new TransportError({ ...fields, reason: "CutBody", detail: reason.detail })
    : (received.bytes.length < largestError && errorInBody(source, received)) ||
        new DecodeError({ ...fields, ...reason })
}

/** A document of so many bytes reports no error: parsing it again would cost as much as decoding it did. */
const largestError = 1024 * 1024

/** The error of a document that says failure, although its HTTP status is a success. */
const errorInBody = ({ endpoint, service }: AnySource, received: Received): MarketDataError | undefined => {
  const body = new TextDecoder().decode(received.bytes)
  return ErrorResponse.errorInBody(
    { status: 200, headers: { "x-request-id": received.requestId }, body },
    { endpoint: endpoint.name, now: 0, redact: service.redaction.text },
  )
}

/** When the key itself is what the schema refused. */
const withoutQuotation = (reason: Refusal): Refusal =>
  reason._tag === "Truncated"
    ? { ...reason, detail: "" }
    : { ...reason, ticker: "<redacted>", actual: "<redacted>", snippet: "" }

/** Invalid rows of a document. If it holds the key, they do not quote it: a quotation may hold a part of the key. */
const quotable = (
  { redaction }: Service,
  { bytes }: Received,
  invalid: ReadonlyArray<Envelope.InvalidRow>,
): ReadonlyArray<Envelope.InvalidRow> =>
  redaction.bytes(bytes) === undefined
    ? invalid
    : invalid.map(({ expected, path, row }) => ({
        row,
        path: redaction.text(path),
        expected,
        actual: "<redacted>",
        snippet: "",
      }))

/**
 * Decodes a received document. A refusal quotes the document. If the document holds the key, the refusal comes from a redacted copy: redaction after the
 * quotation would miss a key that the quotation cuts in half.
 */
export const decode = <Env extends Envelope.List, R extends { readonly length: number }>(
  source: Source<Env, R>,
  received: Received,
): Either.Either<Decoded<Env, R>, MarketDataError> => {
  const decoded = source.decode(received.bytes, source.skipping)
  if (Either.isRight(decoded)) {
    const { envelope, invalid } = decoded.right
    const error = ErrorResponse.isFailureWord(envelope.status) ? errorInBody(source, received) : undefined
    if (error !== undefined) return Either.left(error)
    return Either.right(
      invalid === undefined
        ? decoded.right
        : { ...decoded.right, invalid: quotable(source.service, received, invalid) },
    )
  }
  const clean = source.service.redaction.bytes(received.bytes)
  const quoted = clean === undefined ? decoded : source.decode(clean)
  const reason = Either.isLeft(quoted) ? quoted.left : withoutQuotation(decoded.left)
  return Either.left(refusal(source, received, reason))
}
