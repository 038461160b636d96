/**
 * `candela history keep`: rows of an endpoint, by day.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import { groupsOf } from "../endpoints.js"

/** Group with a group per service, and in each a command per method with rows. */
export const command: Command.Group = Command.group("keep", {
  summary: "Keep rows of any endpoint by day: ratios, news, snapshots, economic series",
  text:
    "Each call keeps the rows of today in the store, once a day, beside those of the days before: call it every day to build a history of what the service shows only for the present. " +
    "Trades and quotes are kept by ticker and day, from --from to --to. With --day other rows are those of that day. history sql reads all days, under the name of the endpoint in quotes, with the columns kept_on and kept_as. " +
    "Bars, splits and dividends have a command of their own: history sync.",
  commands: Effect.sync(() => groupsOf(async (name) => (await import("./Lists.js")).ofService(name))),
})
