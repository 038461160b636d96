/** A year of minute bars in the Parquet files of a store, read into typed arrays. */
import { Crypto } from "@candela/crypto/Crypto"
import * as MarketData from "@candela/core/MarketData"
import * as Universe from "@candela/history/Universe"
import { Store } from "@candela/history/Store"
import * as NodeClient from "@candela/node/NodeClient"
import { DuckDBInstance } from "@duckdb/node-api"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { history, LATER, type Measured, type Trial } from "../../Contender.js"
import { addColumns } from "../history/candela.js"
import type { HistoryInput, Sum } from "../history/history.js"

/** The folder of the store, and what is in it. */
export interface StoreInput extends HistoryInput {
  readonly folder: string
}

/** Currencies trade all day, as the synthetic bars do, and have no splits to ask for. */
const universe = Universe.bars(Crypto.endpoints.bars, { tickers: ["X:BTCUSD"], timespan: "minute" })

const columns = ["timestamp", "open", "high", "low", "close", "volume", "vwap", "transactions"] as const

const none = (): Sum => ({ rows: 0, volume: 0 })

/** Times all runs but the first. */
const later = async (work: () => Promise<Sum>): Promise<Measured> => {
  await work()
  return history(work, LATER)
}

/** Fills the store from the server. */
export const fill: Trial<StoreInput> = ({ folder, from, to, url }) => {
  const live = Layer.mergeAll(
    Store.layer(folder).pipe(Layer.provide(NodeContext.layer)),
    MarketData.MarketData.layer({ baseUrl: url, apiKey: "key" }).pipe(Layer.provide(NodeClient.layer)),
  )
  return history(() =>
    Store.pipe(
      Effect.flatMap((store) => store.sync(universe, { from, to })),
      Effect.map(({ rows }) => ({ rows, volume: 0 })),
      Effect.provide(live),
      Effect.runPromise,
    ),
  )
}

/** By `store.columns`. */
export const store: Trial<StoreInput> = async ({ folder, from, to }) => {
  const runtime = ManagedRuntime.make(Store.layer(folder).pipe(Layer.provide(NodeContext.layer)))
  const bars = Stream.unwrap(Effect.map(Store, (store) => store.columns(universe, { from, to }, { columns })))
  const measured = await later(() => runtime.runPromise(Stream.runFold(bars, none(), addColumns as never)))
  await runtime.dispose()
  return measured
}

const files = (folder: string) => `${folder}/bars/**/*.parquet`

/**
 * By DuckDB, with as many threads as it likes. The columns are joined out of its chunks, whose
 * memory is its own, the fastest way there is: by a vector's own array.
 */
export const duckdb: Trial<StoreInput> = async ({ folder }) => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect()
  const statement = await connection.prepare(`SELECT ${columns.join()} FROM read_parquet('${files(folder)}')`)
  return later(async () => {
    const chunks = await (await statement.run()).fetchAllChunks()
    const rows = chunks.reduce((sum, { rowCount }) => sum + rowCount, 0)
    const arrays = columns.map((_, k) => {
      const parts = chunks.map((chunk) => (chunk.getColumnVector(k) as unknown as { items: Float64Array }).items)
      const column = new (parts[0]!.constructor as Float64ArrayConstructor)(rows)
      let at = 0
      for (const part of parts) {
        column.set(part, at)
        at += part.length
      }
      return column
    })
    return { rows, volume: arrays[columns.indexOf("volume")]!.reduce((sum, volume) => sum + volume, 0) }
  })
}

/** By Polars, with as many threads as it likes. */
export const polars: Trial<StoreInput> = async ({ folder }) => {
  const { default: pl } = await import("nodejs-polars")
  return later(() => {
    const frame = pl
      .scanParquet(files(folder), { hivePartitioning: false })
      .select(...columns)
      .collectSync()
    const arrays = columns.map((name) => frame.getColumn(name).cast(pl.Float64).toTypedArray() as Float64Array)
    const volumes = arrays[columns.indexOf("volume")]!
    return Promise.resolve({ rows: frame.height, volume: volumes.reduce((sum, volume) => sum + volume, 0) })
  })
}
