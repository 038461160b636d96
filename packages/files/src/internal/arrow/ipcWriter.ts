/** Encodes record batches in the interprocess communication format (IPC) of Apache Arrow. */
import type { RecordBatch, Schema } from "apache-arrow"
import type { Arrow } from "./library.js"
import { Dictionaries } from "./words.js"

/** Allocates memory for `length` bytes. */
export type Allocate = (length: number) => Uint8Array

const anew: Allocate = (length) => new Uint8Array(length)

/** Written bytes that were not taken yet. */
class Output {
  private parts: Array<Uint8Array> = []
  private length = 0

  /** Adds a chunk, and returns its number of bytes. */
  add(chunk: unknown): number {
    const { buffer, byteLength, byteOffset } = chunk as Uint8Array
    this.parts.push(new Uint8Array(buffer, byteOffset, byteLength))
    this.length += byteLength
    return byteLength
  }

  /** Copies the bytes to one array. */
  copy(allocate: Allocate): Uint8Array {
    const bytes = allocate(this.length)
    let at = 0
    for (const part of this.parts) {
      bytes.set(part, at)
      at += part.length
    }
    return bytes
  }

  /** Takes the bytes as one array. */
  take(allocate: Allocate): Uint8Array {
    const bytes = this.copy(allocate)
    this.parts = []
    this.length = 0
    return bytes
  }
}

/** Writer of record batches of one schema. */
export interface IpcWriter {
  /** Returns the dictionaries of the next batch. */
  readonly dictionaries: () => Dictionaries
  /** Returns the bytes up to the end of a batch. */
  readonly write: (batch: RecordBatch) => Uint8Array
  /** Returns the bytes after the last batch. */
  readonly finish: () => Uint8Array
}

/**
 * Makes writers of the stream format, all of one schema: its message is encoded once. Each batch
 * has its own dictionaries, which replace earlier ones.
 */
export const streams = (arrow: Arrow, schema: Schema): ((allocate?: Allocate) => IpcWriter) => {
  let head: Uint8Array | undefined
  class Writer extends arrow.RecordBatchStreamWriter {
    readonly output = new Output()

    protected override _write(chunk: ArrayBufferView): this {
      if (this._started) this._position += this.output.add(chunk)
      return this
    }

    protected override _writeSchema(schema: Schema): this {
      if (head !== undefined) return this._write(head)
      super._writeSchema(schema)
      head = this.output.copy(anew)
      return this
    }
  }
  return (allocate = anew) => {
    const writer = new Writer()
    writer.reset(undefined, schema)
    return {
      dictionaries: () => new Dictionaries(arrow),
      write: (batch) => {
        writer.write(batch)
        return writer.output.take(allocate)
      },
      finish: () => {
        writer.finish()
        return writer.output.take(allocate)
      },
    }
  }
}

/**
 * Makes a writer of the file format, with one dictionary per column for all batches. They are at the end,
 * when all words are known: the format allows any place, and not every reader supports growing dictionaries.
 */
export const file = (arrow: Arrow, schema: Schema): IpcWriter => {
  const output = new Output()
  const dictionaries = new Dictionaries(arrow)
  class Writer extends arrow.RecordBatchFileWriter {
    protected override _write(chunk: ArrayBufferView): this {
      if (this._started) this._position += output.add(chunk)
      return this
    }
    protected override _writeDictionaries(): this {
      return this
    }
    protected override _writeFooter(schema: Schema): this {
      for (const id of schema.dictionaries.keys()) this._writeDictionaryBatch(dictionaries.get(id).data(), id)
      return super._writeFooter(schema)
    }
  }
  const writer = new Writer()
  writer.reset(undefined, schema)
  return {
    dictionaries: () => dictionaries,
    write: (batch) => {
      writer.write(batch)
      return output.take(anew)
    },
    finish: () => {
      writer.finish()
      return output.take(anew)
    },
  }
}
