/**
 * Servers in child processes, each on a free port, until the scope closes.
 */
import { Command } from "@effect/platform"
import { Data, Deferred, Effect, Fiber, Stream } from "effect"
import { fileURLToPath } from "node:url"

/** A server ended before it was ready. */
export class ServerFailed extends Data.TaggedError("ServerFailed")<{ readonly file: string; readonly output: string }> {
  override get message(): string {
    return `${this.file} did not start:\n${this.output}`
  }
}

/** The program that reads the bars in one way. */
export const read = fileURLToPath(new URL("./read.js", import.meta.url))

const keptPages = fileURLToPath(new URL("./keptPages.js", import.meta.url))

const command = fileURLToPath(new URL("../bin/candela-sandbox.js", import.meta.resolve("@candela/sandbox")))

/** Starts the sandbox with these arguments, and returns its URL when it is ready. */
export const startSandbox = (args: ReadonlyArray<string>) => start(command, ["--port", "0", ...args])

/** Starts the server that keeps the pages of a sandbox, and returns its URL when it is ready. */
export const startKeptPages = (url: string, latency: number) => start(keptPages, [url, String(latency)])

const start = (file: string, args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const process_ = yield* Command.start(Command.make(process.execPath, file, ...args))
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
      Effect.suspend(() => new ServerFailed({ file, output: lines.join("\n") })),
    )
    return yield* Effect.raceFirst(Deferred.await(url), ended)
  })
