/** Encodes rows and columns as text, in blocks of bytes. */
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Chunk from "effect/Chunk"
import * as Stream from "effect/Stream"
import type { FileError } from "../../FileError.js"
import * as FileSchema from "../../FileSchema.js"
import * as Arrays from "../arrays.js"
import * as Bits from "../bits.js"
import { catching, Fault } from "../fault.js"
import * as Record from "../record.js"
import { toColumns, type RowOrColumns } from "../rows.js"
import { BLOCK, ByteWriter } from "./byteWriter.js"

/** A column of a chunk to write. */
export interface ChunkColumn {
  readonly values: Arrays.Values
  /** Bitmap of the rows that have it; `undefined` if all do. */
  readonly present: Uint8Array | undefined
}

/** Whether a row has a value. */
export const has = ({ present }: ChunkColumn, row: number): boolean => present === undefined || Bits.has(present, row)

/** Writer of a format. */
export interface Format {
  /** Writes the part before the rows. */
  readonly begin: (to: ByteWriter) => void
  /** Writes one row. */
  readonly row: (to: ByteWriter, columns: ReadonlyArray<ChunkColumn>, row: number, at: ColumnPosition) => void
}

/** Column being written, for errors. */
export interface ColumnPosition {
  column: number
}

/** Column that a chunk lacks: no row has it. */
const lacking: ChunkColumn = { values: [], present: new Uint8Array() }

/** Returns a chunk's columns in the order of the file. */
const columnsOf = (
  schema: ReadonlyArray<FileSchema.Column>,
  chunk: Columns.Columns<unknown>,
): ReadonlyArray<ChunkColumn> => {
  const { columns, present } = Arrays.of(chunk)
  return schema.map(({ name, optional }) => {
    const values = columns[name]
    if (values !== undefined) return { values, present: present[name] }
    if (!optional) throw new Fault("value", "the chunk has no such column, and every row has it.", name)
    return lacking
  })
}

/** Encodes a stream. The bytes depend only on the rows, not on their chunks. */
export const encode =
  <E extends Endpoint.AnyRows>(endpoint: E, formatOf: (schema: ReadonlyArray<FileSchema.Column>) => Format) =>
  <Err, R>(self: Stream.Stream<RowOrColumns<E>, Err, R>): Stream.Stream<Uint8Array, Err | FileError, R> =>
    Stream.suspend(() => {
      const schema = FileSchema.of(endpoint)
      const record = Record.of(endpoint)
      const format = formatOf(schema)
      const writer = new ByteWriter()
      const at: ColumnPosition = { column: 0 }
      let rows = 0
      format.begin(writer)
      const write = (elements: Chunk.Chunk<RowOrColumns<E>>): Chunk.Chunk<Uint8Array> => {
        const blocks: Array<Uint8Array> = []
        for (const part of toColumns(record, elements)) {
          const columns = columnsOf(schema, part)
          for (let row = 0; row < part.length; row++, rows++) {
            format.row(writer, columns, row, at)
            if (writer.length >= BLOCK) blocks.push(writer.take())
          }
        }
        return Chunk.unsafeFromArray(blocks)
      }
      const place = () => ({ row: rows + 1, column: schema[at.column]!.name })
      const rest = Stream.suspend(() => (writer.length > 0 ? Stream.make(writer.take()) : Stream.empty))
      return Stream.concat(
        Stream.mapChunksEffect(self, (elements) => catching(() => write(elements), place)),
        rest,
      )
    })
