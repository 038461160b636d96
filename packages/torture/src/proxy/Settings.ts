/** The proxy's settings and report. */
import * as Fault from "@candela/testing/Fault"
import { Schema } from "effect"
import * as Wire from "./Wire.js"

/** A way in which a request fails: a fault of the answer, or one of the socket. */
export type FaultName = Fault.Name | Wire.Name

/** The ways that a retrying client must survive without lost, repeated or changed rows. */
export const recoverable: ReadonlyArray<FaultName> = [...Fault.namesOf("Retried", "Harmless"), ...Wire.names]

const Way = Schema.Literal(...Fault.names, ...Wire.names)

/** Behaviour of the proxy. */
export const Settings = Schema.Struct({
  /** The base URL of the service behind it. */
  upstream: Schema.String,
  /** Another seed gives other faults. */
  seed: Schema.Number,
  /** The probability of each way to fail. */
  ways: Schema.optionalWith(Schema.partial(Schema.Record({ key: Way, value: Schema.Number })), { default: () => ({}) }),
  /** Origin that `ForeignNextUrl` points to. */
  foreign: Schema.optional(Schema.String),
  /** The probability that an answer is padded with spaces to 1 MiB. */
  oversized: Schema.optionalWith(Schema.Number, { default: () => 0 }),
})

/** Behaviour of the proxy. */
export type Settings = typeof Settings.Encoded

/** Counts of the proxy. */
export const Report = Schema.Struct({
  /** Number of requests. */
  requests: Schema.Number,
  /** Number of open connections to it. */
  connections: Schema.Number,
  /** Number of requests by behaviour. */
  met: Schema.Record({ key: Schema.String, value: Schema.Number }),
})

/** Counts of the proxy. */
export type Report = typeof Report.Type
