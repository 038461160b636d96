/**
 * Options shared by the commands of a store: its location, the histories, and their range.
 *
 * @module
 */
import * as Option from "../../command/Option.js"
import * as BarSize from "../../dates/BarSize.js"
import * as DateText from "../../dates/DateText.js"

/** Default folder of `--store`. */
export const defaultFolder = "histories"

const storeAt = (text: string) => ({
  store: Option.withDefault(
    Option.text({ value: "DIR", text, example: "data", completes: "directory" }),
    defaultFolder,
  ),
})

/** Option for the location of the store. */
export const store = storeAt(
  "The folder of the store, which the first sync makes, or s3://bucket/prefix: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL say how to reach it.",
)

/** Option for the location of a store whose files another program reads. */
export const folder = storeAt("The folder of the store. Copy one in an object store to a folder first.")

/** Options that select tickers. */
export const tickers = {
  tickers: Option.optional(
    Option.list({
      value: "TICKERS",
      text: "Tickers with commas between them. X: begins those of crypto, C: those of currencies; others are stocks.",
      example: "AAPL,MSFT",
      completes: "ticker",
    }),
  ),
  "tickers-file": Option.optional(
    Option.text({
      value: "FILE",
      text: "A file of tickers, one a line, or with blanks or commas between them; - is standard input. What follows # is a comment.",
      example: "tickers.txt",
      completes: "file",
    }),
  ),
}

/** Options that select bars. */
export const bars = {
  ...tickers,
  timespan: BarSize.timespan,
  multiplier: BarSize.multiplier,
}

/** Option for the requests of daily bars. */
export const by = {
  by: Option.optional(
    Option.word(["day", "ticker"], {
      value: "WORD",
      text: "Whether daily bars of stocks come by a request for each trading day that is over, or for each ticker. Default: what takes fewer requests.",
    }),
  ),
}

/** Options for the range. */
export const range = {
  from: DateText.bound(
    {
      value: "DATE",
      text: "First day of the market's zone (2025-06-02, 2025-06, today, -30d, -2y), or an instant with its offset.",
      example: "2025-06-02",
    },
    "first",
  ),
  to: Option.optional(
    DateText.bound(
      { value: "DATE", text: "Last day, or last instant. Default: today.", example: "2025-06-13" },
      "last",
    ),
  ),
}

/** Option for a day. */
export const asOf = {
  "as-of": Option.optional(
    DateText.day({
      value: "DATE",
      text: "The day as of which the store is read: only what had happened by its end, so that a back-test sees the prices that could be seen.",
      example: "2025-06-06",
    }),
  ),
}
