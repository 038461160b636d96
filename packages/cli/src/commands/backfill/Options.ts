/**
 * Options shared by the commands of backfills.
 *
 * @module
 */
import * as Backfill from "@candela/backfill/Backfill"
import type { BackfillError } from "@candela/backfill/BackfillError"
import { Store } from "@candela/history/Store"
import type { StoreError } from "@candela/history/StoreError"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { Failed } from "../../command/Failed.js"
import * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import * as Present from "../../connect/Present.js"
import type { Terminal } from "../../terminal/Terminal.js"
import * as Location from "../history/Location.js"
import * as PlanLocation from "./PlanLocation.js"

/** Option for the database of plans. */
export const database = {
  database: Option.optional(
    Option.text({
      value: "DATABASE",
      text: `A SQLite file, which the first plan makes, or the URL of a PostgreSQL for several runners. A password comes from PGPASSWORD or ~/.pgpass, never from the URL; a whole URL may be in CANDELA_DATABASE_URL. Default: ${PlanLocation.defaultFile}.`,
      example: "postgres://candela@localhost/candela",
      completes: "file",
    }),
  ),
}

/** Option for a plan. */
export const plan = {
  plan: Option.optional(
    Option.text({ value: "PLAN", text: "The plan, as plan names it. Default: the last one.", example: "5d41402abc4b" }),
  ),
}

/** Options that select jobs. */
export const jobs = {
  tickers: Option.optional(
    Option.list({ value: "TICKERS", text: "Only jobs of these tickers.", example: "AAPL,MSFT", completes: "ticker" }),
  ),
  periods: Option.optional(
    Option.list({
      value: "PERIODS",
      text: "Only jobs of these months, or of these years for bars of a day and longer.",
      example: "2024-03",
    }),
  ),
}

/** Option for the number of concurrent jobs. */
export const concurrency = {
  concurrency: Option.withDefault(
    Option.whole({ value: "N", text: "Tickers that are fetched in parallel, under one rate limit.", min: 1, max: 64 }),
    8,
  ),
}

/** Option for the port of a status page. */
export const port = {
  port: Option.optional(
    Option.whole({
      value: "PORT",
      text: "Serve a status page on this port of 127.0.0.1 meanwhile; 0 takes a free one.",
      min: 0,
      max: 65_535,
      example: "8080",
    }),
  ),
}

/** The service rejects the key: exit code 3, as for any other command. */
export class KeyRefused extends Data.TaggedError("KeyRefused")<{ readonly message: string }> {}

/** Maps the error of a backfill to one with its exit code: an invalid request is a usage error. */
export const told = (
  error: BackfillError,
  place?: PlanLocation.PlanLocation,
): BackfillError | Failed | KeyRefused | UsageError => {
  const { message, reason } = error
  if (reason === "request" || reason === "plan") return new UsageError({ message })
  if (reason === "database" && place?._tag === "File") return new Failed({ message: `${place.file}: ${message}` })
  return reason === "stopped" ? new KeyRefused({ message }) : error
}

/** Runs a program with the plans of a place. */
export const over =
  (place: PlanLocation.PlanLocation) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, unknown, Exclude<R, SqlClient>> =>
    self.pipe(
      Effect.provide(PlanLocation.layer(place)),
      Effect.mapError((error: unknown) =>
        Predicate.isTagged(error, "BackfillError") ? told(error as BackfillError, place) : error,
      ),
    )

/** Runs a program with existing plans. */
export const existing = <A, E, R>(
  database: string | undefined,
  program: (place: PlanLocation.PlanLocation) => Effect.Effect<A, E, R>,
): Effect.Effect<A, unknown, Exclude<R, SqlClient> | Terminal | FileSystem> =>
  Effect.gen(function* () {
    const place = yield* PlanLocation.find(database)
    // protects: Whoever only looks at plans makes no database.
    // mutant: "says where there is no plan": removed
    yield* PlanLocation.requirePlans(place)
    return yield* over(place)(program(place))
  })

/** Plan of the option, by default the last one. */
// protects: A database that fails is not one without a plan.
// mutant: "tells a database that fails": Backfill.plans → Effect.orElseSucceed(Backfill.plans, () => [])
export const chosen = (
  place: PlanLocation.PlanLocation,
  plan: string | undefined,
): Effect.Effect<string, BackfillError | UsageError, SqlClient> =>
  plan !== undefined
    ? Effect.succeed(plan)
    : Effect.flatMap(Backfill.plans, ([last]) =>
        last === undefined ? PlanLocation.noPlan(place) : Effect.succeed(last.plan),
      )

/**
 * Store of `--store`, shared by concurrent jobs of this process and all workers. Its present is
 * that of the service; everything else uses the current time, which other processes see too.
 */
export const store = (store: string): Layer.Layer<Store, UsageError | StoreError, FileSystem | Path | Terminal> =>
  Layer.effect(
    Store,
    Effect.map(Store, (store): Store.Service => ({
      ...store,
      preview: (...args) => Present.live(store.preview(...args)),
      sync: (...args) => Present.live(store.sync(...args)),
      missing: (...args) => Present.live(store.missing(...args)),
      doubt: (...args) => Present.live(store.doubt(...args)),
      check: (...args) => Present.live(store.check(...args)),
    })),
  ).pipe(Layer.provide(Location.layer(store, { writers: "many" })))

/** Options of a database and a plan, for a suggested command. */
export const again = (database: string | undefined, plan: string): string =>
  `${database === undefined ? "" : ` --database ${database}`} --plan ${plan}`
