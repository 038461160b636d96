/**
 * Options shared by the commands of a store: its location, the histories, and their range.
 *
 * @module
 */
import { timespans } from "@candela/market/Timespan"
import * as Either from "effect/Either"
import * as Option from "../../command/Option.js"

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
      text: "A file of tickers, one a line, or with blanks or commas between them. What follows # is a comment.",
      example: "tickers.txt",
      completes: "file",
    }),
  ),
}

/** Options that select bars. */
export const bars = {
  ...tickers,
  timespan: Option.word(timespans, { value: "UNIT", text: "The unit of a bar's window.", example: "minute" }),
  multiplier: Option.withDefault(
    Option.whole({ value: "N", text: "Number of units in one bar.", min: 1, example: "5" }),
    1,
  ),
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

const expectedBound = "a day such as 2025-06-02, or an instant such as 2025-06-02T09:30:00-04:00"

/** Parses a day, which stays text, or an instant, as epoch milliseconds. */
const bound = (text: string): Either.Either<string | number, string> => {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const day = new Date(`${text}T00:00:00Z`)
    return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
      ? Either.right(text)
      : Either.left("a day that there is")
  }
  const instant = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(instant) ? Either.left(expectedBound) : Either.right(instant)
}

/** Options for the range. */
export const range = {
  from: Option.of(
    { value: "DATE", text: "First day of the market's zone, or an instant with its offset.", example: "2025-06-02" },
    bound,
  ),
  to: Option.optional(
    Option.of({ value: "DATE", text: "Last day, or last instant. Default: today.", example: "2025-06-13" }, bound),
  ),
}

/** Option for a day. */
export const asOf = {
  "as-of": Option.optional(
    Option.of(
      {
        value: "DATE",
        text: "The day as of which the store is read: only what had happened by its end, so that a back-test sees the prices that could be seen.",
        example: "2025-06-06",
      },
      (text) =>
        Either.filterOrLeft(
          bound(text),
          (day) => typeof day === "string",
          () => "a day such as 2025-06-06",
        ),
    ),
  ),
}
