/** Sums the volumes of columns: what every contender does that reads them. */
import type { Columns } from "@candela/core/Columns"
import type { Bar } from "@candela/market/Bar"

export interface Sum {
  rows: number
  volume: number
}

export const nothing = (): Sum => ({ rows: 0, volume: 0 })

/** Adds a chunk of columns to a sum. */
export const add = (sum: Sum, { columns, length }: Columns<Bar>): Sum => {
  sum.rows += length
  for (let row = 0; row < length; row++) {
    sum.volume += columns.volume[row]!
  }
  return sum
}
