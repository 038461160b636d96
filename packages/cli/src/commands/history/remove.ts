/**
 * `candela history remove`: removes the bars of some tickers.
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
import * as Universes from "./Universes.js"

/** The command. */
export const command: Command.Command = Command.make("remove", {
  summary: "Remove the bars of tickers from the store",
  text: "All bars of the given size. Splits and dividends go with the last bars of their ticker.",
  options: { ...Options.store, ...Options.bars, ...Report.options },
  examples: ["history remove --store data --tickers MSFT --timespan minute"],
  run: (options) =>
    Effect.gen(function* () {
      const universes = yield* Universes.required(options)
      yield* Folder.requireStore(options.store)
      const all = yield* Effect.flatMap(Store, (store) =>
        Effect.forEach(universes, (universe) => store.remove(universe)),
      )
      const removed = {
        files: all.reduce((sum, { files }) => sum + files, 0),
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      }
      yield* Report.write(options, [Text.removed(removed)], removed)
    }).pipe(Folder.over(options.store)),
})
