/**
 * `candela backfill`: whole universes into a store, by durable jobs.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"

/** Group of commands. */
export const group: Command.Group = Command.group("backfill", {
  summary: "Fetch whole universes into a store, planned and resumable",
  text:
    "A plan is a list of jobs: a ticker and a month each, a year for bars of a day and longer. It stands in a SQLite file, for a run in one process, or in a PostgreSQL, for as many workers as wanted. " +
    "A killed run resumes where it stopped: run the plan again. Only run, worker and plan --universe need a connection to the service.",
  commands: Effect.promise(async () => {
    const [{ commands }, ...others] = await Promise.all([
      import("./control.js"),
      import("./plan.js"),
      import("./run.js"),
      import("./worker.js"),
      import("./status.js"),
      import("./verify.js"),
    ])
    return [...others.map(({ command }) => command), ...commands]
  }),
})
