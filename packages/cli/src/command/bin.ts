import * as Fiber from "effect/Fiber"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Folders from "../connect/folders.js"
import * as NodeTerminal from "../terminal/NodeTerminal.js"
import { main } from "./main.js"

const [node = "", , first, ...rest] = process.argv
const terminal = NodeTerminal.make()

if (first === "sandbox") {
  // The command of `@candela/sandbox`, in place of this one. Its data sets are those of `--sandbox`.
  const command = new URL("../bin/candela-sandbox.js", import.meta.resolve("@candela/sandbox"))
  const isTold = rest.some((arg) => arg === "--data" || arg.startsWith("--data="))
  process.argv = [node, command.pathname, ...(isTold ? [] : ["--data", Folders.datasets(terminal)]), ...rest]
  await import(command.href)
} else {
  const fiber = Effect.runFork(main(terminal, process.argv.slice(2)))
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
