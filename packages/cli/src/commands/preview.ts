/**
 * `candela preview stocks bars ...`: what a command will cost. Nothing is sent.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as Effect from "effect/Effect"
import * as Command from "../command/Command.js"
import * as Text from "./endpoints/Text.js"

/** The group: for each service a group, and in it a command for each method. */
export const preview: Command.Group = /* @__PURE__ */ Command.group("preview", {
  summary: "Tell how many requests and rows a command would cost, and send nothing",
  text: "The requests, the rows and the least time under the rate limit, for the same arguments as those of the command itself.",
  commands: Effect.succeed(
    Catalog.services.map((service) =>
      Command.group(service.name, {
        summary: Text.forPeople(service.text).replace(/\.$/, ""),
        commands: Effect.promise(async () => (await import("./preview/Commands.js")).ofService(service)),
      }),
    ),
  ),
})
