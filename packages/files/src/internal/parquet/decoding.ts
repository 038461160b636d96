/** Decodes a small Parquet file, which is in memory, to a stream of Arrow. */
import type { ParquetWasm } from "./library.js"

/** Most rows of a batch: a row group of our own files is one. */
const BATCH = 131_072

/** Throws what parquet-wasm says of a damaged file. */
export const decode = ({ readParquet }: ParquetWasm, bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  readParquet(bytes, { batchSize: BATCH }).intoIPCStream() as Uint8Array<ArrayBuffer>

/** What an error says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
