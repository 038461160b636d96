/**
 * Connection of a process that runs jobs.
 *
 * @module
 */
import * as RateLimitStore from "@candela/backfill/RateLimitStore"
import type { MarketData } from "@candela/core/MarketData"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Layer from "effect/Layer"
import * as Connect from "../../connect/Connect.js"
import type { Terminal } from "../../terminal/Terminal.js"
import type { PlanLocation } from "./PlanLocation.js"

/**
 * Connection to the service. The runners of a PostgreSQL share one rate limit in it: that of the
 * profile, and the pauses after a 429.
 */
export const layer = (
  place: PlanLocation,
): Layer.Layer<MarketData, unknown, SqlClient | Terminal | FileSystem | Path> =>
  place._tag === "Server" ? Connect.layer.pipe(Layer.provide(RateLimitStore.layer())) : Connect.layer
