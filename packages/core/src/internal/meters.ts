/** Makes metrics, and keeps them by their labels. */
import * as Metric from "effect/Metric"
import * as MetricBoundaries from "effect/MetricBoundaries"

/** A number that only grows. */
export const counter = (name: string, description: string): Metric.Metric.Counter<number> =>
  Metric.counter(`candela_${name}_total`, { description, incremental: true })

/** A number that goes up and down. */
export const gauge = (name: string, description: string): Metric.Metric.Gauge<number> =>
  Metric.gauge(`candela_${name}`, { description })

/**
 * Upper bounds of the buckets in seconds: those that OpenTelemetry advises for HTTP requests, and longer ones for waits
 * and retries.
 */
const seconds = /* @__PURE__ */ MetricBoundaries.fromIterable([
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60, 120,
])

/** Durations. The label `unit` is that of the exported metric. */
export const durations = (name: string, description: string): Metric.Metric.Histogram<number> =>
  Metric.tagged(Metric.histogram(`candela_${name}_duration_seconds`, seconds, description), "unit", "s")

/** Labelled metrics are kept, because creating one costs more than updating it. */
const labelled = new WeakMap<object, Map<string, unknown>>()

/** Returns a metric with labels. */
export const of = <Type, In, Out>(
  metric: Metric.Metric<Type, In, Out>,
  ...labels: ReadonlyArray<readonly [name: string, value: string]>
): Metric.Metric<Type, In, Out> => {
  let known = labelled.get(metric)
  if (known === undefined) labelled.set(metric, (known = new Map()))
  const key = labels.map(([, value]) => value).join(" ")
  let own = known.get(key)
  if (own === undefined) {
    own = labels.reduce((metric, label) => Metric.tagged(metric, ...label), metric)
    known.set(key, own)
  }
  return own as Metric.Metric<Type, In, Out>
}
