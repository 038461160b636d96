/**
 * The sandbox's command in a process of its own, on a free port, for as long as the scope lasts.
 */
import { Command } from "@effect/platform"
import { Data, Deferred, Effect, Fiber, Stream } from "effect"
import { fileURLToPath } from "node:url"

/** The sandbox ended before it was ready. */
export class SandboxFailed extends Data.TaggedError("SandboxFailed")<{ readonly output: string }> {
  override get message(): string {
    return `the sandbox did not start:\n${this.output}`
  }
}

const bin = fileURLToPath(new URL("../bin/candela-sandbox.js", import.meta.resolve("@candela/sandbox")))

/** Where this clone keeps its data sets. */
const data = fileURLToPath(new URL("../../../.data", import.meta.url))

/** Starts the sandbox with these arguments, and gives its URL when it is ready. */
export const start = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const process_ = yield* Command.start(Command.make(process.execPath, bin, "--port", "0", "--data", data, ...args))
    const url = yield* Deferred.make<string>()
    const lines: Array<string> = []
    const listen = (output: typeof process_.stdout) =>
      output.pipe(
        Stream.decodeText(),
        Stream.splitLines,
        Stream.runForEach((line) => {
          lines.push(line)
          const found = /http:\/\/[\d.:]+/.exec(line)
          return found === null ? Effect.void : Deferred.succeed(url, found[0])
        }),
      )
    const output = yield* Effect.forkScoped(
      Effect.all([listen(process_.stdout), listen(process_.stderr)], { concurrency: 2 }),
    )
    const ended = Effect.zipRight(
      Fiber.await(output),
      Effect.suspend(() => new SandboxFailed({ output: lines.join("\n") })),
    )
    return yield* Effect.raceFirst(Deferred.await(url), ended)
  })
