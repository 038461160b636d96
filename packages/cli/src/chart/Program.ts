/**
 * Program of `candela chart`: loads the bars, and draws them in the terminal or into a page.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import { FileSystem } from "@effect/platform/FileSystem"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Zone } from "@candela/market/TimeZone"
import type * as Layer from "effect/Layer"
import type * as Command from "../command/Command.js"
import { UsageError } from "../command/UsageError.js"
import * as Connect from "../connect/Connect.js"
import * as Present from "../connect/Present.js"
import { Settings } from "../connect/Settings.js"
import * as BarSize from "../dates/BarSize.js"
import type * as DateText from "../dates/DateText.js"
import * as View from "../output/View.js"
import * as Progress from "../progress/Progress.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Bars from "./Bars.js"
import type { Chart } from "./Chart.js"
import { heightOf, leastHeight } from "./Height.js"
import type { MarketName } from "./MarketName.js"
import * as Numbers from "./Numbers.js"
import * as TerminalChart from "./TerminalChart.js"

/** Options as parsed. */
export interface ChartOptions extends Pick<Bars.BarsRequest, "adjusted"> {
  readonly tickers: ReadonlyArray<string>
  readonly timespan: BarSize.Written
  readonly multiplier: number | undefined
  readonly from: DateText.Day | undefined
  readonly to: DateText.Day | undefined
  readonly market: MarketName | undefined
  readonly height: number | undefined
  readonly html: string | undefined
  readonly utc: boolean
  readonly zone?: Zone | undefined
}

/** The ticker is unknown to the service. */
export class UnknownTicker extends Data.TaggedError("UnknownTicker")<{
  readonly ticker: string
  readonly market: MarketName
}> {
  override get message(): string {
    const { market, ticker } = this
    const others = market === "stocks" ? "currency pairs begin with C:, crypto pairs with X:" : "see --market"
    return `The service has no ${ticker} among ${market}. Check the ticker: case counts, and ${others}.`
  }
}

/** Maximum number of bars of a chart: the newest of its range. */
const most = 100_000

/** Connection to a service. */
type Connection = Layer.Layer<MarketData, unknown, Command.Environment>

/** Loads the contents of a chart; `undefined` without trading. */
const load = (
  connection: Connection,
  market: MarketName,
  request: Bars.BarsRequest,
  shownIn: Zone | undefined,
): Effect.Effect<Chart | undefined, unknown, Command.Environment> =>
  Effect.gen(function* () {
    const progress = yield* Progress.make
    const { decimals, zone: marketZone } = Bars.detailsOf(market)
    const zone = shownIn ?? marketZone
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
    const closes = candles.slice(-100).map(({ close }) => close)
    return {
      ...request,
      ...{ candles, isCut, zone },
      base: isCut ? candles[0]!.open : (before ?? candles[0]!.open),
      format: Numbers.format(closes, decimals),
      isSynthetic: (yield* Settings).sandbox,
    }
  }).pipe(Effect.provide(connection), Effect.scoped)

/** Writes a file beside its destination, and renames it when it is complete. */
const write = (path: string, content: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem
    const part = `${path}.${process.pid}.part`
    yield* files.writeFileString(part, content).pipe(
      Effect.zipRight(files.rename(part, path)),
      Effect.onError(() => Effect.ignore(files.remove(part, { force: true }))),
    )
  })

/** Options of one chart of several. */
interface OneOptions extends Omit<ChartOptions, "tickers"> {
  readonly ticker: string
}

/** Draws a chart of bars from a connection, which is opened once the options are valid. */
const drawOn = (connection: Connection, options: OneOptions): Effect.Effect<void, unknown, Command.Environment> =>
  Effect.gen(function* () {
    const { adjusted, from, height, html, market: named, ticker, to } = options
    const { err, out } = yield* Terminal
    const market = named ?? Bars.marketOf(ticker)
    const { multiplier, timespan } = yield* BarSize.of(options.timespan, options.multiplier)
    const { first, last } = yield* Present.live(Bars.rangeOf(market, timespan, { from, to }))
    if (first > last) {
      return yield* new UsageError({ message: `--from ${first} lies after --to ${last}: exchange them.` })
    }
    const request = { adjusted, multiplier, ticker, timespan, from: first, to: last }
    const drawn = yield* load(connection, market, request, yield* View.zoneOf(options, undefined))
    if (drawn === undefined) {
      return yield* err.write(
        `${ticker} has no ${timespan} bars from ${first} to ${last}: nothing is drawn. Choose other dates.\n`,
      )
    }
    if (html !== undefined) {
      const { page } = yield* Effect.promise(() => import("./Page.js"))
      return yield* write(html, yield* page(drawn))
    }
    const columns = yield* out.columns
    const lines = TerminalChart.draw(drawn, {
      columns,
      hasColors: out.hasColors,
      height: height ?? heightOf(columns, yield* out.rows),
    })
    yield* out.write(`${lines.join("\n")}\n`)
  })

/** Draws the charts of several tickers below each other, each of a part of the terminal's lines. */
export const runOn = (
  connection: Connection,
  options: ChartOptions,
): Effect.Effect<void, unknown, Command.Environment> =>
  Effect.gen(function* () {
    const { tickers } = options
    if (tickers.length === 1) return yield* drawOn(connection, { ...options, ticker: tickers[0]! })
    if (options.html !== undefined) {
      return yield* new UsageError({
        message: `--html is a page of one ticker: leave ${tickers.slice(1).join(", ")} out.`,
      })
    }
    const { out } = yield* Terminal
    const part = Math.floor(heightOf(yield* out.columns, yield* out.rows) / tickers.length)
    const height = options.height ?? Math.max(leastHeight, part)
    yield* Effect.forEach(tickers, (ticker) => drawOn(connection, { ...options, ticker, height }), { discard: true })
  })

/** Draws charts of bars from the command's connection. */
export const run = (options: ChartOptions): Effect.Effect<void, unknown, Command.Environment> =>
  runOn(Connect.layer, options)
