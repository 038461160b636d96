/**
 * The snapshots of currency pairs, and their last quotes.
 *
 * @module
 */
import type { ForexSnapshot } from "@candela/forex/Snapshots"
import { forex } from "@candela/market/Market"
import { Effect } from "effect"
import type { BaseBar } from "../bars/BaseBar.js"
import { tickerIn } from "../internal/tickerIn.js"
import { round } from "../Rounding.js"
import { Store, type StoreError } from "../Store.js"
import type { Subscription } from "../Subscription.js"
import * as PairDays from "./PairDays.js"

/** A pair's last quote. */
export interface LastQuote {
  readonly ticker: string
  readonly ask: number
  readonly bid: number
  readonly exchange: number
  /** Exact epoch nanoseconds. */
  readonly nanos: bigint
}

const perMilli = 1_000_000n

/** When a quote was made, in epoch milliseconds. */
export const millisOf = ({ nanos }: LastQuote): number => Number(nanos / perMilli)

/** The middle of bid and ask. */
export const middle = ({ ask, bid }: Pick<LastQuote, "ask" | "bid">): number => (ask + bid) / 2

/** The last quotes before an instant (epoch milliseconds) of those pairs that have one. */
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
    // Of quotes of one nanosecond the last one stays.
    return new Map(rows.map((quote) => [quote.ticker, quote]))
  })

interface KnownPairs {
  readonly tickers: ReadonlyArray<string>
  readonly has: (ticker: string) => boolean
}

const load: Store.Load<KnownPairs> = ({ query }) =>
  Effect.map(
    query<{ readonly ticker: string }>("SELECT ticker FROM tickers WHERE market = 'fx' AND active ORDER BY ticker"),
    (rows) => {
      const tickers = rows.map(({ ticker }) => ticker)
      const known = new Set(tickers)
      return { tickers, has: (ticker) => known.has(ticker) }
    },
  )

/** The pairs that are known, in the order of their tickers. */
export const knownPairs: Effect.Effect<KnownPairs, StoreError, Store> = Effect.flatMap(Store, ({ remember }) =>
  remember(load),
)

/** A bar without data is all zeros. */
const barOf = (bar: BaseBar | undefined) => ({
  open: bar?.o ?? 0,
  high: bar?.h ?? 0,
  low: bar?.l ?? 0,
  close: bar?.c ?? 0,
  volume: bar?.v ?? 0,
})

const latest = (...instants: ReadonlyArray<bigint | undefined>): bigint =>
  instants.reduce<bigint>((one, other = 0n) => (other > one ? other : one), 0n)

/**
 * The snapshots of known pairs, in the order of their tickers, as a plan sees them at an instant (epoch milliseconds). A pair without data is all zeros.
 */
export const snapshots = (
  tickers: ReadonlyArray<string>,
  key: { readonly visible: number; readonly subscription: Subscription },
): Effect.Effect<ReadonlyArray<ForexSnapshot>, StoreError, Store> =>
  Effect.gen(function* () {
    const { subscription, visible } = key
    const pairs = yield* knownPairs
    const wanted = [...new Set(tickers)].filter(pairs.has).sort()
    const [days, quotes] = yield* Effect.all([
      PairDays.read({ market: forex, tickers: wanted, visible }),
      lastQuotes(wanted, visible),
    ])
    return wanted.map((ticker): ForexSnapshot => {
      const pairDay = days.get(ticker)
      const quote = quotes.get(ticker)
      const shown = subscription.quotes ? quote : undefined
      const { day, min, prevDay, updated } = pairDay ?? {}
      const change =
        pairDay === undefined ? { todaysChange: 0, todaysChangePerc: 0 } : PairDays.changeOf(pairDay, forex)
      return {
        ticker,
        day: barOf(day),
        min: { ...barOf(min), transactions: min?.n ?? 0, timestamp: min?.t ?? 0 },
        prevDay: { ...barOf(prevDay), vwap: prevDay?.vw ?? 0 },
        // A pair's snapshot always has its last quote, unlike the unified one: a plan without quotes gets zeros.
        lastQuote: {
          ask: shown?.ask ?? 0,
          bid: shown?.bid ?? 0,
          timestamp: shown === undefined ? 0 : millisOf(shown),
          exchange: shown?.exchange ?? 0,
        },
        ...change,
        updated: latest(shown?.nanos, updated === undefined ? undefined : BigInt(updated) * perMilli),
        ...(subscription.fairMarketValue && quote !== undefined ? { fmv: round(middle(quote), forex.decimals) } : {}),
      }
    })
  })
