/**
 * Snapshots of currency pairs, and their last quotes.
 *
 * @module
 */
import type { ForexSnapshot } from "@candela/forex/Snapshots"
import { forex } from "@candela/market/Market"
import { Effect } from "effect"
import * as JsonWriter from "../../json/JsonWriter.js"
import { tickerIn } from "../../store/tickerIn.js"
import { round } from "../../numbers/Rounding.js"
import { Store, type StoreError } from "../../store/Store.js"
import * as PairDays from "./PairDays.js"
import * as Snapshots from "./Snapshots.js"

/** Last quote of a pair. */
export interface LastQuote {
  readonly ticker: string
  readonly ask: number
  readonly bid: number
  readonly exchange: number
  /** Exact epoch nanoseconds. */
  readonly nanos: bigint
}

const perMilli = 1_000_000n

/** Time of a quote, epoch milliseconds. */
export const millisOf = ({ nanos }: LastQuote): number => Number(nanos / perMilli)

/** Midpoint of bid and ask. */
export const middle = ({ ask, bid }: Pick<LastQuote, "ask" | "bid">): number => (ask + bid) / 2

/** Last quotes before an instant (epoch milliseconds), for the pairs that have one. */
export const lastQuotes = (
  tickers: ReadonlyArray<string>,
  visible: number,
): Effect.Effect<ReadonlyMap<string, LastQuote>, StoreError, Store> =>
  Effect.gen(function* () {
    if (tickers.length === 0) return new Map()
    const { query } = yield* Store
    const rows = yield* query<LastQuote>(
      `SELECT ticker, ask_price AS ask, bid_price AS bid, ask_exchange AS exchange, participant_timestamp AS nanos
       FROM forex_quotes SEMI JOIN (
         SELECT ticker, max(participant_timestamp) AS participant_timestamp FROM forex_quotes
         WHERE ${tickerIn(tickers)} AND participant_timestamp < $${tickers.length + 1}
         GROUP BY ticker
       ) AS latest USING (ticker, participant_timestamp) ORDER BY sequence`,
      [...tickers, BigInt(Math.ceil(visible)) * perMilli],
    )
    // Of the quotes of one nanosecond, the last one is kept.
    return new Map(rows.map((quote) => [quote.ticker, quote]))
  })

/** Id of every quote, a number on the wire as in recorded answers. */
const id = new JsonWriter.WrittenJson("0") as unknown as string

const latest = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** Snapshots of currency pairs. A pair without data is all zeros. */
export const snapshots: Snapshots.Snapshots<ForexSnapshot> = Snapshots.make(["fx"], (tickers, key) =>
  Effect.gen(function* () {
    const { subscription, visible } = key
    const [days, quotes] = yield* Effect.all([
      PairDays.read({ market: forex, tickers, visible }),
      lastQuotes(tickers, visible),
    ])
    return tickers.map((ticker): ForexSnapshot => {
      const found = days.get(ticker)
      const { day, min, prevDay, updated = 0 } = found ?? {}
      const quote = quotes.get(ticker)
      const shown = subscription.quotes ? quote : undefined
      return {
        ticker,
        day: Snapshots.dayOf(day),
        min: Snapshots.minuteOf(min),
        prevDay: Snapshots.dayOf(prevDay),
        // A pair's snapshot always has its last quote, unlike the unified one: a plan without quotes gets zeros.
        lastQuote: {
          ask: shown?.ask ?? 0,
          bid: shown?.bid ?? 0,
          timestamp: shown === undefined ? 0 : millisOf(shown),
          exchange: shown?.exchange ?? 0,
          ...(shown === undefined ? {} : { id }),
        },
        ...Snapshots.changeOf(found, forex),
        updated: latest(shown?.nanos ?? 0n, Snapshots.nanosOf(updated)),
        ...(subscription.fairMarketValue && quote !== undefined ? { fmv: round(middle(quote), forex.decimals) } : {}),
      }
    })
  }),
)
