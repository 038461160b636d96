/**
 * Tracing to the console: a span for each call, with its page, rows, attempts and request id. Any
 * Effect tracer takes its place.
 */
import { Telemetry } from "@candela/core"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer, Metric, Option, Stream, Tracer } from "effect"

/** Prints each span when it ends. */
const ConsoleTracer = Layer.setTracer(
  Tracer.make({
    context: (run) => run(),
    span: (name, parent, context, links, startTime, kind) => {
      const attributes = new Map<string, unknown>()
      return {
        _tag: "Span",
        name,
        spanId: "span",
        traceId: "trace",
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes,
        links,
        sampled: true,
        kind,
        attribute: (key, value) => void attributes.set(key, value),
        event: () => {},
        addLinks: () => {},
        end: (endTime, exit) => {
          const of = Option.match(parent, {
            onNone: () => "",
            onSome: (span) => ` of ${"name" in span ? span.name : ""}`,
          })
          const facts = Array.from(attributes, ([key, value]) => `${key}=${value}`).join(" ")
          console.log(`${name}${of}: ${exit._tag}, ${(endTime - startTime) / 1_000_000n} ms, ${facts}`)
        },
      }
    },
  }),
)

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const request = {
    stocksTicker: "AAPL",
    multiplier: 1,
    timespan: "day",
    from: "2025-05-01",
    to: "2025-06-27",
  } as const
  yield* stocks.bars.pages({ ...request, limit: 20 }).pipe(Stream.runDrain, Effect.withSpan("my research"))
  const requests = yield* Metric.value(Telemetry.of(Telemetry.requests, Stocks.endpoints.bars))
  yield* Console.log(`${requests.count} requests`)
})

await Effect.runPromise(
  program.pipe(Effect.provide(Stocks.layer.pipe(Layer.provide(Sandbox.layer()))), Effect.provide(ConsoleTracer)),
)
