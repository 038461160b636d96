/** A hostile service in a process of its own, which ends with the scope. */
import * as Command from "@effect/platform/Command"
import { Effect, Option, Stream } from "effect"
import { fileURLToPath } from "node:url"
import type { Means } from "../Figure.js"

/** Starts a program of `main/`, or a file for callers that bundle it themselves, and gives its address when it has printed its port. */
export const start = (program: string, argument: unknown): Effect.Effect<string, unknown, Means> =>
  Effect.gen(function* () {
    const file = program.startsWith("/") ? program : fileURLToPath(new URL(`../main/${program}.js`, import.meta.url))
    const process_ = yield* Command.start(Command.make(process.execPath, file, JSON.stringify(argument)))
    const port = yield* process_.stdout.pipe(Stream.decodeText(), Stream.splitLines, Stream.runHead)
    return `http://127.0.0.1:${Option.getOrThrow(port)}`
  })
