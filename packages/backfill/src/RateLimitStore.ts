/**
 * Rate limit shared by all processes that reach a database: PostgreSQL or SQLite.
 *
 * ```ts
 * const limit = RateLimitStore.layer({ name: "my-plan" }).pipe(Layer.provide(Database.postgres({ url })))
 * MarketData.layer({ baseUrl, apiKey, rateLimit: RateLimit.free }).pipe(Layer.provide(limit))
 * ```
 *
 * In every window of any process's rate limit, all of them together stay within its limit. A 429
 * answer to one of them pauses all. While the database is unreachable, requests wait, with a warning.
 *
 * @module
 */
import * as RateLimit from "@candela/core/RateLimit"
import * as TimeLimit from "@candela/core/internal/TimeLimit"
import type * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Statements from "./internal/database/rateLimit.js"

/** Options of a shared rate limit. */
export interface Options {
  /** Name of the limit, up to 255 characters: processes with the same name share it. Default `"default"`. */
  readonly name?: string | undefined
  /**
   * Addition to each window for varying network latency: the service may see requests closer
   * together than they were sent. Default 100 milliseconds; 250 recommended for a slow connection.
   */
  readonly margin?: Duration.DurationInput | undefined
}

/** Timeout of a statement. */
const patience = Duration.seconds(5)

/**
 * Maximum duration, in milliseconds, of reserving a place; slower ones are reserved again, because
 * the request would be sent later than counted.
 */
const latestAnswer = 500

const waits = Schedule.jittered(Schedule.union(Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")))

const monotonic = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos) / 1e6)

/** Makes the store from the statements of a limit. */
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
          `the database of the rate limit ${name} does not respond (${detail}). Requests wait until it does: see that it runs and can be reached.`,
        )
      })
    const tellOfSuccess = Effect.suspend(() => {
      if (!isDown) return Effect.void
      isDown = false
      return Effect.logInfo(`the database of the rate limit ${name} responds again`)
    })
    const once = <A>(statement: Effect.Effect<A, SqlError>) =>
      statement.pipe(
        // A transaction whose session was ended by the server cannot be rolled back, which
        // `@effect/sql` reports as a defect.
        Effect.catchSomeDefect((defect) =>
          defect instanceof SqlError ? Option.some(Effect.fail(defect)) : Option.none(),
        ),
        Effect.timeout(patience),
        TimeLimit.enforced,
        Effect.tapError((error) =>
          tellOfFailure(error._tag === "SqlError" ? causeOf(error) : `no response in ${Duration.format(patience)}`),
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
          : // If this fails, a sent request is counted as one sent later.
            Effect.as(Effect.ignore(once(statements.consume(candidate))), Duration.zero),
      // A refused process does not wait until the others are informed.
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

/** Returns the message of a database, only its first line: the rest may contain the text of a statement. */
const causeOf = ({ cause, message }: SqlError): string => {
  const detail = cause instanceof Error && cause.message !== "" ? `: ${cause.message}` : ""
  return `${message}${detail}`.split("\n")[0]!.slice(0, 200)
}

/** Makes the store, for tests with their own clock. */
export const makeWith = (options: Statements.RateLimitOptions) =>
  Effect.flatMap(Statements.make(options), (statements) =>
    Effect.zipRight(statements.setUp, over(statements, options.name)),
  )

/**
 * Keeps the rate limits of a program in a database, in the table `candela_rate_limits`, which it
 * creates. Fails if the database does not answer at that time.
 */
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
