/**
 * {@include ../README.md}
 *
 * @module @candela/files
 */
export * from "./FileError.js"
export * as FileSchema from "./FileSchema.js"
