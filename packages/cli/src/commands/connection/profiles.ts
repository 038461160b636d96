import * as Foreign from "@candela/core/internal/Foreign"
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import * as Profiles from "../../connect/Profiles.js"
import { Terminal } from "../../terminal/Terminal.js"

/** A profile without its key. */
const shown = (name: string, { rate, url }: Profiles.Profile) => ({ name, url, ...(rate !== undefined && { rate }) })

/** `candela profiles`. */
export const command: Command.Command = Command.make("profiles", {
  summary: "Show the profiles, without their keys",
  examples: ["profiles"],
  run: () =>
    Effect.gen(function* () {
      const { out } = yield* Terminal
      const all = Object.entries(yield* Profiles.read).map(([name, profile]) => shown(name, profile))
      if (!out.isTerminal) return yield* out.write(all.map((one) => `${JSON.stringify(one)}\n`).join(""))
      if (all.length === 0) return yield* out.write("There is none. candela login makes one.\n")
      const width = Math.max(...all.map(({ name }) => name.length))
      yield* out.write(
        all
          .map(({ name, rate = "", url }) => Foreign.show(`${name.padEnd(width)}  ${url}  ${rate}`.trimEnd()))
          .join("\n") + "\n",
      )
    }),
})
