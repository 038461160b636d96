export * as ScriptedTransport from "./ScriptedTransport.js"
