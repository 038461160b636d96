/**
 * Keeps a window of messages open until no job of a plan waits. Its whole state is in the tables, and
 * duplicate messages have no effect: it may be killed at any time, and two coordinators do no harm.
 *
 * @module
 */
import * as TimeLimit from "@candela/core/internal/TimeLimit"
import type * as Sharding from "@effect/cluster/Sharding"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { BackfillError } from "../../BackfillError.js"
import { byNeed, letter } from "../plan/jobs.js"
import * as Metrics from "../progress/metrics.js"
import { Batch, Ticker, type } from "./batch.js"
import * as Plans from "../plan/plans.js"
import * as Status from "../progress/status.js"
import { persistent, transaction } from "../database/tables.js"

/** Number of open messages per runner. A runner loads all waiting ones, at 35 kB each. */
const windowOfRunner = 300

/** CoordinatorOptions of running a plan. */
export interface CoordinatorOptions {
  /** Polling interval for completed messages. Default 1 second. */
  readonly poll?: Duration.DurationInput | undefined
  /** Runs after each poll. */
  readonly onProgress?: ((status: Status.Status) => Effect.Effect<void>) | undefined
}

/** Reads the unprocessed messages of all plans. */
const open = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* persistent(
    sql<{
      ticker: string
      payload: string
    }>`SELECT entity_id AS ticker, payload FROM cluster_messages WHERE entity_type = ${type} AND kind = 0 AND NOT processed`,
  )
  return rows.map(({ payload, ticker }) => ({ ticker, plan: (JSON.parse(payload) as Batch).plan }))
})

/** Deletes processed messages with their replies: the cluster never deletes them. */
const cleanUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* persistent(
    sql<{
      id: bigint | string
    }>`SELECT id FROM cluster_messages WHERE entity_type = ${type} AND kind = 0 AND processed ORDER BY id LIMIT 1000`,
  )
  if (rows.length === 0) return
  const ids = sql.literal(rows.map(({ id }) => String(id)).join(","))
  yield* persistent(
    transaction(
      Effect.zipRight(
        sql`DELETE FROM cluster_replies WHERE request_id IN (${ids})`,
        sql`DELETE FROM cluster_messages WHERE id IN (${ids})`,
      ),
    ),
  )
})

/** Makes the next batches of a plan, the tickers with the most jobs first. */
const next = ({ batchSize, plan }: Plans.Definition, busy: ReadonlySet<string>, most: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const now = yield* Clock.currentTimeMillis
    const limit = sql.literal(String(most + busy.size))
    const rows = yield* persistent(
      sql<{
        ticker: string
        jobs: string
        round: number
      }>`SELECT ticker, jobs, round FROM backfill_tickers WHERE plan = ${plan} AND next_at <= ${now} AND jobs LIKE '%w%'
        ORDER BY ${sql.literal(byNeed)} LIMIT ${limit}`,
    )
    const chosen = rows.filter(({ ticker }) => !busy.has(ticker)).slice(0, most)
    yield* Effect.forEach(
      Arr.chunksOf(
        chosen.map(({ ticker }) => ticker),
        500,
      ),
      (tickers) =>
        persistent(
          sql`UPDATE backfill_tickers SET round = round + 1 WHERE plan = ${plan} AND ${sql.in("ticker", tickers)}`,
        ),
      { discard: true },
    )
    return chosen.map(
      ({ jobs, round, ticker }) =>
        new Batch({
          ...{ plan, ticker, round: Number(round) + 1 },
          jobs: [...jobs].flatMap((state, index) => (state === letter.waiting ? [index] : [])).slice(0, batchSize),
        }),
    )
  })

/**
 * Stores a message, with retries: an unreachable database fails or dies in the engine. The
 * message's key makes repeated sends idempotent.
 */
const send = (client: Effect.Effect.Success<typeof Ticker.client>) => (batch: Batch) =>
  client(batch.ticker)
    .Download(batch, { discard: true })
    .pipe(
      Effect.timeout("30 seconds"),
      TimeLimit.enforced,
      Effect.sandbox,
      Effect.tapError((cause) => Effect.logDebug("A batch is sent again", cause)),
      Effect.retry(Schedule.spaced("200 millis")),
      Effect.orDie,
    )

/** Runs a plan until no job waits. Fails when it is cancelled, or when the service refuses the key. */
export const run = (
  plan: string,
  { onProgress, poll = Duration.seconds(1) }: CoordinatorOptions = {},
): Effect.Effect<Status.Status, BackfillError, SqlClient.SqlClient | Sharding.Sharding> =>
  Effect.gen(function* () {
    const client = yield* Ticker.client
    const ended = (definition: Plans.Definition, reason: "cancelled" | "stopped", detail: string) =>
      new BackfillError({ reason, plan: definition.plan, detail })
    while (true) {
      const begun = yield* Clock.currentTimeMillis
      const definition = yield* Plans.find(plan)
      const messages = yield* open
      yield* Metrics.messagesOpen(messages.length)
      const isBusy = messages.some((message) => message.plan === plan)
      // Counted after the messages: a completed batch has recorded its jobs before.
      const status = yield* Status.of(plan)
      if (onProgress !== undefined) yield* onProgress(status)
      if (!isBusy) {
        yield* cleanUp
        if (definition.state === "cancelled") return yield* ended(definition, "cancelled", "it was cancelled")
        if (definition.state === "stopped") {
          return yield* ended(
            definition,
            "stopped",
            `${definition.detail} Nothing is lost: mend this, and run the plan again.`,
          )
        }
        if (status.jobs.waiting === 0) return status
      }
      const cost = (yield* Clock.currentTimeMillis) - begun
      if (definition.state === "open") {
        const alive = status.runners.filter(({ isAlive }) => isAlive).length
        const room = windowOfRunner * Math.max(1, alive) - messages.length
        if (room > 0) {
          const batches = yield* next(definition, new Set(messages.map(({ ticker }) => ticker)), room)
          yield* Effect.forEach(batches, send(client), { concurrency: 16, discard: true })
          yield* Metrics.messagesSent(batches.length)
        }
      }
      yield* cleanUp
      // Polling ten thousand tickers takes longer than polling ten.
      yield* Effect.sleep(Duration.max(poll, Duration.millis(4 * cost)))
    }
  }).pipe(Effect.withTracerEnabled(false))
