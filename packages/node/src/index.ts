/**
 * {@include ../README.md}
 *
 * @module @candela/node
 */
export * as NodeClient from "./NodeClient.js"
export * as NodeLive from "./NodeLive.js"
