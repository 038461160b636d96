/** How the columns of a Parquet file are encoded, as measured on bars and quotes. */
import type { WriterProperties } from "parquet-wasm"
import type * as FileSchema from "../../FileSchema.js"
import { KEY } from "../arrow/schema.js"
import type { ParquetWasm } from "./library.js"

/** Number of rows in a row group. */
const GROUP = 131_072

/**
 * Number of rows that are encoded at a time, a divisor of those of a row group. So encoding keeps up with what is fetched, little of it is left after the last page, and
 * less memory is in use than by whole row groups.
 */
export const PART = 16_384

/** What a file is encoded by, as data: a worker gets it. */
export interface Properties {
  readonly metadata: string
  /** Columns whose values are written as differences: instants and identifiers that ascend. */
  readonly deltas: ReadonlyArray<string>
  /** Columns without a dictionary: almost every value is another one, and the dictionary would be made for nothing. */
  readonly plain: ReadonlyArray<string>
}

/** Averages have the unit of prices, and as many different values as rows. */
const isVaried = ({ name, type, unit }: FileSchema.Column): boolean =>
  name === "vwap" || (type._tag === "Number" && unit === "volume")

const isDelta = ({ type }: FileSchema.Column): boolean => type._tag === "Timestamp" || type._tag === "Int64"

/** The properties for columns. Only columns of the row can be chosen; those within one have the defaults. */
export const of = (columns: ReadonlyArray<FileSchema.Column>, metadata: string): Properties => ({
  metadata,
  deltas: columns.filter(isDelta).map(({ name }) => name),
  plain: columns.filter(isVaried).map(({ name }) => name),
})

/** Bytes of a page. Zstandard finds more in pages of at most 256 kB, for which it has other settings, and the library ends a page only at the end of a part. */
const PAGE = 131_072

/** The same for the library. */
export const build = (
  { Compression, Encoding, WriterPropertiesBuilder }: ParquetWasm,
  { deltas, metadata, plain }: Properties,
): WriterProperties => {
  let builder = new WriterPropertiesBuilder()
    .setCompression(Compression.ZSTD)
    .setMaxRowGroupSize(GROUP)
    .setDataPageSizeLimit(PAGE)
    // One key alone: the order of several changes from file to file.
    .setKeyValueMetadata(new Map([[KEY, metadata]]))
  for (const name of plain) builder = builder.setColumnDictionaryEnabled(name, false)
  for (const name of deltas) {
    builder = builder.setColumnDictionaryEnabled(name, false).setColumnEncoding(name, Encoding.DELTA_BINARY_PACKED)
  }
  return builder.build()
}
