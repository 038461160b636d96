/**
 * Metrics of the client, as Effect metrics labelled with the endpoint's name (`endpoint: stocks.bars`).
 *
 * @module
 */
import type * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as MetricBoundaries from "effect/MetricBoundaries"
import type * as Endpoint from "./declare/Endpoint.js"

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

/**
 * `candela_doubtful_answers_total`: answers without rows, also when asked again, for time in which rows are expected.
 */
export const doubtfulAnswers = counter("doubtful_answers", "Responses without rows where rows are expected")

/** `candela_bytes_total`: bytes of bodies received, after decompression. */
export const bytes = counter("bytes", "Bytes received")

/**
 * Upper bounds of the buckets in seconds: those that OpenTelemetry advises for HTTP requests, and longer ones for waits
 * and retries.
 */
const seconds = MetricBoundaries.fromIterable([
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60, 120,
])

/** The label `unit` is that of the exported metric. */
const histogram = (name: string, description: string) =>
  Metric.tagged(Metric.histogram(`candela_${name}_duration_seconds`, seconds, description), "unit", "s")

/**
 * `candela_call_duration_seconds`: time from the start of a call to its complete response, with
 * retries and waits. Its second label, `outcome`, is `ok`, the tag of the error (`RateLimited`), or
 * `interrupted`. A stream makes one call for each page that it uses.
 */
export const duration = histogram("call", "Duration of calls")

/**
 * `candela_wait_duration_seconds`: waits of requests before they were sent. Its second label is the `reason`:
 * `permit` (of the rate limit), `pause` (after a 429) or `connection`. Requests that did not wait are not among them.
 */
export const waits = histogram("wait", "Waits of requests")

/** `candela_requests_in_flight`: requests sent whose response is not complete. */
export const inFlight = Metric.gauge("candela_requests_in_flight", { description: "Requests in flight" })

/** Second label of a metric, with its value. */
export type Label = readonly [name: "outcome" | "reason", value: string]

/** Tagged metrics are kept, because creating one costs more than updating it. */
const tagged = new WeakMap<object, Map<string, unknown>>()

/**
 * Changes {@link inFlight} at once, without the labels of the fiber: an interruption must not separate it from its
 * request.
 */
export const fly = (endpoint: Pick<Endpoint.Any, "name">, change: 1 | -1): void =>
  of(inFlight, endpoint).unsafeModify(change, [])

/** Updates the metric of one endpoint. */
export const update = <Type, In, Out>(
  metric: Metric.Metric<Type, In, Out>,
  endpoint: Pick<Endpoint.Any, "name">,
  value: In,
  label?: Label,
): Effect.Effect<void> => Metric.update(of(metric, endpoint, label), value)

/** The metric of one endpoint, and of one value of its second label. */
export const of = <Type, In, Out>(
  metric: Metric.Metric<Type, In, Out>,
  { name }: Pick<Endpoint.Any, "name">,
  label?: Label,
): Metric.Metric<Type, In, Out> => {
  let known = tagged.get(metric)
  if (known === undefined) tagged.set(metric, (known = new Map()))
  const key = label === undefined ? name : `${name} ${label[1]}`
  let own = known.get(key)
  if (own === undefined) {
    own = Metric.tagged(metric, "endpoint", name)
    if (label !== undefined) own = Metric.tagged(own as typeof metric, ...label)
    known.set(key, own)
  }
  return own as Metric.Metric<Type, In, Out>
}
