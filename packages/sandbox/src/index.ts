/**
 * {@include ../README.md}
 *
 * @module @candela/sandbox
 */
export * as Calendar from "./Calendar.js"
export * as Cursor from "./Cursor.js"
export * as Dataset from "./Dataset.js"
export * as Health from "./Health.js"
export * as Import from "./Import.js"
export * as OpenApi from "./OpenApi.js"
export { type OpenRoute } from "./OpenRoute.js"
export * as Rate from "./Rate.js"
export * as RequestLog from "./RequestLog.js"
export * as Route from "./Route.js"
export * as Routes from "./Routes.js"
export { Sandbox } from "./Sandbox.js"
export * as Server from "./Server.js"
export * as Service from "./Service.js"
export { Store, StoreError } from "./Store.js"
export * as Subscription from "./Subscription.js"
