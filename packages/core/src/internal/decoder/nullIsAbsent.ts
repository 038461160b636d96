import * as Option from "effect/Option"

/** How an optional field reads `null`. The layout of a row knows it by its identity. */
export const nullIsAbsent = <A>(value: Option.Option<A | null>): Option.Option<A> =>
  Option.filter(value, (value): value is A => value !== null)
