/**
 * The engine: messages in the database, and runners that divide them among themselves by locks in it.
 *
 * Runners exchange nothing but rows: no runner listens on a port. A message is found by the next look at the database, and nobody waits for a process that is stopped or out of reach.
 *
 * @module
 */
import { PersistenceError } from "@effect/cluster/ClusterError"
import type { MessageStorage } from "@effect/cluster/MessageStorage"
import * as RunnerAddress from "@effect/cluster/RunnerAddress"
import * as RunnerHealth from "@effect/cluster/RunnerHealth"
import * as Runners from "@effect/cluster/Runners"
import * as RunnerStorage from "@effect/cluster/RunnerStorage"
import * as Sharding from "@effect/cluster/Sharding"
import * as ShardingConfig from "@effect/cluster/ShardingConfig"
import * as SqlMessageStorage from "@effect/cluster/SqlMessageStorage"
import * as SqlRunnerStorage from "@effect/cluster/SqlRunnerStorage"
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type { BackfillError } from "../BackfillError.js"
import * as Quiet from "./quiet.js"
import { failed, lockOfTables, persistent } from "./tables.js"

/** After so many seconds without a sign of life, the tickers of a runner belong to others. They have taken them over after twice that time. */
export const expiration = 10

/** All options are given, and none is read from the environment. Runners of one database need the same ones. */
const config: ShardingConfig.ShardingConfig["Type"] = {
  ...ShardingConfig.defaults,
  // A process that is stopped keeps its session, and with it advisory locks for ever. These expire.
  shardLockDisableAdvisory: true,
  shardLockExpiration: `${expiration} seconds`,
  // A process whose event loop stands still for longer than this gives its jobs up and begins them anew.
  shardLockRefreshInterval: "3 seconds",
  refreshAssignmentsInterval: "1 second",
  entityMessagePollInterval: "500 millis",
  entityMaxIdleTime: "5 seconds",
  // A job that is interrupted is done again, and nothing is lost but its time.
  entityTerminationTimeout: "2 seconds",
}

/** A process that only sends. */
const client = { ...config, runnerAddress: Option.none() }

/** What a process is to the engine. */
export type Engine = Sharding.Sharding | MessageStorage

/** How long a runner that ends tries to give its tickers back. What it does not give back expires. */
const farewell = "3 seconds"

/**
 * The engine's locks. It gives them back where nothing may be interrupted, its own timeout included: without a connection for them, it would wait for ever, and the process would not end.
 */
const locks = Layer.map(SqlRunnerStorage.layer, (context) => {
  const storage = Context.get(context, RunnerStorage.RunnerStorage)
  const soon = (giving: Effect.Effect<void, PersistenceError>) =>
    giving.pipe(
      Effect.disconnect,
      Effect.interruptible,
      Effect.timeoutFail({
        duration: farewell,
        onTimeout: () => new PersistenceError({ cause: `locks were not given back within ${farewell}` }),
      }),
    )
  return Context.make(RunnerStorage.RunnerStorage, {
    ...storage,
    release: (address, shard) => soon(storage.release(address, shard)),
    releaseAll: (address) => soon(storage.releaseAll(address)),
  })
})

const layerOf = (
  options: ShardingConfig.ShardingConfig["Type"],
  storage: typeof locks | typeof RunnerStorage.layerMemory,
) =>
  Sharding.layer.pipe(
    Layer.provide([Runners.layerNoop, RunnerHealth.layerNoop]),
    Layer.provideMerge(SqlMessageStorage.layer),
    Layer.provide(storage),
    Layer.provide(ShardingConfig.layer(options)),
    Layer.mapError(failed),
    Quiet.layer,
  )

/** The only runner of a database. */
export const alone: Layer.Layer<Engine, BackfillError, SqlClient.SqlClient> = layerOf(config, RunnerStorage.layerMemory)

/** One of several runners, by its name. */
export const runner = (name: string): Layer.Layer<Engine, BackfillError, SqlClient.SqlClient> =>
  layerOf(
    // An address is how the engine names a runner: nobody connects to it.
    { ...config, runnerAddress: Option.some(RunnerAddress.make(name, 0)) },
    locks,
  )

/** Sends messages, and runs none. */
export const sender: Layer.Layer<Engine, BackfillError, SqlClient.SqlClient> = layerOf(
  client,
  // It asks for no locks.
  RunnerStorage.layerMemory,
)

const isFree = Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(600))

/** Makes the engine's tables in PostgreSQL behind a lock: of two processes that make them at once, one fails. */
export const tables: Effect.Effect<void, BackfillError, SqlClient.SqlClient> = Effect.gen(function* () {
  const connection = yield* (yield* SqlClient.SqlClient).reserve
  yield* Effect.acquireRelease(
    connection.executeValues(`SELECT pg_try_advisory_lock(${lockOfTables})`, []).pipe(
      Effect.filterOrFail(
        ([row]) => row?.[0] === true,
        () => new SqlError({ cause: undefined, message: "another process has been making the tables for 30 seconds" }),
      ),
      Effect.retry(isFree),
    ),
    () => Effect.ignore(connection.executeRaw(`SELECT pg_advisory_unlock(${lockOfTables})`, [])),
  )
  yield* Effect.scoped(
    Layer.build(
      Layer.merge(SqlMessageStorage.layer, SqlRunnerStorage.layer).pipe(Layer.provide(ShardingConfig.layer(client))),
    ),
  )
}).pipe(Effect.scoped, persistent)
