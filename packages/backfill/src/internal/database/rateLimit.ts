/**
 * SQL statements of a rate limit in a database. One row has the requests of a limit, as a JSON object of their
 * instants by id. A change is one statement on that row; whether it counted a request is read from the row.
 *
 * @module
 */
import type * as RateLimit from "@candela/core/RateLimit"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type * as Statement from "@effect/sql/Statement"
import type { Client } from "@libsql/client"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Libsql from "./libsql.js"

/** Statements of one limit. Times are milliseconds, instants are by the database's clock. */
export interface Statements {
  /** Creates the table and the row. */
  readonly setUp: Effect.Effect<void, SqlError>
  /**
   * Counts a request, unless a window is full or a pause lasts. Returns the time until there is a
   * place. Requests already sent are always counted.
   */
  readonly consume: (candidate: RateLimit.Store.Candidate) => Effect.Effect<number, SqlError>
  /** Begins a pause. A longer current pause stays. */
  readonly pause: (milliseconds: number) => Effect.Effect<void, SqlError>
}

/** Options of a limit. */
export interface RateLimitOptions {
  readonly name: string
  /** Addition to each window, in milliseconds. */
  readonly margin: number
  /** Clock for the instants of statements. Default: the database's clock. */
  readonly now?: (() => number) | undefined
}

/** Latest time of sending that a client counts a request for, in milliseconds from now. */
const latestDeparture = 1000

/** Whether another process has locked an SQLite database, which lasts for milliseconds. */
const isBusy = ({ cause }: SqlError): boolean =>
  cause instanceof Error && /SQLITE_BUSY|database is locked/.test(cause.message)

/** Retries while another process has locked the database. */
const whenFree = <A>(statement: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
  Effect.retry(statement, { while: isBusy, schedule: Schedule.jittered(Schedule.spaced("5 millis")) })

/**
 * SQLite statements block the event loop. A request with a place must be sent before the next one
 * asks, or it would be sent later than counted.
 */
const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve))))

/** Makes the statements of a limit, in the dialect of the client. */
export const make = ({ margin, name, now }: RateLimitOptions): Effect.Effect<Statements, never, SqlClient.SqlClient> =>
  Effect.map(SqlClient.SqlClient, (sql): Statements => {
    const literal = (text: string) => sql.literal(text)
    const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
    /** Clock that advances within a transaction: PostgreSQL's `now` does not. */
    const clock = (): Statement.Fragment | number =>
      now?.() ??
      literal(
        isPostgres ? "extract(epoch from clock_timestamp()) * 1000" : "(julianday('now') - 2440587.5) * 86400000.0",
      )
    const dialect = isPostgres
      ? {
          json: literal("jsonb"),
          number: literal("double precision"),
          most: literal("greatest"),
          least: literal("least"),
          sent: literal("jsonb_each_text(r.sent) as one(key, value)"),
          at: literal("one.value::double precision"),
          windows: (text: string) => sql`jsonb_array_elements(${text}::jsonb) as w(value)`,
          limit: literal("(w.value ->> 0)::bigint"),
          interval: literal("(w.value ->> 1)::double precision"),
          gather: literal("coalesce(jsonb_object_agg(id, at), '{}'::jsonb)"),
        }
      : {
          json: literal("text"),
          number: literal("real"),
          most: literal("max"),
          least: literal("min"),
          sent: literal("json_each(r.sent) as one"),
          at: literal("one.value"),
          windows: (text: string) => sql`json_each(${text}) as w`,
          limit: literal("json_extract(w.value, '$[0]')"),
          interval: literal("json_extract(w.value, '$[1]')"),
          gather: literal("json_group_object(id, at)"),
        }
    const { at, gather, interval, json, least, limit, most, number, sent, windows } = dialect
    const numeric = (value: Statement.Fragment | number) => sql`cast(${value} as ${number})`

    /** libsql client, if it is one. */
    const { sdk } = sql as { readonly sdk?: Client }
    const patience = sdk === undefined ? Effect.void : Effect.promise(() => Libsql.patient(sdk))

    // Of two processes that create a table at the same instant one may fail, and then finds the table.
    const table = sql`
      create table if not exists candela_rate_limits (
        name varchar(255) not null primary key,
        sent ${json} not null,
        longest ${number} not null,
        paused ${number} not null,
        paused_for ${number} not null default 0,
        delay ${number} not null
      )`
    // A table made by an earlier version lacks the column.
    const column = Effect.catchAll(
      sql`select paused_for from candela_rate_limits limit 1`,
      () => sql`alter table candela_rate_limits add column paused_for ${number} not null default 0`,
    )
    const row = sql`
      insert into candela_rate_limits (name, sent, longest, paused, delay) values (${name}, '{}', 0, 0, 0)
      on conflict (name) do nothing`

    /**
     * Reads the outcome: a counted request has its place. For another one the delay may belong to a
     * later request: then it asks again soon.
     */
    const outcome = (id: string) =>
      Effect.flatMap(
        sql<{ readonly delay: number; readonly counted: number }>`
          select delay, (
            select count(*) from ${sent} where one.key = ${id}
          ) as counted from candela_rate_limits as r where name = ${name}`,
        ([row]) =>
          row === undefined
            ? Effect.dieMessage(`the rate limit ${name} has been removed from the table candela_rate_limits`)
            : Effect.succeed(Number(row.counted) > 0 ? 0 : Math.max(1, row.delay)),
      )

    return {
      setUp: Effect.all([patience, table, column, row], { discard: true }).pipe(
        Effect.retry(Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(5))),
        whenFree,
      ),
      consume: ({ id, windows: given, within }) =>
        Effect.suspend(() => {
          const all = given.map((window) => [window.limit, Duration.toMillis(window.interval) + margin] as const)
          const longest = numeric(Math.max(0, ...all.map(([, interval]) => interval)))
          const latest = numeric(Duration.toMillis(within))
          // Later instants are from a clock that has been set back since. The requests had been sent by now, or
          // will be within that time: so no window gets more than its limit, and nobody waits for the clock.
          // protects: A shared rate limit does not stand still after its clock was set back.
          // mutant: "does not stand still after its clock was set back": clock.now → 1e18
          const bounded = sql`${least}(${at}, clock.now + ${numeric(Math.max(latestDeparture, Duration.toMillis(within)))})`
          // protects: A shared pause does not last longer after its clock was set back.
          // mutant: "does not stand still after its clock was set back": + paused_for → + 1e18
          const change = sql`
            update candela_rate_limits as r set
              longest = ${most}(longest, ${longest}),
              paused = ${least}(paused, ${numeric(clock())} + paused_for),
              (sent, delay) = (
              with clock(now) as (select ${numeric(clock())}),
              others(id, at, place) as (
                select one.key, ${bounded}, row_number() over (order by ${bounded} desc) from ${sent}, clock
                where one.key <> ${id} and ${at} > clock.now - ${most}(r.longest, ${longest})
              ),
              wait(delay) as (
                select ${most}(${numeric(0)}, ${least}(r.paused - clock.now, r.paused_for), coalesce((
                  select max(${least}(others.at, clock.now) + ${interval} - clock.now)
                  from ${windows(JSON.stringify(all))} join others on others.place = ${limit}
                  where others.at + ${interval} > clock.now
                ), 0)) from clock
              )
              select (
                select ${gather} from (
                  select id, at from others
                  union all
                  select cast(${id} as varchar(255)), clock.now + ${latest} from clock where wait.delay = 0 or ${latest} = 0
                ) as counted
              ), wait.delay from wait
            ) where name = ${name}`
          // In a transaction, so that the change sees commits of others made while it waited for
          // the row. The server ends the session of a process that stops within it.
          const alone = sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`set local idle_in_transaction_session_timeout = '2s'`
              yield* sql`select 1 from candela_rate_limits where name = ${name} for update`
              yield* change
              return yield* outcome(id)
            }),
          )
          return isPostgres ? alone : Effect.zipLeft(whenFree(Effect.zipRight(change, outcome(id))), turn)
        }),
      pause: (milliseconds) =>
        Effect.suspend(() => {
          const now = numeric(clock())
          const length = numeric(milliseconds)
          return sql`
            update candela_rate_limits set
              paused = ${most}(${least}(paused, ${now} + paused_for), ${now} + ${length}),
              paused_for = case when ${least}(paused, ${now} + paused_for) < ${now} + ${length} then ${length} else paused_for end
            where name = ${name}`
        }),
    }
  })
