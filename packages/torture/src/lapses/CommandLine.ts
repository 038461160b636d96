/** The command `candela` in a child process, against a sandbox on a port whose answers have lapses. */
import { Sandbox } from "@candela/sandbox/Sandbox"
import { DuckDBConnection } from "@duckdb/node-api"
import * as Command from "@effect/platform/Command"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Data, Effect, type Scope, Stream } from "effect"
import { fileURLToPath } from "node:url"
import { directory } from "../SandboxProcess.js"
import type { EndedRead, Lapsing, Read } from "./World.js"

const program = fileURLToPath(new URL("../../../cli/bin/candela.cjs", import.meta.url))

/** The command said that it failed. */
class Exited extends Data.TaggedError("Exited")<{ readonly words: string }> {}

const textOf = <E, R>(output: Stream.Stream<Uint8Array, E, R>) => Stream.mkString(Stream.decodeText(output))

/** Lines of a text, without an empty last one. */
const linesOf = (text: string) => text.split("\n").filter((line) => line !== "")

/** Runs the command, and returns what it printed, and the lines that stand on standard error. */
const printed = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { apiKey, baseUrl } = yield* Sandbox
    const command = Command.make(process.execPath, program, ...args, "--url", baseUrl, "--quiet").pipe(
      Command.env({ MARKET_DATA_API_KEY: apiKey, NO_COLOR: "1" }),
    )
    const running = yield* Command.start(command)
    const [out, err, code] = yield* Effect.all([textOf(running.stdout), textOf(running.stderr), running.exitCode], {
      concurrency: "unbounded",
    })
    return code === 0 ? { out, told: linesOf(err) } : yield* new Exited({ words: err })
  })

const ended = <E>(
  read: Effect.Effect<Read, E, Sandbox | NodeContext.NodeContext | Scope.Scope>,
  { lapses, seed }: Lapsing,
): Effect.Effect<EndedRead> =>
  read.pipe(
    Effect.provide(Sandbox.layerServer({ directory, seed, lapses })),
    Effect.provide(NodeContext.layer),
    Effect.scoped,
    Effect.exit,
    Effect.map((exit) => ({ exit, warnings: [], met: true })),
  )

/** Runs the command, and returns the lines that it printed. */
export const run = (args: ReadonlyArray<string>, lapsing: Lapsing): Effect.Effect<EndedRead> =>
  ended(
    Effect.map(printed(args), ({ out, told }) => ({ rows: linesOf(out), told })),
    lapsing,
  )

/**
 * Runs the command, which writes a file of Parquet, and returns the rows that another reader finds
 * in it; none if there is no file.
 */
export const runToFile = (args: ReadonlyArray<string>, lapsing: Lapsing): Effect.Effect<EndedRead> =>
  ended(
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const path = `${yield* files.makeTempDirectoryScoped({ prefix: "candela-lapses-" })}/bars.parquet`
      const { told } = yield* printed([...args, "--out", path])
      if (!(yield* files.exists(path))) return { rows: [], told }
      const rows = yield* Effect.tryPromise(async () => {
        const connection = await DuckDBConnection.create()
        try {
          return (await connection.runAndReadAll(`FROM read_parquet('${path}')`)).getRowObjectsJson()
        } finally {
          connection.closeSync()
        }
      })
      return { rows, told }
    }),
    lapsing,
  )
