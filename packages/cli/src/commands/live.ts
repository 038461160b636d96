/**
 * `candela live`: rows of the live channel as they happen.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Command from "../command/Command.js"
import * as Option from "../command/Option.js"
import * as DateText from "../dates/DateText.js"
import * as View from "../output/View.js"
import { liveOptions } from "./liveOptions.js"
import * as Tickers from "./Tickers.js"

/** Formats of rows that do not end. */
const formats = ["table", "csv", "ndjson"] as const

const options = {
  follow: Option.optional(
    DateText.bound(
      {
        value: "DATE",
        text: "Begin with the history from this day or instant on, and go over to the live rows: none is missing, and none comes twice but for a bar that has changed.",
        example: "2025-06-26",
      },
      "first",
    ),
  ),
  store: Option.optional(
    Option.text({
      value: "DIR",
      text: "With --follow: take the rows that have settled in this store from it, and request only what is after them. Bars are as traded, as in the store. A folder, or s3://bucket/prefix.",
      example: "data",
      completes: "directory",
    }),
  ),
  limit: Option.optional(Option.whole({ value: "NUMBER", text: "End after this number of rows.", min: 1 })),
  format: Option.optional(
    Option.word(formats, { value: "FORMAT", text: "Default: a table in a terminal, NDJSON elsewhere." }),
  ),
  ...liveOptions,
  zone: View.options.zone,
  utc: View.options.utc,
}

/** The command. */
export const live = Command.make("live", {
  summary: "Print rows as they happen, from the live channel",
  text: "Rows that were missed while the connection was lost are fetched, or standard error says that they are missing. A bar that late trades change is printed again. It ends with Ctrl-C, or after --limit.",
  arguments: {
    topic: Option.text({
      value: "TOPIC",
      text: "Service and method of a topic: stocks.minuteBars, stocks.trades, crypto.trades. An unknown one lists all.",
      example: "stocks.minuteBars",
    }),
    tickers: Tickers.argument(
      "Tickers, as in requests, with blanks between them; in quotes, '*' stands for all where the topic has it.",
    ),
  },
  options,
  examples: [
    "live stocks.minuteBars AAPL MSFT",
    "live stocks.minuteBars AAPL --follow 2025-06-26 --limit 1000 --format csv",
    "live stocks.minuteBars AAPL --follow 2025-06-02 --store data --speed 60 --sandbox",
    "live crypto.trades X:BTCUSD --speed 60 --sandbox",
  ],
  run: (values) =>
    Effect.flatMap(
      Effect.promise(() => import("../live/Program.js")),
      ({ run }) => run(values),
    ),
})
