/** Number of rows in a record batch of an Arrow file, and in a row group of a Parquet file. */
export const BATCH = 131_072
