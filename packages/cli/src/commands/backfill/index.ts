/**
 * `candela backfill`: whole universes into a store, by durable jobs.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"

/** The group of commands. */
export const group: Command.Group = Command.group("backfill", {
  heading: "Histories",
  summary: "Fetch whole universes into a store: planned, durable, gone on with at any time",
  text:
    "A plan is a list of jobs in a SQLite file: a ticker and a month each, a year for bars of a day and longer. " +
    "A run that was killed goes on where it was: run the plan again. Only run needs a connection to the service.",
  commands: Effect.promise(async () => {
    const all = await Promise.all([import("./plan.js"), import("./run.js"), import("./status.js")])
    return all.map(({ command }) => command)
  }),
})
