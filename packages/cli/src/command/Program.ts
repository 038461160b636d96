/**
 * Runs command lines.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Predicate from "effect/Predicate"
import { Terminal, type Output } from "../terminal/Terminal.js"
import type * as Command from "./Command.js"
import * as CommandLine from "./CommandLine.js"
import * as Failure from "./Failure.js"
import * as Help from "./help.js"
import { Lines } from "./Lines.js"
import type * as Shared from "./shared.js"

/**
 * Logs warnings of the library on standard error, above the progress line. When errors are JSON objects, so are they.
 */
const logger = (err: Output, isJson: boolean, { reword = identity }: Failure.Rules = {}) =>
  Logger.make(({ cause, logLevel, message }) => {
    const parts = (Array.isArray(message) ? message : [message]).map((part) => (Predicate.isString(part) ? part : ""))
    const level = logLevel.label.toLowerCase()
    const kind = LogLevel.greaterThanEqual(logLevel, LogLevel.Warning) ? `${level}: ` : ""
    const text = `${reword(parts.join(" ").trim())}${Cause.isEmpty(cause) ? "" : ` ${Cause.pretty(cause)}`}`
    // protects: The command prints what is logged.
    // mutant: "act on no terminal": without Foreign.lines
    const line = Foreign.lines(isJson ? JSON.stringify({ log: level, message: text }) : `${kind}${text}`)
    Effect.runFork(Effect.ignore(err.write(`${err.isTerminal ? "\r\x1b[K" : ""}${line}\n`)))
  })

const isVerbose = ({ shared }: CommandLine.Opened) => shared["verbose"] === true

/** Shows the version, or help. */
const show = (
  program: CommandLine.Program,
  line: Exclude<CommandLine.CommandLine, { readonly _tag: "Run" }>,
): Effect.Effect<void, unknown, Terminal> =>
  Effect.gen(function* () {
    const { out } = yield* Terminal
    const { hasColors } = out
    const text =
      line._tag === "Version"
        ? `${program.version()}\n`
        : yield* Help.text(program, line, { columns: yield* out.columns, hasColors })
    yield* out.write(text)
  })

/** Executes a command line. */
const execute = (
  program: CommandLine.Program,
  opened: CommandLine.Opened,
  platform: Layer.Layer<FileSystem | Path>,
): Effect.Effect<void, unknown, Terminal> =>
  Effect.gen(function* () {
    const { err } = yield* Terminal
    const line = yield* CommandLine.read(program, opened)
    if (line._tag !== "Run") return yield* show(program, line)
    const run = (args: ReadonlyArray<string>): Effect.Effect<void, unknown, Command.Environment> =>
      Effect.flatMap(CommandLine.read(program, CommandLine.within(opened, args)), (inner) =>
        inner._tag === "Run" ? inner.command.run(inner.values) : show(program, inner),
      )
    const { provide = () => identity } = program
    return yield* line.command
      .run(line.values)
      .pipe(
        Effect.scoped,
        Effect.provide(platform),
        provide(opened.shared),
        Effect.provideService(Lines, { commands: program.commands, run }),
        Effect.provide(
          Logger.replace(Logger.defaultLogger, logger(err, opened.shared["json-errors"], program.failures)),
        ),
        Logger.withMinimumLogLevel(isVerbose(opened) ? LogLevel.Debug : LogLevel.Warning),
      )
  })

/** Applies `--color` to a terminal. */
const colored =
  (color: Shared.StandardValues["color"]) =>
  (terminal: typeof Terminal.Service): typeof Terminal.Service => {
    if (color === "auto") return terminal
    // Getters stay getters: the input of a process is opened on first use.
    const paint = (output: Output): Output => ({ ...output, hasColors: color === "always" })
    return { ...terminal, out: paint(terminal.out), err: paint(terminal.err) }
  }

/** Files and paths of Node, imported when a command runs. */
const node = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => import("./platform.js")),
    ({ layer }) => layer,
  ),
)

/**
 * Runs a command line, and returns its exit code. Failures are reported on standard error.
 * `platform` is built when a command runs: help needs no files.
 */
export const run = (
  program: CommandLine.Program,
  args: ReadonlyArray<string>,
  platform: Layer.Layer<FileSystem | Path>,
): Effect.Effect<number, never, Terminal> =>
  Effect.gen(function* () {
    const opened = CommandLine.open(program, args)
    const color = Either.isRight(opened) ? opened.right.shared.color : "auto"
    const json = Either.isRight(opened) ? opened.right.shared["json-errors"] : args.includes("--json-errors")
    const verbose = Either.isRight(opened) && isVerbose(opened.right)
    const terminal = colored(color)(yield* Terminal)
    const exit = yield* Effect.exit(
      Effect.provideService(
        Effect.flatMap(opened, (opened) => execute(program, opened, platform)),
        Terminal,
        terminal,
      ),
    )
    if (Exit.isSuccess(exit)) return 0
    const { code, told } = Failure.of(exit.cause, { ...program, verbose })
    if (told !== undefined) {
      const { hasColors } = terminal.err
      yield* Effect.ignore(terminal.err.write(Failure.text(told, { name: program.name, json, hasColors })))
    }
    return code
  })

/** Runs command lines of a program in this process, and returns their exit codes. */
export const main =
  (program: CommandLine.Program) =>
  (terminal: typeof Terminal.Service, args: ReadonlyArray<string>): Effect.Effect<number> =>
    Effect.provideService(run(program, args, node), Terminal, terminal)
