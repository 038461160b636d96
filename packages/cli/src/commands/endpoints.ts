/**
 * A command group for each service of the library, with a command for each method.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Command from "../command/Command.js"
import * as Text from "./endpoints/Text.js"
import { services } from "./generated/services.js"

/** Makes a group for each service, in order; its commands are made on demand. */
export const groupsOf = (
  commands: (name: string) => Promise<ReadonlyArray<Command.Lazy>>,
  heading?: string,
): ReadonlyArray<Command.Group> =>
  services.map(({ name, text }) =>
    Command.group(name, {
      heading,
      summary: Text.forPeople(text).replace(/\.$/, ""),
      commands: Effect.promise(() => commands(name)),
    }),
  )

/** Groups in the order of the services. */
export const groups: ReadonlyArray<Command.Group> = /* @__PURE__ */ groupsOf(
  async (name) => (await import("./endpoints/Commands.js")).ofService(name),
  "Services",
)
