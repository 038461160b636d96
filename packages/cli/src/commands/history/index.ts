/**
 * `candela history`: a folder of histories that stays up to date.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"

/** Group of commands. */
export const group: Command.Group = Command.group("history", {
  summary: "Keep histories up to date in a folder of Parquet files",
  text:
    "A store is a folder, or a prefix in an object store, that any engine reads: bars as they were traded, splits and dividends beside them. Prices are adjusted when they are read. " +
    "Only sync and keep need a connection to the service.",
  commands: Effect.promise(async () => {
    const all = await Promise.all([
      import("./sync.js"),
      import("./keep.js"),
      import("./read.js"),
      import("./preview.js"),
      import("./verify.js"),
      import("./missing.js"),
      import("./compact.js"),
      import("./remove.js"),
      import("./sql.js"),
    ])
    return all.map(({ command }) => command)
  }),
})
