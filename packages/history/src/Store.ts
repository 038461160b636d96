/**
 * A folder of histories, or a prefix in an object store, that can be synced: Parquet files that any
 * engine reads, laid out as Hive partitions, with a manifest in each ticker's folder. Bars are stored
 * unadjusted, with splits and dividends beside them, so that prices can be adjusted on reading.
 *
 * ```ts
 * const program = Effect.gen(function* () {
 *   const store = yield* Store
 *   const universe = Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL", "MSFT"], timespan: "minute" })
 *   const range = { from: "2023-01-01", to: "2024-12-31" }
 *   yield* Effect.log(yield* store.preview(universe, range))
 *   yield* store.sync(universe, range)
 * })
 * program.pipe(
 *   Effect.provide(Store.layer("histories")),
 *   Effect.provide(NodeContext.layer),
 *   Effect.provide(MarketData.layerConfig()),
 *   ...
 * )
 * ```
 *
 * Several processes may use one store. One writes at a time, or many with the option `writers`; readers
 * see each ticker either before or after a change. A process killed at any instant leaves a store that
 * reads as before or after, and the next sync produces the same files as an uninterrupted one.
 *
 * @module
 */
import * as OptionCheck from "@candela/core/internal/OptionCheck"
import type { InvalidOption } from "@candela/core/InvalidOption"
import { FileSystem } from "@effect/platform/FileSystem"
import type { HttpClient } from "@effect/platform/HttpClient"
import { Path } from "@effect/platform/Path"
import type { ConfigError } from "effect/ConfigError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as StoreFormat from "./internal/store/partition/parquet.js"
import * as Bucket from "./internal/store/objects/bucket.js"
import * as Client from "./internal/store/objects/client.js"
import * as ObjectsConfig from "./internal/store/objects/config.js"
import * as ObjectsPlace from "./internal/store/objects/place.js"
import * as Signer from "./internal/store/objects/signer.js"
import * as Folder from "./internal/store/commit/folder.js"
import * as Reader from "./internal/store/sql/reader.js"
import * as Service from "./internal/store/service.js"
import * as Model from "./internal/store/model/store.js"
import type { StoreError } from "./StoreError.js"

/** Folder of histories, or prefix in an object store. */
export class Store extends Context.Tag("@candela/history/Store")<Store, Store.Service>() {
  /** Makes the store of {@link Store.layer}. */
  static readonly make = (
    folder: string,
    options: Store.Options = {},
  ): Effect.Effect<Store.Service, InvalidOption, FileSystem | Path | Scope.Scope> =>
    Effect.gen(function* () {
      const settleAfter = yield* settling(options)
      const [fs, path] = yield* Effect.all([FileSystem, Path])
      const place = Folder.make({ fs, path, root: folder, writers: options.writers })
      const engine = yield* Reader.make(path.resolve(folder))
      return Service.make({ ...place, engine, format: StoreFormat.parquet() }, settleAfter)
    })

  /**
   * Store in a folder. The first sync creates the folder. Only `sync` and `keep` need a connection
   * to the service. Fails with `InvalidOption` if `settleAfter` is not a duration.
   */
  static readonly layer = (
    folder: string,
    options?: Store.Options,
  ): Layer.Layer<Store, InvalidOption, FileSystem | Path> => Layer.scoped(Store, Store.make(folder, options))

  /** Makes the store of {@link Store.layerObjects}. */
  static readonly makeObjects = (
    options: Store.ObjectsOptions,
  ): Effect.Effect<Store.Service, StoreError | InvalidOption, HttpClient | Scope.Scope> =>
    Effect.gen(function* () {
      const settleAfter = yield* settling(options)
      const bucket = yield* Bucket.of(options)
      const sign = Signer.make(yield* Signer.load(bucket.root), bucket)
      const place = ObjectsPlace.make(bucket, yield* Client.make(bucket, sign))
      return Service.make({ ...place, format: StoreFormat.parquet() }, settleAfter)
    })

  /**
   * Store in an S3-compatible object store, for processes that share no folder. Its files equal
   * those of a folder, byte for byte. Any number of processes may write concurrently, as with
   * `writers: "many"`: manifests change by conditional writes (`If-Match`, `If-None-Match`), which
   * the object store must honour. The first write of a process verifies that.
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
   * Needs the package `aws4fetch` for signing; fails with the reason `"library"` without it, and with
   * `InvalidOption` for invalid options. `sql` and `connect` fail: DuckDB reads only files of a folder.
   */
  static readonly layerObjects = (
    options: Store.ObjectsOptions,
  ): Layer.Layer<Store, StoreError | InvalidOption, HttpClient> => Layer.scoped(Store, Store.makeObjects(options))

  /**
   * `layerObjects` with options from the configuration: by default the environment, under the names
   * that Amazon S3 tools read. The keys come from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`,
   * with `AWS_SESSION_TOKEN` if it is set; the region from `AWS_REGION` or `AWS_DEFAULT_REGION`;
   * the endpoint from `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`. Options given here take
   * precedence. Fails with one `ConfigError` that names all missing variables.
   *
   * ```ts
   * Store.layerObjectsConfig({ bucket: "market-data", prefix: "histories" })
   * Store.layerObjectsConfig({ bucket: Config.string("HISTORIES_BUCKET") })
   * ```
   */
  static readonly layerObjectsConfig = (
    options: Store.ObjectsConfigOptions,
  ): Layer.Layer<Store, StoreError | ConfigError | InvalidOption, HttpClient> =>
    Layer.unwrapEffect(Effect.map(ObjectsConfig.make(options), Store.layerObjects))
}

const settling = ({ settleAfter }: Pick<Store.Options, "settleAfter">) =>
  settleAfter === undefined ? Effect.succeed(undefined) : OptionCheck.duration("settleAfter of Store", settleAfter)

/** Types of the store. */
export declare namespace Store {
  export import Options = Model.Options
  export import ObjectsOptions = Model.ObjectsOptions
  export import ObjectsConfigOptions = ObjectsConfig.ObjectsConfigOptions
  export import Credentials = Model.Credentials
  export import Dataset = Model.Dataset
  export import SyncOptions = Model.SyncOptions
  export import Cost = Model.Cost
  export import Progress = Model.Progress
  export import Change = Model.Change
  export import Failure = Model.Failure
  export import TickerSummary = Model.TickerSummary
  export import Doubtful = Model.Doubtful
  export import Doubt = Model.Doubt
  export import Cut = Model.Cut
  export import Summary = Model.Summary
  export import Missing = Model.Missing
  export import MissingOptions = Model.MissingOptions
  export import File = Model.File
  export import FilesOptions = Model.FilesOptions
  export import Damage = Model.Damage
  export import Report = Model.VerifyReport
  export import ReadOptions = Model.ReadOptions
  export import ExportOptions = Model.ExportOptions
  export import TickReadOptions = Model.TickReadOptions
  export import TickExportOptions = Model.TickExportOptions
  export import TimeOf = Model.TimeOf
  export import ReadError = Model.ReadError
  export import Removed = Model.Removed
  export import KeepOptions = Model.KeepOptions
  export import Kept = Model.Kept
  export import Service = Model.Service
}
