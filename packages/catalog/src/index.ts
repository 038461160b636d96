/**
 * {@include ../README.md}
 *
 * @module @candela/catalog
 */
export * as Catalog from "./Catalog.js"
export * as CommandLine from "./CommandLine.js"
export { type Field } from "./Field.js"
export { type Parameter } from "./Parameter.js"
export * as Search from "./Search.js"
export * as Text from "./Text.js"
export { type Texts, type TopicTexts } from "./Texts.js"
export * as Topics from "./Topics.js"
