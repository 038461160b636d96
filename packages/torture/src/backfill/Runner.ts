/** A process that runs jobs, as a program of a user would: how it is started, and what it prints. */
import * as Backfill from "@candela/backfill/Backfill"
import type { BackfillError } from "@candela/backfill/BackfillError"
import * as Database from "@candela/backfill/Database"
import * as RateLimitStore from "@candela/backfill/RateLimitStore"
import { MarketData } from "@candela/core/MarketData"
import * as RateLimit from "@candela/core/RateLimit"
import { Store } from "@candela/history/Store"
import * as NodeContext from "@effect/platform-node/NodeContext"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Clients from "../Clients.js"

/** Address of a database: a socket or a port of PostgreSQL, or a SQLite file. */
export type Address =
  | { readonly host: string; readonly port?: number; readonly user: string; readonly database: string }
  | { readonly file: string }

/** Settings of a runner. */
export interface RunnerSettings {
  readonly address: Address
  /** The folder of the store. */
  readonly folder: string
  /** The service. */
  readonly url: string
  readonly apiKey: string
  /** Pages side by side. */
  readonly concurrency: number
  /** Requests in an interval (milliseconds) of all runners together. */
  readonly limit?: { readonly limit: number; readonly interval: number } | undefined
  /** Whether its store finds that there is nothing to do. */
  readonly isIdle?: boolean | undefined
  /** The plan that it runs by itself, to its end; absent for a runner among others. */
  readonly plan?: string | undefined
}

/** The program of a runner. */
export const main = fileURLToPath(new URL("./runnerMain.js", import.meta.url))

/** A connection to a database. */
export const database = (address: Address): Layer.Layer<SqlClient, BackfillError> =>
  Layer.fresh(
    "file" in address
      ? Database.sqlite(address.file)
      : Database.postgres({
          host: address.host,
          ...("port" in address ? { port: address.port } : {}),
          ...{ database: address.database, username: address.user },
        }),
  )

const nothing: Store.Summary = {
  ...{ rows: 0, lists: 0, files: 0, bytes: 0 },
  ...{ tickers: [], changes: [], failures: [], empty: [], damages: [], doubtful: [], doubts: [], cuts: [] },
}

/** The store of a runner. One that is idle lacks everything, and its syncs do nothing. */
export const store = ({ folder, isIdle = false }: Pick<RunnerSettings, "folder" | "isIdle">): Layer.Layer<Store> => {
  const real = Layer.orDie(Layer.provide(Store.layer(folder, { writers: "many" }), NodeContext.layer))
  return isIdle
    ? Layer.effect(
        Store,
        Effect.map(Store, (store) => ({ ...store, sync: () => Effect.succeed(nothing) })),
      ).pipe(Layer.provide(real))
    : real
}

/** Store, service and rate limit of a runner. */
const means = ({ address, apiKey, limit, url, ...settings }: RunnerSettings) => {
  const service = MarketData.layer({ baseUrl: url, apiKey, rateLimit: limit && RateLimit.make(limit) }).pipe(
    Layer.provide(Clients.node),
  )
  const shared = Layer.orDie(RateLimitStore.layer())
  return Layer.mergeAll(store(settings), limit === undefined ? service : Layer.provide(service, shared)).pipe(
    Layer.provideMerge(database(address)),
  )
}

/** Runs jobs for as long as the scope lives; with a plan, to its end. */
export const run = (settings: RunnerSettings, say: (line: string) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const { concurrency, plan } = settings
    if (plan !== undefined) {
      yield* say("Ready")
      yield* Backfill.run(plan, { concurrency })
      return yield* say("Complete")
    }
    yield* Layer.build(Backfill.layerRunner({ concurrency }))
    yield* say("Ready")
    return yield* Effect.never
  }).pipe(Effect.provide(means(settings)), Effect.scoped)

/** The largest resident memory of a process, in megabytes. Zero for one that is gone. */
export const peakMemory = (pid: number): number => {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
