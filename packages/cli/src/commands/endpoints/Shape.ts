/**
 * Bars in another shape than the service has them: of some parts of the day, adjusted as of a day, of longer windows.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Adjust from "@candela/history/Adjust"
import type * as Sessions from "@candela/history/Sessions"
import * as Market from "@candela/market/Market"
import type { Timespan } from "@candela/market/Timespan"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import * as BarSize from "../../dates/BarSize.js"
import * as DateText from "../../dates/DateText.js"
import * as Zone from "../../output/table/Zone.js"

/** Market with calendars for sessions. */
export type ShapeMarket = "stocks" | "forex" | "crypto"

/** Windows of `--resample`: a size, or whole sessions. */
export type Longer = BarSize.BarSize | "session"

const parts: Readonly<Record<string, Sessions.Part>> = { pre: "preMarket", regular: "regular", after: "afterHours" }

/** Option for the windows. */
export const resample: Option.Option<Longer | undefined> = Option.optional(
  Option.of(
    {
      value: "SIZE",
      text: "Combine the bars into longer ones: 30m and 1h are counted from the opening, session is a trading day, 1w and 1mo are the weeks and months of the calendar. Bars must be shorter than these.",
      example: "30m",
    },
    (text): Either.Either<Longer, string> =>
      text === "session"
        ? Either.right("session")
        : Either.mapBoth(BarSize.parse(text), {
            onLeft: () => "a size such as 30m, 1h, 1w or 1mo, or session",
            onRight: ({ multiplier = 1, timespan }) =>
              timespan === "day" && multiplier === 1 ? ("session" as const) : { multiplier, timespan },
          }),
  ),
)

/** Option for the parts of the day. */
export const session: Option.Option<ReadonlyArray<Sessions.Part> | undefined> = {
  ...Option.optional(
    Option.list({
      value: "PARTS",
      text: "The parts of the day whose bars are kept: before the opening, the regular session, after the close. Default: all. The closing auction of stocks is in the first minute after the close.",
      words: Object.keys(parts),
      example: "regular",
    }),
  ),
  read: (texts) => {
    if (texts.length === 0) return Either.right(undefined)
    const words = texts.flatMap((text) => text.split(",")).map((word) => word.trim())
    return words.every((word) => Object.hasOwn(parts, word))
      ? Either.right(words.map((word) => parts[word]!))
      : Either.left(`one or several of ${Object.keys(parts).join(", ")}, with commas between them`)
  },
}

/** Option for the adjustment. */
export const adjust = (text: string): Option.Option<Adjust.By | undefined> =>
  Option.optional(Option.word(["splits", "dividends", "both"], { value: "BY", text }))

/** Market of bars; `undefined` for other rows. */
export const marketOf = (endpoint: Endpoint.Any): ShapeMarket | undefined => {
  if (endpoint.kind !== "history" || endpoint.wireParams["multiplier"] === undefined) return undefined
  const market = Zone.marketOf(endpoint)
  return market === Market.stocks ? "stocks" : market === Market.forex ? "forex" : "crypto"
}

/** Options of an endpoint of bars; none for others. */
export const optionsOf = (endpoint: Endpoint.Any): Readonly<Record<string, Option.Option<unknown>>> => {
  const market = marketOf(endpoint)
  if (market === undefined) return {}
  return {
    resample,
    session,
    ...(market === "stocks" && {
      adjust: adjust(
        "Adjust prices and volumes in the command, by the splits and dividends of the service: the bars are requested as they were traded. Default: the service's own adjustment for splits, by --adjusted.",
      ),
      "as-of": Option.optional(
        DateText.day({
          value: "DATE",
          text: "With --adjust: only splits and dividends that had happened by this day, so that a back-test sees the prices that could be seen. Default: today.",
          example: "2025-06-06",
        }),
      ),
    }),
  }
}

/** Values of the options. */
export interface ShapeValues {
  readonly resample?: Longer | undefined
  readonly session?: ReadonlyArray<Sessions.Part> | undefined
  readonly adjust?: Adjust.By | undefined
  readonly "as-of"?: DateText.Day | undefined
}

/** Whether the options ask for another shape. */
export const isAsked = ({ adjust, resample, session }: ShapeValues): boolean =>
  adjust !== undefined || resample !== undefined || session !== undefined

/** What was asked, for the metadata of a file. */
export const asked = ({ adjust, "as-of": asOf, resample, session }: ShapeValues): object => ({
  ...(adjust && { adjust }),
  ...(asOf && { asOf: asOf._tag === "Date" ? asOf.date : asOf }),
  ...(resample && { resample: resample === "session" ? resample : `${resample.multiplier} ${resample.timespan}` }),
  ...(session && { session }),
})

const isLong = (timespan: Timespan) => !["second", "minute", "hour"].includes(timespan)

/**
 * Rejects options that do not fit the request. Returns the request of the bars: unadjusted ones
 * where the command adjusts them.
 */
export const requestOf = (
  values: ShapeValues,
  request: Readonly<Record<string, unknown>>,
): Effect.Effect<Readonly<Record<string, unknown>>, UsageError> => {
  const refuse = (message: string) => new UsageError({ message })
  const { adjust, resample, session } = values
  if (values["as-of"] !== undefined && adjust === undefined)
    return refuse("--as-of says by which splits and dividends: write --adjust splits, dividends or both with it.")
  if (adjust !== undefined && request["adjusted"] === true)
    return refuse("--adjusted is the service's adjustment, and --adjust that of the command: leave one of them out.")
  const timespan = request["timespan"] as Timespan
  if (session !== undefined && isLong(timespan))
    return refuse(`--session picks bars within a day, and bars of a ${timespan} hold all of it: write --timespan 1m.`)
  if (resample !== undefined && request["sort"] === "desc")
    return refuse("--resample needs bars in ascending time: leave --sort desc out.")
  if (resample !== undefined && isLong(timespan) && (resample === "session" || !isLong(resample.timespan)))
    return refuse(`--resample makes longer bars, and those of the request are a ${timespan}: write --timespan 1m.`)
  return Effect.succeed(adjust === undefined ? request : { ...request, adjusted: false })
}
