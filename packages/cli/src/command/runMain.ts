import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as NodeTerminal from "../terminal/NodeTerminal.js"
import type { Terminal } from "../terminal/Terminal.js"

/** How signals end a program. */
export interface Options {
  /** Signals that interrupt it: what it has opened is closed first. Default SIGINT, SIGTERM and SIGHUP. */
  readonly signals?: ReadonlyArray<NodeJS.Signals> | undefined
  /** Exit code then. Default 130. */
  readonly interrupted?: number | undefined
}

/** Runs the command line of this process, and ends the process with its exit code. */
export const runMain = (
  main: (terminal: typeof Terminal.Service, args: ReadonlyArray<string>) => Effect.Effect<number>,
  { interrupted = 130, signals = ["SIGINT", "SIGTERM", "SIGHUP"] }: Options = {},
): void => {
  const fiber = Effect.runFork(main(NodeTerminal.make(), process.argv.slice(2)))
  let isInterrupted = false
  const interrupt = () => {
    // Whoever asks twice does not want to wait for files to be closed.
    if (isInterrupted) process.exit(130)
    isInterrupted = true
    Effect.runFork(Fiber.interrupt(fiber))
  }
  for (const signal of signals) process.on(signal, interrupt)
  // Every write has been waited for. What still runs, such as threads of a database, is not.
  fiber.addObserver((exit) => process.exit(Exit.isSuccess(exit) && !isInterrupted ? exit.value : interrupted))
}
