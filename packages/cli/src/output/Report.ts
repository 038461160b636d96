/**
 * What a command reports: lines for people, one JSON object for programs.
 *
 * @module
 */
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Output from "./Output.js"
import { Terminal } from "../terminal/Terminal.js"

const { format, out } = Output.options

/** Where a report goes, and how it is written. */
export const options = { format, out }

/** Values of {@link options}. */
export type Options = Pick<Output.Options, "format" | "out">

/** Whether people are going to read it. */
export const isForPeople = ({ format, out }: Options): Effect.Effect<boolean, never, Terminal> =>
  Effect.map(
    Terminal,
    (terminal) => out === undefined && (format === "table" || (format === undefined && terminal.out.isTerminal)),
  )

/** Writes lines for people, or a value. */
export const write = (
  options: Options,
  lines: ReadonlyArray<string>,
  value: object,
): Effect.Effect<void, unknown, Terminal | FileSystem | Path> =>
  Effect.flatMap(Effect.all([Terminal, isForPeople(options)]), ([terminal, forPeople]) =>
    forPeople ? terminal.out.write(`${lines.join("\n")}\n`) : Output.value(undefined, options, value),
  )
