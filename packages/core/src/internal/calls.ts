/**
 * One call to the service: the attempts, the span around them, and the reading of the answer.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Scope from "effect/Scope"
import type * as Tracer from "effect/Tracer"
import * as Answer from "../Answer.js"
import type { Decoded, Refusal } from "../Decoder.js"
import type * as Endpoint from "../Endpoint.js"
import type * as Envelope from "../Envelope.js"
import type { MarketData } from "../MarketData.js"
import { DecodeError, TransportError, type MarketDataError } from "../MarketDataError.js"
import * as Telemetry from "../Telemetry.js"
import type { Received } from "../Transport.js"
import type { Memory } from "./memory.js"

/** A call whose span is open until its scope closes. */
export interface Open<A> {
  readonly value: A
  readonly scope: Scope.CloseableScope
  readonly span: Tracer.Span
}

/**
 * Asks once for a URL, retries included. The span stays open, so that what is known after decoding goes into it: close the scope of the result. It
 * closes with `parent` at the latest.
 */
export const open = <A>(
  service: MarketData.Service,
  parent: Scope.Scope,
  call: {
    readonly endpoint: Endpoint.Any
    readonly url: string
    readonly page: number
    readonly read: (received: Received) => Either.Either<A, MarketDataError>
    readonly memory?: Memory | undefined
  },
): Effect.Effect<Open<A>, MarketDataError> =>
  Effect.gen(function* () {
    const { endpoint, memory, page, read, url } = call
    const scope = yield* Scope.fork(parent, ExecutionStrategy.sequential)
    const span = yield* Scope.extend(
      Effect.makeSpanScoped(endpoint.name, { kind: "client", attributes: { "candela.page": page } }),
      scope,
    )
    let attempts = 0
    const onAttempt = Effect.suspend(() => {
      span.attribute("candela.attempts", ++attempts)
      return attempts === 1 ? Effect.void : Metric.increment(Telemetry.of(Telemetry.retries, endpoint))
    })
    const start = yield* Clock.currentTimeMillis
    const value = yield* service.get({ endpoint, url, read, onAttempt, memory }).pipe(
      Effect.withParentSpan(span),
      Effect.onExit((exit) =>
        Effect.gen(function* () {
          const end = yield* Clock.currentTimeMillis
          yield* Metric.update(Telemetry.of(Telemetry.duration, endpoint), end - start)
          if (Exit.isFailure(exit)) {
            for (const error of Cause.failures(exit.cause)) {
              if ("requestId" in error) span.attribute("candela.request_id", error.requestId)
            }
            yield* Scope.close(scope, exit)
          }
        }),
      ),
    )
    return { value, scope, span }
  })

/** Writes what is known of a decoded answer into the span and the metrics, and closes the call. */
export const close = <A>(
  service: MarketData.Service,
  endpoint: Endpoint.Any,
  call: Open<unknown>,
  result: Either.Either<A, MarketDataError>,
  facts: { readonly rows: number; readonly requestId: string | undefined },
): Effect.Effect<A, MarketDataError> =>
  Effect.gen(function* () {
    call.span.attribute("candela.rows", facts.rows)
    if (facts.requestId !== undefined) call.span.attribute("candela.request_id", facts.requestId)
    yield* Metric.incrementBy(Telemetry.of(Telemetry.rows, endpoint), facts.rows)
    const exit = Either.match(result, {
      onLeft: (error) => Exit.fail(service.withoutKey(error)),
      onRight: Exit.succeed,
    })
    // The span is told how it ended, not with what: a tracer may keep it for long.
    yield* Scope.close(call.scope, Exit.asVoid(exit))
    return yield* exit
  })

/** The error of a document that was refused, or that says by itself that it is one. */
export const refusal = (endpoint: Endpoint.Any, received: Received, reason: Refusal): MarketDataError => {
  const requestId = received.requestId === undefined ? {} : { requestId: received.requestId }
  return reason._tag === "Truncated"
    ? new TransportError({ endpoint: endpoint.name, reason: "CutBody", detail: reason.detail, ...requestId })
    : (failure(endpoint, received) ?? new DecodeError({ endpoint: endpoint.name, ...requestId, ...reason }))
}

/** The error that a document with a success's status speaks of, if it does. */
export const failure = (endpoint: Endpoint.Any, received: Received): MarketDataError | undefined => {
  const body = new TextDecoder().decode(received.bytes)
  return Answer.isFailure(body)
    ? Answer.toError(
        { status: 200, headers: { "x-request-id": received.requestId }, body },
        { endpoint: endpoint.name, resolution: false, now: 0 },
      )
    : undefined
}

/** Decodes an answer that holds rows. */
export const decodeRows = <Env extends Envelope.List, Rows>(
  endpoint: Endpoint.Any,
  decode: (bytes: Uint8Array) => Either.Either<Decoded<Env, Rows>, Refusal>,
  received: Received,
): Either.Either<Decoded<Env, Rows>, MarketDataError> => {
  const decoded = decode(received.bytes)
  if (Either.isLeft(decoded)) return Either.left(refusal(endpoint, received, decoded.left))
  const said = Answer.isFailureWord(decoded.right.envelope.status) ? failure(endpoint, received) : undefined
  return said === undefined ? Either.right(decoded.right) : Either.left(said)
}
