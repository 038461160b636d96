/**
 * The process as a command sees it: its output, its input, and its environment.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/** The reader of an output has closed it, as `head` does. It ends the program without a message. */
export class ClosedPipe extends Data.TaggedError("ClosedPipe") {}

/** An output. */
export interface Output {
  /** Whether people look at it: a terminal, not a file or a pipe. */
  readonly isTerminal: boolean
  /** Whether it shows ANSI colours: on a terminal without `NO_COLOR`, or as `--color` says. */
  readonly hasColors: boolean
  /** Number of columns now; 80 where it is no terminal. */
  readonly columns: Effect.Effect<number>
  /** Number of lines now; 24 where it is no terminal. */
  readonly rows: Effect.Effect<number>
  /** Writes text or bytes, and waits until the output takes more. */
  readonly write: (content: string | Uint8Array) => Effect.Effect<void, ClosedPipe>
}

/** What people type, or what is piped in. */
export interface Input {
  /** Whether somebody types. */
  readonly isTerminal: boolean
  /** All that is piped in. */
  readonly text: Effect.Effect<string>
  /** Asks for a line that is not shown while it is typed. Interrupted by Ctrl-C. */
  readonly secret: (question: string) => Effect.Effect<Redacted.Redacted>
}

/** The process: its output, its input, and its environment. */
export class Terminal extends Context.Tag("@candela/cli/Terminal")<
  Terminal,
  {
    /** Data, and nothing else. */
    readonly out: Output
    /** Progress, warnings and errors. */
    readonly err: Output
    /** Input. */
    readonly in: Input
    /** A variable of the environment. */
    readonly variable: (name: string) => string | undefined
  }
>() {}
