/** One call to the service: the span around its attempts, and the records of decoding its response. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import type * as Tracer from "effect/Tracer"
import type { Decode, Decoded } from "../../declare/Decoder.js"
import type * as Endpoint from "../../declare/Endpoint.js"
import type * as Envelope from "../../declare/Envelope.js"
import { DecodeError, type MarketDataError } from "../../MarketDataError.js"
import type * as Retry from "../../Retry.js"
import type { Restore } from "../Semaphore.js"
import type * as Step from "../Step.js"
import * as Telemetry from "../../Telemetry.js"
import type { BufferPool } from "../http/bufferPool.js"
import type { Result } from "../http/decode.js"
import * as Spans from "../http/spans.js"
import type { StepAnswer, Deadline, PageRows, HttpService } from "../http/service.js"
import * as Monotonic from "../monotonic.js"

/** Fetching and decoding of an endpoint's responses. */
export interface CallSource<R extends PageRows> {
  readonly service: HttpService
  readonly endpoint: Endpoint.Any
  readonly deadline?: Deadline | undefined
  /** Retry policy, if it is not the layer's. */
  readonly retry?: Retry.Policy | undefined
  readonly decode: Decode<Envelope.List, R>
  /** Warms up the decoder; absent if that has no effect. */
  readonly prepare?: () => void
  /** Whether invalid rows are omitted. */
  readonly skipping?: boolean
  /** Logged kinds of invalid rows. */
  readonly logged: Set<string>
}

/** Source of a call, whatever the form of its rows. */
export type AnySource = Omit<CallSource<never>, "decode">

/** A call whose span ends when its scope closes. */
export interface OpenCall<R extends PageRows> {
  readonly step: Step.Step
  readonly answer: StepAnswer<R>
  readonly scope: Scope.CloseableScope
  readonly span: Tracer.Span
  /** Time to the complete response. */
  readonly seconds: number
}

/**
 * Returns the attributes of a call's span: those of its requests, the page number, and the first
 * declared parameter (mostly a ticker), under its own name, as in the URL.
 */
const attributesOf = ({ connection }: HttpService, step: Step.Step) => {
  const { endpoint, page, values } = step
  const [main] = Object.entries(endpoint.wireParams)
  const attributes = { ...Spans.attributesOf(connection, step), "candela.page": page }
  if (main === undefined || values[main[0]] === undefined) return attributes
  const [name, { wire }] = main
  return {
    [`candela.${name}`]: connection.redaction.text(Schema.encodeSync(wire)(values[name])),
    ...attributes,
  }
}

/** Returns the outcome of a call without a response, for the metric. */
const outcomeOf = (cause: Cause.Cause<MarketDataError>): string =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => (Cause.isInterrupted(cause) ? "interrupted" : "defect"),
    onSome: ({ _tag }) => _tag,
  })

/**
 * Requests a step, with retries. The span stays open for attributes known only after decoding: close
 * the scope of the result. Run it in an uninterruptible region, with the `restore` of that region.
 */
export const open = <R extends PageRows>(
  { deadline, decode, endpoint, retry, service, skipping }: CallSource<R>,
  makeScope: Effect.Effect<Scope.CloseableScope>,
  restore: Restore,
  step: Step.Step,
  options: { readonly postpone: boolean; readonly buffers?: BufferPool | undefined },
): Effect.Effect<OpenCall<R>, MarketDataError> =>
  // Without a generator, which would take a kilobyte while the call waits.
  Effect.flatMap(makeScope, (scope) => {
    const spanOptions = { kind: "client", attributes: attributesOf(service, step), captureStackTrace: false } as const
    return Effect.flatMap(Scope.extend(Effect.makeSpanScoped(endpoint.name, spanOptions), scope), (span) =>
      Effect.flatMap(Monotonic.now, (start) =>
        Effect.flatMap(
          Effect.exit(restore(service.get(step, { ...options, span, decode, skipping, deadline, retry }))),
          (exit) =>
            Effect.gen(function* () {
              const seconds = ((yield* Monotonic.now) - start) / 1000
              if (Exit.isFailure(exit)) {
                Spans.failed(span, exit.cause)
                yield* Telemetry.update(Telemetry.duration, endpoint, seconds, ["outcome", outcomeOf(exit.cause)])
                yield* Scope.close(scope, exit)
              }
              return { step, answer: yield* exit, scope, span, seconds }
            }),
        ),
      ),
    )
  })

/** Records the result of decoding in the span and the metrics, and closes the call. */
export const close = <R extends PageRows>(
  source: AnySource,
  { answer, scope, seconds, span }: OpenCall<R>,
  result: Result<R>,
): Effect.Effect<Decoded<Envelope.List, R>, MarketDataError> =>
  Effect.gen(function* () {
    const { endpoint, service } = source
    const { redaction } = service.connection
    const rows = Either.isRight(result) ? result.right.rows.length : 0
    const named = Either.match(result, {
      onLeft: (error) => ("requestId" in error ? error.requestId : undefined),
      onRight: ({ envelope }) => envelope.request_id,
    })
    const requestId = named ?? answer.requestId
    span.attribute("candela.rows", rows)
    if (requestId !== undefined) span.attribute("candela.request_id", redaction.text(requestId))
    const outcome = Either.match(result, { onLeft: ({ _tag }) => _tag, onRight: () => "ok" })
    if (outcome !== "ok") span.attribute("error.type", outcome)
    yield* Telemetry.update(Telemetry.duration, endpoint, seconds, ["outcome", outcome])
    yield* Telemetry.update(Telemetry.rows, endpoint, rows)
    // protects: Rows that are skipped are counted and logged.
    // mutant: "is never silent": never
    if (Either.isRight(result) && result.right.invalid) yield* tell(source, span, result.right.invalid)
    // protects: Repeated rows are counted and logged.
    // mutant: "that repeats rows is counted": never
    if (Either.isRight(result) && result.right.repeated) yield* tellRepeated(source, span, result.right.repeated)
    const exit = yield* Effect.exit(Effect.mapError(result, redaction.error))
    // Without the value: a tracer may keep the exit of a span for long.
    yield* Scope.close(scope, Exit.asVoid(exit))
    return yield* exit
  })

/** Counts repeated rows, and logs the first ones of a method. */
const tellRepeated = ({ endpoint, logged }: AnySource, span: Tracer.Span, repeated: number) =>
  Effect.gen(function* () {
    span.attribute("candela.repeated_rows", repeated)
    yield* Telemetry.update(Telemetry.repeatedRows, endpoint, repeated)
    if (logged.has("repeated")) return
    logged.add("repeated")
    const rows = repeated === 1 ? "1 row that repeats another" : `${repeated} rows that repeat others`
    yield* Effect.logWarning(
      `${endpoint.name}: the service sent ${rows} of the same page; each counts once. Others are counted and not logged.`,
    )
  })

/**
 * Counts omitted rows, and logs the first of each kind: rows with the same fault except for the numbers in its path.
 */
const tell = ({ endpoint, logged }: AnySource, span: Tracer.Span, invalid: ReadonlyArray<Envelope.InvalidRow>) =>
  Effect.gen(function* () {
    span.attribute("candela.invalid_rows", invalid.length)
    yield* Telemetry.update(Telemetry.invalidRows, endpoint, invalid.length)
    for (const row of invalid) {
      const kind = row.path.replaceAll(/\d+/g, "")
      if (logged.has(kind)) continue
      logged.add(kind)
      const { fault } = new DecodeError({ endpoint: endpoint.name, ...row })
      yield* Effect.logWarning(`${endpoint.name}: left out ${fault}. Others of its kind are counted and not logged.`)
    }
  })
