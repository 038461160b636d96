/** Programs of Node in child processes, which print where they listen. */
import * as Command from "@effect/platform/Command"
import type { CommandExecutor, Process } from "@effect/platform/CommandExecutor"
import type { PlatformError } from "@effect/platform/Error"
import { Data, Deferred, Effect, type Scope, Stream } from "effect"

/** A program ended before it printed the expected line. */
export class NotStarted extends Data.TaggedError("NotStarted")<{ readonly message: string }> {}

/** A program that runs. */
export interface Running {
  readonly process: Process
  /** The first match. */
  readonly said: RegExpExecArray
}

/**
 * Starts a program of Node and waits for a matching line of its standard output. It inherits
 * standard error, and ends with the scope.
 */
export const start = (
  file: string,
  args: ReadonlyArray<string>,
  ready: RegExp,
): Effect.Effect<Running, NotStarted | PlatformError, CommandExecutor | Scope.Scope> =>
  Effect.gen(function* () {
    const process_ = yield* Command.start(
      Command.stderr(Command.make(process.execPath, "--enable-source-maps", file, ...args), "inherit"),
    )
    const found = yield* Deferred.make<RegExpExecArray, NotStarted | PlatformError>()
    const lines = Stream.splitLines(Stream.decodeText(process_.stdout))
    // It is read to its end: a full pipe would stop the program.
    yield* Stream.runForEach(lines, (line) => {
      const match = ready.exec(line)
      return match === null ? Effect.void : Deferred.succeed(found, match)
    }).pipe(
      Effect.zipRight(new NotStarted({ message: `${file} ended before it said ${ready}` })),
      Effect.catchAll((error) => Deferred.fail(found, error)),
      Effect.forkScoped,
    )
    return { process: process_, said: yield* Deferred.await(found) }
  })

/**
 * Runs a program of Node with settings as JSON, kills it so many milliseconds after it has printed
 * `begun`, unless it has ended by then, and returns what it printed.
 */
export const killed = (
  file: string,
  settings: object,
  begun: string,
  milliseconds: number,
): Effect.Effect<ReadonlyArray<string>, PlatformError, CommandExecutor> =>
  Effect.scoped(
    Effect.gen(function* () {
      const running = yield* Command.start(
        Command.stderr(Command.make(process.execPath, file, JSON.stringify(settings)), "inherit"),
      )
      const kill = Effect.ignore(Effect.delay(running.kill("SIGKILL"), milliseconds))
      const lines: Array<string> = []
      // The output ends with the process.
      yield* Stream.runForEach(Stream.splitLines(Stream.decodeText(running.stdout)), (line) => {
        lines.push(line)
        return line === begun && milliseconds < Infinity ? Effect.forkScoped(kill) : Effect.void
      })
      return lines
    }),
  )
