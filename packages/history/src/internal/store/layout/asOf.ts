/** Day as of which histories are read. */
import * as Param from "@candela/core/declare/Param"
import { dayNumber, startOfDay } from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { StoreError } from "../../../StoreError.js"
import { timespanOf } from "./names.js"
import { zoneOf } from "./source.js"

const decode = /* @__PURE__ */ Schema.decodeUnknown(Param.Date.input)

/** Converts to a date, `yyyy-mm-dd`; `undefined` stays `undefined`. */
export const date = (
  folder: string,
  asOf: Param.DateInput | undefined,
): Effect.Effect<string | undefined, StoreError> =>
  asOf === undefined
    ? Effect.succeed(undefined)
    : Effect.mapError(
        decode(asOf),
        () =>
          new StoreError({
            reason: "request",
            path: folder,
            detail: `asOf is ${JSON.stringify(asOf)}, which is not a day: write yyyy-mm-dd, a Date or a DateTime`,
          }),
      )

/**
 * Exclusive upper bound (epoch milliseconds) for the start of windows that ended by the end of a
 * day (`yyyy-mm-dd`). `timespan` is as in folder names: `1minute`.
 */
export const endOfWindows = (market: string, timespan: string, date: string): number => {
  const zone = zoneOf(market)
  const end = startOfDay(zone, dayNumber(date) + 1)
  const span = timespanOf(timespan)
  // protects: As of a day no window is shown that was not over.
  // mutant: "shows as of a day no window that was not over": === → !==
  return span === undefined ? end : Window.start({ ...span, zone }, end)
}
