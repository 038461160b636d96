/**
 * `candela chart`: candles and volume in the terminal, or in a page.
 *
 * @module
 */
import { timespans } from "@candela/market/Timespan"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { FileSystem } from "@effect/platform/FileSystem"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Bars from "../chart/Bars.js"
import type { Chart } from "../chart/Chart.js"
import * as Numbers from "../chart/Numbers.js"
import * as TerminalChart from "../chart/TerminalChart.js"
import * as Command from "../command/Command.js"
import * as Option from "../command/Option.js"
import { UsageError } from "../command/UsageError.js"
import * as Connect from "../connect/Connect.js"
import { Settings } from "../connect/Settings.js"
import * as Progress from "../progress/Progress.js"
import { Terminal } from "../terminal/Terminal.js"

/** The service knows no such ticker. */
export class UnknownTicker extends Data.TaggedError("UnknownTicker")<{
  readonly ticker: string
  readonly market: Bars.MarketName
}> {
  override get message(): string {
    const { market, ticker } = this
    const others = market === "stocks" ? "currency pairs begin with C:, crypto pairs with X:" : "see --market"
    return `The service knows no ${ticker} among ${market}. Check the ticker: case counts, and ${others}.`
  }
}

/** The most bars of a chart: the newest of its range. */
const most = 100_000

const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(dayNumber(text)) && dateOfDay(dayNumber(text)) === text

const date = (details: { readonly text: string; readonly example: string; readonly default: string }) =>
  Option.optional(
    Option.of({ value: "DATE", ...details }, (text) =>
      isDate(text) ? Either.right(text) : Either.left("a date of the calendar, such as 2024-06-28"),
    ),
  )

const options = {
  from: date({
    text: "First day, in the market's time zone.",
    example: "2024-06-28",
    default: "a year of days before --to, less of shorter bars, more of longer ones",
  }),
  to: date({ text: "Last day, inclusive.", example: "2025-06-30", default: "today" }),
  timespan: Option.withDefault(Option.word(timespans, { value: "SIZE", text: "The unit of a bar." }), "day"),
  multiplier: Option.withDefault(
    Option.whole({ value: "N", text: "Number of timespans in a bar: 5 with minute.", min: 1, max: 100_000 }),
    1,
  ),
  adjusted: Option.withDefault(
    Option.of(
      { value: "true|false", text: "Whether prices are adjusted for splits.", words: ["true", "false"] },
      (text) => (text === "true" || text === "false" ? Either.right(text === "true") : Either.left("true or false")),
    ),
    true,
  ),
  market: Option.optional(
    Option.word(Bars.markets, {
      value: "MARKET",
      text: "The market of the ticker. Default: as the ticker looks: X:BTCUSD crypto, C:EURUSD forex, ESU5 futures, all others stocks.",
    }),
  ),
  height: Option.optional(
    Option.whole({
      value: "LINES",
      text: "Number of lines. Default: as many as the terminal has.",
      min: TerminalChart.leastHeight,
      max: 500,
    }),
  ),
  html: Option.optional(
    Option.text({
      value: "FILE",
      text: "Write the chart to a file as a page for browsers, in place of the terminal. The page needs no network.",
      completes: "file",
      example: "aapl.html",
    }),
  ),
  utc: Option.flag("Show times in UTC. Default: in the time zone of the market."),
}

/** The present: that of the sandbox, where it answers. */
const now = Effect.flatMap(Settings, ({ sandbox }) =>
  sandbox
    ? Effect.promise(async () => (await import("@candela/sandbox/dataset/Dataset")).defaultNow)
    : Clock.currentTimeMillis,
)

/** Loads what a chart shows; `undefined` where there was no trading. */
const load = (
  market: Bars.MarketName,
  request: Bars.Request,
  isUtc: boolean,
): Effect.Effect<Chart | undefined, unknown, Settings | Command.Environment> =>
  Effect.gen(function* () {
    const progress = yield* Progress.make
    const { decimals, zone: marketZone } = Bars.detailsOf(market)
    const zone = isUtc ? "UTC" : marketZone
    const label = request.ticker
    // One more than is drawn tells whether there are more.
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
  }).pipe(Effect.provide(Connect.layer), Effect.scoped)

/** Writes a file beside its place, and renames it when it is whole. */
const write = (path: string, content: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem
    const part = `${path}.${process.pid}.part`
    yield* files.writeFileString(part, content).pipe(
      Effect.zipRight(files.rename(part, path)),
      Effect.onError(() => Effect.ignore(files.remove(part, { force: true }))),
    )
  })

/** The lines that a chart has where `--height` does not say: a line is left for the prompt, and a chart is not much higher than wide. */
const heightOf = (columns: number, rows: number) =>
  Math.max(Math.min(rows - 1, Math.ceil(columns / 2)), TerminalChart.leastHeight)

/** The command. */
export const chart = Command.make("chart", {
  summary: "Draw candles and volume of a ticker",
  text: "Candles, or a line through the closes where there are more bars than columns, with the volume below. With --html the chart is a page of its own, which needs no network.",
  arguments: {
    ticker: Option.text({
      value: "TICKER",
      text: "The ticker, of any market: AAPL, C:EURUSD, X:BTCUSD, ESU5.",
      example: "AAPL",
      completes: "ticker",
    }),
  },
  options,
  examples: [
    "chart AAPL --from 2024-06-28 --to 2025-06-30",
    "chart X:BTCUSD --timespan hour --from 2025-06-23",
    "chart AAPL --timespan minute --multiplier 5 --html aapl.html",
  ],
  run: ({ adjusted, from, height, html, market: named, multiplier, ticker, timespan, to, utc }) =>
    Effect.gen(function* () {
      const { err, out } = yield* Terminal
      const market = named ?? Bars.marketOf(ticker)
      const last = to ?? Bars.today(market, yield* now)
      const first = from ?? Bars.firstDate(market, timespan, last)
      if (first > last) {
        return yield* new UsageError({ message: `--from ${first} lies after --to ${last}: exchange them.` })
      }
      const request = { adjusted, multiplier, ticker, timespan, from: first, to: last }
      const drawn = yield* load(market, request, utc)
      if (drawn === undefined) {
        return yield* err.write(
          `${ticker} has no ${timespan} bars from ${first} to ${last}: nothing is drawn. Choose other dates.\n`,
        )
      }
      if (html !== undefined) {
        const { page } = yield* Effect.promise(() => import("../chart/Page.js"))
        return yield* write(html, yield* page(drawn))
      }
      const columns = yield* out.columns
      const lines = TerminalChart.draw(drawn, {
        columns,
        hasColors: out.hasColors,
        height: height ?? heightOf(columns, yield* out.rows),
      })
      yield* out.write(`${lines.join("\n")}\n`)
    }),
})
