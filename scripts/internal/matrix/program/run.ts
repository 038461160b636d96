/** Runs checks one after the other, whatever they come to. */
import { Cause, Effect } from "effect"
import type { Check, Result, Surroundings } from "./Check.js"

/** Checks by their names, loaded when they run. */
export type Checks = Readonly<Record<string, () => Promise<{ readonly check: Check }>>>

const runOne = (load: Checks[string], surroundings: Surroundings): Effect.Effect<Result> =>
  Effect.promise(load).pipe(
    Effect.flatMap(({ check }) => check(surroundings)),
    Effect.timeout("60 seconds"),
    Effect.map((detail): Result => ({ status: "ok", detail })),
    Effect.catchAllCause((cause) =>
      Effect.succeed<Result>({ status: "failed", reason: Cause.pretty(cause).split("\n    at ")[0]! }),
    ),
  )

/** The results of the named checks. */
export const run = (
  checks: Checks,
  names: ReadonlyArray<string>,
  surroundings: Surroundings,
): Promise<Record<string, Result>> =>
  Effect.forEach(names, (name) => {
    const load = checks[name]
    const unknown: Result = { status: "failed", reason: `this runtime has no check "${name}"` }
    return Effect.map(
      load === undefined ? Effect.succeed(unknown) : runOne(load, surroundings),
      (result) => [name, result] as const,
    )
  }).pipe(Effect.map(Object.fromEntries<Result>), Effect.runPromise)
