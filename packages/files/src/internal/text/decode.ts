/** Decodes text to columns, in chunks as they arrive. */
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { FileError } from "../../FileError.js"
import * as FileSchema from "../../FileSchema.js"
import type { Selected } from "../../ReadOptions.js"
import { ColumnsBuilder } from "../columnsBuilder.js"
import { Fault, reading } from "../fault.js"
import { hint } from "../nearest.js"
import * as Record from "../record.js"

/** Reads records, the lines of a format. */
export interface Records {
  /** Current line, counted from 1. */
  readonly line: number
  /** Reads the complete records of a text, the whole text if it is the last one. Returns the start of the rest. */
  readonly read: (text: string, isLast: boolean) => number
  /** Rejects an invalid file, after everything was read. */
  readonly end: () => void
}

/** Makes the reader of a format. It sets values by the index of their column. */
export type RecordsOf = (
  schema: ReadonlyArray<FileSchema.Column>,
  to: Pick<ColumnsBuilder<Endpoint.AnyRows>, "set" | "endRow">,
) => Records

/** Maximum length of a record, in characters: an unclosed quote must not fill the memory. */
const LONGEST = 8 * 1024 * 1024

/**
 * Characters of an incomplete record from which on as many again are awaited before it is read
 * anew: so each is read a few times, however many chunks there are.
 */
const LONG = 65_536

/** Returns the columns with these names, in this order; all of them by default. */
const select = (
  endpoint: Endpoint.AnyRows,
  names: ReadonlyArray<string> | undefined,
): ReadonlyArray<FileSchema.Column> => {
  const schema = FileSchema.of(endpoint)
  return (names ?? schema.map(({ name }) => name)).map((name) => {
    const column = schema.find((column) => column.name === name)
    if (column !== undefined) return column
    const others = schema.map(({ name }) => name)
    throw new Fault("schema", `rows of ${endpoint.name} have no such column.${hint(name, others)}`, name)
  })
}

const notUtf8 =
  "here or a few lines below is no UTF-8: the file is damaged, or in another encoding. Convert it to UTF-8."

class Decoder<E extends Endpoint.AnyRows, Name extends string> {
  private readonly utf8 = new TextDecoder("utf-8", { fatal: true })
  private readonly builder: ColumnsBuilder<E>
  private readonly records: Records
  /** Start of a record that continues in the next chunk. */
  private rest = ""
  /** Parts of the record after it, not read yet. */
  private parts: Array<string> = []
  /** Whether the parts have an end of a line: without one they cannot complete it. */
  private isEnded = false
  /** Number of characters of the start and of the parts. */
  private length = 0

  constructor(endpoint: E, schema: ReadonlyArray<FileSchema.Column>, recordsOf: RecordsOf) {
    this.builder = new ColumnsBuilder(Record.of(endpoint), schema)
    this.records = recordsOf(schema, this.builder)
  }

  get line(): number {
    return this.records.line
  }

  private text(bytes: Uint8Array | undefined): string {
    try {
      return bytes === undefined ? this.utf8.decode() : this.utf8.decode(bytes, { stream: true })
    } catch {
      throw new Fault("format", notUtf8)
    }
  }

  /** Reads bytes, or the end if there are none. */
  read(bytes?: Uint8Array): Chunk.Chunk<Columns.Columns<Selected<E, Name>>> {
    const part = this.text(bytes)
    const isLast = bytes === undefined
    this.parts.push(part)
    this.length += part.length
    this.isEnded ||= part.includes("\n")
    const before = this.rest.length
    // protects: A long record that comes in many parts is read anew only when it has doubled.
    // mutant: "is read a few times as CSV": (before <= LONG || this.length >= 2 * before) → true
    if (isLast || (this.isEnded && (before <= LONG || this.length >= 2 * before))) {
      const text = this.rest + this.parts.join("")
      this.parts = []
      this.isEnded = false
      this.rest = text.slice(this.records.read(text, isLast))
      this.length = this.rest.length
    }
    // protects: A quote that is never closed does not fill the memory.
    // mutant: "is refused before a quote that is never closed fills the memory": !this.isEnded && this.length > LONGEST
    // → this.length > 4 * LONGEST) throw new Error("the memory is full"); if (false
    if (!this.isEnded && this.length > LONGEST)
      throw new Fault(
        "format",
        `it has more than ${LONGEST} characters: perhaps a quote is never closed, or this is no text of rows.`,
      )
    if (isLast) this.records.end()
    return this.builder.length > 0
      ? Chunk.of(this.builder.take() as unknown as Columns.Columns<Selected<E, Name>>)
      : Chunk.empty()
  }
}

/** Decodes a stream of bytes, cut anywhere. */
export const decode =
  <E extends Endpoint.AnyRows, Name extends string>(endpoint: E, recordsOf: RecordsOf, names?: ReadonlyArray<Name>) =>
  <Err, R>(
    self: Stream.Stream<Uint8Array, Err, R>,
  ): Stream.Stream<Columns.Columns<Selected<E, Name>>, Err | FileError, R> =>
    Stream.unwrap(
      Effect.map(
        reading(
          () => new Decoder<E, Name>(endpoint, select(endpoint, names), recordsOf),
          () => ({}),
        ),
        (decoder) => {
          const read = (bytes?: Uint8Array) =>
            reading(
              () => decoder.read(bytes),
              () => ({ line: decoder.line }),
            )
          const chunks = Stream.mapConcatChunkEffect(self, read)
          return Stream.concat(chunks, Stream.unwrap(Effect.map(Effect.suspend(read), Stream.fromChunk)))
        },
      ),
    )
