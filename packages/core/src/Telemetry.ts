/**
 * Metrics of the client, as Effect metrics labelled with the endpoint's name (`endpoint: stocks.bars`).
 *
 * @module
 */
import type * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type * as Endpoint from "./declare/Endpoint.js"
import * as Meters from "./internal/meters.js"

/** `candela_requests_total`: requests sent. Each attempt counts. */
export const requests = Meters.counter("requests", "Requests sent")

/** `candela_retries_total`: attempts after a call's first. */
export const retries = Meters.counter("retries", "Retries")

/** `candela_rows_total`: rows decoded. */
export const rows = Meters.counter("rows", "Rows decoded")

/** `candela_invalid_rows_total`: rows omitted by `onInvalidRow: "skip"`. */
export const invalidRows = Meters.counter("invalid_rows", "Invalid rows left out")

/** `candela_repeated_rows_total`: rows left out because they are identical to an earlier row of their page. */
export const repeatedRows = Meters.counter("repeated_rows", "Repeated rows left out")

/**
 * `candela_doubtful_answers_total`: answers without rows, also when asked again, for time in which rows are expected.
 */
export const doubtfulAnswers = Meters.counter("doubtful_answers", "Responses without rows where rows are expected")

/** `candela_bytes_total`: bytes of bodies received, after decompression. */
export const bytes = Meters.counter("bytes", "Bytes received")

/**
 * `candela_call_duration_seconds`: time from the start of a call to its complete response, with
 * retries and waits. Its second label, `outcome`, is `ok`, the tag of the error (`RateLimited`), or
 * `interrupted`. A stream makes one call for each page that it uses.
 */
export const duration = Meters.durations("call", "Duration of calls")

/**
 * `candela_wait_duration_seconds`: waits of requests before they were sent. Its second label is the `reason`:
 * `permit` (of the rate limit), `pause` (after a 429) or `connection`. Requests that did not wait are not among them.
 */
export const waits = Meters.durations("wait", "Waits of requests")

/** `candela_requests_in_flight`: requests sent whose response is not complete. */
export const inFlight = Meters.gauge("requests_in_flight", "Requests in flight")

/** Second label of a metric, with its value. */
export type Label = readonly [name: "outcome" | "reason", value: string]

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
): Metric.Metric<Type, In, Out> =>
  label === undefined ? Meters.of(metric, ["endpoint", name]) : Meters.of(metric, ["endpoint", name], label)
