/**
 * Metrics of the client, as Effect metrics tagged with the endpoint's name (`endpoint: stocks.bars`).
 *
 * @module
 */
import type * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as MetricBoundaries from "effect/MetricBoundaries"
import type * as Endpoint from "./Endpoint.js"

const counter = (name: string, description: string) =>
  Metric.counter(`candela_${name}_total`, { description, incremental: true })

/** `candela_requests_total`: requests sent. Each attempt counts. */
export const requests = counter("requests", "Requests sent")

/** `candela_retries_total`: attempts after a call's first. */
export const retries = counter("retries", "Retries")

/** `candela_rows_total`: rows decoded. */
export const rows = counter("rows", "Rows decoded")

/** `candela_invalid_rows_total`: rows omitted by `onInvalidRow: "skip"`. */
export const invalidRows = counter("invalid_rows", "Invalid rows left out")

/** `candela_repeated_rows_total`: rows left out because they are identical to an earlier row of their page. */
export const repeatedRows = counter("repeated_rows", "Repeated rows left out")

/** `candela_doubtful_answers_total`: answers without rows, also when asked again, for time in which rows are expected. */
export const doubtfulAnswers = counter("doubtful_answers", "Answers without rows where rows are expected")

/** `candela_bytes_total`: bytes of bodies received, after decompression. */
export const bytes = counter("bytes", "Bytes received")

/** `candela_call_duration_milliseconds`: time from the start of a call to its complete response, with retries and waits. */
export const duration = Metric.histogram(
  "candela_call_duration_milliseconds",
  MetricBoundaries.exponential({ start: 1, factor: 2, count: 18 }),
  "Duration of calls",
)

/** Tagged metrics are kept, because creating one costs more than updating it. */
const tagged = new WeakMap<object, Map<string, unknown>>()

/** Updates the metric of one endpoint. */
export const update = <Type, In, Out>(
  metric: Metric.Metric<Type, In, Out>,
  endpoint: Endpoint.Any,
  value: In,
): Effect.Effect<void> => Metric.update(of(metric, endpoint), value)

/** The metric of one endpoint. */
export const of = <Type, In, Out>(
  metric: Metric.Metric<Type, In, Out>,
  endpoint: Endpoint.Any,
): Metric.Metric<Type, In, Out> => {
  let known = tagged.get(metric)
  if (known === undefined) tagged.set(metric, (known = new Map()))
  let own = known.get(endpoint.name)
  if (own === undefined) known.set(endpoint.name, (own = Metric.tagged(metric, "endpoint", endpoint.name)))
  return own as Metric.Metric<Type, In, Out>
}
