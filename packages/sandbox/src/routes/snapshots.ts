/**
 * The route of the unified snapshot.
 *
 * @module
 */
import type { SnapshotItem, UnresolvedSnapshot } from "@candela/snapshots/Snapshot"
import { Snapshots } from "@candela/snapshots/Snapshots"
import { Effect } from "effect"
import * as Tickers from "../generate/Tickers.js"
import { tickerIn } from "../internal/tickerIn.js"
import * as ListQuery from "../ListQuery.js"
import * as Route from "../Route.js"
import * as UnifiedSnapshot from "../snapshots/UnifiedSnapshot.js"
import { Store } from "../Store.js"

const { list } = Snapshots.endpoints

/** The instruments that have a state here: those of options and indices have no data. */
const known = "active AND market IN ('stocks', 'otc', 'fx', 'crypto')"

const instruments = ListQuery.page(list, Tickers.table, {
  where: ({ type }, bind) => [
    known,
    ...(type === undefined ? [] : [`CASE market WHEN 'otc' THEN 'stocks' ELSE market END = ${bind(type)}`]),
  ],
})

/** The tickers among these that no instrument has. */
const unknownAmong = (tickers: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    if (tickers.length === 0) return []
    const { query } = yield* Store
    const rows = yield* query<{ readonly ticker: string }>(
      `SELECT ticker FROM tickers WHERE ${known} AND ${tickerIn(tickers)}`,
      tickers,
    )
    const found = new Set(rows.map(({ ticker }) => ticker))
    return [...new Set(tickers)].filter((ticker) => !found.has(ticker))
  })

const unresolved = (ticker: string): UnresolvedSnapshot => ({
  ticker,
  error: "NOT_FOUND",
  message: "Ticker not found.",
})

/** A ticker that was asked for and is not known has its place among the others. */
const listRoute = Route.of(list, (values, context) =>
  Effect.gen(function* () {
    const { after, rows } = yield* instruments(values, context)
    const asked = [...(values.ticker === undefined ? [] : [values.ticker]), ...(values["ticker.any_of"] ?? [])]
    const [position] = (context.after ?? []) as ReadonlyArray<string>
    const ascending = values.order === "asc"
    const isLater = (one: string, other: string) => (ascending ? one > other : one < other)
    const { "ticker.gt": gt, "ticker.gte": gte, "ticker.lt": lt, "ticker.lte": lte } = values
    const unknown = (yield* unknownAmong(asked)).filter(
      (ticker) =>
        (position === undefined || isLater(ticker, position)) &&
        !(gt !== undefined && ticker <= gt) &&
        !(gte !== undefined && ticker < gte) &&
        !(lt !== undefined && ticker >= lt) &&
        !(lte !== undefined && ticker > lte),
    )
    const found = yield* UnifiedSnapshot.items(rows, context)
    const all = [...found, ...unknown.map(unresolved)].sort((one, other) =>
      isLater(one.ticker, other.ticker) ? 1 : -1,
    )
    const page: ReadonlyArray<SnapshotItem> = all.slice(0, values.limit)
    const hasNext = after !== undefined || all.length > page.length
    return { rows: page, envelope: {}, next: hasNext ? { after: [page.at(-1)!.ticker] } : undefined }
  }),
)

/** The routes of the unified snapshot. */
export const routes: ReadonlyArray<Route.Route<Store>> = [listRoute]
