/**
 * `candela history preview`: shows the cost of a sync.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import * as Option from "../../command/Option.js"
import * as Present from "../../connect/Present.js"
import * as Cost from "./Cost.js"
import * as Folder from "./Folder.js"
import * as Options from "./Options.js"
import * as MarketHistories from "./MarketHistories.js"
import * as Report from "../../output/Report.js"

/** The command. */
export const command: Command.Command = Command.make("preview", {
  summary: "Show what a sync would cost, without sending anything",
  text: "The numbers are upper bounds: histories have gaps. Expected rows and bytes are what is usual in the market; the time is the least that the rate limit makes them take.",
  options: {
    ...Options.store,
    ...Options.bars,
    ...Options.range,
    ...Options.by,
    refresh: Option.flag("As sync --refresh: the whole range is requested again."),
    "per-minute": Option.optional(
      Option.whole({
        value: "NUMBER",
        min: 1,
        text: "Requests a minute that your plan allows: the time follows from it. Default: the rate of the profile.",
        example: "5",
      }),
    ),
    ...Report.options,
  },
  examples: [
    "history preview --store data --tickers AAPL,MSFT --timespan minute --from 2025-06-02 --to 2025-06-13",
    "history preview --tickers X:BTCUSD --timespan day --from 2024-01-01 --to 2024-12-31 --format json",
  ],
  run: (options) =>
    Effect.gen(function* () {
      const parts = yield* MarketHistories.all(options)
      const limit = options["per-minute"]
      const window = limit === undefined ? yield* Cost.rate : { limit, interval: "1 minute" as const }
      const cost = yield* Cost.of(parts, options, window)
      yield* Report.write(options, [Cost.sentence(cost)], cost)
    }).pipe(Folder.over(options.store), Present.live),
})
