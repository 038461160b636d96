/**
 * What a command tells beside its rows.
 *
 * @module
 */
import * as Text from "@candela/catalog/Text"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Foreign from "@candela/core/internal/Foreign"
import * as Telemetry from "@candela/core/Telemetry"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { Settings } from "../../connect/Settings.js"
import * as Synthetic from "../../connect/Synthetic.js"
import { Terminal } from "../../terminal/Terminal.js"

/** Omitted rows are always reported. */
export const warn = (invalid: number) =>
  invalid === 0
    ? Effect.void
    : Effect.flatMap(Terminal, ({ err }) =>
        err.write(`${invalid} ${invalid === 1 ? "row was" : "rows were"} left out, because the schema refuses them.\n`),
      )

/** Number of rows that the client has left out so far. */
export const leftOut = (endpoint: Endpoint.Any) =>
  Effect.map(Metric.value(Telemetry.of(Telemetry.invalidRows, endpoint)), ({ count }) => count)

/** Tickers without rows are always reported: one may be misspelt. */
export const lacking = (tickers: ReadonlyArray<string>) =>
  Effect.flatMap(Terminal, ({ err }) => {
    const more = tickers.length > 10 ? `, and ${tickers.length - 10} more tickers` : ""
    return err.write(`No rows of ${Foreign.show(tickers.slice(0, 10).join(", "))}${more}.\n`)
  })

/** Tells people that the sandbox has made the rows up. */
// protects: Rows that the sandbox makes up are marked where people meet them.
// mutant: "that the sandbox makes up are marked": names.has(endpoint.name) → false
export const synthetic = (endpoint: Endpoint.Any) =>
  Effect.gen(function* () {
    const { quiet, sandbox } = yield* Settings
    const { err } = yield* Terminal
    if (!sandbox || quiet || !err.isTerminal) return
    const names = yield* Synthetic.names
    if (names.has(endpoint.name)) yield* err.write(`${Text.synthetic}\n`)
  })
