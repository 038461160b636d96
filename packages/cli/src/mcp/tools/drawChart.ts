/** The tool `draw_chart`. */
import { MarketData } from "@candela/core/MarketData"
import { timespans } from "@candela/market/Timespan"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Bars from "../../chart/Bars.js"
import * as Numbers from "../../chart/Numbers.js"
import * as TerminalChart from "../../chart/TerminalChart.js"
import * as DateText from "../../dates/DateText.js"
import * as Answer from "../Answer.js"
import * as ModelTool from "../ModelTool.js"
import { ToolError } from "../ToolError.js"

/** Maximum number of bars of a chart: the newest of its range. */
const most = 20_000

/** Columns and lines of a chart: as much as can be read at a glance. */
const size = { columns: 100, height: 28, hasColors: false }

const date = (text: string) => Schema.optional(Schema.String.annotations({ description: text }))

/** Parses an end of the range. */
const dayOf = (name: string, text: string | undefined, edge: DateText.Edge) =>
  text === undefined
    ? Effect.succeed(undefined)
    : Effect.mapError(
        DateText.parse(text, { edge, accepts: "days" }),
        (meant) => new ToolError({ message: `"${name}" must be ${meant}; got ${JSON.stringify(text)}.` }),
      ).pipe(Effect.map((day) => day as DateText.Day))

const parameters = {
  ticker: Schema.String.annotations({ description: "The ticker, of any market: AAPL, C:EURUSD, X:BTCUSD, ESU5." }),
  timespan: Schema.optional(
    Schema.Literal(...timespans).annotations({ description: "The unit of a bar. Default day." }),
  ),
  multiplier: Schema.optional(
    Schema.Int.pipe(Schema.between(1, 100_000)).annotations({
      description: "Number of timespans in a bar. Default 1.",
    }),
  ),
  from: date(
    "First day in the market's time zone: 2025-06-02, 2025-06, today, yesterday, -30d, -6mo or -2y. Default: a year before `to`, less for bars shorter than a day.",
  ),
  to: date("Last day, likewise. Default today."),
}

const description = [
  "Draws candles and volume of a ticker as text, a line of the chart a line of text: show it in a monospaced block.",
  "Where there are more bars than columns it is a line through the closes.",
].join(" ")

/** Makes the tool. `isSynthetic`: the prices are from the sandbox. */
export const make = (marketData: typeof MarketData.Service, isSynthetic: boolean): ModelTool.ModelTool =>
  ModelTool.make(
    "draw_chart",
    { title: "Draw a chart", description, parameters, asksService: true },
    ({ from, multiplier = 1, ticker, timespan = "day", to }) =>
      Effect.gen(function* () {
        const market = Bars.marketOf(ticker)
        const { first, last } = yield* Bars.rangeOf(market, timespan, {
          from: yield* dayOf("from", from, "first"),
          to: yield* dayOf("to", to, "last"),
        })
        const request = { ...{ ticker, timespan, multiplier, adjusted: true }, from: first, to: last }
        const { decimals, zone } = Bars.detailsOf(market)
        const found = yield* Bars.newest(market, request, zone, most + 1, () => Effect.void)
        if (found.length === 0) {
          return yield* new ToolError({
            message: `${ticker} has no ${timespan} bars among ${market} from ${request.from} to ${last}. Check the ticker with reference.tickers, or choose other dates.`,
          })
        }
        const isCut = found.length > most
        const candles = isCut ? found.slice(-most) : found
        const before = isCut ? undefined : yield* Bars.closeBefore(market, request)
        const chart = {
          ...{ ...request, zone, candles, isCut, isSynthetic },
          base: before ?? candles[0]!.open,
          format: Numbers.format(
            candles.slice(-100).map(({ close }) => close),
            decimals,
          ),
        }
        return Answer.text(TerminalChart.draw(chart, size).join("\n"))
      }).pipe(Effect.provideService(MarketData, marketData)),
  )
