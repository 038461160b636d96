/**
 * `candela backfill plan`: makes a plan, and shows its cost.
 *
 * @module
 */
import * as Backfill from "@candela/backfill/Backfill"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import * as Option from "../../command/Option.js"
import * as Report from "../../output/Report.js"
import * as Cost from "../history/Cost.js"
import * as HistoryOptions from "../history/Options.js"
import * as Text from "../history/Text.js"
import * as Options from "./Options.js"
import * as PlanLocation from "./PlanLocation.js"
import * as Universes from "./Universes.js"

/** The command. */
export const command: Command.Command = Command.make("plan", {
  summary: "Plan what the store lacks of a universe, and say its cost",
  text:
    "The same universe and range have the same plan: planned again, it keeps what was done and adds what the store lacks now. " +
    "Tickers of several markets make a plan of each. The numbers are upper bounds: histories have gaps. It sends nothing, unless --universe asks the service which tickers there are.",
  options: {
    ...HistoryOptions.store,
    ...Options.database,
    ...Universes.options,
    ...HistoryOptions.range,
    attempts: Option.withDefault(
      Option.whole({ value: "N", text: "Attempts before a job is set aside.", min: 1, max: 100 }),
      5,
    ),
    ...Report.options,
  },
  examples: [
    "backfill plan --store data --tickers AAPL,MSFT --timespan minute --from 2025-05-20 --to 2025-06-13",
    "backfill plan --store data --universe stocks --type CS --as-of 2024-01-02 --timespan minute --from 2024-01-02 --to 2024-12-31",
  ],
  run: (options) =>
    Effect.gen(function* () {
      const place = yield* PlanLocation.find(options.database)
      const rateLimit = yield* Cost.rate
      const parts = yield* Effect.mapError(Universes.all(options), (error) =>
        error._tag === "BackfillError" ? Options.told(error) : error,
      )
      const plans = yield* Effect.forEach(parts, ({ range, universe }) =>
        Backfill.plan({ universe, range, rateLimit, attempts: options.attempts }),
      ).pipe(Options.over(place), Effect.provide(Options.store(options.store)))
      const values = plans.map(({ duration, expectedRows, ...plan }) => ({
        ...plan,
        expected_rows: expectedRows,
        ...(duration && { seconds: Duration.toSeconds(duration) }),
      }))
      const lines = values.map(
        (plan) =>
          `Plan ${plan.plan}: ${Text.count(plan.jobs, "job")} of ${Text.count(plan.tickers, "ticker")}. ${Cost.sentence(plan)}`,
      )
      yield* Report.write(options, lines, { plans: values })
    }),
})
