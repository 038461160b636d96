/**
 * {@include ../README.md}
 *
 * @module @candela/sandbox
 */
export * as AsyncApi from "./AsyncApi.js"
export * as Cursor from "./query/Cursor.js"
export * as Dataset from "./dataset/Dataset.js"
export * as Health from "./http/Health.js"
export * as Import from "./import/Import.js"
export * as Live from "./live/Live.js"
export * as LivePath from "./live/Path.js"
export * as LivePeer from "./live/Peer.js"
export * as OpenApi from "./OpenApi.js"
export { type OpenRoute } from "./http/OpenRoute.js"
export * as Present from "./live/Present.js"
export * as Rate from "./http/Rate.js"
export * as RequestLog from "./http/RequestLog.js"
export * as Route from "./routes/Route.js"
export * as Routes from "./routes/Routes.js"
export { Sandbox } from "./Sandbox.js"
export * as Server from "./http/Server.js"
export * as Service from "./http/Service.js"
export { Store, StoreError } from "./store/Store.js"
export * as Subscription from "./access/Subscription.js"
