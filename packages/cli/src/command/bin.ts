import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { program } from "../commands/index.js"
import * as NodeTerminal from "../terminal/NodeTerminal.js"
import { Terminal } from "../terminal/Terminal.js"
import { run } from "./Program.js"

const fiber = Effect.runFork(
  run(program, process.argv.slice(2)).pipe(
    Effect.provideService(Terminal, NodeTerminal.make()),
    Effect.provide(NodeFileSystem.layer),
    Effect.provide(NodePath.layer),
  ),
)

let isInterrupted = false
const interrupt = () => {
  // Whoever asks twice does not want to wait for open files.
  if (isInterrupted) process.exit(130)
  isInterrupted = true
  Effect.runFork(Fiber.interrupt(fiber))
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt)

// Every write has been waited for. What still runs, such as threads of a database, is not.
fiber.addObserver((exit) => process.exit(Exit.isSuccess(exit) && !isInterrupted ? exit.value : 130))
