/**
 * Metrics of the live channel, as Effect metrics labelled with the cluster (`cluster: stocks`) or the topic
 * (`topic: stocks.trades`).
 *
 * @module
 */
import * as Metric from "effect/Metric"
import * as MetricBoundaries from "effect/MetricBoundaries"

const counter = (name: string, description: string) =>
  /* @__PURE__ */ Metric.counter(`candela_live_${name}_total`, { description, incremental: true })

/** `candela_live_rows_total`: rows given to streams, by topic. A row for several streams counts once. */
export const rows = /* @__PURE__ */ counter("rows", "Rows of the live channel")

/** `candela_live_frames_total`: frames received, by cluster. */
export const frames = /* @__PURE__ */ counter("frames", "Frames received")

/** `candela_live_bytes_total`: length of the frames received, by cluster. */
export const bytes = /* @__PURE__ */ counter("bytes", "Bytes of frames received")

/** `candela_live_dropped_total`: rows dropped because a buffer was full (`overflow: "dropOldest"`), by topic. */
export const dropped = /* @__PURE__ */ counter("dropped", "Rows dropped by full buffers")

/** `candela_live_invalid_total`: events that the schema of their topic rejects, by topic. */
export const invalid = /* @__PURE__ */ counter("invalid", "Events that their schema rejects")

/** `candela_live_unknown_total`: events of no known topic, and frames that are no JSON, by cluster. */
export const unknown = /* @__PURE__ */ counter("unknown", "Events of no known topic")

/** `candela_live_reconnects_total`: connections that were made again, by cluster. */
export const reconnects = /* @__PURE__ */ counter("reconnects", "Connections made again")

/** `candela_live_subscriptions`: pairs of topic and ticker that the service has acknowledged, by cluster. */
export const subscriptions = /* @__PURE__ */ Metric.gauge("candela_live_subscriptions", {
  description: "Acknowledged subscriptions",
})

/** `candela_live_buffered_rows`: rows that wait for their consumers, by topic. */
export const bufferedRows = /* @__PURE__ */ Metric.gauge("candela_live_buffered_rows", {
  description: "Rows that wait for consumers",
})

/**
 * `candela_live_lag_milliseconds`: time of the clock minus the time of the last row read, by topic; without the delay
 * of the plan (`delay` of the connection).
 */
export const lag = /* @__PURE__ */ Metric.histogram(
  "candela_live_lag_milliseconds",
  /* @__PURE__ */ MetricBoundaries.fromIterable([
    5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000,
  ]),
  "Age of rows when they are read",
)

/** Label of a metric. */
export type Label = "cluster" | "topic"

/** Tagged metrics are kept, because creating one costs more than updating it. */
const tagged = new WeakMap<object, Map<string, unknown>>()

/** The metric of one value of a label. */
export const of = <Type, In, Out>(
  metric: Metric.Metric<Type, In, Out>,
  label: Label,
  value: string,
): Metric.Metric<Type, In, Out> => {
  let known = tagged.get(metric)
  if (known === undefined) tagged.set(metric, (known = new Map()))
  const key = `${label} ${value}`
  let own = known.get(key) as Metric.Metric<Type, In, Out> | undefined
  if (own === undefined) known.set(key, (own = Metric.tagged(metric, label, value)))
  return own
}

/** Updates the metric of one value of a label at once, without the labels of a fiber: frames are read in none. */
export const update = <Type, In, Out>(
  metric: Metric.Metric<Type, In, Out>,
  label: Label,
  value: string,
  input: In,
): void => of(metric, label, value).unsafeUpdate(input, [])
