/**
 * Sizes of bars: a timespan and its multiplier, or both in one word such as `5m`.
 *
 * @module
 */
import * as CommandLine from "@candela/catalog/CommandLine"
import { timespans, type Timespan } from "@candela/market/Timespan"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "../command/Option.js"
import { UsageError } from "../command/UsageError.js"

/** Size of a bar. */
export interface BarSize {
  readonly timespan: Timespan
  readonly multiplier: number
}

/** Units of short forms. */
const units = CommandLine.sizeUnits as Readonly<Record<string, Timespan>>

/** Maximum multiplier of the service. */
const most = 100_000

/** What `--timespan` says: the multiplier is absent in a word such as `minute`. */
export interface Written {
  readonly timespan: Timespan
  readonly multiplier: number | undefined
}

const faultOf = (text: string): string =>
  /^\d+(mon|min|M)/.test(text)
    ? `a number with s, m, h, d, w, mo, q or y: ${Number.parseInt(text, 10)}${/min/.test(text) ? "m" : "mo"}`
    : `one of ${timespans.join(", ")}, or a short form such as 5m, 1h or 1d`

/** Parses `minute` or `5m`. The error completes the sentence "must be ...". */
export const parse = (text: string): Either.Either<Written, string> => {
  const word = timespans.find((one) => one === text)
  if (word !== undefined) return Either.right({ timespan: word, multiplier: undefined })
  const [, count, unit = ""] = /^([1-9]\d{0,5})([a-z]+)$/.exec(text) ?? []
  const timespan = Object.hasOwn(units, unit) ? units[unit] : undefined
  return timespan === undefined || Number(count) > most
    ? Either.left(faultOf(text))
    : Either.right({ timespan, multiplier: Number(count) })
}

/** Help about short forms. */
export const short = "Or the whole size in one word: 5m, 1h, 1d; the units are s, m, h, d, w, mo, q and y."

/** Option for the timespan, required. */
export const timespan: Option.Option<Written> = /* @__PURE__ */ Option.of(
  {
    value: "SIZE",
    text: `The unit of a bar's window. ${short}`,
    words: timespans,
    example: "5m",
  },
  parse,
)

/** Option for the multiplier. */
export const multiplier: Option.Option<number | undefined> = {
  .../* @__PURE__ */ Option.optional(
    /* @__PURE__ */ Option.whole({
      value: "NUMBER",
      text: "Number of timespans in one bar: 5 with minute.",
      min: 1,
      max: most,
      example: "5",
    }),
  ),
  default: "1",
}

/** Size of both options. A short form leaves no room for a multiplier. */
export const of = (written: Written, multiplier: number | undefined): Effect.Effect<BarSize, UsageError> => {
  const { timespan } = written
  if (written.multiplier !== undefined && multiplier !== undefined && multiplier !== written.multiplier) {
    return new UsageError({
      message: `--timespan names ${written.multiplier} ${timespan}s already: leave --multiplier ${multiplier} out, or write --timespan ${timespan}.`,
    })
  }
  return Effect.succeed({ timespan, multiplier: written.multiplier ?? multiplier ?? 1 })
}
