/**
 * Program of `candela chart --live`: draws the bars, and again as those of the live channel change them.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import type { LiveConnection } from "@candela/core/LiveConnection"
import { MarketData } from "@candela/core/MarketData"
import * as LiveCandles from "@candela/market/internal/LiveCandles"
import { dateOf } from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type * as Command from "../command/Command.js"
import { UsageError } from "../command/UsageError.js"
import * as LiveConnect from "../connect/LiveConnect.js"
import * as Present from "../connect/Present.js"
import * as BarSize from "../dates/BarSize.js"
import * as View from "../output/View.js"
import * as FullScreen from "../terminal/FullScreen.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Bars from "./Bars.js"
import type { Chart } from "./Chart.js"
import { heightOf, leastHeight } from "./Height.js"
import { secondBars } from "./LiveTopics.js"
import * as Load from "./Load.js"
import type { MarketName } from "./MarketName.js"
import type { ChartOptions } from "./Program.js"
import * as Status from "./Status.js"
import * as TerminalChart from "./TerminalChart.js"

/** Connection to a service and its live channel. */
type Connection = Layer.Layer<MarketData | LiveConnection, unknown, Command.Environment>

/** A chart that is drawn again and again. */
interface Followed extends Status.FollowedState {
  readonly market: MarketName
  readonly window: LiveCandles.CandleForm["window"]
  chart: Chart
  state: LiveCandles.Following
}

const minute: BarSize.Written = { timespan: "minute", multiplier: undefined }

/** Time between two drawings: eyes follow no more. */
const pause = "100 millis"

/** Time after which the size of the terminal is looked at, when nothing has changed. */
const idle = "1 second"

const refuse = (message: string) => new UsageError({ message })

/** Checks what a live chart cannot have. */
const check = (options: ChartOptions) =>
  Effect.gen(function* () {
    const { out, variable } = yield* Terminal
    if (options.html !== undefined) return yield* refuse("--html is a page that stands still: leave --live out.")
    if (options.to !== undefined) return yield* refuse("--live ends with the present: leave --to out.")
    const { multiplier, timespan } = yield* BarSize.of(options.timespan ?? minute, options.multiplier)
    if (!Window.isClock(timespan)) {
      return yield* refuse(
        `--live draws bars of seconds, minutes or hours, and no ${timespan} bars: choose --timespan 1m, or another one.`,
      )
    }
    if (!out.isTerminal || variable("TERM") === "dumb") {
      const market = options.market ?? Bars.marketOf(options.tickers[0]!)
      return yield* refuse(
        `--live redraws a terminal, and standard output is none that can be redrawn. candela live ${market}.minuteBars ${options.tickers.join(" ")} prints bars as rows.`,
      )
    }
    return { multiplier, timespan }
  })

/** The time of the service, once it has answered a request. */
const now = Effect.gen(function* () {
  const { serviceTime } = yield* MarketData
  return (yield* serviceTime) ?? (yield* Clock.currentTimeMillis)
})

/** Loads the history of a chart. */
const load = (
  options: ChartOptions,
  size: { readonly multiplier: number; readonly timespan: Window.ClockSpan },
  ticker: string,
) =>
  Effect.gen(function* () {
    const { adjusted, from } = options
    const market = options.market ?? Bars.marketOf(ticker)
    // Its answer tells the time of the service, with which the range ends: that of a sandbox is its own.
    if (!(yield* Bars.isKnown(market, ticker))) return yield* new Load.UnknownTicker({ market, ticker })
    const { first, last } = yield* Bars.rangeOf(market, size.timespan, { from, to: undefined }).pipe(
      Present.at(yield* now),
    )
    if (first > last) return yield* refuse(`--from ${first} lies after today, ${last}: choose an earlier day.`)
    const request = { ...size, adjusted, ticker, from: first, to: last }
    const chart = yield* Load.load(market, request, yield* View.zoneOf(options, undefined))
    if (chart === undefined) return yield* refuse(Foreign.lines(Load.nothing(request)))
    const window = { ...size, zone: Bars.detailsOf(market).zone }
    return { market, ticker, window, chart, zone: chart.zone, state: { _tag: "Connecting" } } as Followed
  })

/** Follows a chart. `changed` is told that it has to be drawn again. */
const follow = (one: Followed, changed: Effect.Effect<unknown>) => {
  const { chart, market, ticker, window, zone } = one
  const last = chart.candles.at(-1)!
  return Stream.runForEach(LiveCandles.follow({ topic: secondBars[market], ticker, last, window, zone }), (change) => {
    if (change._tag === "State") one.state = change.state
    else {
      const candles = LiveCandles.merge(one.chart.candles, change.candles).slice(-Load.most)
      const to = dateOf("UTC", candles.at(-1)!.time)
      one.chart = { ...one.chart, candles, to, format: Load.formatOf(market, candles) }
    }
    return changed
  })
}

/** Draws all charts, and the state of their connection. */
const drawAll = (screen: FullScreen.FullScreen, all: ReadonlyArray<Followed>, options: ChartOptions) =>
  Effect.gen(function* () {
    const { out } = yield* Terminal
    const { hasColors } = out
    const [columns, rows] = [yield* out.columns, yield* out.rows]
    const part = Math.floor(heightOf(columns, rows) / all.length)
    const size = { columns, hasColors, height: options.height ?? Math.max(leastHeight, part) }
    const charts = all.flatMap(({ chart }) =>
      // A range that nobody asked for is as long as there is room for candles.
      TerminalChart.draw(options.from === undefined ? TerminalChart.newest(chart, size) : chart, size),
    )
    yield* screen.draw(charts, Status.line(all, { columns, hasColors, isCut: charts.length >= rows }))
  })

/** Follows charts on a connection, until it is interrupted or the connection fails. */
export const runOn = (
  connection: Connection,
  options: ChartOptions,
): Effect.Effect<void, unknown, Command.Environment> =>
  Effect.gen(function* () {
    const size = yield* check(options)
    const program = Effect.gen(function* () {
      const all = yield* Effect.forEach(options.tickers, (ticker) => load(options, size, ticker))
      const changes = yield* Queue.sliding<void>(1)
      const screen = yield* FullScreen.make
      const drawing = drawAll(screen, all, options).pipe(
        Effect.zipRight(Effect.sleep(pause)),
        Effect.zipRight(Effect.raceFirst(Queue.take(changes), Effect.sleep(idle))),
        Effect.forever,
      )
      const following = Effect.forEach(all, (one) => follow(one, Queue.offer(changes, undefined)), {
        concurrency: "unbounded",
        discard: true,
      })
      yield* Effect.raceFirst(drawing, following)
    })
    // The screen is given back before the connection is closed.
    yield* Effect.provide(Effect.scoped(program), connection)
  })

/** Follows charts on the command's connection. */
export const run = (options: ChartOptions): Effect.Effect<void, unknown, Command.Environment> =>
  runOn(LiveConnect.layer({ url: options["live-url"], speed: options.speed }), options)
