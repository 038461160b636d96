/**
 * Loads the contents of a chart.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type { Zone } from "@candela/market/TimeZone"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Settings } from "../connect/Settings.js"
import * as Progress from "../progress/Progress.js"
import type { Terminal } from "../terminal/Terminal.js"
import * as Bars from "./Bars.js"
import type { Chart } from "./Chart.js"
import type { MarketName } from "./MarketName.js"
import * as Numbers from "./Numbers.js"

/** The ticker is unknown to the service. */
export class UnknownTicker extends Data.TaggedError("UnknownTicker")<{
  readonly ticker: string
  readonly market: MarketName
}> {
  override get message(): string {
    const { market, ticker } = this
    const others =
      market === "stocks"
        ? "currency pairs begin with C:, crypto pairs with X:, indices with I: (candela indices bars)"
        : "see --market"
    return `The service has no ${ticker} among ${market}. Check the ticker: case counts, and ${others}.`
  }
}

/** Maximum number of bars of a chart: the newest of its range. */
export const most = 100_000

/** Format of the prices of a chart: that of its last closes. */
export const formatOf = (market: MarketName, candles: Chart["candles"]): Numbers.NumberFormatters =>
  Numbers.format(
    candles.slice(-100).map(({ close }) => close),
    Bars.detailsOf(market).decimals,
  )

/** Loads the contents of a chart; `undefined` without trading. A range with more than {@link most} bars is told. */
export const load = (
  market: MarketName,
  request: Bars.BarsRequest,
  shownIn: Zone | undefined,
): Effect.Effect<Chart | undefined, MarketDataError | UnknownTicker, MarketData | Terminal> =>
  Effect.gen(function* () {
    const progress = yield* Progress.make
    const zone = shownIn ?? Bars.detailsOf(market).zone
    const label = request.ticker
    // One bar more than is drawn tells whether the range has more.
    const loadBars = Bars.newest(market, request, zone, most + 1, (rows) => progress.update({ label, rows }))
    const [found, before] = yield* Effect.all([loadBars, Bars.closeBefore(market, request)], { concurrency: 2 })
    if (found.length === 0) {
      if (yield* Bars.isKnown(market, request.ticker)) return undefined
      return yield* new UnknownTicker({ market, ticker: request.ticker })
    }
    const isCut = found.length > most
    const candles = isCut ? found.slice(-most) : found
    if (isCut) {
      yield* progress.note(
        `Only the newest ${most.toLocaleString("en-US")} bars are drawn. Choose a larger --timespan or a later --from to see the whole range.`,
      )
    }
    return {
      ...request,
      ...{ candles, isCut, zone },
      base: isCut ? candles[0]!.open : (before ?? candles[0]!.open),
      format: formatOf(market, candles),
      isSynthetic: (yield* Settings).sandbox,
    }
  }).pipe(Effect.scoped)

/** What is said of a range without trading. */
export const nothing = ({ from, ticker, timespan, to }: Bars.BarsRequest): string =>
  `${ticker} has no ${timespan} bars from ${from} to ${to}: nothing is drawn. Choose other dates.\n`
