/** Records a program's logs, spans and metrics. */
import { Effect, Logger, LogLevel, Metric, Tracer } from "effect"
import { inspect } from "node:util"

/** Every textual form of a value. */
export const shown = (value: unknown): string => {
  const options = {
    depth: 12,
    showHidden: true,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: Infinity,
  } as const
  return [
    inspect(value, options),
    inspect(value, { ...options, customInspect: false, getters: true }),
    String(value),
    value instanceof Error ? `${value.message} ${value.stack}` : "",
  ].join("\n")
}

/** Notes. */
export interface Witness {
  /** Notes the logs and spans of a program. */
  readonly watch: <A, E, R>(program: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Notes and metrics so far, each with its kind. */
  readonly notes: Effect.Effect<ReadonlyArray<readonly [what: string, text: string]>>
}

export const make = (): Witness => {
  const logged: Array<string> = []
  const spans: Array<Tracer.Span> = []
  const formats = [Logger.jsonLogger, Logger.stringLogger, Logger.structuredLogger, Logger.logfmtLogger]
  const logger = Logger.make((entry) => {
    for (const format of formats) logged.push(shown(format.log(entry)))
  })
  const noting = (inner: Tracer.Tracer) =>
    Tracer.make({
      context: (run, fiber) => inner.context(run, fiber),
      span: (...args) => {
        const span = inner.span(...args)
        spans.push(span)
        return span
      },
    })
  return {
    watch: (program) =>
      Effect.flatMap(Effect.tracer, (tracer) => Effect.withTracer(program, noting(tracer))).pipe(
        Logger.withMinimumLogLevel(LogLevel.All),
        Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      ),
    notes: Effect.map(Metric.snapshot, (metrics) => [
      ...logged.map((text) => ["a log entry", text] as const),
      ...spans.map((span) => [`the span ${span.name}`, shown([span, [...span.attributes]])] as const),
      ["the metrics", shown(metrics)],
    ]),
  }
}
