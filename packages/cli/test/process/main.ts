/** A program whose commands do what is hard to meet: they never end, or write without an end. */
import { FileSystem } from "@effect/platform/FileSystem"
import { type Clock, Effect, Redacted } from "effect"
import * as Stream from "effect/Stream"
import * as Command from "../../src/command/Command.js"
import type * as CommandLine from "../../src/command/CommandLine.js"
import { layer } from "../../src/command/platform.js"
import * as Program from "../../src/command/Program.js"
import * as Option from "../../src/command/Option.js"
import { runMain } from "../../src/command/runMain.js"
import * as Progress from "../../src/progress/Progress.js"
import { Terminal } from "../../src/terminal/Terminal.js"

/** A clock that goes on by three seconds once it was looked at. */
const threeSecondsLater = Effect.map(Effect.clock, (clock): Clock.Clock => {
  let now = 0
  return {
    ...clock,
    sleep: (duration) => clock.sleep(duration),
    currentTimeMillis: Effect.sync(() => {
      const seen = now
      now = 3000
      return seen
    }),
  }
})

const program: CommandLine.Program = {
  name: "candela",
  text: "A program for tests.",
  version: () => "1.2.3",
  examples: [],
  commands: [
    Command.make("wait", {
      summary: "Keep a temporary file and wait for ever",
      arguments: { directory: Option.text({ value: "DIRECTORY", text: "Where." }) },
      examples: [],
      run: ({ directory }) =>
        Effect.gen(function* () {
          const file = yield* (yield* FileSystem).makeTempFileScoped({ directory })
          const { out } = yield* Terminal
          yield* out.write(`${file}\n`)
          return yield* Effect.never
        }),
    }),
    Command.make("flood", {
      summary: "Write without an end",
      examples: [],
      run: () => Effect.flatMap(Terminal, ({ out }) => Effect.forever(out.write(new Uint8Array(65_536).fill(0x0a)))),
    }),
    Command.make("ask", {
      summary: "Ask for a secret",
      examples: [],
      run: () =>
        Effect.flatMap(Terminal, ({ in: input, out }) =>
          Effect.flatMap(input.secret("Your API key"), (key) =>
            out.write(`It has ${Redacted.value(key).length} letters.\n`),
          ),
        ),
    }),
    Command.make("progress", {
      summary: "Tell how far something has come, until a line is read",
      arguments: { label: Option.text({ value: "LABEL", text: "What is done." }) },
      examples: [],
      run: ({ label }) =>
        Effect.gen(function* () {
          const { in: input, out } = yield* Terminal
          const told = Effect.gen(function* () {
            const progress = yield* Progress.make
            yield* progress.note("One row was left out.")
            yield* progress.update({ label, rows: 1_234_567, pages: 25, done: 0.34 })
            yield* Stream.runDrain(input.bytes)
          })
          yield* Effect.scoped(Effect.withClock(told, yield* threeSecondsLater))
          yield* out.write("Done.\n")
        }),
    }),
    Command.make("size", {
      summary: "Say the size of the terminal, whenever a line is read",
      examples: [],
      run: () =>
        Effect.gen(function* () {
          const { in: input, out } = yield* Terminal
          const text = yield* Stream.mkString(Stream.decodeText(input.bytes))
          yield* out.write(`${text.trim()} ${yield* out.columns}x${yield* out.rows} ${out.hasColors}\n`)
        }),
    }),
  ],
}

runMain((terminal, args) => Effect.provideService(Program.run(program, args, layer), Terminal, terminal))
