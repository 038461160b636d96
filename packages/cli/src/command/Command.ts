/**
 * Commands as values: names, texts, options and programs. `parse` makes a command line of them,
 * help and completions read them.
 *
 * ```ts
 * const chart = Command.make("chart", {
 *   summary: "Draw candles and volume",
 *   arguments: { ticker: Option.text({ value: "TICKER", text: "The ticker, of any market.", example: "AAPL" }) },
 *   options: { from: Option.text({ value: "DATE", text: "First day.", example: "2024-06-28" }) },
 *   examples: ["chart AAPL --from 2024-06-28 --sandbox"],
 *   run: ({ from, ticker }) => draw(ticker, from),
 * })
 * ```
 *
 * @module
 */
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Terminal } from "../terminal/Terminal.js"
import type * as Option from "./Option.js"

/** Environment of a command's program. */
export type Environment = Terminal | FileSystem | Path | Scope.Scope

/** Options or arguments by their names, in the order of help. */
export type OptionsByName = Readonly<Record<string, Option.Option<unknown>>>

/** Command with a program. */
export interface Command {
  readonly _tag: "Command"
  /** One word: `chart`. */
  readonly name: string
  /** Summary of the command, in some words without a full stop: a line in the help of its parent. */
  readonly summary: string
  /** Further sentences in its own help. */
  readonly text?: string | undefined
  /** Arguments in order. */
  readonly arguments: OptionsByName
  /** Options by their names, without `--`. */
  readonly options: OptionsByName
  /** Valid command lines, without the name of the program. */
  readonly examples: ReadonlyArray<string>
  /** Heading in the parent's help. Default `Commands`. */
  readonly heading?: string | undefined
  /** Whether help, hints and completions omit it, because only scripts call it. */
  readonly isHidden?: boolean | undefined
  /**
   * Placeholder for another command line after its arguments: `COMMAND`. `run` receives its words,
   * including options, as `rest`.
   */
  readonly rest?: string | undefined
  /** Program, given the values of arguments and options. Its failures are reported by `Failure`. */
  readonly run: (values: Readonly<Record<string, unknown>>) => Effect.Effect<void, unknown, Environment>
}

/** Group of commands: `history`. */
export interface Group {
  readonly _tag: "Group"
  /** One word. */
  readonly name: string
  /** Summary of its commands, in some words. */
  readonly summary: string
  /** Sentences in its own help. */
  readonly text?: string | undefined
  /** Heading in the parent's help. Default `Commands`. */
  readonly heading?: string | undefined
  /** Commands in the order of help, imported on demand. */
  readonly commands: Effect.Effect<ReadonlyArray<CommandNode>>
}

/** Command or group. */
export type Any = Command | Group

/** Command that is imported on demand, with its texts for the parent's help. */
export interface Lazy {
  readonly _tag: "Lazy"
  /** One word. */
  readonly name: string
  /** Summary of the command, in some words. */
  readonly summary: string
  /** Heading in the parent's help. Default `Commands`. */
  readonly heading?: string | undefined
  /** Imports the command. */
  readonly load: Effect.Effect<Command>
}

/** Command, group, or command that is not imported yet. */
export type CommandNode = Any | Lazy

/** Heading of the commands that the parent's help only names, because few people look for them. */
export const briefly = "Further commands"

/** Makes a command whose program receives typed values. */
export const make = <const A extends OptionsByName = {}, const O extends OptionsByName = {}>(
  name: string,
  details: {
    readonly summary: string
    readonly text?: string | undefined
    readonly arguments?: A | undefined
    readonly options?: O | undefined
    readonly examples: ReadonlyArray<string>
    readonly heading?: string | undefined
    readonly isHidden?: boolean | undefined
    readonly rest?: string | undefined
    readonly run: (
      values: Option.Values<A> & Option.Values<O> & { readonly rest: ReadonlyArray<string> },
    ) => Effect.Effect<void, unknown, Environment>
  },
): Command => ({
  _tag: "Command",
  name,
  ...details,
  arguments: details.arguments ?? {},
  options: details.options ?? {},
  run: details.run as Command["run"],
})

/** Makes a group of commands. */
export const group = (name: string, details: Pick<Group, "summary" | "text" | "heading" | "commands">): Group => ({
  _tag: "Group",
  name,
  ...details,
})

/** Makes a command that is imported on demand. */
export const lazy = (name: string, details: Pick<Lazy, "summary" | "heading" | "load">): Lazy => ({
  _tag: "Lazy",
  name,
  ...details,
})

/** Visible commands. */
export const shown = (entries: ReadonlyArray<CommandNode>): ReadonlyArray<CommandNode> =>
  entries.filter((entry) => entry._tag !== "Command" || entry.isHidden !== true)

/** Imports a command or a group. */
export const load = (entry: CommandNode): Effect.Effect<Any> =>
  entry._tag === "Lazy" ? entry.load : Effect.succeed(entry)
