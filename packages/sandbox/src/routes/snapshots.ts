/** The route of the unified snapshot. @module */
import * as Field from "@candela/core/declare/Field"
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type { SnapshotItem, UnresolvedSnapshot } from "@candela/snapshots/Snapshot"
import { Snapshots } from "@candela/snapshots/Snapshots"
import { Effect, Schema } from "effect"
import { tickerIn } from "../store/tickerIn.js"
import * as ListQuery from "../query/ListQuery.js"
import * as Route from "./Route.js"
import * as UnifiedSnapshot from "../subjects/snapshots/UnifiedSnapshot.js"
import { Store } from "../store/Store.js"
import * as Table from "../store/Table.js"

const instrument = Field.struct({
  ticker: Field.required(Schema.String),
  name: Field.required(Schema.String),
  kind: Field.required(Schema.String),
  otc: Field.required(Schema.Boolean),
})

/** Instruments of all kinds, in the form of a table that {@link instruments} replaces. */
const table = Table.of("instruments", { row: instrument, key: ["ticker"] })

/** Query of the instruments with a state at an instant: listed, and not expired. */
const instruments = (bind: ListQuery.Bind, present: number) => `
  SELECT ticker, name, CASE market WHEN 'otc' THEN 'stocks' ELSE market END AS kind, market = 'otc' AS otc FROM tickers WHERE active
  UNION ALL
  SELECT ticker, name, 'options', false FROM option_contracts WHERE ${bind(dateOf(stocks.zone, present))} BETWEEN listed_date AND expiration_date`

const page = ListQuery.of(Snapshots.endpoints.list, table, {
  from: (_, bind, { present }) => instruments(bind, present),
  where: ({ type }, bind) => (type === undefined ? [] : [`kind = ${bind(type)}`]),
})

/** Those of the tickers that no instrument has. */
const unknownAmong = (tickers: ReadonlyArray<string>, present: number) =>
  Effect.gen(function* () {
    if (tickers.length === 0) return []
    const { query } = yield* Store
    const bound: Array<Store.Scalar> = [...tickers]
    const all = instruments((value) => `$${bound.push(value)}`, present)
    const rows = yield* query<{ readonly ticker: string }>(
      `SELECT ticker FROM (${all}) WHERE ${tickerIn(tickers)}`,
      bound,
    )
    const found = new Set(rows.map(({ ticker }) => ticker))
    return [...new Set(tickers)].filter((ticker) => !found.has(ticker))
  })

/** Reads the instruments with these tickers that have a state at an instant. */
export const named = (tickers: ReadonlyArray<string>, present: number) =>
  Effect.gen(function* () {
    if (tickers.length === 0) return []
    const { query } = yield* Store
    const bound: Array<Store.Scalar> = [...tickers]
    const all = instruments((value) => `$${bound.push(value)}`, present)
    return (yield* query(`SELECT ${table.select} FROM (${all}) WHERE ${tickerIn(tickers)}`, bound)).map(table.read)
  })

const unresolved = (ticker: string): UnresolvedSnapshot => ({
  ticker,
  error: "NOT_FOUND",
  message: "Ticker not found.",
})

/** The routes of the unified snapshot. */
export const routes = Route.all(Snapshots, {
  // An unknown ticker of the request is sorted among the others.
  list: Route.prices(stocks, (values, context) =>
    Effect.gen(function* () {
      const { next, rows } = yield* page(values, context)
      const asked = [...(values.ticker === undefined ? [] : [values.ticker]), ...(values["ticker.any_of"] ?? [])]
      const [position] = (context.after ?? []) as ReadonlyArray<string>
      const ascending = values.order === "asc"
      const isLater = (one: string, other: string) => (ascending ? one > other : one < other)
      const { "ticker.gt": gt, "ticker.gte": gte, "ticker.lt": lt, "ticker.lte": lte } = values
      const unknown = (yield* unknownAmong(asked, context.present)).filter(
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
      const items: ReadonlyArray<SnapshotItem> = all.slice(0, values.limit)
      const hasNext = next !== undefined || all.length > items.length
      return { rows: items, envelope: {}, next: hasNext ? { after: [items.at(-1)!.ticker] } : undefined }
    }),
  ),
})
