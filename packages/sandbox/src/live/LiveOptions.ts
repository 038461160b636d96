/**
 * Options of the live channel, and of the running of the sandbox's clock.
 *
 * @module
 */
import type { InvalidOption } from "@candela/core/InvalidOption"
import * as OptionCheck from "@candela/core/internal/OptionCheck"
import { DateTime, Duration, Effect } from "effect"
import type * as Live from "./Live.js"
import type * as Present from "./Present.js"

/** Options of the live channel. With `now: "wall"`, `from` and `speed` have no effect: the clock is the real one. */
export interface LiveOptions extends Present.Options, Live.Options {
  /**
   * Share of the minutes of stocks and crypto whose bar is sent first without its last trades, and again when they
   * arrive, up to a quarter of an hour later. Requests see the same state at the same time. From 0 to 1, default 0.02.
   */
  readonly late?: number | undefined
  /** How far requests are behind the live channel. Default none. */
  readonly lag?: Duration.DurationInput | undefined
}

const nameOf = (option: string) => `live.${option} of Sandbox`

const numberWhere = (
  option: string,
  value: number | undefined,
  accepts: (value: number) => boolean,
  expected: string,
) => (value === undefined || accepts(value) ? Effect.void : OptionCheck.refuse(nameOf(option), expected, value))

const durationWhere = (
  option: string,
  value: Duration.DurationInput | undefined,
  accepts: (duration: Duration.Duration) => boolean,
  expected: string,
) =>
  value === undefined
    ? Effect.void
    : Effect.flatMap(OptionCheck.duration(nameOf(option), value), (duration) =>
        accepts(duration) ? Effect.void : OptionCheck.refuse(nameOf(option), expected, value),
      )

const isLong = Duration.greaterThan(0)

/** Rejects options that cannot be: a clock that does not run, shares above 1, a delay without an end. */
export const check = ({
  authTimeout,
  connections,
  faults,
  from,
  lag,
  late,
  speed,
}: LiveOptions): Effect.Effect<void, InvalidOption> => {
  const start = DateTime.isDateTime(from) ? undefined : from
  // protects: A clock that would stand or run back is refused, and so is a share or a delay that is none.
  // mutant: "refuses live options that cannot be": value > 0 && Number.isFinite(value) → value !== 0
  return Effect.all(
    [
      speed === "asap"
        ? Effect.void
        : numberWhere("speed", speed, (value) => value > 0 && Number.isFinite(value), 'a number above 0, or "asap"'),
      numberWhere("from", start, Number.isFinite, "an instant: epoch milliseconds, or a DateTime"),
      numberWhere("late", late, (value) => value >= 0 && value <= 1, "a share from 0 to 1"),
      durationWhere("lag", lag, Duration.isFinite, "a finite duration"),
      durationWhere("authTimeout", authTimeout, isLong, "a duration above 0"),
      connections === undefined ? Effect.void : OptionCheck.count(nameOf("connections"), connections),
      durationWhere("faults.latency", faults?.latency, Duration.isFinite, "a finite duration"),
    ],
    { discard: true },
  )
}
