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

/** Compressions by the extension of file names. */
const compressions: Readonly<Record<string, Compression>> = { gz: "gzip", zst: "zstd" }

/** A compression of text formats. */
export type Compression = "gzip" | "zstd"

/** Destination of bytes. */
export interface ByteDestination {
  /** File; absent for standard output. */
  readonly file: string | undefined
  /** Compression of the file; absent for none. */
  readonly compression?: Compression | undefined
}

/** Destination and format of rows. */
export interface Target extends ByteDestination {
  /** Format of the rows. */
  readonly format: Format
}

/** Output options that determine the target. */
export interface TargetOptions {
  /** `--format`. */
  readonly format?: Format | undefined
  /** `--out`. */
  readonly out?: string | undefined
}

const ofName = (name: string): Format | undefined => endings.get(/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "")

const refuse = (message: string) => Effect.fail(new UsageError({ message }))

/** Target of a file. A compression is an ending after that of the format. */
const ofFile = (file: string, format: Format | undefined): Effect.Effect<Target, UsageError> => {
  const [, inner = file, ending = ""] = /^(.*)\.(gz|zst)$/i.exec(file) ?? []
  const compression = compressions[ending.toLowerCase()]
  const named = format ?? ofName(inner)
  if (named === undefined) {
    return refuse(
      `The name ${JSON.stringify(file)} of --out has no ending of a format: ${[...endings.keys()].map((name) => `.${name}`).join(", ")}${compression === undefined ? "" : ` before .${ending}`}. Add one, or write --format.`,
    )
  }
  if (compression !== undefined && binary.has(named))
    return refuse(`${file}: ${named} files are compressed inside. Leave .${ending} out.`)
  return Effect.succeed({ format: named, file, compression })
}

/**
 * Target of rows. `-` is standard output. The format is that of `--format`, else that of the file's
 * name, else a table for a terminal and NDJSON elsewhere.
 */
export const target = ({ format, out }: TargetOptions): Effect.Effect<Target, UsageError, Terminal> =>
  Effect.flatMap(Terminal, (terminal): Effect.Effect<Target, UsageError> => {
    if (out !== undefined && out !== "-") return ofFile(out, format)
    const chosen = format ?? (terminal.out.isTerminal ? "table" : "ndjson")
    return binary.has(chosen) && terminal.out.isTerminal
      ? refuse(`A terminal cannot show ${chosen}: name a file by --out, or pipe it to another program.`)
      : Effect.succeed({ format: chosen, file: undefined })
  })
