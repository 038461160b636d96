/**
 * `candela history missing`: the time that a sync would request.
 *
 * @module
 */
import { Store } from "@candela/history/Store"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Command from "../../command/Command.js"
import * as Present from "../../connect/Present.js"
import * as Output from "../../output/Output.js"
import * as Folder from "./Folder.js"
import * as Options from "./Options.js"
import * as Part from "./Part.js"

/** Bound of an interval; lists of all time have none. */
const orAlways = (instant: number) => (Math.abs(instant) === 8.64e15 ? null : instant)

const instant = "epoch milliseconds"

/** The command. */
export const command: Command.Command = Command.make("missing", {
  summary: "List the time that a sync would ask for",
  text: "Each row is an interval: the column from has its first instant, to the first one after it. The last days may still change, so they are among them. Splits and dividends are lists of all time, without bounds.",
  options: { ...Options.store, ...Options.bars, ...Options.range, ...Output.options },
  examples: ["history missing --store data --tickers AAPL,TSLA --timespan minute --from 2025-06-02 --to 2025-06-13"],
  run: (options) =>
    Effect.gen(function* () {
      const store = yield* Store
      const missing = yield* Effect.forEach(yield* Part.all(options), ({ range, universe }) =>
        store.missing(universe, range),
      )
      yield* Output.records(
        [{ name: "dataset" }, { name: "ticker" }, { name: "from", unit: instant }, { name: "to", unit: instant }],
        options,
        Stream.fromIterable(
          missing.flat().map(({ from, to, ...list }) => ({ ...list, from: orAlways(from), to: orAlways(to) })),
        ),
      )
    }).pipe(Folder.over(options.store), Present.live),
})
