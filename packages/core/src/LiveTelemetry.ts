/**
 * Metrics of the live channel, as Effect metrics labelled with the cluster (`cluster: stocks`) or the topic
 * (`topic: stocks.trades`).
 *
 * @module
 */
import * as Metric from "effect/Metric"
import * as MetricBoundaries from "effect/MetricBoundaries"
import * as Meters from "./internal/meters.js"

/** `candela_live_rows_total`: rows given to streams, by topic. A row for several streams counts once. */
export const rows = /* @__PURE__ */ Meters.counter("live_rows", "Rows of the live channel")

/** `candela_live_frames_total`: frames received, by cluster. */
export const frames = /* @__PURE__ */ Meters.counter("live_frames", "Frames received")

/** `candela_live_bytes_total`: length of the frames received, by cluster. */
export const bytes = /* @__PURE__ */ Meters.counter("live_bytes", "Bytes of frames received")

/** `candela_live_dropped_total`: rows dropped because a buffer was full (`overflow: "dropOldest"`), by topic. */
export const dropped = /* @__PURE__ */ Meters.counter("live_dropped", "Rows dropped by full buffers")

/** `candela_live_invalid_total`: events that the schema of their topic rejects, by topic. */
export const invalid = /* @__PURE__ */ Meters.counter("live_invalid", "Events that their schema rejects")

/** `candela_live_unknown_total`: events of no known topic, and frames that are no JSON, by cluster. */
export const unknown = /* @__PURE__ */ Meters.counter("live_unknown", "Events of no known topic")

/** `candela_live_reconnects_total`: connections that were made again, by cluster. */
export const reconnects = /* @__PURE__ */ Meters.counter("live_reconnects", "Connections made again")

/** `candela_live_subscriptions`: pairs of topic and ticker that the service has acknowledged, by cluster. */
export const subscriptions = /* @__PURE__ */ Meters.gauge("live_subscriptions", "Acknowledged subscriptions")

/** `candela_live_buffered_rows`: rows that wait for their consumers, by topic. */
export const bufferedRows = /* @__PURE__ */ Meters.gauge("live_buffered_rows", "Rows that wait for consumers")

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

/**
 * `candela_live_gaps_total`: gaps that were told, by topic; `filled` is `true` or `false`. A time without listening of
 * which some tickers were filled, and others not, counts as one of each.
 */
export const gaps = /* @__PURE__ */ Meters.counter("live_gaps", "Gaps told")

/** `candela_live_filled_rows_total`: rows that were fetched because the stream did not listen, by topic. */
export const filledRows = /* @__PURE__ */ Meters.counter("live_filled_rows", "Rows fetched for gaps")

/** `candela_live_revisions_total`: rows that were told again with other values, by topic. */
export const revisions = /* @__PURE__ */ Meters.counter("live_revisions", "Rows told again with other values")

/**
 * `candela_live_fill_duration_seconds`: time from the acknowledgement until all that was missed is fetched or given up,
 * by topic. `reason` is that of the gap; `start` is the history of `follow`. `outcome` is `filled`, `partly` (some
 * tickers are not), `unfilled`, `failed` (the stream fails with the history's error) or `interrupted`.
 */
export const fillDuration = /* @__PURE__ */ Meters.durations("live_fill", "Duration of fills")

/** Label of a metric. */
export type Label = "cluster" | "topic"

/** Further labels, with their values. */
export type Labels = { readonly [name in "outcome" | "reason" | "filled"]?: string }

/** The metric of one value of a label, and of further ones. */
export const of = <Type, In, Out>(
  metric: Metric.Metric<Type, In, Out>,
  label: Label,
  value: string,
  labels: Labels = {},
): Metric.Metric<Type, In, Out> => Meters.of(metric, [label, value], ...Object.entries(labels))

/** Updates the metric of one value of a label at once, without the labels of a fiber: frames are read in none. */
export const update = <Type, In, Out>(
  metric: Metric.Metric<Type, In, Out>,
  label: Label,
  value: string,
  input: In,
  labels?: Labels,
): void => of(metric, label, value, labels).unsafeUpdate(input, [])
