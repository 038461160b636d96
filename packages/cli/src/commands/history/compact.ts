/**
 * `candela history compact`: removes leftovers of killed processes.
 *
 * @module
 */
import { Store } from "@candela/history/Store"
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import * as Folder from "./Folder.js"
import * as Options from "./Options.js"
import * as Text from "./Text.js"
import * as Report from "../../output/Report.js"

/** The command. */
export const command: Command.Command = Command.make("compact", {
  summary: "Remove files that belong to no history: what killed processes left",
  options: { ...Options.store, ...Report.options },
  examples: ["history compact --store data"],
  run: (options) =>
    Effect.gen(function* () {
      yield* Folder.requireStore(options.store)
      const removed = yield* Effect.flatMap(Store, ({ compact }) => compact)
      yield* Report.write(options, [Text.removed(removed)], removed)
    }).pipe(Folder.over(options.store)),
})
