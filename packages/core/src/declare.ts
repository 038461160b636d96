/**
 * Modules to declare endpoints and to read declarations: for packages of endpoints, and of tools
 * for them. An application that calls endpoints needs only `@candela/core`.
 *
 * ```ts
 * import { Endpoint, Field, Filter, Param, Unit } from "@candela/core/declare"
 * ```
 *
 * @module @candela/core/declare
 */
export * as Batch from "./Batch.js"
export * as Client from "./Client.js"
export * as Decoder from "./Decoder.js"
export * as Endpoint from "./Endpoint.js"
export * as Envelope from "./Envelope.js"
export * as Field from "./Field.js"
export * as Filter from "./Filter.js"
export * as Kind from "./Kind.js"
export * as Param from "./Param.js"
export * as Step from "./Step.js"
export * as Structure from "./Structure.js"
export * as Unit from "./Unit.js"
