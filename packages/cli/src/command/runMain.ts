import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as NodeTerminal from "../terminal/NodeTerminal.js"
import type { Terminal } from "../terminal/Terminal.js"

/** Signal handling of a program. */
export interface SignalOptions {
  /**
   * Signals that interrupt the program, after which it closes what it has opened. Default SIGINT, SIGTERM and SIGHUP.
   */
  readonly signals?: ReadonlyArray<NodeJS.Signals> | undefined
  /** Exit code after an interruption. Default 130. */
  readonly interrupted?: number | undefined
  /** Ends the process. Default: at once. */
  readonly exit?: ((code: number) => void) | undefined
}

/** Runs the command line of this process, and exits with its exit code. */
export const runMain = (
  main: (terminal: typeof Terminal.Service, args: ReadonlyArray<string>) => Effect.Effect<number>,
  {
    exit: end = (code) => process.exit(code),
    interrupted = 130,
    signals = ["SIGINT", "SIGTERM", "SIGHUP"],
  }: SignalOptions = {},
): void => {
  const fiber = Effect.runFork(main(NodeTerminal.make(), process.argv.slice(2)))
  let isInterrupted = false
  const interrupt = () => {
    // A second signal does not wait for files to be closed.
    if (isInterrupted) process.exit(130)
    isInterrupted = true
    Effect.runFork(Fiber.interrupt(fiber))
  }
  for (const signal of signals) process.on(signal, interrupt)
  // All writes have been awaited. Running threads, such as those of a database, are not.
  fiber.addObserver((exit) => end(Exit.isSuccess(exit) && !isInterrupted ? exit.value : interrupted))
}
