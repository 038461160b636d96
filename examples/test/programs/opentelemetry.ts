/** What a collector of OpenTelemetry receives: spans and metrics, as docs/observing.md lists them. */
import { MarketData } from "@candela/core"
import { Stocks } from "@candela/stocks"
import * as Otlp from "@effect/opentelemetry/Otlp"
import { FetchHttpClient, HttpClient, HttpClientResponse } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const Observed = Otlp.layerJson({ baseUrl: "http://localhost:4318", resource: { serviceName: "research" } })

interface Attributed {
  readonly name: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Readonly<Record<string, unknown>> }>
}

const spans: Array<Attributed> = []
const metrics = new Set<string>()

const Collector = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make((request) =>
    Effect.sync(() => {
      const sent = request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : "{}"
      const { resourceMetrics, resourceSpans } = JSON.parse(sent)
      if (resourceSpans) spans.push(...resourceSpans[0].scopeSpans[0].spans)
      for (const { name, unit } of resourceMetrics?.[0].scopeMetrics[0].metrics ?? []) metrics.add(`${name} (${unit})`)
      return HttpClientResponse.fromWeb(request, new Response(null, { status: 200 }))
    }),
  ),
)

const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

const program = Effect.flatMap(Stocks, ({ previousDayBar }) => previousDayBar({ stocksTicker: "AAPL" }))

// The exporters send the rest when the layer closes.
await Effect.runPromise(
  program.pipe(Effect.provide(Live), Effect.provide(Layer.provide(Observed, Collector)), Effect.scoped),
)

const varying = ["server.port", "candela.request_id"]
for (const { attributes, name } of spans) {
  const shown = attributes
    .filter(({ key }) => !varying.includes(key))
    .map(({ key, value }) => `  ${key}: ${Object.values(value)[0]}`)
  await Effect.runPromise(Console.log([name, ...shown].join("\n")))
}
// Other metrics are there where other calls have been made, or where this one waited a millisecond.
const always = ["bytes_total", "call_duration_seconds", "requests_in_flight", "requests_total", "rows_total"]
for (const name of [...metrics].sort()) {
  if (always.some((metric) => name.startsWith(`candela_${metric} `))) await Effect.runPromise(Console.log(name))
}
