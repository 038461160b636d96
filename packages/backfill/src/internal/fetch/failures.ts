/**
 * Failed jobs: when they are retried, and when they are set aside.
 *
 * @module
 */
import type { MarketDataError } from "@candela/core/MarketDataError"
import type { StoreError } from "@candela/history/StoreError"
import * as Duration from "effect/Duration"

/** Handling of a job's error. */
export type Verdict =
  /** The service has no data. */
  | "empty"
  /** The key is wrong, or the store refuses this process: no other job will succeed. */
  | "stop"
  /** The same request will fail again. */
  | "final"
  /** Not caused by the job: it is retried, and the attempt does not count. */
  | "wait"
  /** A retry may succeed. */
  | "again"

/** Decides the handling of an error. */
export const verdict = (error: MarketDataError | StoreError): Verdict => {
  switch (error._tag) {
    case "NotFound":
      // Only bars are those of a ticker that may be unknown. A list without rows is no error.
      // protects: A list that is not found does not make the bars of a ticker count as done.
      // mutant: "is that of bars alone": error.endpoint.endsWith(".bars") ? "empty" : "again" → "empty"
      return error.endpoint.endsWith(".bars") ? "empty" : "again"
    case "Unauthorized":
      return error.reason === "NotEntitled" ? "final" : "stop"
    case "InvalidRequest":
    case "Conflict":
    case "BadResolution":
      return "final"
    case "RateLimited":
      return "wait"
    case "StoreError":
      // Nothing can be stored, for any ticker.
      return ["access", "library"].includes(error.reason) ? "stop" : "again"
    default:
      return "again"
  }
}

/**
 * Returns the delay of a ticker after a number of attempts, in milliseconds: 5 seconds, doubled
 * each time, up to 10 minutes.
 */
export const rest = (attempts: number, first: Duration.DurationInput): number =>
  Math.min(Duration.toMillis(first) * 2 ** (attempts - 1), 600_000)
