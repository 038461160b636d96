/**
 * One rate limit for all processes that reach a database: PostgreSQL or SQLite.
 *
 * ```ts
 * const limit = RateLimitStore.layer({ name: "my-plan" }).pipe(Layer.provide(Database.postgres({ url })))
 * MarketData.layer({ baseUrl, apiKey, rateLimit: RateLimit.free }).pipe(Layer.provide(limit))
 * ```
 *
 * In no window of any process's rate limit do all of them together send more than its limit. A 429 that one of them gets pauses all. While the database cannot be reached, requests
 * wait; a warning says so.
 *
 * @module
 */
import * as RateLimit from "@candela/core/RateLimit"
import type * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Statements from "./internal/rateLimit/statements.js"

/** Options of a shared rate limit. */
export interface Options {
  /** Names the limit, up to 255 characters: processes that give the same name share it. Default `"default"`. */
  readonly name?: string | undefined
  /**
   * Added to each window, for what the way to the service takes at times more and at times less: the service sees requests closer together than they left. Default 100 milliseconds; 250
   * for a slow connection.
   */
  readonly margin?: Duration.DurationInput | undefined
}

/** How long a statement may take. */
const patience = Duration.seconds(5)

/** A place whose answer took longer is asked for anew, in milliseconds: the request would leave later than it is counted for. */
const latestAnswer = 500

const waits = Schedule.jittered(Schedule.union(Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")))

const monotonic = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos) / 1e6)

/** The store over the statements of a limit. */
const over = (
  statements: Statements.Statements,
  name: string,
): Effect.Effect<RateLimit.Store.Service, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    let isDown = false
    const tellOfFailure = (detail: string) =>
      Effect.suspend(() => {
        if (isDown) return Effect.void
        isDown = true
        return Effect.logWarning(
          `the database of the rate limit ${name} does not answer (${detail}). Requests wait until it does: see that it runs and can be reached.`,
        )
      })
    const tellOfSuccess = Effect.suspend(() => {
      if (!isDown) return Effect.void
      isDown = false
      return Effect.logInfo(`the database of the rate limit ${name} answers again`)
    })
    const once = <A>(statement: Effect.Effect<A, SqlError>) =>
      statement.pipe(
        // A transaction whose session the server has ended cannot be rolled back, which is a defect there.
        Effect.catchSomeDefect((defect) =>
          defect instanceof SqlError ? Option.some(Effect.fail(defect)) : Option.none(),
        ),
        Effect.timeout(patience),
        Effect.tapError((error) =>
          tellOfFailure(error._tag === "SqlError" ? causeOf(error) : `no answer in ${Duration.format(patience)}`),
        ),
        Effect.zipLeft(tellOfSuccess),
      )

    const place = (candidate: RateLimit.Store.Candidate): Effect.Effect<number> =>
      Effect.gen(function* () {
        const before = yield* monotonic
        const delay = yield* Effect.orDie(Effect.retry(once(statements.consume(candidate)), waits))
        return delay === 0 && (yield* monotonic) - before > latestAnswer ? yield* place(candidate) : delay
      })

    return {
      consume: (candidate) =>
        Duration.toMillis(candidate.within) > 0
          ? Effect.map(place(candidate), Duration.millis)
          : // A request that has been sent is counted as one that was sent later, if this fails.
            Effect.as(Effect.ignore(once(statements.consume(candidate))), Duration.zero),
      // Whoever was refused does not wait for the others to be told.
      pause: (time) =>
        Effect.flatMap(monotonic, (start) =>
          Effect.flatMap(monotonic, (now) => once(statements.pause(start + Duration.toMillis(time) - now))).pipe(
            Effect.retry(waits),
            Effect.timeout(time),
            Effect.ignore,
            Effect.forkIn(scope),
          ),
        ),
    }
  })

/** What a database says. Its first words alone: the rest may have the text of a statement. */
const causeOf = ({ cause, message }: SqlError): string => {
  const detail = cause instanceof Error && cause.message !== "" ? `: ${cause.message}` : ""
  return `${message}${detail}`.split("\n")[0]!.slice(0, 200)
}

/** The store, for tests with a clock of their own. */
export const makeWith = (options: Statements.Options) =>
  Effect.flatMap(Statements.make(options), (statements) =>
    Effect.zipRight(statements.setUp, over(statements, options.name)),
  )

/** Keeps the rate limits of a program in a database, in the table `candela_rate_limits`, which it makes. It fails if the database does not answer then. */
export const layer = ({ margin = Duration.millis(100), name = "default" }: Options = {}): Layer.Layer<
  never,
  SqlError,
  SqlClient.SqlClient
> =>
  Layer.scoped(RateLimit.Store, makeWith({ name, margin: Duration.toMillis(margin) })) as Layer.Layer<
    never,
    SqlError,
    SqlClient.SqlClient
  >
