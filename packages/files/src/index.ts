/**
 * {@include ../README.md}
 *
 * @module @candela/files
 */
export * as Csv from "./Csv.js"
export * from "./FileError.js"
export * as FileSchema from "./FileSchema.js"
export * as NdJson from "./NdJson.js"
export * from "./Rows.js"
export * from "./Written.js"
