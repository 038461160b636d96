/**
 * Terminal of this process.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { OutputError } from "./OutputError.js"
import { ClosedPipe, type Input, type Output, type Terminal } from "./Terminal.js"
import { wrap } from "./Wrap.js"

/** Error codes of an output whose reader is gone. Windows has `EOF`. */
const closed = ["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"]

/** Output that wraps sentences between words in a terminal. */
const sentences = (stream: NodeJS.WriteStream): Output => {
  const plain = output(stream, "standard error")
  if (!plain.isTerminal) return plain
  return {
    ...plain,
    write: (content) =>
      typeof content === "string"
        ? Effect.flatMap(plain.columns, (columns) => plain.write(wrap(content, columns)))
        : plain.write(content),
  }
}

const output = (stream: NodeJS.WriteStream, name: string): Output => {
  let failure: NodeJS.ErrnoException | undefined
  // A failed write is reported twice: to its callback, and as an event, which would end the process.
  stream.on("error", (error) => (failure ??= error))
  const isTerminal = stream.isTTY === true
  const fail = (error: NodeJS.ErrnoException) =>
    closed.includes(error.code ?? "")
      ? Effect.fail(new ClosedPipe())
      : Effect.die(new OutputError({ message: `Cannot write to ${name}: ${error.message}.` }))
  return {
    isTerminal,
    hasColors: isTerminal && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb",
    columns: Effect.sync(() => (isTerminal && stream.columns > 0 ? stream.columns : 80)),
    rows: Effect.sync(() => (isTerminal && stream.rows > 0 ? stream.rows : 24)),
    write: (content) =>
      Effect.async<void, ClosedPipe>((resume) => {
        if (failure !== undefined) return resume(fail(failure))
        stream.write(content, (error) => resume(error ? fail(error) : Effect.void))
      }),
  }
}

const input: Input = {
  get isTerminal() {
    return process.stdin.isTTY === true
  },
  bytes: Stream.orDie(Stream.fromAsyncIterable(process.stdin as AsyncIterable<Uint8Array>, (error) => error)),
  secret: (question) =>
    Effect.flatMap(
      Effect.promise(async (signal) => {
        const { isCancel, password } = await import("@clack/prompts")
        const answer = await password({ message: question, output: process.stderr, signal })
        return isCancel(answer) ? undefined : answer
      }),
      (answer) => (answer === undefined ? Effect.interrupt : Effect.succeed(Redacted.make(answer))),
    ),
}

/** Terminal of this process. Make it only once. */
export const make = (): typeof Terminal.Service => ({
  out: output(process.stdout, "standard output"),
  err: sentences(process.stderr),
  in: input,
  variable: (name) => process.env[name],
})
