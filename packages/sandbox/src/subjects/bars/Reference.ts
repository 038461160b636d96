/**
 * Small in-memory tables for every answer: tickers that trade over the counter, and splits.
 *
 * @module
 */
import { Effect } from "effect"
import { Store, type StoreError } from "../../store/Store.js"

/** Row of the table of splits: `from` shares become `to` on a date (`yyyy-mm-dd`). */
export interface SplitRow {
  readonly ticker: string
  readonly date: string
  readonly from: number
  readonly to: number
}

/** Facts of tickers. */
export interface Reference {
  /** Whether a ticker trades over the counter; false when unknown. */
  readonly isOtc: (ticker: string) => boolean
  /** Splits of a ticker in order of their dates. */
  readonly splits: (ticker: string) => ReadonlyArray<SplitRow>
}

const load: Store.Load<Reference> = ({ query }) =>
  Effect.gen(function* () {
    const overTheCounter = yield* query<{ readonly ticker: string }>("SELECT ticker FROM tickers WHERE otc")
    const rows = yield* query<SplitRow>(
      `SELECT ticker, execution_date AS date, split_from AS "from", split_to AS "to" FROM splits ORDER BY execution_date`,
    )
    const otc = new Set(overTheCounter.map(({ ticker }) => ticker))
    const splits = new Map<string, Array<SplitRow>>()
    for (const row of rows) {
      const known = splits.get(row.ticker)
      if (known === undefined) splits.set(row.ticker, [row])
      else known.push(row)
    }
    return { isOtc: (ticker) => otc.has(ticker), splits: (ticker) => splits.get(ticker) ?? [] }
  })

/** Facts of tickers in the current tables. */
export const reference: Effect.Effect<Reference, StoreError, Store> = Effect.flatMap(Store, ({ remember }) =>
  remember(load),
)
