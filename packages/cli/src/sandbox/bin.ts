import * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as Usage from "@effect/cli/Usage"
import * as ValidationError from "@effect/cli/ValidationError"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Exit, Logger, Option, Predicate } from "effect"
import { stripVTControlCharacters } from "node:util"
import { command } from "./Command.js"
import { version } from "../Package.js"

const isUsage = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit) && Option.exists(Cause.failureOption(exit.cause), ValidationError.isValidationError)

/** A stop that was asked for, by SIGINT or SIGTERM, is no failure. */
const code = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause) ? 0 : isUsage(exit) ? 2 : 1

const usage = () =>
  stripVTControlCharacters(HelpDoc.toAnsiText(Usage.getHelp(Command.getUsage(command))))
    .trim()
    .replace(/\s+/g, " ")

/** The words of a fault of usage have been printed by the command line itself. */
const report = (cause: Cause.Cause<Error | ValidationError.ValidationError>) =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => (Cause.isInterruptedOnly(cause) ? Effect.void : Console.error(Cause.pretty(cause))),
    onSome: (error) =>
      Console.error(
        ValidationError.isValidationError(error)
          ? `Use: ${usage()}\nHelp: candela-sandbox --help`
          : `candela-sandbox: ${error.message}`,
      ),
  })

/** The command line colours its words wherever they go: they have colours on a terminal alone, and none where `NO_COLOR` is set (no-color.org). */
const plainly = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.consoleWith((console) => {
    const inColour = (stream: NodeJS.WriteStream) => stream.isTTY && !process.env["NO_COLOR"]
    const strip = (words: ReadonlyArray<unknown>) =>
      words.map((word) => (Predicate.isString(word) ? stripVTControlCharacters(word) : word))
    const plain: Console.Console = {
      ...console,
      log: (...words) => console.log(...(inColour(process.stdout) ? words : strip(words))),
      error: (...words) => console.error(...(inColour(process.stderr) ? words : strip(words))),
    }
    return Effect.withConsole(effect, plain)
  })

/** The command line knows these only where they stand alone; here they are answered wherever they stand. */
const questions = ["--help", "-h", "--version"]
const [node = "", file = "", ...args] = process.argv
const question = args.find((arg) => questions.includes(arg))

Command.run(command, { name: "candela-sandbox", version: version() })([
  node,
  file,
  ...(question === undefined ? args : [question]),
]).pipe(
  Effect.tapErrorCause(report),
  plainly,
  Effect.provide(Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.stringLogger))),
  Effect.provide(NodeContext.layer),
  NodeRuntime.runMain({
    disablePrettyLogger: true,
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(code(exit)),
  }),
)
