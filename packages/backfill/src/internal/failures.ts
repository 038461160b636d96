/**
 * Jobs that failed: when they are tried again, and when they are set aside.
 *
 * @module
 */
import type { MarketDataError } from "@candela/core/MarketDataError"
import type { StoreError } from "@candela/history/StoreError"
import * as Duration from "effect/Duration"

/** What is to be done about an error of a job. */
export type Verdict =
  /** The service has nothing there. */
  | "empty"
  /** The key is wrong, or the store refuses this process: no other job will succeed. */
  | "stop"
  /** The same request will fail again. */
  | "final"
  /** Not the fault of the job: it is tried again, and the attempt does not count. */
  | "wait"
  /** It may succeed the next time. */
  | "again"

/** Tells what is to be done. */
export const verdict = (error: MarketDataError | StoreError): Verdict => {
  switch (error._tag) {
    case "NotFound":
      return "empty"
    case "Unauthorized":
      return error.reason === "NotEntitled" ? "final" : "stop"
    case "InvalidRequest":
    case "Conflict":
    case "BadResolution":
      return "final"
    case "RateLimited":
      return "wait"
    case "StoreError":
      // Nothing can be kept, whatever the ticker.
      return ["access", "library"].includes(error.reason) ? "stop" : "again"
    default:
      return "again"
  }
}

/** How long a ticker rests after so many attempts, in milliseconds: 5 seconds, doubled each time, up to 10 minutes. */
export const rest = (attempts: number, first: Duration.DurationInput): number =>
  Math.min(Duration.toMillis(first) * 2 ** (attempts - 1), 600_000)
