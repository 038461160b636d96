/** Encoding of the columns of a Parquet file, as measured on bars and quotes. */
import type { WriterProperties } from "parquet-wasm"
import type * as FileSchema from "../../FileSchema.js"
import { KEY } from "../arrow/schema.js"
import type { ParquetWasm } from "./library.js"

/** Number of rows in a row group. */
export const GROUP = 131_072

/**
 * Number of rows encoded at a time, a divisor of a row group. So encoding keeps up with fetching,
 * little is left after the last page, and less memory is in use than by whole row groups.
 */
export const PART = 16_384

/** Encoding properties of a file, as data for a worker. */
export interface Properties {
  readonly metadata: string
  /** Columns whose values are written as differences: ascending instants and identifiers. */
  readonly deltas: ReadonlyArray<string>
  /** Columns without a dictionary: almost every value is distinct, so a dictionary would be useless. */
  readonly plain: ReadonlyArray<string>
}

/** Whether almost every value is distinct. Averages have the unit of prices, and as many distinct values as rows. */
const isVaried = ({ name, type, unit }: FileSchema.Column): boolean =>
  name === "vwap" || (type._tag === "Number" && unit === "volume")

const isDelta = ({ type }: FileSchema.Column): boolean => type._tag === "Timestamp" || type._tag === "Int64"

/** Returns the properties for columns. Only top-level columns can be chosen; nested ones have the defaults. */
export const of = (columns: ReadonlyArray<FileSchema.Column>, metadata: string): Properties => ({
  metadata,
  deltas: columns.filter(isDelta).map(({ name }) => name),
  plain: columns.filter(isVaried).map(({ name }) => name),
})

/**
 * Page size in bytes. Zstandard compresses pages of at most 256 kB better, for which it has other
 * settings, and the library ends a page only at the end of a part.
 */
const PAGE = 131_072

/** Builds the properties for the library. */
export const build = (
  { Compression, Encoding, WriterPropertiesBuilder }: ParquetWasm,
  { deltas, metadata, plain }: Properties,
): WriterProperties => {
  let builder = new WriterPropertiesBuilder()
    .setCompression(Compression.ZSTD)
    .setMaxRowGroupSize(GROUP)
    .setDataPageSizeLimit(PAGE)
    // Only one key: the order of several changes from file to file.
    .setKeyValueMetadata(new Map([[KEY, metadata]]))
  for (const name of plain) builder = builder.setColumnDictionaryEnabled(name, false)
  for (const name of deltas) {
    builder = builder.setColumnDictionaryEnabled(name, false).setColumnEncoding(name, Encoding.DELTA_BINARY_PACKED)
  }
  return builder.build()
}
