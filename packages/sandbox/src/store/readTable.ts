import { Effect } from "effect"
import { Store, type StoreError } from "./Store.js"
import { mapInTurns } from "./turns.js"

/** From `from` (inclusive) to `to` (exclusive), in epoch milliseconds; at most `limit` rows in the order of `sort`. */
export interface RowRange {
  readonly from: number
  readonly to: number
  readonly sort: "asc" | "desc"
  readonly limit: number
}

/** Rows made in a turn of the event loop. */
const rowsPerTurn = 20_000

/**
 * Returns a reader of a ticker's rows in a range of `t`; `make` builds each from the values of its columns.
 */
export const readTable = <Row extends { readonly t: number }>(
  table: string,
  columns: { readonly [K in keyof Row]: string },
  make: (values: Store.Columns<Row>, index: number) => Row,
) => {
  const values = Object.entries<string>(columns).map(([name, expression]) => `${expression} AS ${name}`)
  return (ticker: string, { from, limit, sort, to }: RowRange): Effect.Effect<ReadonlyArray<Row>, StoreError, Store> =>
    Effect.gen(function* () {
      if (from >= to) return []
      const store = yield* Store
      const found = yield* store.columns<Row>(
        `SELECT ${values.join(", ")} FROM ${table} WHERE ticker = $1 AND t >= $2 AND t < $3 ORDER BY ${table}.t ${sort} LIMIT $4`,
        [ticker, BigInt(from), BigInt(to), BigInt(limit)],
      )
      return yield* mapInTurns(found.t, rowsPerTurn, (_, index) => make(found, index))
    })
}
