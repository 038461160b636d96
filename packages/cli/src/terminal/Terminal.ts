/**
 * Process of a command: its output, its input, and its environment.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Stream from "effect/Stream"

/** The reader of an output has closed it, as `head` does. It ends the program without a message. */
export class ClosedPipe extends Data.TaggedError("ClosedPipe") {}

/** An output. */
export interface Output {
  /** Whether people look at it: a terminal, not a file or a pipe. */
  readonly isTerminal: boolean
  /** Whether it shows ANSI colours: on a terminal without `NO_COLOR`, or according to `--color`. */
  readonly hasColors: boolean
  /** Current number of columns; 80 without a terminal. */
  readonly columns: Effect.Effect<number>
  /** Current number of lines; 24 without a terminal. */
  readonly rows: Effect.Effect<number>
  /** Writes text or bytes, and waits until the output takes more. */
  readonly write: (content: string | Uint8Array) => Effect.Effect<void, ClosedPipe>
}

/** Typed or piped input. */
export interface Input {
  /** Whether the input is typed. */
  readonly isTerminal: boolean
  /** Piped input. */
  readonly bytes: Stream.Stream<Uint8Array>
  /** Asks for a line without showing it. Interrupted by Ctrl-C. */
  readonly secret: (question: string) => Effect.Effect<Redacted.Redacted>
}

/** Process: its output, its input, and its environment. */
export class Terminal extends Context.Tag("@candela/cli/Terminal")<
  Terminal,
  {
    /** Output for data only. */
    readonly out: Output
    /** Progress, warnings and errors. */
    readonly err: Output
    /** Input. */
    readonly in: Input
    /** Reads an environment variable. */
    readonly variable: (name: string) => string | undefined
  }
>() {}
