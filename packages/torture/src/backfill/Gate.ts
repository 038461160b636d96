/**
 * What stands before a service: it takes down when requests arrive, and from which runner. It can
 * hold answers back, make their pages smaller, and give made-up tickers the bars of others.
 */
import type { CommandExecutor } from "@effect/platform/CommandExecutor"
import type { PlatformError } from "@effect/platform/Error"
import { Effect, type Scope } from "effect"
import { fileURLToPath } from "node:url"
import * as NodeProcess from "../NodeProcess.js"

/** A request that arrived. */
export interface Arrival {
  /** Epoch milliseconds. */
  readonly at: number
  /** The number of the entrance. */
  readonly entrance: number
  /** The ticker of bars; empty for other requests. */
  readonly ticker: string
}

/** A gate that is open. */
export interface Gate {
  /** Its entrances, one for each runner. */
  readonly urls: ReadonlyArray<string>
  /** The requests so far. */
  readonly arrivals: Effect.Effect<ReadonlyArray<Arrival>>
}

/** Settings of a gate. */
export interface GateSettings {
  /** The service behind it. */
  readonly upstream: string
  /** Number of entrances. */
  readonly entrances: number
  /** Delay of each answer, milliseconds. */
  readonly hold: number
  /** Base aggregates in a page of bars, whatever is asked for. Default: as many as are asked for. */
  readonly page?: number | undefined
  /** The ticker whose bars made-up tickers have (`Machine.madeUp`). Default: they have none. */
  readonly as?: string | undefined
}

const main = fileURLToPath(new URL("./gateMain.js", import.meta.url))

/** Opens a gate, in a process of its own. */
export const open = (
  settings: GateSettings,
): Effect.Effect<Gate, NodeProcess.NotStarted | PlatformError, CommandExecutor | Scope.Scope> =>
  Effect.map(
    NodeProcess.start(main, [JSON.stringify(settings)], /^Listening on (\S+), reporting on (\S+)$/),
    ({ said }) => ({
      urls: said[1]!.split(","),
      arrivals: Effect.promise(async () => (await (await fetch(said[2]!)).json()) as ReadonlyArray<Arrival>),
    }),
  )
