import * as Option from "effect/Option"

/** Decodes the `null` of an optional field as absent. `layoutOf` recognizes this function by its identity. */
export const nullIsAbsent = <A>(value: Option.Option<A | null>): Option.Option<A> =>
  Option.filter(value, (value): value is A => value !== null)
