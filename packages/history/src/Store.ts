/**
 * A folder of histories, or a prefix in an object store, that stays up to date: Parquet files that any engine reads, laid out as Hive partitions, with a manifest in each ticker's folder. Bars are kept as they
 * were traded, splits and dividends beside them, so that prices can be adjusted when they are read.
 *
 * ```ts
 * const program = Effect.gen(function* () {
 *   const store = yield* Store
 *   const universe = Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL", "MSFT"], timespan: "minute" })
 *   const range = { from: "2023-01-01", to: "2024-12-31" }
 *   yield* Effect.log(yield* store.preview(universe, range))
 *   yield* store.sync(universe, range)
 * })
 * program.pipe(Effect.provide(Store.layer("histories")), Effect.provide(NodeContext.layer), Effect.provide(MarketDataConfig.layer()), ...)
 * ```
 *
 * Several processes may use one store. One writes at a time, or many with the option `writers`; readers see each ticker as it was before a change or after it. A process that is killed at any instant leaves
 * a store that reads as before or after, and the next sync ends with the same files as one that was never killed.
 *
 * @module
 */
import * as Parquet from "@candela/files/Parquet"
import { FileSystem } from "@effect/platform/FileSystem"
import type { HttpClient } from "@effect/platform/HttpClient"
import { Path } from "@effect/platform/Path"
import type { ConfigError } from "effect/ConfigError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as StoreFormat from "./internal/store/parquet.js"
import * as Bucket from "./internal/objects/bucket.js"
import * as Client from "./internal/objects/client.js"
import * as ObjectsConfig from "./internal/objects/config.js"
import * as ObjectsPlace from "./internal/objects/place.js"
import * as Signer from "./internal/objects/signer.js"
import * as Folder from "./internal/store/folder.js"
import * as Service from "./internal/store/service.js"
import type * as Types from "./internal/store/types.js"
import type { StoreError } from "./StoreError.js"
import type { TickerBar } from "./TickerBar.js"

/** A folder of histories, or a prefix of objects. */
export class Store extends Context.Tag("@candela/history/Store")<Store, Store.Service>() {
  /** The store in a folder. The first sync makes the folder. Only `sync` and `keep` need a connection to the service. */
  static readonly layer = (folder: string, options: Store.Options = {}): Layer.Layer<Store, never, FileSystem | Path> =>
    Layer.scoped(
      Store,
      Effect.map(Effect.all([FileSystem, Path, Parquet.decoder]), ([fs, path, decoder]) =>
        Service.make(
          { ...Folder.make({ fs, path, root: folder, writers: options.writers }), format: StoreFormat.make(decoder) },
          options,
        ),
      ),
    )

  /**
   * The store in an S3-compatible object store, for processes that share no folder. Its files are those of a folder, byte for byte. Any number of processes may write side by side, as
   * with `writers: "many"`: manifests are changed by conditional writes (`If-Match`, `If-None-Match`), which the object store must honour. The first write of a process sees to that.
   *
   * ```ts
   * Store.layerObjects({
   *   bucket: "market-data",
   *   prefix: "histories",
   *   endpoint: "https://storage.example.com",
   *   credentials: { accessKeyId: "...", secretAccessKey: Redacted.make("...") },
   * }).pipe(Layer.provide(FetchHttpClient.layer))
   * ```
   *
   * Needs the package `aws4fetch`, which signs; fails with the reason `"library"` without it, and `"request"` for options that name no place. `sql` and `connect` fail: DuckDB reads
   * the files of a folder alone.
   */
  static readonly layerObjects = (options: Store.ObjectsOptions): Layer.Layer<Store, StoreError, HttpClient> =>
    Layer.scoped(
      Store,
      Effect.gen(function* () {
        const bucket = yield* Bucket.of(options)
        const sign = Signer.make(yield* Signer.load(bucket.root), bucket)
        const place = ObjectsPlace.make(bucket, yield* Client.make(bucket, sign))
        return Service.make({ ...place, format: StoreFormat.make(yield* Parquet.decoder) }, options)
      }),
    )

  /**
   * `layerObjects` with options from the configuration: by default the environment, under the names that the tools of Amazon S3 read. The keys are those of `AWS_ACCESS_KEY_ID` and
   * `AWS_SECRET_ACCESS_KEY`, with `AWS_SESSION_TOKEN` if it is set; the region that of `AWS_REGION` or `AWS_DEFAULT_REGION`; the endpoint that of `AWS_ENDPOINT_URL_S3` or
   * `AWS_ENDPOINT_URL`. What is given here is not read there. Fails with one `ConfigError` that names all variables that are missing.
   *
   * ```ts
   * Store.layerObjectsConfig({ bucket: "market-data", prefix: "histories" })
   * Store.layerObjectsConfig({ bucket: Config.string("HISTORIES_BUCKET") })
   * ```
   */
  static readonly layerObjectsConfig = (
    options: Store.ObjectsConfigOptions,
  ): Layer.Layer<Store, StoreError | ConfigError, HttpClient> =>
    Layer.unwrapEffect(Effect.map(ObjectsConfig.make(options), Store.layerObjects))
}

/** Types of the store. */
export declare namespace Store {
  /** Options of a store. */
  export type Options = Types.Options
  /** Where a store is in an object store. */
  export type ObjectsOptions = Types.ObjectsOptions
  /** The same, each of which may be a `Config`. */
  export type ObjectsConfigOptions = ObjectsConfig.Options
  /** Keys of an object store. They sign the headers of each request, and are in no URL, span, log or error. */
  export type Credentials = Types.Credentials
  /** What a store keeps of a ticker. */
  export type Dataset = Types.Dataset
  /** Options of a sync. */
  export type SyncOptions = Types.SyncOptions
  /** What a sync will cost, at most: histories have gaps. */
  export type Cost = Types.Cost
  /** A part of a sync is done. */
  export type Progress = Types.Progress
  /** Rows of a time that was here already, and that are different now: corrections of bars that had settled, and new splits and dividends. */
  export type Change = Types.Change
  /** A history that could not be brought up to date. */
  export type Failure = Types.Failure
  /** What a sync did. */
  export type Summary = Types.Summary
  /** Time that the next sync will ask for. */
  export type Missing = Types.Missing
  /** What is missing. */
  export type MissingOptions = Types.MissingOptions
  /** A file of the store, as its manifest names it. */
  export type File = Types.File
  /** A file that is not what it was when it was written. */
  export type Damage = Types.Damage
  /** The state of a store's files. */
  export type Report = Types.Report
  /** What is read, and how. */
  export type ReadOptions<Name extends keyof TickerBar = keyof TickerBar> = Types.ReadOptions<Name>
  /** The errors of reading. */
  export type ReadError = Types.ReadError
  /** What was removed. */
  export type Removed = Types.Removed
  /** Options of keeping a list. */
  export type KeepOptions = Types.KeepOptions
  /** A list of a day. */
  export type Kept = Types.Kept
  /** The store. */
  export interface Service extends Types.Service {}
}
