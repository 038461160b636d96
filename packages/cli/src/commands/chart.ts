/**
 * `candela chart`: candles and volume in the terminal, or in a page.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { leastHeight } from "../chart/Height.js"
import { markets } from "../chart/MarketName.js"
import * as Command from "../command/Command.js"
import * as Option from "../command/Option.js"
import * as BarSize from "../dates/BarSize.js"
import * as DateText from "../dates/DateText.js"
import * as View from "../output/View.js"
import { liveOptions } from "./liveOptions.js"
import * as Tickers from "./Tickers.js"

const date = (
  edge: DateText.Edge,
  details: { readonly text: string; readonly example: string; readonly default: string },
) => Option.optional(DateText.day({ value: "DATE", ...details }, edge))

const options = {
  from: date("first", {
    text: "First day, in the market's time zone.",
    example: "-6mo",
    default: "a year of days before --to, less of shorter bars, more of longer ones",
  }),
  to: date("last", { text: "Last day, inclusive.", example: "2025-06-30", default: "today" }),
  timespan: { ...Option.optional(BarSize.timespan), default: "day; minute with --live" },
  multiplier: BarSize.multiplier,
  adjusted: Option.withDefault(
    Option.of(
      {
        value: "BOOLEAN",
        isBoolean: true,
        text: "Whether prices are adjusted for splits.",
        words: ["true", "false"],
      },
      (text) => (text === "true" || text === "false" ? Either.right(text === "true") : Either.left("true or false")),
    ),
    true,
  ),
  market: Option.optional(
    Option.word(markets, {
      value: "MARKET",
      text: "The market of the ticker. Default: as the ticker looks: X:BTCUSD crypto, C:EURUSD forex, ESU5 futures, all others stocks.",
    }),
  ),
  height: Option.optional(
    Option.whole({
      value: "LINES",
      text: "Number of lines. Default: as many as the terminal has.",
      min: leastHeight,
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
  live: Option.flag(
    "Follow the live channel: the terminal is redrawn as candles of seconds, minutes or hours grow. It ends with Ctrl-C.",
  ),
  ...liveOptions,
  zone: View.options.zone,
  utc: View.options.utc,
}

/** The command. */
export const chart = Command.make("chart", {
  summary: "Draw candles and volume, in the terminal or as a page",
  text: "Candles, or a line through the closes where there are more bars than columns, with the volume below. With --html the chart is a page of its own, which needs no network.",
  arguments: {
    tickers: Tickers.argument(
      "The ticker, of any market: AAPL, C:EURUSD, X:BTCUSD, ESU5. Several have blanks between them: their charts are one below the other.",
    ),
  },
  options,
  examples: [
    "chart AAPL --from 2024-06-28 --to 2025-06-30",
    "chart X:BTCUSD --timespan 1h --from -7d",
    "chart AAPL MSFT --from -3mo",
    "chart AAPL --timespan 5m --html aapl.html",
    "chart AAPL --live --sandbox --speed 60",
  ],
  run: (values) =>
    Effect.flatMap(
      Effect.promise(() => (values.live ? import("../chart/LiveProgram.js") : import("../chart/Program.js"))),
      ({ run }) => run(values),
    ),
})
