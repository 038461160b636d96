/** Day as of which splits apply if no other is given. */
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"

/**
 * Returns today's date in New York, by the `Clock` of the running fiber, so that a `TestClock` decides; outside of a
 * fiber by the system's clock. Adjustments are made by plain functions, for use in `map`, which cannot ask for the
 * `Clock` as an effect.
 */
export const today = (): string => {
  const clock = Option.match(Fiber.getCurrentFiber(), {
    onNone: Clock.make,
    onSome: ({ currentDefaultServices }) => Context.get(currentDefaultServices, Clock.Clock),
  })
  // protects: Without a day, a split that is announced does not apply before its day.
  // mutant: "applies from its day on, in New York, by the clock": dateOf(stocks.zone, clock.unsafeCurrentTimeMillis())
  // → clock === undefined ? "" : "9999-12-31"
  return dateOf(stocks.zone, clock.unsafeCurrentTimeMillis())
}
