/**
 * {@include ../README.md}
 *
 * @module @candela/core
 */
export { Cache } from "./Cache.js"
export * from "./Checkpoint.js"
export { Checkpoints } from "./Checkpoints.js"
export { Connection } from "./Connection.js"
export * as Columns from "./Columns.js"
export { InvalidOption } from "./InvalidOption.js"
export type * as Live from "./Live.js"
export { LiveConnection } from "./LiveConnection.js"
export * from "./LiveError.js"
export * as LiveTelemetry from "./LiveTelemetry.js"
export { MarketData } from "./MarketData.js"
export * from "./MarketDataError.js"
export * as Method from "./Method.js"
export * as Mock from "./Mock.js"
export type { Page } from "./declare/Envelope.js"
export * as Preview from "./Preview.js"
export * as RateLimit from "./RateLimit.js"
export * as Request from "./Request.js"
export * as Retry from "./Retry.js"
export * as Telemetry from "./Telemetry.js"
export * as UnknownFields from "./UnknownFields.js"
