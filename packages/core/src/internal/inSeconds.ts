import * as Duration from "effect/Duration"

/** A duration for a message: `0.25 s`. */
export const inSeconds = (duration: Duration.Duration): string => `${Math.round(Duration.toMillis(duration)) / 1000} s`
