/** Minute bars of the sandbox, read without faults in one answer: the expected rows of every stream. */
import type { MarketDataError } from "@candela/core/MarketDataError"
import type { Bar } from "@candela/market/Bar"
import { Stocks } from "@candela/stocks/Stocks"
import { Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import * as Clients from "./Clients.js"
import type { Sandbox } from "./SandboxProcess.js"

/** Some successive minutes of a stock. */
export interface Slice {
  /** Asks for them. */
  readonly request: Omit<Stocks.BarsRequest, "limit">
  /** What they are. */
  readonly rows: ReadonlyArray<Bar>
}

const tickers = ["AAPL", "AMZN", "MSFT", "NVDA", "SPY", "TSLA"]

const everything = { multiplier: 1, timespan: "minute", from: "2023-07-03", to: "2023-07-10" } as const

/**
 * Reads the minutes of some stocks. The slices of different numbers, up to many thousands, begin at different minutes.
 */
export const read = (sandbox: Sandbox): Effect.Effect<(number: number, rows: number) => Slice, MarketDataError> =>
  Effect.gen(function* () {
    const { bars } = yield* Stocks
    const all = yield* Effect.forEach(tickers, (ticker) =>
      Effect.map(bars({ ...everything, stocksTicker: ticker, limit: 50_000 }), ({ results }) => results),
    )
    return (number: number, length: number): Slice => {
      const which = number % tickers.length
      const minutes = all[which]!
      const start = (Math.floor(number / tickers.length) * 7) % (minutes.length - length)
      const rows = minutes.slice(start, start + length)
      const [from, to] = [rows[0]!.timestamp, rows.at(-1)!.timestamp]
      return { request: { ...everything, stocksTicker: tickers[which]!, from, to }, rows }
    }
  }).pipe(Effect.provide(Clients.stocks(Clients.node, sandbox)))

/** The difference between received and expected rows. */
export interface RowDifference {
  /** Number of missing rows. */
  readonly lost: number
  /** Number of repeated rows. */
  readonly repeated: number
  /** The number of rows with other values, that were not requested, or out of order. */
  readonly wrong: number
}

/** Compares received with expected rows. */
export const difference = (received: ReadonlyArray<Bar>, expected: ReadonlyArray<Bar>): RowDifference => {
  const missing = new Map(expected.map((row) => [row.timestamp, row]))
  const seen = new Set<number>()
  let [repeated, wrong, latest] = [0, 0, Number.NEGATIVE_INFINITY]
  for (const row of received) {
    const { timestamp } = row
    if (seen.has(timestamp)) repeated += 1
    else if (timestamp < latest || !isDeepStrictEqual({ ...row }, { ...missing.get(timestamp) })) wrong += 1
    seen.add(timestamp)
    missing.delete(timestamp)
    latest = timestamp
  }
  return { lost: missing.size, repeated, wrong }
}
