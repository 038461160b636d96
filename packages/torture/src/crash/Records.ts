/** Bars in a file: records of a fixed width, so that a number of rows is a number of bytes. */
import type { Bar } from "@candela/market/Bar"

const fields = ["timestamp", "open", "high", "low", "close", "volume", "vwap", "transactions"] as const

/** The size of a record in bytes. */
export const width = fields.length * Float64Array.BYTES_PER_ELEMENT

/** The records of bars. A value that a bar lacks is NaN. */
export const of = (bars: Iterable<Bar>): Uint8Array => {
  const values = Array.from(bars).flatMap((bar) => fields.map((field) => bar[field] ?? Number.NaN))
  return new Uint8Array(Float64Array.from(values).buffer)
}

/** The timestamps of records, in their order. */
export const timestamps = (records: Uint8Array): ReadonlyArray<number> => {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
  return Array.from({ length: Math.floor(records.length / width) }, (_, row) => view.getFloat64(row * width, true))
}
