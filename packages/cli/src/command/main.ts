import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { program } from "../commands/index.js"
import * as Cassette from "../connect/Cassette.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Program from "./Program.js"

/** Runs a command line of `candela` in this process, and gives its exit code. */
export const main = (terminal: typeof Terminal.Service, args: ReadonlyArray<string>): Effect.Effect<number> => {
  const { cassette, args: rest } = Cassette.take(args)
  return Program.run(program, rest).pipe(
    Effect.provideService(Cassette.Current, cassette),
    Effect.provide(Layer.mergeAll(Layer.succeed(Terminal, terminal), NodeFileSystem.layer, NodePath.layer)),
  )
}
