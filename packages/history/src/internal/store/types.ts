/**
 * The types of a store, apart from the service that has them: `Store` names them.
 *
 * @module
 */
import type { Columns } from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Param from "@candela/core/Param"
import type { Refusal } from "@candela/core/Request"
import type { FileError } from "@candela/files/FileError"
import type * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type * as Adjust from "../../Adjust.js"
import type * as Integrity from "../../Integrity.js"
import type { MissingError } from "../../MissingError.js"
import type * as Sessions from "../../Sessions.js"
import type * as Sql from "../../Sql.js"
import type { SqlError } from "../../SqlError.js"
import type { StoreError } from "../../StoreError.js"
import type { TickerBar } from "../../TickerBar.js"
import type { UnfitBars } from "../../UnfitBars.js"
import type { Range, Universe } from "../../Universe.js"

/** Options of a store. */
export interface Options {
  /**
   * How long after the end of a day its rows may still be corrected. The days within it are asked for again by each sync; what is older is settled, and
   * asked for once. Default 1 day: yesterday and today are asked for again.
   */
  readonly settleAfter?: Duration.DurationInput | undefined
  /**
   * How many processes, and fibers, may write in the store at the same time.
   *
   * `"one"`: those that write wait for each other, for as long as a whole sync takes. Nothing is asked for twice.
   *
   * `"many"`: they write side by side, also the same ticker, and only the change of a manifest is one after another. What two of them ask for at the same time is asked for twice.
   * A process that is stopped or killed holds up the others once for 5 seconds, and only in the folder whose manifest it was changing; when it goes on, it makes its change again on
   * the manifest as it is then. At its end a sync looks whether all of its time that has settled is here, and fetches again what another process has taken out or removed. `compact`
   * leaves files of the last hour alone.
   *
   * All processes that write in a store at the same time must say the same, and the file system must show each of them what the others have just written. Default `"one"`.
   */
  readonly writers?: "one" | "many" | undefined
}

/** Keys of an object store. They sign the headers of each request, and are in no URL, span, log or error. */
export interface Credentials {
  /** Names the key. */
  readonly accessKeyId: string
  /** The secret of the key: what signs. It is not sent. */
  readonly secretAccessKey: Redacted.Redacted
  /** Goes with keys that expire. */
  readonly sessionToken?: Redacted.Redacted | undefined
}

/** Where a store is in an object store. */
export interface ObjectsOptions extends Pick<Options, "settleAfter"> {
  /** The bucket. It must be there. */
  readonly bucket: string
  /** The store's part of the bucket, without `/` at its ends: `histories/2024`. Default: the whole bucket. */
  readonly prefix?: string | undefined
  /** Address of the object store: `https://storage.example.com`, `http://127.0.0.1:9000`. Default: that of Amazon S3 in the region. */
  readonly endpoint?: string | undefined
  /** Region of the bucket. Default `"us-east-1"`, which is also what most servers of one's own are set to. */
  readonly region?: string | undefined
  /** The keys, or an effect that gives those that are valid now: it is run before each request, so cache it. */
  readonly credentials: Credentials | Effect.Effect<Credentials, { readonly message: string }>
  /** How long a request may take, with its body. Default 1 minute. */
  readonly timeout?: Duration.DurationInput | undefined
  /** The clock by which requests are signed: object stores refuse those of another time than theirs. Default: the `Clock` of the program. */
  readonly clock?: Clock.Clock | undefined
}

/** What a store keeps of a ticker. */
export type Dataset = "bars" | "splits" | "dividends"

/** Options of a sync. */
export interface SyncOptions {
  /** What is brought up to date. Default: the bars, and for stocks the splits and dividends beside them. */
  readonly datasets?: ReadonlyArray<Dataset> | undefined
  /**
   * How daily bars of stocks are asked for. `"ticker"`: each ticker by its own request (`stocks.bars`). `"day"`: all tickers that lack the same time by one request for each trading day that is
   * over (`stocks.dailyMarketSummary`; none for days on which the market is closed); a day of which the session still runs is left for the next sync, and up to 1.25 million bars are held in memory, some 70 bytes each. Where
   * the summary cannot be had, the tickers are asked one by one. Default: what costs fewer requests.
   */
  readonly by?: "day" | "ticker" | undefined
  /** How many tickers are fetched side by side, all under the rate limit of the connection. Each holds up to one file's rows in memory. Default 4. */
  readonly concurrency?: number | undefined
  /** What is asked for again though it has settled, splits and dividends too: for a service that corrects old bars. The summary says what changed. */
  readonly refresh?: Range | undefined
  /** Whether the first error ends the sync, or stands in `failures` of the summary while the others go on. What was written stays in both cases. Default `"fail"`. */
  readonly onFailure?: "fail" | "collect" | undefined
  /** Is run after each file, and after each stretch of time without rows. */
  readonly onProgress?: ((progress: Progress) => Effect.Effect<void>) | undefined
}

/** What a sync will cost, at most: histories have gaps. */
export interface Cost {
  /** Requests. */
  readonly requests: number
  /** Largest number of what a page counts: base aggregates of bars. Splits and dividends, a few rows a ticker, are not counted here. */
  readonly rows: number
  /** Usual number of the same. */
  readonly expectedRows: number
  /** Expected size of the files, in bytes, from the usual number of rows: an estimate. */
  readonly bytes: number
}

/** A part of a sync is done. */
export interface Progress {
  /** `bars`, `splits` or `dividends`. */
  readonly dataset: string
  /** The ticker. */
  readonly ticker: string
  /** The file's period: `2024-03`, `2024`, `all`. */
  readonly period: string
  /** Rows that the service gave for it. */
  readonly rows: number
  /** First instant, epoch milliseconds, that has not been dealt with: whatever the history lacked before it is in the files, or the service has no rows of it. */
  readonly to: number
  /** The share of all missing time that is done, from 0 to 1. */
  readonly done: number
}

/** Rows of a time that was here already, and that are different now: corrections of bars that had settled, and new splits and dividends. */
export interface Change {
  /** `bars`, `splits` or `dividends`. */
  readonly dataset: string
  /** The ticker. */
  readonly ticker: string
  /** The file's period: `2024-03`, `2024`, `all`. */
  readonly period: string
  /** Number of rows that were not here before. */
  readonly added: number
  /** Number of rows that the service gives no more. */
  readonly removed: number
  /** Number of rows with other values. */
  readonly changed: number
  /** Timestamp of the first of these rows, epoch milliseconds. */
  readonly first: number
  /** Timestamp of the last of these rows, epoch milliseconds. */
  readonly last: number
}

/** A history that could not be brought up to date. */
export interface Failure {
  /** `bars`, `splits` or `dividends`. */
  readonly dataset: string
  /** The ticker. */
  readonly ticker: string
  /** Why. */
  readonly error: MarketDataError | StoreError
}

/** What a sync did. */
export interface Summary {
  /** Rows that the service gave. */
  readonly rows: number
  /** Files that were written. */
  readonly files: number
  /** Size of these files, in bytes. */
  readonly bytes: number
  /** What the service gives otherwise than before. */
  readonly changes: ReadonlyArray<Change>
  /** What failed; empty unless `onFailure` is `"collect"`. */
  readonly failures: ReadonlyArray<Failure>
  /**
   * Tickers of which the store has no bars at all. The service gives no rows, and no error, for a ticker that it does not know: look for a typing error, or lower case.
   */
  readonly empty: ReadonlyArray<string>
}

/** Time that the next sync will ask for. */
export interface Missing {
  /** `bars`, `splits` or `dividends`. */
  readonly dataset: string
  /** The ticker. */
  readonly ticker: string
  /** First instant, epoch milliseconds. */
  readonly from: number
  /** First instant after it, epoch milliseconds. */
  readonly to: number
}

/** What is missing. */
export interface MissingOptions {
  /** What is looked at. Default: what a sync fetches. */
  readonly datasets?: ReadonlyArray<Dataset> | undefined
  /** Whether the days within `settleAfter` are left out, which each sync asks for again. Default false. */
  readonly settled?: boolean | undefined
}

/** Which files are named. */
export interface FilesOptions {
  /** What is looked at. Default: all that a sync fetches. */
  readonly datasets?: ReadonlyArray<Dataset> | undefined
}

/** A file of the store, as its manifest names it. */
export interface File {
  /** `bars`, `splits` or `dividends`. */
  readonly dataset: string
  /** The ticker. */
  readonly ticker: string
  /** Its period: `2024-03`, `2024`, `all`. */
  readonly period: string
  /** The file, from the store's folder. */
  readonly file: string
  /** Number of rows. */
  readonly rows: number
  /** Size, in bytes. */
  readonly bytes: number
}

/** A file that is not what it was when it was written. */
export interface Damage {
  /** The folder, from the store's own: `bars/market=stocks/timespan=1minute/ticker=AAPL`. */
  readonly folder: string
  /** The file. */
  readonly file: string
  /** Its period; absent for a manifest. */
  readonly period: string | undefined
  /** It is not there, has another size, has other bytes (SHA-256) or another number of rows, is a manifest that cannot be read, or holds rows outside its period. */
  readonly problem: "lost" | "size" | "digest" | "rows" | "manifest" | "period"
}

/** The state of a store's files. */
export interface Report {
  /** Files that were checked. */
  readonly files: number
  /** Rows in them, by the manifests. */
  readonly rows: number
  /** Size of them, in bytes, by the manifests. */
  readonly bytes: number
  /** What is damaged. */
  readonly damages: ReadonlyArray<Damage>
}

/** What is read, and how. */
export interface ReadOptions<Name extends keyof TickerBar = keyof TickerBar> {
  /** What prices and volumes are adjusted for, by the splits and dividends in the store: `Adjust` says how. Stocks only, bars of a day or less. Default: not adjusted. */
  readonly adjust?: Adjust.By | undefined
  /** The day as of which the store is read: bars, splits and dividends up to the end of that day alone. Bars of windows that were not over by then are left out. */
  readonly asOf?: Param.DateInput | undefined
  /** The parts of the day whose bars are read: `Sessions` says which bars belong to one. Default: all. */
  readonly session?: Sessions.Part | ReadonlyArray<Sessions.Part> | undefined
  /**
   * The order of the bars. `"ticker"`: all bars of the first ticker, then those of the second one. `"time"`: merged by time, those of one instant in the order of the
   * tickers; of each ticker a file is in memory. Default `"ticker"`.
   */
  readonly order?: "ticker" | "time" | undefined
  /**
   * What becomes of trading days that the store lacks. `"fail"`: the stream fails with `MissingError` before its first bar. `"allow"`: they have no bars, and bars are adjusted
   * by the splits and dividends that are there. Days within `settleAfter` are read as they are. Default `"fail"`.
   */
  readonly gaps?: "fail" | "allow" | undefined
  /** Names of the columns to read from the files; `timestamp` and `ticker` are always there. Default: all. */
  readonly columns?: ReadonlyArray<Name> | undefined
}

/** The errors of reading. */
export type ReadError = StoreError | MissingError | UnfitBars

/** What was removed. */
export interface Removed {
  /** Files. */
  readonly files: number
  /** Size of them, in bytes. */
  readonly bytes: number
}

/** Options of keeping a list. */
export interface KeepOptions {
  /** Folder within the endpoint's own, for lists of different requests: a ticker. Default none. */
  readonly name?: string | undefined
  /**
   * The day that the request is about, `yyyy-mm-dd` in the zone of the endpoint's market. A list of the days within `settleAfter` is asked for again by each call. Default: today,
   * for endpoints that only know the present.
   */
  readonly day?: string | undefined
  /** Whether the list is asked for again where there is one of the day. Default false. */
  readonly replace?: boolean | undefined
}

/** A list of a day. */
export interface Kept {
  /** The day, `yyyy-mm-dd`. */
  readonly day: string
  /** Number of rows. */
  readonly rows: number
  /** The file, from the store's folder; absent for a list without rows. */
  readonly file: string | undefined
  /** Whether it was fetched now, and not by an earlier call of that day. */
  readonly fetched: boolean
}

/** The store. */
export interface Service {
  /** The folder, or `s3://bucket/prefix`. */
  readonly folder: string
  /** What `sync` with the same arguments will cost by the `Clock`. Sends nothing. */
  readonly preview: (
    universe: Universe,
    range: Range,
    options?: Pick<SyncOptions, "by" | "datasets" | "refresh">,
  ) => Effect.Effect<Cost, StoreError | Refusal>
  /**
   * Fetches what is missing of the range, and what may still change: the days within `settleAfter`, and files that are lost or that `verify` found damaged. A second sync of a
   * range that has settled sends no request. Splits and dividends are asked for again when another day has settled. Where there is one writer, waits while another process
   * writes in the store.
   */
  readonly sync: (
    universe: Universe,
    range: Range,
    options?: SyncOptions,
  ) => Effect.Effect<Summary, StoreError | MarketDataError, MarketData>
  /** The time that `sync` with the same arguments will ask for: what is not here, and the last days. */
  readonly missing: (
    universe: Universe,
    range: Range,
    options?: MissingOptions,
  ) => Effect.Effect<ReadonlyArray<Missing>, StoreError>
  /** The files of a universe by ticker and period, as the manifests name them: what was written, without a look at the files. A manifest that cannot be read names none. */
  readonly files: (universe: Universe, options?: FilesOptions) => Effect.Effect<ReadonlyArray<File>, StoreError>
  /** Has some time asked for again by the next sync, for days that a check of the rows found degraded. Until then they are read with `gaps: "allow"` alone. */
  readonly doubt: (universe: Universe, range: Range) => Effect.Effect<void, StoreError>
  /**
   * Compares each file with its manifest: presence, size, SHA-256, number of rows. What is damaged is taken out of the manifest, so that nobody reads it and the next sync of its time fetches
   * it again. Default: the whole store.
   */
  readonly verify: (universe?: Universe) => Effect.Effect<Report, StoreError>
  /**
   * Checks the bars of a range that are here, raw and with the splits that are here: `Integrity` says for what. Of each ticker a file is in memory at a time. Days that are degraded are asked for again after `doubt`.
   */
  readonly check: (
    universe: Universe,
    range: Range,
    options?: Pick<Integrity.Options, "listings" | "jump">,
  ) => Effect.Effect<Integrity.Report, StoreError | Refusal>
  /** Removes files that no manifest names: what killed processes left. Where there are many writers, those that are older than an hour. */
  readonly compact: Effect.Effect<Removed, StoreError>
  /** Removes the bars of a universe, and the splits and dividends of tickers that have no other bars here. */
  readonly remove: (universe: Universe) => Effect.Effect<Removed, StoreError>
  /**
   * The bars of a range as columns, with their tickers, in constant memory: a chunk for each file (or row group of 131,072 rows), the next one read ahead; chunks of some
   * thousand rows where they are merged by time. Readers take no lock: a file that a sync replaces meanwhile is read as it was, or as it is then.
   */
  readonly columns: <Name extends keyof TickerBar = keyof TickerBar>(
    universe: Universe,
    range: Range,
    options?: ReadOptions<Name>,
  ) => Stream.Stream<Columns<Pick<TickerBar, Name | "timestamp" | "ticker">>, ReadError>
  /** The bars of a range as rows, with their tickers. */
  readonly read: (
    universe: Universe,
    range: Range,
    options?: Omit<ReadOptions, "columns">,
  ) => Stream.Stream<TickerBar, ReadError>
  /** The bars of a range as bytes of an Arrow IPC stream, with a column `ticker`. */
  readonly arrow: (
    universe: Universe,
    range: Range,
    options?: Omit<ReadOptions, "columns">,
  ) => Stream.Stream<Uint8Array, ReadError | FileError>
  /** The rows of a query over the store, by DuckDB: `Sql` says which views there are, and what the values are. */
  readonly sql: (
    text: string,
    params?: Sql.Params,
    options?: Sql.Options,
  ) => Effect.Effect<ReadonlyArray<Sql.Row>, SqlError | StoreError>
  /** SQL over the store for several queries, which share their views; as rows, a stream or columns. Closed with the scope. */
  readonly connect: (options?: Sql.Options) => Effect.Effect<Sql.Sql, SqlError | StoreError, Scope.Scope>
  /**
   * Keeps the rows of a request as those of a day, in one file. Without `day` they are what an endpoint shows today (`Stocks.endpoints.ratios`, snapshots): a call each day makes a
   * history of what the service shows only for the present. With `day` the request is about that day: quotes, or trades. A list that is here already is not asked for again. All
   * its rows are in memory at once.
   *
   * ```ts
   * store.keep(Stocks.endpoints.ratios, {})
   * store.keep(Forex.endpoints.quotes, { fxTicker: "C:EURUSD", timestamp: day, order: "asc" }, { name: "C:EURUSD", day })
   * ```
   */
  readonly keep: <E extends Endpoint.AnyRows>(
    endpoint: E,
    request: Endpoint.Request<E>,
    options?: KeepOptions,
  ) => Effect.Effect<Kept, StoreError | MarketDataError, MarketData>
}
