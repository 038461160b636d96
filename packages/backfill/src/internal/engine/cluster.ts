/**
 * Engine: messages in the database, divided among runners by locks in it.
 *
 * Runners exchange only rows: no runner listens on a port. Messages are found by polling the
 * database, and nobody waits for a stopped or unreachable process.
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
import type { BackfillError } from "../../BackfillError.js"
import * as Quiet from "./quiet.js"
import { failed, lockOfTables, persistent } from "../database/tables.js"

/**
 * Seconds without a heartbeat after which a runner's tickers belong to others. They have taken them
 * over after twice that time.
 */
export const expiration = 10

/** Complete configuration; nothing is read from the environment. All runners of a database need the same one. */
const config: ShardingConfig.ShardingConfig["Type"] = {
  ...ShardingConfig.defaults,
  // A stopped process keeps its session, and with it advisory locks for ever. These locks expire.
  // protects: What a stopped process has locked expires.
  // mutant: "take over what one that ends has begun": true → false
  shardLockDisableAdvisory: true,
  shardLockExpiration: `${expiration} seconds`,
  // A process whose event loop is blocked for longer gives up its jobs and starts them again.
  shardLockRefreshInterval: "3 seconds",
  refreshAssignmentsInterval: "1 second",
  entityMessagePollInterval: "500 millis",
  entityMaxIdleTime: "5 seconds",
  // An interrupted job runs again, and only its time is lost.
  entityTerminationTimeout: "2 seconds",
}

/** Configuration of a process that only sends. */
const client = { ...config, runnerAddress: Option.none() }

/** Services of the engine in a process. */
export type Engine = Sharding.Sharding | MessageStorage

/** Time limit for an ending runner to release its tickers. Unreleased ones expire. */
const farewell = "3 seconds"

/**
 * Locks of the engine. It releases them in an uninterruptible region, where its own timeout has no
 * effect: without a connection it would wait for ever, and so would the process.
 */
const locks = Layer.map(SqlRunnerStorage.layer, (context) => {
  const storage = Context.get(context, RunnerStorage.RunnerStorage)
  const soon = (giving: Effect.Effect<void, PersistenceError>) =>
    giving.pipe(
      // protects: A runner that cannot give its locks back ends all the same.
      // mutant: "end where the connection of their locks is lost": without Effect.disconnect, Effect.interruptible,
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
    // protects: The environment does not change the options of the engine.
    // mutant: "whatever the environment says": ShardingConfig.layer(options → Layer.orDie(ShardingConfig.layerFromEnv()
    Layer.provide(ShardingConfig.layer(options)),
    Layer.mapError(failed),
    Quiet.layer,
  )

/** Engine of the only runner of a database. */
export const alone: Layer.Layer<Engine, BackfillError, SqlClient.SqlClient> = layerOf(config, RunnerStorage.layerMemory)

/** Engine of one of several runners, by its name. */
export const runner = (name: string): Layer.Layer<Engine, BackfillError, SqlClient.SqlClient> =>
  layerOf(
    // The engine uses the address only as the runner's name: nobody connects to it.
    { ...config, runnerAddress: Option.some(RunnerAddress.make(name, 0)) },
    locks,
  )

/** Engine that sends messages and runs none. */
export const sender: Layer.Layer<Engine, BackfillError, SqlClient.SqlClient> = layerOf(
  client,
  // It needs no locks.
  RunnerStorage.layerMemory,
)

const isFree = Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(600))

/**
 * Creates the engine's tables in PostgreSQL under a lock: of two processes that create them at once, one would fail.
 */
export const tables: Effect.Effect<void, BackfillError, SqlClient.SqlClient> = Effect.gen(function* () {
  const connection = yield* (yield* SqlClient.SqlClient).reserve
  yield* Effect.acquireRelease(
    connection.executeValues(`SELECT pg_try_advisory_lock(${lockOfTables})`, []).pipe(
      Effect.filterOrFail(
        // protects: Runners that begin at once make the tables of the engine one after the other.
        // mutant: "are made by one process at a time": [row]) => row?.[0] === → ) =>
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
