import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import { UsageError } from "../../command/UsageError.js"
import * as Profiles from "../../connect/Profiles.js"
import { Settings } from "../../connect/Settings.js"
import { Terminal } from "../../terminal/Terminal.js"

/** `candela logout`. */
export const command: Command.Command = Command.make("logout", {
  summary: "Forget a profile and its key",
  text: "It forgets the profile of --profile NAME; without a name the default.",
  examples: ["logout", "logout --profile work"],
  run: () =>
    Effect.gen(function* () {
      const { profile: name = Profiles.defaultName } = yield* Settings
      const { err } = yield* Terminal
      const { [name]: removed, ...others } = yield* Profiles.read
      if (removed === undefined)
        return yield* new UsageError({ message: `There is no profile "${name}" in ${yield* Profiles.file}.` })
      yield* Profiles.write(others)
      yield* err.write(`The profile ${name} is forgotten.\n`)
    }),
})
