/** Runs commands in the process of a test: what they print is kept, and files go to a temporary folder. */
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type * as Command from "../src/command/Command.js"
import type * as CommandLine from "../src/command/CommandLine.js"
import * as Program from "../src/command/Program.js"
import { Settings, type Shared } from "../src/connect/Settings.js"
import { ClosedPipe, Terminal, type Output } from "../src/terminal/Terminal.js"

/** The process that a test describes. */
export interface Process {
  /** Whether standard output is a terminal. Default false. */
  readonly terminal?: boolean
  /** Whether it shows colours. Default false. */
  readonly colors?: boolean
  /** Columns of the terminal. Default 80. */
  readonly columns?: number
  /** Lines of the terminal. Default 24. */
  readonly rows?: number
  /** What is piped in; where it is absent, somebody types `secret`. */
  readonly input?: string
  /** What somebody types. */
  readonly secret?: string
  /** The environment. */
  readonly variables?: Readonly<Record<string, string>>
  /** After so many writes the reader of standard output is gone. Default never. */
  readonly closesAfter?: number
  /** The options that every command has. Default: the sandbox. */
  readonly settings?: Partial<Shared>
}

/** What a command printed. */
export interface Printed {
  readonly out: string
  readonly err: string
  /** Standard output as bytes. */
  readonly bytes: Uint8Array
}

/** A terminal that keeps what is printed. */
export const make = (process: Process = {}) => {
  const printed = { out: [] as Array<Uint8Array>, err: [] as Array<Uint8Array> }
  let writes = 0
  const output = (name: "out" | "err"): Output => ({
    isTerminal: process.terminal ?? false,
    hasColors: process.colors ?? false,
    columns: Effect.succeed(process.columns ?? 80),
    rows: Effect.succeed(process.rows ?? 24),
    write: (content) =>
      Effect.suspend(() => {
        if (name === "out" && ++writes > (process.closesAfter ?? Infinity)) return Effect.fail(new ClosedPipe())
        printed[name].push(typeof content === "string" ? new TextEncoder().encode(content) : content.slice())
        return Effect.void
      }),
  })
  const terminal: typeof Terminal.Service = {
    out: output("out"),
    err: output("err"),
    in: {
      isTerminal: process.input === undefined,
      bytes: Stream.suspend(() => Stream.make(new TextEncoder().encode(process.input ?? ""))),
      secret: () => Effect.sync(() => Redacted.make(process.secret ?? "")),
    },
    variable: (name) => process.variables?.[name],
  }
  const text = (parts: ReadonlyArray<Uint8Array>) => new TextDecoder().decode(Buffer.concat(parts))
  return {
    terminal,
    printed: (): Printed => ({ out: text(printed.out), err: text(printed.err), bytes: Buffer.concat(printed.out) }),
  }
}

/** The layers of a command in a test. */
export const layer = (process: Process, terminal: typeof Terminal.Service) =>
  Layer.mergeAll(
    NodeContext.layer,
    Layer.succeed(Terminal, terminal),
    Layer.succeed(Settings, {
      url: undefined,
      sandbox: true,
      profile: undefined,
      quiet: false,
      verbose: false,
      jsonErrors: false,
      ...process.settings,
    }),
  )

/** Runs a command with values of its arguments and options, as they are read. Gives what it printed, and its exit. */
export const run = (command: Command.Command, values: Readonly<Record<string, unknown>>, process: Process = {}) =>
  Effect.gen(function* () {
    const { printed, terminal } = make(process)
    const exit = yield* Effect.exit(command.run(values).pipe(Effect.scoped, Effect.provide(layer(process, terminal))))
    return { ...printed(), exit }
  })

/** Runs a line of a program, as the main module does. Gives what it printed, and its exit code. */
export const line = (program: CommandLine.Program, args: ReadonlyArray<string>, process: Process = {}) =>
  Effect.gen(function* () {
    const { printed, terminal } = make(process)
    const code = yield* Effect.provideService(Program.run(program, args, NodeContext.layer), Terminal, terminal)
    return { ...printed(), code }
  })
