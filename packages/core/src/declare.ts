/**
 * Modules to declare endpoints, and to read what is declared: for packages of endpoints. An application that calls
 * endpoints needs only `@candela/core`.
 *
 * ```ts
 * import { Endpoint, Field, Filter, Param, Unit } from "@candela/core/declare"
 * ```
 *
 * @module @candela/core/declare
 */
export * as Batch from "./declare/Batch.js"
export * as Client from "./declare/Client.js"
export * as Decoder from "./declare/Decoder.js"
export * as Endpoint from "./declare/Endpoint.js"
export * as Envelope from "./declare/Envelope.js"
export * as Field from "./declare/Field.js"
export * as Filter from "./declare/Filter.js"
export * as LiveClient from "./declare/LiveClient.js"
export * as Param from "./declare/Param.js"
export * as Topic from "./declare/Topic.js"
export * as Unit from "./declare/Unit.js"
