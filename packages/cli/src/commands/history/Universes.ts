/**
 * Universes of a command's options: the tickers of each market.
 *
 * @module
 */
import * as Crypto from "@candela/crypto/Crypto"
import * as Forex from "@candela/forex/Forex"
import * as Universe from "@candela/history/Universe"
import * as Stocks from "@candela/stocks/Stocks"
import type { FileSystem } from "@effect/platform/FileSystem"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import * as BarSize from "../../dates/BarSize.js"
import type { Terminal } from "../../terminal/Terminal.js"
import * as Tickers from "../Tickers.js"
import type * as Options from "./Options.js"

/** Bars endpoint of each market. */
export const endpoints: Readonly<Record<Universe.Market, Universe.BarsEndpoint>> = {
  stocks: Stocks.Stocks.endpoints.bars,
  forex: Forex.Forex.endpoints.bars,
  crypto: Crypto.Crypto.endpoints.bars,
}

/** Market of a ticker by its form. */
const marketOf = (ticker: string): Effect.Effect<Universe.Market, UsageError> => {
  const [prefix] = /^[A-Z]:/.exec(ticker) ?? []
  switch (prefix) {
    case undefined:
      return Effect.succeed("stocks")
    case "C:":
      return Effect.succeed("forex")
    case "X:":
      return Effect.succeed("crypto")
    default:
      return new UsageError({
        message: `A store holds bars of stocks (AAPL), currencies (C:EURUSD) and crypto (X:BTCUSD), but not of ${ticker}.`,
      })
  }
}

/** Tickers of the options; none when neither option is set. */
export const tickers = (
  options: Option.Values<typeof Options.tickers>,
): Effect.Effect<ReadonlyArray<string>, UsageError, FileSystem | Terminal> =>
  Effect.gen(function* () {
    const { tickers = [], "tickers-file": file } = options
    const found = file === undefined ? [] : yield* Tickers.read("tickers-file", file)
    return [...tickers, ...found]
  })

/** Bar size, as written. */
export interface Size {
  readonly timespan: BarSize.Written
  readonly multiplier: number | undefined
}

/** Universes of tickers, one per market. */
export const of = (
  tickers: ReadonlyArray<string>,
  { multiplier, timespan }: Size,
): Effect.Effect<ReadonlyArray<Universe.Universe>, UsageError> =>
  Effect.gen(function* () {
    const size = yield* BarSize.of(timespan, multiplier)
    const all = yield* Effect.forEach(tickers, (ticker) =>
      Effect.map(marketOf(ticker), (market) => ({ market, ticker })),
    )
    return Object.entries(Arr.groupBy(all, ({ market }) => market)).map(([market, ofMarket]) =>
      Universe.bars(endpoints[market as Universe.Market], { tickers: ofMarket.map(({ ticker }) => ticker), ...size }),
    )
  })

/** Universes of the options, at least one. */
export const required = (
  options: Option.Values<typeof Options.bars>,
): Effect.Effect<ReadonlyArray<Universe.Universe>, UsageError, FileSystem | Terminal> =>
  Effect.flatMap(tickers(options), (tickers) =>
    tickers.length === 0
      ? Effect.fail(new UsageError({ message: "Say which tickers: --tickers AAPL,MSFT or --tickers-file FILE." }))
      : of(tickers, options),
  )
