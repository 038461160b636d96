/**
 * Report of a command: lines for people, one JSON object for programs.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Output from "./Output.js"
import { Terminal } from "../terminal/Terminal.js"

const { format, out } = Output.options

/** Options for the destination and format of a report. */
export const options = { format, out }

/** Values of {@link options}. */
export type ReportOptions = Pick<Output.Options, "format" | "out">

/** Whether the report is for people. */
export const isForPeople = ({ format, out }: ReportOptions): Effect.Effect<boolean, never, Terminal> =>
  Effect.map(
    Terminal,
    (terminal) => out === undefined && (format === "table" || (format === undefined && terminal.out.isTerminal)),
  )

/** Writes lines for people, which may have styles and show texts of others by `Foreign`, or a value. */
export const draw = (
  options: ReportOptions,
  lines: ReadonlyArray<string>,
  value: object,
): Effect.Effect<void, unknown, Terminal | FileSystem | Path> =>
  Effect.flatMap(Effect.all([Terminal, isForPeople(options)]), ([terminal, forPeople]) =>
    forPeople ? terminal.out.write(`${lines.join("\n")}\n`) : Output.value(undefined, options, value),
  )

/** Writes lines for people, which may hold texts of others, or a value. */
export const write = (options: ReportOptions, lines: ReadonlyArray<string>, value: object): ReturnType<typeof draw> =>
  draw(options, lines.map(Foreign.lines), value)
