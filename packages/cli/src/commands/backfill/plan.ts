/**
 * `candela backfill plan`: makes a plan, and says what it costs.
 *
 * @module
 */
import * as Backfill from "@candela/backfill/Backfill"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import * as Present from "../../connect/Present.js"
import * as Report from "../../output/Report.js"
import * as Cost from "../history/Cost.js"
import * as Folder from "../history/Folder.js"
import * as HistoryOptions from "../history/Options.js"
import * as Part from "../history/Part.js"
import * as Text from "../history/Text.js"
import * as Options from "./Options.js"

/** Instants have days of their own in each zone: jobs are by days of the market. */
const dayOf = (bound: string | number): Effect.Effect<string, UsageError> =>
  typeof bound === "string"
    ? Effect.succeed(bound)
    : new UsageError({ message: "A backfill is planned by days: --from 2025-01-02 --to 2025-06-13." })

/** The command. */
export const command: Command.Command = Command.make("plan", {
  summary: "Plan what the store lacks of a universe, say its cost, and send nothing",
  text:
    "The same universe and range have the same plan: planned again, it keeps what was done and asks the store for what it lacks now. " +
    "Tickers of several markets make a plan of each. The numbers are upper bounds: histories have gaps.",
  options: {
    ...HistoryOptions.store,
    ...Options.database,
    ...HistoryOptions.bars,
    ...HistoryOptions.range,
    attempts: Option.withDefault(
      Option.whole({ value: "N", text: "Attempts before a job is set aside.", min: 1, max: 100 }),
      5,
    ),
    ...Report.options,
  },
  examples: [
    "backfill plan --store data --tickers AAPL,MSFT --timespan minute --from 2025-05-20 --to 2025-06-13",
    "backfill plan --store data --tickers-file tickers.txt --timespan minute --from 2005-01-01 --to 2024-12-31",
  ],
  run: (options) =>
    Effect.gen(function* () {
      const rateLimit = yield* Cost.rate
      const parts = yield* Part.all(options)
      const plans = yield* Effect.forEach(parts, ({ range, universe }) =>
        Effect.gen(function* () {
          const days = { from: yield* dayOf(range.from), to: yield* dayOf(range.to) }
          return yield* Backfill.plan({ universe, range: days, rateLimit, attempts: options.attempts })
        }),
      )
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
    }).pipe(Options.over(options.database), Folder.over(options.store), Present.live),
})
