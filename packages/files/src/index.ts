/**
 * {@include ../README.md}
 *
 * @module @candela/files
 */
export * from "./FileError.js"
export * as FileSchema from "./FileSchema.js"
export * as Arrow from "./Arrow.js"
export * as Origin from "./Origin.js"
export * as Parquet from "./Parquet.js"
export * from "./ReadOptions.js"
export * from "./Written.js"
