/** The route of the unified snapshot. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type { SnapshotItem, UnresolvedSnapshot } from "@candela/snapshots/Snapshot"
import { Snapshots } from "@candela/snapshots/Snapshots"
import { Effect, Schema } from "effect"
import type { Context } from "../query/Context.js"
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

/** Those of the tickers that no instrument, or none of a kind, has. */
const unknownAmong = (tickers: ReadonlyArray<string>, kind: string | undefined, present: number) =>
  Effect.gen(function* () {
    if (tickers.length === 0) return []
    const { query } = yield* Store
    const bound: Array<Store.Scalar> = [...tickers]
    const bind: ListQuery.Bind = (value) => `$${bound.push(value)}`
    const ofKind = kind === undefined ? "" : `AND kind = ${bind(kind)}`
    const rows = yield* query<{ readonly ticker: string }>(
      `SELECT ticker FROM (${instruments(bind, present)}) WHERE ${tickerIn(tickers)} ${ofKind}`,
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

/** Parameters of a list of snapshots. */
interface Asked extends Endpoint.Values<typeof Snapshots.endpoints.list> {}

/**
 * Answers a list of instruments, of all kinds or of one, with the row of each. An unknown ticker of the request is
 * sorted among the others.
 */
export const answer = <E extends Endpoint.AnyRows>(endpoint: E, kind?: string) => {
  const page = ListQuery.of(endpoint, table, {
    from: (_, bind, { present }) => instruments(bind, present),
    where: (values, bind) => {
      const wanted = kind ?? (values as Asked).type
      return wanted === undefined ? [] : [`kind = ${bind(wanted)}`]
    },
  })
  return (values: Endpoint.Values<E>, context: Context) =>
    Effect.gen(function* () {
      const { next, rows } = yield* page(values, context)
      const given = values as Asked
      const shown = new Set(rows.map(({ ticker }) => ticker))
      const asked = [...(given.ticker === undefined ? [] : [given.ticker]), ...(given["ticker.any_of"] ?? [])]
      const [position] = (context.after ?? []) as ReadonlyArray<string>
      const ascending = given.order === "asc"
      const isLater = (one: string, other: string) => (ascending ? one > other : one < other)
      const { "ticker.gt": gt, "ticker.gte": gte, "ticker.lt": lt, "ticker.lte": lte } = given
      const unknown = (yield* unknownAmong(
        asked.filter((ticker) => !shown.has(ticker)),
        kind,
        context.present,
      )).filter(
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
      const items: ReadonlyArray<SnapshotItem> = all.slice(0, given.limit)
      const hasNext = next !== undefined || all.length > items.length
      return { rows: items, envelope: {}, next: hasNext ? { after: [items.at(-1)!.ticker] } : undefined }
    })
}

/** The routes of the unified snapshot. */
export const routes = Route.all(Snapshots, {
  list: Route.prices(stocks, answer(Snapshots.endpoints.list)),
})
