/** Summaries of instruments, from their items in the unified snapshot. @module */
import type { OptionSnapshot, Snapshot } from "@candela/snapshots/Snapshot"
import type { Summary } from "@candela/stocks/Summaries"
import { Effect } from "effect"
import { Store, type StoreError } from "../../store/Store.js"
import { tickerIn } from "../../store/tickerIn.js"
import { details } from "../tickers/TickerDetails.js"
import type * as Item from "./Item.js"
import * as UnifiedSnapshot from "./UnifiedSnapshot.js"

/** Latest price of an item: of its session, or the middle of its last quote. */
const priceOf = (item: Snapshot) =>
  ("value" in item ? item.value : undefined) ?? item.session?.price ?? ("fmv" in item ? item.fmv : undefined)

const summaryOf = (item: Snapshot, branding: Summary["branding"]): Summary => {
  const { last_updated: updated, market_status: status, name, session, ticker, type } = item
  const price = priceOf(item)
  const options = (item as OptionSnapshot).details
  return {
    ticker,
    ...(name === undefined ? {} : { name }),
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { market_status: status }),
    ...(price === undefined ? {} : { price }),
    ...(session === undefined ? {} : { session }),
    ...(branding === undefined ? {} : { branding }),
    ...(options === undefined ? {} : { options }),
    ...(updated === undefined ? {} : { last_updated: updated }),
  }
}

const brandingsOf = (tickers: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { query } = yield* Store
    const rows = yield* query(`SELECT ${details.select} FROM ${details.name} WHERE ${tickerIn(tickers)}`, tickers)
    return new Map(rows.map(details.read).map(({ branding, ticker }) => [ticker, branding]))
  })

/** Reads the summaries of instruments, in their order. */
export const of = (
  instruments: ReadonlyArray<Item.Instrument>,
  key: Item.ItemKey,
): Effect.Effect<ReadonlyArray<Summary>, StoreError, Store> =>
  Effect.gen(function* () {
    if (instruments.length === 0) return []
    const items = yield* UnifiedSnapshot.items(instruments, key)
    const brandings = yield* brandingsOf(instruments.map(({ ticker }) => ticker))
    return items.map((item) => summaryOf(item, brandings.get(item.ticker)))
  })
