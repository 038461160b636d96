/** The engine's own cost: months a second of which the store has all. */
import * as Backfill from "@candela/backfill/Backfill"
import * as FileSystem from "@effect/platform/FileSystem"
import { Clock, Effect } from "effect"
import * as Check from "./Check.js"
import * as Machine from "./Machine.js"
import * as Runner from "./Runner.js"

const nowhere = { url: "http://127.0.0.1:9", apiKey: "nobody-asks", concurrency: 8, isIdle: true }

/** Counts a run of a plan. */
const rate = <E, R>(jobs: number, run: Effect.Effect<Backfill.Status, E, R>) =>
  Effect.gen(function* () {
    const begun = yield* Clock.currentTimeMillis
    const { jobs: counts } = yield* run
    const seconds = ((yield* Clock.currentTimeMillis) - begun) / 1000
    if (counts.waiting + counts.failed > 0) return yield* Effect.dieMessage(`${counts.waiting} jobs wait yet`)
    return jobs / seconds
  })

/** One process on SQLite, as `Backfill.run` has it. */
export const sqlite = (tickers: number) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped({ prefix: "candela-trial-" })
    const settings: Runner.RunnerSettings = {
      ...nowhere,
      address: { file: `${folder}/backfill.db` },
      folder: `${folder}/store`,
    }
    const universe = Machine.universe(Machine.madeUp(tickers), "minute")
    const { jobs, plan } = yield* Machine.plan(settings, { universe, range: Machine.twentyYears })
    const child = yield* Effect.scoped(
      Effect.gen(function* () {
        const running = yield* Machine.runner({ ...settings, plan })
        const done = rate(
          jobs,
          Effect.gen(function* () {
            yield* running.exitCode
            return yield* Effect.provide(Backfill.status(plan), Runner.database(settings.address))
          }),
        )
        return yield* done
      }),
    )
    return [Check.atLeast("no-op months, SQLite, one process", child, 2500, "a second")]
  }).pipe(Effect.scoped)

/** Three runners on PostgreSQL, and a coordinator. */
export const postgres = (tickers: number) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped({ prefix: "candela-trial-" })
    const address = Machine.addressOf(yield* Machine.postgres)
    const settings: Runner.RunnerSettings = { ...nowhere, address, folder: `${folder}/store` }
    const universe = Machine.universe(Machine.madeUp(tickers), "minute")
    const { jobs, plan } = yield* Machine.plan(settings, { universe, range: Machine.twentyYears })
    const runners = yield* Effect.replicateEffect(Machine.runner(settings), 3)
    const months = yield* rate(
      jobs,
      Effect.map(Machine.coordinate(address, plan), ({ status }) => status),
    )
    const size = (table: string) =>
      Effect.map(
        Machine.ask<{ readonly bytes: string }>(address, `SELECT pg_total_relation_size('${table}') AS bytes`),
        ([row]) => `${Math.round(Number(row!.bytes) / 1024).toLocaleString("en-US")} kB`,
      )
    const messages = Math.ceil(jobs / tickers / 60) * tickers
    return [
      Check.atLeast("no-op months, PostgreSQL, three runners", months, 1500, "a second"),
      Check.atMost("largest runner", Math.max(...runners.map(({ pid }) => Runner.peakMemory(pid))), 500, "MB"),
      Check.figure(
        `tables after ${messages.toLocaleString("en-US")} messages`,
        `messages ${yield* size("cluster_messages")}, replies ${yield* size("cluster_replies")}, tickers ${yield* size("backfill_tickers")}`,
      ),
    ]
  }).pipe(Effect.scoped)
