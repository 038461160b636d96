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
import * as MarketHistories from "./MarketHistories.js"

const instant = "epoch milliseconds"

/** The command. */
export const command: Command.Command = Command.make("missing", {
  summary: "List the time that a sync would request",
  text: "Each row is an interval: the column from has its first instant, to the first one after it. The last days may still change, so they are among them. Splits and dividends are requested as a whole, once a day: their interval is the range. The column doubtful_since has the time of a first answer without rows where some are expected.",
  options: { ...Options.store, ...Options.bars, ...Options.range, ...Output.options },
  examples: ["history missing --store data --tickers AAPL,TSLA --timespan minute --from 2025-06-02 --to 2025-06-13"],
  run: (options) =>
    Effect.gen(function* () {
      const store = yield* Store
      const missing = yield* Effect.forEach(yield* MarketHistories.all(options), ({ range, universe }) =>
        store.missing(universe, range),
      )
      yield* Output.records(
        [
          ...[{ name: "dataset" }, { name: "ticker" }],
          ...[
            { name: "from", unit: instant },
            { name: "to", unit: instant },
            { name: "doubtful_since", unit: instant },
          ],
        ],
        options,
        Stream.fromIterable(
          missing
            .flat()
            .map(({ doubtfulSince, ...missing }) => ({ ...missing, doubtful_since: doubtfulSince ?? null })),
        ),
      )
    }).pipe(Folder.over(options.store), Present.live),
})
