/**
 * Commands as values: their names, texts, options and programs. `parse` makes a command line of them, help and completions read them.
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

/** What the program of a command may use. */
export type Environment = Terminal | FileSystem | Path | Scope.Scope

/** Options or arguments by their names, in the order of help. */
export type Options = Readonly<Record<string, Option.Option<unknown>>>

/** A command that does something. */
export interface Command {
  readonly _tag: "Command"
  /** One word: `chart`. */
  readonly name: string
  /** What it does, in some words without a full stop: a line in the help of the command above it. */
  readonly summary: string
  /** More than that: sentences in its own help. */
  readonly text?: string | undefined
  /** Arguments, in their order. */
  readonly arguments: Options
  /** Options by their names, without `--`. */
  readonly options: Options
  /** Command lines that work, without the name of the program. */
  readonly examples: ReadonlyArray<string>
  /** Heading in the help of the command above it. Default `Commands`. */
  readonly heading?: string | undefined
  /** Whether help, hints and completions leave it out, because only scripts call it. */
  readonly isHidden?: boolean | undefined
  /** What stands for another command line behind its arguments: `COMMAND`. `run` receives its words, options too, as `rest`. */
  readonly rest?: string | undefined
  /** What it does with the values of arguments and options. Its failures are reported by `Failure`. */
  readonly run: (values: Readonly<Record<string, unknown>>) => Effect.Effect<void, unknown, Environment>
}

/** A command that groups others: `history`. */
export interface Group {
  readonly _tag: "Group"
  /** One word. */
  readonly name: string
  /** What its commands do, in some words. */
  readonly summary: string
  /** Sentences in its own help. */
  readonly text?: string | undefined
  /** Heading in the help of the command above it. Default `Commands`. */
  readonly heading?: string | undefined
  /** Its commands, in the order of help: imported when they are needed. */
  readonly commands: Effect.Effect<ReadonlyArray<Entry>>
}

/** A command or a group. */
export type Any = Command | Group

/** A command that is imported when it is needed, with what the help of the command above it says. */
export interface Lazy {
  readonly _tag: "Lazy"
  /** One word. */
  readonly name: string
  /** What it does, in some words. */
  readonly summary: string
  /** Heading in the help of the command above it. Default `Commands`. */
  readonly heading?: string | undefined
  /** Imports it. */
  readonly load: Effect.Effect<Command>
}

/** A command, a group, or a command that is not imported yet. */
export type Entry = Any | Lazy

/** A command whose program receives typed values. */
export const make = <const A extends Options = {}, const O extends Options = {}>(
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

/** A group of commands. */
export const group = (name: string, details: Pick<Group, "summary" | "text" | "heading" | "commands">): Group => ({
  _tag: "Group",
  name,
  ...details,
})

/** A command that is imported when it is needed. */
export const lazy = (name: string, details: Pick<Lazy, "summary" | "heading" | "load">): Lazy => ({
  _tag: "Lazy",
  name,
  ...details,
})

/** The commands that are shown. */
export const shown = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> =>
  entries.filter((entry) => entry._tag !== "Command" || entry.isHidden !== true)

/** A command or a group, imported. */
export const load = (entry: Entry): Effect.Effect<Any> => (entry._tag === "Lazy" ? entry.load : Effect.succeed(entry))
