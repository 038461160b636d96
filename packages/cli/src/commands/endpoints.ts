/**
 * A group of commands for each service of the library, and in it a command for each method.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as Effect from "effect/Effect"
import * as Command from "../command/Command.js"
import * as Text from "./endpoints/Text.js"

/** The groups, in the order of the services. */
export const groups: ReadonlyArray<Command.Group> = /* @__PURE__ */ Catalog.services.map((service) =>
  Command.group(service.name, {
    heading: "Services",
    summary: Text.forPeople(service.text).replace(/\.$/, ""),
    commands: Effect.promise(async () => (await import("./endpoints/Commands.js")).ofService(service)),
  }),
)
