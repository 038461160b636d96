/** Decodes a small Parquet file in memory to an Arrow stream. */
import type { ParquetWasm } from "./library.js"

/** Maximum number of rows per batch: that of a row group of our own files. */
const BATCH = 131_072

/** Decodes a file; throws the error of parquet-wasm for a damaged one. */
export const decode = ({ readParquet }: ParquetWasm, bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  readParquet(bytes, { batchSize: BATCH }).intoIPCStream() as Uint8Array<ArrayBuffer>

/** Returns the message of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
