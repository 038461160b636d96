/** The command `candela` in a child process, against a sandbox on a port whose answers have lapses. */
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as Command from "@effect/platform/Command"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Data, Effect, Stream } from "effect"
import { fileURLToPath } from "node:url"
import { testDirectory } from "../SandboxProcess.js"
import type { Ended, Lapsing } from "./World.js"

const program = fileURLToPath(new URL("../../../cli/bin/candela.js", import.meta.url))

/** The command said that it failed. */
class Exited extends Data.TaggedError("Exited")<{ readonly words: string }> {}

const textOf = <E, R>(output: Stream.Stream<Uint8Array, E, R>) => Stream.mkString(Stream.decodeText(output))

/** Lines of a text, without an empty last one. */
const linesOf = (text: string) => text.split("\n").filter((line) => line !== "")

/** Runs the command, and returns the lines that it printed; what it told stands on standard error. */
export const run = (args: ReadonlyArray<string>, { lapses, seed }: Lapsing): Effect.Effect<Ended> =>
  Effect.gen(function* () {
    const { apiKey, baseUrl } = yield* Sandbox
    const command = Command.make(process.execPath, program, ...args, "--url", baseUrl, "--quiet").pipe(
      Command.env({ MARKET_DATA_API_KEY: apiKey, NO_COLOR: "1" }),
    )
    const running = yield* Command.start(command)
    const [out, err, code] = yield* Effect.all([textOf(running.stdout), textOf(running.stderr), running.exitCode], {
      concurrency: "unbounded",
    })
    return code === 0 ? { rows: linesOf(out), told: linesOf(err) } : yield* new Exited({ words: err })
  }).pipe(
    Effect.provide(Sandbox.layerServer({ directory: testDirectory, seed, lapses })),
    Effect.provide(NodeContext.layer),
    Effect.scoped,
    Effect.exit,
    Effect.map((exit) => ({ exit, warnings: [], met: true })),
  )
