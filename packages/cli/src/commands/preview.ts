/**
 * `candela preview stocks bars ...`: the cost of a command. Nothing is sent.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Command from "../command/Command.js"
import { groupsOf } from "./endpoints.js"

/** Group with a group per service, and in each a command per method. */
export const preview: Command.Group = /* @__PURE__ */ Command.group("preview", {
  summary: "Show how many requests and rows a command would cost",
  text: "Shows the requests, the rows and the least time under the rate limit. The arguments are those of the command itself.",
  commands: /* @__PURE__ */ Effect.sync(() =>
    groupsOf(async (name) => (await import("./preview/Commands.js")).ofService(name)),
  ),
})
