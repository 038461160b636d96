/**
 * The options that the commands of backfills share.
 *
 * @module
 */
import * as Backfill from "@candela/backfill/Backfill"
import * as Database from "@candela/backfill/Database"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"

/** Where plans are kept. */
export const database = {
  database: Option.withDefault(
    Option.text({
      value: "FILE",
      text: "The SQLite file of the plans. The first plan makes it.",
      example: "backfill.db",
      completes: "file",
    }),
    "backfill.db",
  ),
}

/** Which plan. */
export const plan = {
  plan: Option.optional(
    Option.text({ value: "PLAN", text: "The plan, as plan names it. Default: the last one.", example: "5d41402abc4b" }),
  ),
}

/** Runs a program over the plans in a file. */
export const over =
  (file: string) =>
  <A, E, R>(self: Effect.Effect<A, E, R>) =>
    Effect.provide(self, Database.sqlite(file))

/** The plan that is meant. */
export const chosen = (plan: string | undefined): Effect.Effect<string, UsageError, SqlClient> =>
  plan !== undefined
    ? Effect.succeed(plan)
    : Effect.flatMap(
        Effect.orElseSucceed(Backfill.plans, () => []),
        ([last]) =>
          last === undefined
            ? new UsageError({
                message:
                  "There is no plan in this file. Make one first: candela backfill plan --tickers AAPL --timespan minute --from 2025-01-02",
              })
            : Effect.succeed(last.plan),
      )
