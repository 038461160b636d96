import { Effect } from "effect"
import { Store, type StoreError } from "../Store.js"

/** From `from` (inclusive) to `to` (exclusive), in epoch milliseconds; at most `limit` rows in the order of `sort`. */
export interface Range {
  readonly from: number
  readonly to: number
  readonly sort: "asc" | "desc"
  readonly limit: number
}

/** All values of each column, in the order of the rows. */
export type Lists<Row> = { readonly [K in keyof Row]: ReadonlyArray<Row[K]> }

/**
 * The rows of a ticker in a range of `t`, made by `make` from the values of their columns. Lists of a few columns leave the database several times faster
 * than tens of thousands of rows.
 */
export const readTable = <Row extends { readonly t: number }>(
  table: string,
  columns: { readonly [K in keyof Row]: string },
  make: (lists: Lists<Row>, index: number) => Row,
) => {
  const entries = Object.entries<string>(columns)
  const lists = entries.map(([name]) => `list(${name}) AS ${name}`).join(", ")
  const values = entries.map(([name, expression]) => `${expression} AS ${name}`).join(", ")
  return (ticker: string, { from, limit, sort, to }: Range): Effect.Effect<ReadonlyArray<Row>, StoreError, Store> =>
    Effect.gen(function* () {
      if (from >= to) return []
      const store = yield* Store
      const [found] = yield* store.query<Lists<Row>>(
        `SELECT ${lists} FROM (
           SELECT ${values} FROM ${table} WHERE ticker = $1 AND t >= $2 AND t < $3 ORDER BY t ${sort} LIMIT $4)`,
        [ticker, BigInt(from), BigInt(to), BigInt(limit)],
      )
      // A list of no rows is null.
      const times: ReadonlyArray<number> | null = found!.t
      if (times === null) return []
      const rows = times.map((_, index) => make(found!, index))
      // The database fills lists in the order of the rows, but does not promise it.
      const direction = sort === "asc" ? 1 : -1
      const ordered = rows.every((row, index) => index === 0 || (row.t - rows[index - 1]!.t) * direction > 0)
      return ordered ? rows : rows.sort((one, other) => (one.t - other.t) * direction)
    })
}
