/**
 * {@include ../README.md}
 *
 * @module @candela/testing
 */
export * as ScriptedTransport from "./ScriptedTransport.js"
