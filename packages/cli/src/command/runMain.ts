import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as NodeTerminal from "../terminal/NodeTerminal.js"
import { Terminal } from "../terminal/Terminal.js"
import type * as CommandLine from "./CommandLine.js"
import * as Program from "./Program.js"

/** Runs the command line of this process, and ends the process with its exit code. Signals interrupt it: what it has opened is closed first. */
export const runMain = (program: CommandLine.Program): void => {
  const platform = Layer.mergeAll(NodeFileSystem.layer, NodePath.layer)
  const fiber = Effect.runFork(
    Program.run(program, process.argv.slice(2)).pipe(
      Effect.provideService(Terminal, NodeTerminal.make()),
      Effect.provide(platform),
    ),
  )
  let isInterrupted = false
  const interrupt = () => {
    // Whoever asks twice does not want to wait for files to be closed.
    if (isInterrupted) process.exit(130)
    isInterrupted = true
    Effect.runFork(Fiber.interrupt(fiber))
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt)
  // Every write has been waited for. What still runs, such as threads of a database, is not.
  fiber.addObserver((exit) => process.exit(Exit.isSuccess(exit) && !isInterrupted ? exit.value : 130))
}
