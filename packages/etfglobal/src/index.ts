/**
 * {@include ../README.md}
 *
 * @module @candela/etfglobal
 */
export { Etfglobal } from "./Etfglobal.js"
export { Taxonomy } from "./Taxonomies.js"
