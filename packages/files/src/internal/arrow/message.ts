/** Metadata of Arrow's messages, by its specification (`Message.fbs`, `Schema.fbs`). */
import type { Message } from "apache-arrow"
import * as Flatbuffer from "./flatbuffer.js"
import type { Arrow } from "./library.js"

const { one, scalar, tables, text, union, vector } = Flatbuffer

const keyValue: Flatbuffer.Table = [text, text]
const int: Flatbuffer.Table = [scalar(4), scalar(1)]

/** Tables of types by type number. Types with other numbers have no fields. */
const types: Readonly<Record<number, Flatbuffer.Table>> = {
  2: int,
  3: [scalar(2)], // FloatingPoint
  7: [scalar(4), scalar(4), scalar(4)], // Decimal
  8: [scalar(2)], // Date
  9: [scalar(2), scalar(4)], // Time
  10: [scalar(2), text], // Timestamp
  11: [scalar(2)], // Interval
  14: [scalar(2), vector(4)], // Union
  15: [scalar(4)], // FixedSizeBinary
  16: [scalar(4)], // FixedSizeList
  17: [scalar(1)], // Map
  18: [scalar(2)], // Duration
}

const field: Flatbuffer.Table = [
  text, // name
  scalar(1), // nullable
  scalar(1), // number of the type
  union((kind) => types[kind] ?? []),
  one(() => [scalar(8), one(() => int), scalar(1), scalar(2)]), // dictionary
  tables(() => field), // children
  tables(() => keyValue),
]

const schema: Flatbuffer.Table = [scalar(2), tables(() => field), tables(() => keyValue), vector(8)]

const recordBatch: Flatbuffer.Table = [
  scalar(8), // number of rows
  vector(16), // nodes
  vector(16), // buffers
  one(() => [scalar(1), scalar(1)]), // compression
  vector(8), // numbers of variadic buffers
]

const dictionaryBatch: Flatbuffer.Table = [scalar(8), one(() => recordBatch), scalar(1)]

const message: Flatbuffer.Table = [
  scalar(2), // version
  scalar(1), // number of the header's kind
  union((kind) => [undefined, schema, dictionaryBatch, recordBatch][kind]),
  scalar(8), // length of the body
  tables(() => keyValue),
]

const footer: Flatbuffer.Table = [
  scalar(2), // version
  one(() => schema),
  vector(24), // places of the dictionaries
  vector(24), // places of the batches
  tables(() => keyValue),
]

/** Number of bytes before a message's metadata: a mark, and their length. */
export const HEAD = 8
/** Mark before the length, missing in old files. */
export const MARK = -1

/** Prefixes metadata with their length, as the library requires. */
export const frame = (metadata: Uint8Array): Uint8Array => {
  const framed = new Uint8Array(HEAD + metadata.length)
  const view = new DataView(framed.buffer)
  view.setInt32(0, MARK, true)
  view.setInt32(4, metadata.length, true)
  framed.set(metadata, HEAD)
  return framed
}

/** Content of a file's end. */
export interface IpcFooter {
  /** Schema as a message. */
  readonly schema: Uint8Array
  /** Positions of the messages, dictionaries first. */
  readonly places: ReadonlyArray<number>
}

/** Number of bytes of a message whose header is in the bytes after them. */
const SHELL = 32

/** Reads the end of a file. Throws if it is damaged. */
export const readFooter = (bytes: Uint8Array): IpcFooter => {
  Flatbuffer.check(bytes, footer)
  const placeOf = Flatbuffer.fieldsOf(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const [version, schema] = [placeOf(0), placeOf(1)]
  if (schema === undefined) throw new Error("it has no schema")
  const blocks = (field: number) => {
    const at = placeOf(field)
    if (at === undefined) return []
    const start = at + view.getUint32(at, true)
    return Array.from({ length: view.getUint32(start, true) }, (_, k) =>
      Number(view.getBigInt64(start + 4 + 24 * k, true)),
    )
  }
  // A table of three fields: positions of the fields, then the fields.
  const message = new Uint8Array(SHELL + bytes.length)
  const shell = new DataView(message.buffer)
  shell.setUint32(0, 16, true)
  for (const [k, number] of [10, 12, 8, 10, 4].entries()) shell.setUint16(4 + 2 * k, number, true)
  shell.setInt32(16, 12, true)
  shell.setUint32(20, SHELL + schema + view.getUint32(schema, true) - 20, true)
  shell.setInt16(24, version === undefined ? 0 : view.getInt16(version, true), true)
  shell.setUint8(26, 1)
  message.set(bytes, SHELL)
  return { schema: frame(message), places: [...blocks(2), ...blocks(3)] }
}

/** Decodes a message in the stream format: its length, and then its metadata. */
export const decode = (arrow: Arrow, framed: Uint8Array): Message => {
  Flatbuffer.check(framed.subarray(HEAD), message)
  const decoded = new arrow.MessageReader(framed).readMessage()
  if (decoded === null) throw new Error("a message has no metadata")
  return decoded
}
