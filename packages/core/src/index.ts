/**
 * {@include ../README.md}
 *
 * @module @candela/core
 */
export * as Admission from "./Admission.js"
export * as Batch from "./Batch.js"
export * as ErrorResponse from "./ErrorResponse.js"
export * as Client from "./Client.js"
export * as Columns from "./Columns.js"
export * as Decoder from "./Decoder.js"
export * as Endpoint from "./Endpoint.js"
export * as Envelope from "./Envelope.js"
export * as Field from "./Field.js"
export * as Filter from "./Filter.js"
export { MarketData } from "./MarketData.js"
export * from "./MarketDataError.js"
export * as Method from "./Method.js"
export * as Mock from "./Mock.js"
export type { Page } from "./Envelope.js"
export * as Param from "./Param.js"
export * as BodyReader from "./BodyReader.js"
export * as Preview from "./Preview.js"
export * as RateLimit from "./RateLimit.js"
export * as Request from "./Request.js"
export * as Retry from "./Retry.js"
export * as Semaphore from "./Semaphore.js"
export * as Telemetry from "./Telemetry.js"
export * as UnknownFields from "./UnknownFields.js"
