/**
 * Formats of rows, and the choice of a command's format.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { UsageError } from "../command/UsageError.js"
import { Terminal } from "../terminal/Terminal.js"

/** The formats. */
export const formats = ["table", "csv", "ndjson", "json", "parquet", "arrow"] as const

/** A format. */
export type Format = (typeof formats)[number]

/** Formats by the extension of file names. */
const endings: ReadonlyMap<string, Format> = /* @__PURE__ */ new Map<string, Format>([
  ["csv", "csv"],
  ["ndjson", "ndjson"],
  ["jsonl", "ndjson"],
  ["json", "json"],
  ["parquet", "parquet"],
  ["arrow", "arrow"],
  ["feather", "arrow"],
  ["txt", "table"],
])

/** Binary formats: a terminal cannot show them. */
const binary: ReadonlySet<Format> = /* @__PURE__ */ new Set<Format>(["parquet", "arrow"])

/** Destination and format of rows. */
export interface Target {
  /** Format of the rows. */
  readonly format: Format
  /** File; absent for standard output. */
  readonly file: string | undefined
}

/** Output options that determine the target. */
export interface Written {
  /** `--format`. */
  readonly format?: Format | undefined
  /** `--out`. */
  readonly out?: string | undefined
}

const ofName = (name: string): Format | undefined => endings.get(/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "")

/**
 * Target of rows. The format is that of `--format`, else that of the file's name, else a table for
 * a terminal and NDJSON elsewhere.
 */
export const target = ({ format, out }: Written): Effect.Effect<Target, UsageError, Terminal> =>
  Effect.flatMap(Terminal, (terminal): Effect.Effect<Target, UsageError> => {
    const refuse = (message: string) => Effect.fail(new UsageError({ message }))
    if (out !== undefined) {
      const named = format ?? ofName(out)
      return named === undefined
        ? refuse(
            `The name ${JSON.stringify(out)} of --out has no ending of a format: ${[...endings.keys()].map((ending) => `.${ending}`).join(", ")}. Add one, or write --format.`,
          )
        : Effect.succeed({ format: named, file: out })
    }
    const chosen = format ?? (terminal.out.isTerminal ? "table" : "ndjson")
    return binary.has(chosen) && terminal.out.isTerminal
      ? refuse(`A terminal cannot show ${chosen}: name a file by --out, or pipe it to another program.`)
      : Effect.succeed({ format: chosen, file: undefined })
  })
