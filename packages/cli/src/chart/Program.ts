/**
 * Program of `candela chart`: loads the bars, and draws them in the terminal or into a page.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import type { MarketData } from "@candela/core/MarketData"
import { FileSystem } from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import type { Zone } from "@candela/market/TimeZone"
import type * as Layer from "effect/Layer"
import type * as Command from "../command/Command.js"
import { UsageError } from "../command/UsageError.js"
import * as Connect from "../connect/Connect.js"
import * as Present from "../connect/Present.js"
import * as BarSize from "../dates/BarSize.js"
import type * as DateText from "../dates/DateText.js"
import * as View from "../output/View.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Bars from "./Bars.js"
import { heightOf, leastHeight } from "./Height.js"
import * as Load from "./Load.js"
import type { MarketName } from "./MarketName.js"
import * as TerminalChart from "./TerminalChart.js"

/** Options as parsed. */
export interface ChartOptions extends Pick<Bars.BarsRequest, "adjusted"> {
  readonly tickers: ReadonlyArray<string>
  readonly timespan: BarSize.Written | undefined
  readonly multiplier: number | undefined
  readonly from: DateText.Day | undefined
  readonly to: DateText.Day | undefined
  readonly market: MarketName | undefined
  readonly height: number | undefined
  readonly html: string | undefined
  readonly utc: boolean
  readonly zone?: Zone | undefined
  readonly live: boolean
  readonly "live-url": string | undefined
  readonly speed: number | "asap" | undefined
}

const day: BarSize.Written = { timespan: "day", multiplier: undefined }

/** Connection to a service. */
type Connection = Layer.Layer<MarketData, unknown, Command.Environment>

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
    const { multiplier, timespan } = yield* BarSize.of(options.timespan ?? day, options.multiplier)
    const { first, last } = yield* Present.live(Bars.rangeOf(market, timespan, { from, to }))
    if (first > last) {
      return yield* new UsageError({ message: `--from ${first} lies after --to ${last}: exchange them.` })
    }
    const request = { adjusted, multiplier, ticker, timespan, from: first, to: last }
    const zone = yield* View.zoneOf(options, undefined)
    const drawn = yield* Effect.provide(Load.load(market, request, zone), connection)
    if (drawn === undefined) return yield* err.write(Foreign.lines(Load.nothing(request)))
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
export const run = (options: ChartOptions): Effect.Effect<void, unknown, Command.Environment> => {
  const alone = (["live-url", "speed"] as const).find((name) => options[name] !== undefined)
  return alone === undefined
    ? runOn(Connect.layer, options)
    : new UsageError({ message: `--${alone} is for charts that follow the live channel: add --live, or leave it out.` })
}
