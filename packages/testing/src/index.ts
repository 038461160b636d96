/**
 * {@include ../README.md}
 *
 * @module @candela/testing
 */
export * as Arbitraries from "./Arbitraries.js"
export * as ExactJson from "./ExactJson.js"
export * as Fault from "./Fault.js"
export * as Faults from "./Faults.js"
export * as Lapse from "./Lapse.js"
export * as Lapses from "./Lapses.js"
export * as LiveFault from "./LiveFault.js"
export * as LiveFaults from "./LiveFaults.js"
export * as LiveRecorder from "./LiveRecorder.js"
export * as Recorder from "./Recorder.js"
export * as ScriptedTransport from "./ScriptedTransport.js"
export * as Synthetic from "./Synthetic.js"
