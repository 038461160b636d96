/**
 * Types of a store and its service, exported by `Store`.
 *
 * @module
 */
import type { Columns } from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Param from "@candela/core/declare/Param"
import type { Refusal } from "@candela/core/Request"
import type { FileError } from "@candela/files/FileError"
import type { Written } from "@candela/files/Written"
import type { FileSystem } from "@effect/platform/FileSystem"
import type * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type * as Adjust from "../../../Adjust.js"
import type * as Integrity from "../../../Integrity.js"
import type { InvalidAction } from "../../../InvalidAction.js"
import type { MissingError } from "../../../MissingError.js"
import type * as Sessions from "../../../Sessions.js"
import type * as Sql from "./sql.js"
import type { SqlError } from "../../../SqlError.js"
import type { StoreError } from "../../../StoreError.js"
import type { TickerBar, TickerTick } from "../../../TickerBar.js"
import type { UnfitBars } from "../../../UnfitBars.js"
import type { AnyUniverse, Range, Ticks, TickRow, Universe } from "../../../Universe.js"

/** Options of a store. */
export interface Options {
  /**
   * Time after the end of a day within which its rows may still be corrected. Each sync requests these days
   * again; older days are settled, and requested once. Default 1 day: yesterday and today are requested again.
   */
  readonly settleAfter?: Duration.DurationInput | undefined
  /**
   * Number of processes, and fibers, that may write in the store at the same time.
   *
   * `"one"`: writers wait for each other, for the duration of a whole sync. Nothing is requested twice.
   *
   * `"many"`: writers run concurrently, even for the same ticker; only changes of a manifest are serialized.
   * Time that two of them need at the same moment is requested twice. A stopped or killed process delays the
   * others once for 5 seconds, and only in the folder whose manifest it was changing; when it continues, it
   * repeats its change on the current manifest. At its end a sync checks that all of its settled time is
   * stored, and fetches again what another process has removed. `compact` keeps files of the last hour.
   *
   * All concurrent writers of a store must use the same value, and the file system must show each
   * of them the latest writes of the others. Default `"one"`.
   */
  readonly writers?: "one" | "many" | undefined
}

/** Keys of an object store. They sign the headers of each request, and never appear in a URL, span, log or error. */
export interface Credentials {
  /** Identifier of the key. */
  readonly accessKeyId: string
  /** Secret of the key, for signing. Never sent. */
  readonly secretAccessKey: Redacted.Redacted
  /** Session token of expiring keys. */
  readonly sessionToken?: Redacted.Redacted | undefined
}

/** Location of a store in an object store. */
export interface ObjectsOptions extends Pick<Options, "settleAfter"> {
  /** Bucket, which must exist. */
  readonly bucket: string
  /** Key prefix of the store in the bucket, without `/` at its ends: `histories/2024`. Default: the whole bucket. */
  readonly prefix?: string | undefined
  /**
   * Address of the object store: `https://storage.example.com`, `http://127.0.0.1:9000`. Default:
   * Amazon S3 in the region.
   */
  readonly endpoint?: string | undefined
  /** Region of the bucket. Default `"us-east-1"`, which is also the setting of most self-hosted servers. */
  readonly region?: string | undefined
  /** Keys, or an effect that returns the currently valid ones: it runs before each request, so cache it. */
  readonly credentials: Credentials | Effect.Effect<Credentials, { readonly message: string }>
  /** Timeout of a request including its body. Default 1 minute. */
  readonly timeout?: Duration.DurationInput | undefined
  /**
   * Clock for signing requests: object stores refuse times that differ from theirs. Default: the
   * `Clock` of the program.
   */
  readonly clock?: Clock.Clock | undefined
}

/** Dataset of a ticker in a store. */
export type Dataset = "bars" | "splits" | "dividends"

/** Options of a sync. */
export interface SyncOptions {
  /** Datasets to update. Default: the bars, and for stocks also the splits and dividends. */
  readonly datasets?: ReadonlyArray<Dataset> | undefined
  /**
   * Requests for daily bars of stocks. `"ticker"`: one per ticker (`stocks.bars`). `"day"`: for all
   * tickers with the same gaps one per ended trading day (`stocks.dailyMarketSummary`; none for
   * days on which the market is closed); a day whose session still runs is left for the next sync,
   * and up to 1.25 million bars are held in memory, some 70 bytes each. If the summary is
   * unavailable, the tickers are requested one by one. Default: the way with fewer requests.
   */
  readonly by?: "day" | "ticker" | undefined
  /**
   * Number of tickers fetched concurrently, all under the rate limit of the connection. Each holds
   * up to one file's rows in memory. Default 4.
   */
  readonly concurrency?: number | undefined
  /**
   * Range to request again although it has settled, including splits and dividends: for a service
   * that corrects old bars. The summary lists the changes.
   */
  readonly refresh?: Range | undefined
  /**
   * Whether the first error ends the sync, or errors are collected in `failures` of the summary
   * while the others continue. Written files stay in both cases. Default `"fail"`.
   */
  readonly onFailure?: "fail" | "collect" | undefined
  /** Runs after each file, and after each stretch of time without rows. */
  readonly onProgress?: ((progress: Progress) => Effect.Effect<void>) | undefined
}

/** Maximum cost of a sync: histories have gaps. */
export interface Cost {
  /** Number of requests, without retries and the second ones for empty answers. */
  readonly requests: number
  /** Maximum number of bars. Splits and dividends, a few rows per ticker, are not included. */
  readonly rows: number
  /** Usual number of bars. */
  readonly expectedRows: number
  /** Expected size of the files of bars, in bytes, from the usual number of rows. */
  readonly bytes: number
}

/** Completed part of a sync. */
export interface Progress {
  /** Dataset: `bars`, `splits` or `dividends`. */
  readonly dataset: string
  /** Ticker. */
  readonly ticker: string
  /** Period of the file: `2024-03`, `2024`, `all`. */
  readonly period: string
  /** Number of rows from the service. */
  readonly rows: number
  /**
   * First unprocessed instant, epoch milliseconds: all missing time before it is in the files, or
   * has no rows at the service.
   */
  readonly to: number
  /** Completed share of all missing time, from 0 to 1. */
  readonly done: number
}

/** Changed rows of a time that was stored already: corrections of settled bars, and new splits and dividends. */
export interface Change {
  /** Dataset: `bars`, `splits` or `dividends`. */
  readonly dataset: string
  /** Ticker. */
  readonly ticker: string
  /** Period of the file: `2024-03`, `2024`, `all`. */
  readonly period: string
  /** Number of new rows. */
  readonly added: number
  /** Number of rows that the service no longer returns. */
  readonly removed: number
  /** Number of rows with changed values. */
  readonly changed: number
  /** Timestamp of the first of these rows, epoch milliseconds. */
  readonly first: number
  /** Timestamp of the last of these rows, epoch milliseconds. */
  readonly last: number
}

/** History that could not be updated. */
export interface Failure {
  /** Dataset: `bars`, `splits` or `dividends`. */
  readonly dataset: string
  /** Ticker. */
  readonly ticker: string
  /** Cause. */
  readonly error: MarketDataError | StoreError
}

/** What a sync did for the bars of a ticker. */
export interface TickerSummary {
  /** Ticker. */
  readonly ticker: string
  /** Number of bars from the service. */
  readonly rows: number
  /** Day of the last stored bar, `yyyy-mm-dd` in the market's zone; absent without bars. */
  readonly last: string | undefined
}

/**
 * Absence that the calendar or the ticker's own activity contradicts: time that the service
 * answered without rows, also when it was asked again.
 */
export interface Doubtful {
  /** Dataset: `bars`, `splits` or `dividends`. */
  readonly dataset: string
  /** Ticker. */
  readonly ticker: string
  /**
   * Trading days without bars, `yyyy-mm-dd` in the market's zone; of bars of more than a day, their
   * first days. None for splits and dividends: the list came empty.
   */
  readonly days: ReadonlyArray<string>
  /**
   * Time of the first answer without them, epoch milliseconds. A second one, at least a day later, settles the absence.
   */
  readonly since: number
}

/**
 * Something odd in the bars that a sync has written. Nothing is refused for it; `check` has the details.
 *
 * - `absent`: a session without bars on which two answers agree, although the ticker trades on the sessions around it.
 * - `jump`: a change of the price by more than 1.4 that no stored split explains.
 * - `still`: one price for a whole session of at least 20 bars, or for five bars of a day or more.
 * - `volume`: a session, or a longer bar, without any volume.
 */
export interface Doubt {
  /** Ticker. */
  readonly ticker: string
  /** What is odd. */
  readonly reason: "absent" | "jump" | "still" | "volume"
  /**
   * Days, `yyyy-mm-dd` in the market's zone, in ascending order; for `still` of bars of a day or
   * more, the first one of each stretch.
   */
  readonly days: ReadonlyArray<string>
}

/** Settled time that lay in the future of the service, and was removed: it was settled by a clock that was ahead. */
export interface Cut {
  /** Dataset: `bars`, `splits` or `dividends`. */
  readonly dataset: string
  /** Ticker. */
  readonly ticker: string
  /** First instant, epoch milliseconds. */
  readonly from: number
  /** First instant after it, epoch milliseconds. */
  readonly to: number
}

/** Result of a sync. */
export interface Summary {
  /** Number of bars from the service. */
  readonly rows: number
  /** Number of splits and dividends from the service. */
  readonly lists: number
  /** Number of written files. */
  readonly files: number
  /** Size of these files, in bytes. */
  readonly bytes: number
  /** Bars of each ticker, in the order of the universe. */
  readonly tickers: ReadonlyArray<TickerSummary>
  /** Rows that the service returns differently than before: its corrections. */
  readonly changes: ReadonlyArray<Change>
  /** Failed histories; empty unless `onFailure` is `"collect"`. */
  readonly failures: ReadonlyArray<Failure>
  /**
   * Tickers without any bars in the store. The service returns no rows, and no error, for an
   * unknown ticker: check for a typing error, or lower case.
   */
  readonly empty: ReadonlyArray<string>
  /**
   * Files that were lost or damaged: their rows were fetched again, or their history is among
   * `failures`. A warning tells each.
   */
  readonly damages: ReadonlyArray<Damage>
  /** Time without rows where some are expected. The next sync requests it again. */
  readonly doubtful: ReadonlyArray<Doubtful>
  /** What is odd in the bars of the written files. */
  readonly doubts: ReadonlyArray<Doubt>
  /** Settled time that lay in the future, and was removed. */
  readonly cuts: ReadonlyArray<Cut>
  /**
   * Time of this machine minus that of the service, in milliseconds, if they differ by more than a minute and
   * it matters for this range: nothing is settled, or requested, later than the earlier of the two allows.
   */
  readonly clockAhead?: number | undefined
}

/** Time range that the next sync will request. */
export interface Missing {
  /** Dataset: `bars`, `splits` or `dividends`. */
  readonly dataset: string
  /** Ticker. */
  readonly ticker: string
  /** First instant, epoch milliseconds. For splits and dividends, which are requested completely, that of the range. */
  readonly from: number
  /** First instant after it, epoch milliseconds. */
  readonly to: number
  /**
   * Time of the first answer without rows where some are expected, epoch milliseconds; absent for
   * time that was not answered.
   */
  readonly doubtfulSince?: number | undefined
}

/** Options of looking for missing time. */
export interface MissingOptions {
  /** Datasets to check. Default: those that a sync fetches. */
  readonly datasets?: ReadonlyArray<Dataset> | undefined
  /** Whether to leave out the days within `settleAfter`, which each sync requests again. Default false. */
  readonly settled?: boolean | undefined
}

/** Options of listing files. */
export interface FilesOptions {
  /** Datasets to list. Default: those that a sync fetches. */
  readonly datasets?: ReadonlyArray<Dataset> | undefined
}

/** File of the store, as listed in its manifest. */
export interface File {
  /** Dataset: `bars`, `splits` or `dividends`. */
  readonly dataset: string
  /** Ticker. */
  readonly ticker: string
  /** Period: `2024-03`, `2024`, `all`. */
  readonly period: string
  /** Path of the file within the store's folder. */
  readonly file: string
  /** Number of rows. */
  readonly rows: number
  /** Size, in bytes. */
  readonly bytes: number
}

/** File that changed since it was written. */
export interface Damage {
  /** Path of the folder within the store: `bars/market=stocks/timespan=1minute/ticker=AAPL`. */
  readonly folder: string
  /** Name of the file. */
  readonly file: string
  /** Period of the file; absent for a manifest. */
  readonly period: string | undefined
  /**
   * Problem: lost, another size, other bytes (SHA-256), another number of rows, an unreadable
   * manifest, or rows outside the period.
   */
  readonly problem: "lost" | "size" | "digest" | "rows" | "manifest" | "period"
}

/** State of a store's files. */
export interface VerifyReport {
  /** Number of checked files. */
  readonly files: number
  /** Number of rows in them, by the manifests. */
  readonly rows: number
  /** Total size, in bytes, by the manifests. */
  readonly bytes: number
  /** Damaged files. */
  readonly damages: ReadonlyArray<Damage>
}

/** Options of a read. */
export interface ReadOptions<Name extends keyof TickerBar = keyof TickerBar> {
  /**
   * Adjustment of prices and volumes by the splits and dividends in the store, as in `Adjust`. Stocks only, bars of a
   * day or less. Fails with `InvalidAction` where a stored split or dividend has no valid ratio or factor. Default:
   * not adjusted.
   */
  readonly adjust?: Adjust.By | undefined
  /**
   * Day as of which the store is read: only bars, splits and dividends up to the end of that day. Bars of windows
   * that end later are left out. Default: all bars, and splits as of today in New York, by the `Clock`.
   */
  readonly asOf?: Param.DateInput | undefined
  /** Parts of the day whose bars are read, as in `Sessions`. Default: all. */
  readonly session?: Sessions.Part | ReadonlyArray<Sessions.Part> | undefined
  /**
   * Order of the bars. `"ticker"`: all bars of the first ticker, then those of the second one. `"time"`: merged by
   * time, bars of one instant in the order of the tickers; one file per ticker is in memory. Default `"ticker"`.
   */
  readonly order?: "ticker" | "time" | undefined
  /**
   * Handling of missing trading days. `"fail"`: the stream fails with `MissingError` before its
   * first bar. `"allow"`: they have no bars, and bars are adjusted by the stored splits and
   * dividends. Days within `settleAfter` are read as stored. Default `"fail"`.
   */
  readonly gaps?: "fail" | "allow" | undefined
  /** Names of the columns to read from the files; `timestamp` and `ticker` are always included. Default: all. */
  readonly columns?: ReadonlyArray<Name> | undefined
}

/** Options of reading trades or quotes. */
export interface TickReadOptions<Name extends PropertyKey = string> extends Pick<ReadOptions, "asOf" | "gaps"> {
  /** Names of the columns to read from the files; the time and `ticker` are always included. Default: all. */
  readonly columns?: ReadonlyArray<Name> | undefined
}

/** Name of the time by which rows are ordered. */
export type TimeOf<Row> = Row extends { readonly sip_timestamp: bigint }
  ? "sip_timestamp"
  : Row extends { readonly timestamp: bigint }
    ? "timestamp"
    : "participant_timestamp"

/** Options of an export of trades or quotes. */
export interface TickExportOptions extends TickReadOptions, Pick<ExportOptions, "format" | "temporary"> {}

/** Options of an export. */
export interface ExportOptions extends Omit<ReadOptions, "columns"> {
  /** Format of the file. Lines of CSV end with LF. */
  readonly format: "parquet" | "csv" | "arrow"
  /** Names of the columns of the file, in their order. Default: all. */
  readonly columns?: ReadonlyArray<keyof TickerBar> | undefined
  /** Name of the temporary file, in the folder of the file. Default: a random one. */
  readonly temporary?: string | undefined
}

/** Errors of a read. */
export type ReadError = StoreError | MissingError | UnfitBars | InvalidAction

/** Removed files. */
export interface Removed {
  /** Number of files. */
  readonly files: number
  /** Total size, in bytes. */
  readonly bytes: number
}

/** Options of keeping a list. */
export interface KeepOptions {
  /** Folder within the endpoint's own, for lists of different requests: a ticker. Default none. */
  readonly name?: string | undefined
  /**
   * Day of the request, `yyyy-mm-dd` in the zone of the endpoint's market. Lists of the days within
   * `settleAfter` are requested again by each call. Default: today, for endpoints that only know the present.
   */
  readonly day?: string | undefined
  /** Whether to request the list again if that day's list exists. Default false. */
  readonly replace?: boolean | undefined
}

/** Saved list of a day. */
export interface Kept {
  /** Day, `yyyy-mm-dd`. */
  readonly day: string
  /** Number of rows. */
  readonly rows: number
  /** Path of the file within the store's folder; absent for a list without rows. */
  readonly file: string | undefined
  /** Whether it was fetched by this call, not by an earlier one for that day. */
  readonly fetched: boolean
  /**
   * Whether the service gave no rows although some are expected: for today, or a day on which the market is open.
   * The next call asks again, until a second answer, at least a day later, agrees; stored rows stay until then.
   */
  readonly doubtful: boolean
}

/** The store. */
export interface Service {
  /** Folder of the store, or `s3://bucket/prefix`. */
  readonly folder: string
  /** Computes the cost of `sync` with the same arguments by the `Clock`. Sends nothing. */
  readonly preview: (
    universe: AnyUniverse,
    range: Range,
    options?: Pick<SyncOptions, "by" | "datasets" | "refresh">,
  ) => Effect.Effect<Cost, StoreError | Refusal>
  /**
   * Fetches the missing time of the range, and time that may still change: the days within
   * `settleAfter`, and files that are lost or that `verify` found damaged. A second sync of a
   * settled range sends no request for bars. Splits and dividends are requested again once a day,
   * for 50 tickers at a time. With one writer, waits while another process writes in the store.
   *
   * An answer without rows where the calendar, or the ticker's own activity, expects some is no
   * knowledge: it is requested again at once, then by each sync until a second answer, at least a
   * day after the first one, agrees (`doubtful`). Nothing is settled later than the clock of the
   * service allows, less `settleAfter`; a service that hides its clock settles nothing after the
   * last bar that any of the tickers has. What is odd is logged as a warning, once for each kind.
   */
  readonly sync: (
    universe: AnyUniverse,
    range: Range,
    options?: SyncOptions,
  ) => Effect.Effect<Summary, StoreError | MarketDataError, MarketData>
  /** Returns the time that `sync` with the same arguments will request: missing time, and the last days. */
  readonly missing: (
    universe: AnyUniverse,
    range: Range,
    options?: MissingOptions,
  ) => Effect.Effect<ReadonlyArray<Missing>, StoreError>
  /**
   * Lists the files of a universe by ticker and period, from the manifests, without checking the
   * files. An unreadable manifest lists none.
   */
  readonly files: (universe: AnyUniverse, options?: FilesOptions) => Effect.Effect<ReadonlyArray<File>, StoreError>
  /**
   * Makes the next sync request some time again, for days that a check of the rows found degraded.
   * Until then they can only be read with `gaps: "allow"`.
   */
  readonly doubt: (universe: AnyUniverse, range: Range) => Effect.Effect<void, StoreError>
  /**
   * Compares each file with its manifest: presence, size, SHA-256, number of rows. Damaged files are removed from the
   * manifest, so that nobody reads them and the next sync of their time fetches them again. Default: the whole store.
   */
  readonly verify: (universe?: AnyUniverse) => Effect.Effect<VerifyReport, StoreError>
  /**
   * Checks the stored bars of a range, raw and with the stored splits, as in `Integrity`. One file
   * per ticker is in memory at a time. Degraded days are requested again after `doubt`.
   */
  readonly check: (
    universe: Universe,
    range: Range,
    options?: Pick<Integrity.Options, "listings" | "jump">,
  ) => Effect.Effect<Integrity.Report, StoreError | Refusal>
  /**
   * Removes files that are in no manifest, left by killed processes. With many writers, only those older than an hour.
   */
  readonly compact: Effect.Effect<Removed, StoreError>
  /** Removes the bars of a universe, and the splits and dividends of tickers without other bars in the store. */
  readonly remove: (universe: AnyUniverse) => Effect.Effect<Removed, StoreError>
  /**
   * Streams the bars of a range as columns, with their tickers, in constant memory: a chunk for each file
   * (or row group of 131,072 rows), the next one read ahead; chunks of some thousand rows when merged by
   * time. From a folder, DuckDB reads the files if it is installed, in less than half of the time: files of a
   * ticker then make one chunk, up to 131,072 rows. Readers take no lock: a file that a sync replaces
   * meanwhile is read in its old or its new version.
   */
  readonly columns: {
    <Name extends keyof TickerBar = keyof TickerBar>(
      universe: Universe,
      range: Range,
      options?: ReadOptions<Name>,
    ): Stream.Stream<Columns<Pick<TickerBar, Name | "timestamp" | "ticker">>, ReadError>
    /** The trades or quotes of a range: a chunk for each file, of which a day has one for each 131,072 rows. */
    <Row extends TickRow, Name extends Exclude<keyof Row, "ticker"> = Exclude<keyof Row, "ticker">>(
      universe: Ticks<Row>,
      range: Range,
      options?: TickReadOptions<Name>,
    ): Stream.Stream<Columns<Pick<TickerTick<Row>, (Name | TimeOf<Row> | "ticker") & keyof TickerTick<Row>>>, ReadError>
  }
  /** Streams the bars, trades or quotes of a range as rows, with their tickers. */
  readonly read: {
    (universe: Universe, range: Range, options?: Omit<ReadOptions, "columns">): Stream.Stream<TickerBar, ReadError>
    <Row extends TickRow>(
      universe: Ticks<Row>,
      range: Range,
      options?: Omit<TickReadOptions, "columns">,
    ): Stream.Stream<TickerTick<Row>, ReadError>
  }
  /**
   * Returns the day (`yyyy-mm-dd`, in the market's zone) on which the splits and dividends of all tickers of a
   * universe were last requested: the earliest one of their lists. Adjusted prices of later bars may lack a
   * split; reading them logs a warning. `undefined` if a list was never requested, and for markets without lists.
   */
  readonly knownAt: (universe: Universe) => Effect.Effect<string | undefined, StoreError>
  /** Returns the tickers of a market with bars of a size in the store, in the order of their names. */
  readonly tickers: (
    bars: Pick<Universe, "market" | "timespan" | "multiplier">,
  ) => Effect.Effect<ReadonlyArray<string>, StoreError>
  /**
   * Streams the bars of a range as bytes of an Arrow IPC stream, with a column `ticker`. Adjusted,
   * its metadata has `adjust` and the day `knownAt` beside the range.
   */
  readonly arrow: {
    (
      universe: Universe,
      range: Range,
      options?: Omit<ReadOptions, "columns">,
    ): Stream.Stream<Uint8Array, ReadError | FileError>
    <Row extends TickRow>(
      universe: Ticks<Row>,
      range: Range,
      options?: Omit<TickReadOptions, "columns">,
    ): Stream.Stream<Uint8Array, ReadError | FileError>
  }
  /**
   * Writes the bars of a range to a file, with their tickers: those of `columns`, in the same order. The file is
   * complete or absent. From a folder, DuckDB writes Parquet and CSV, if it is installed and the order is by ticker,
   * in about a third of the time for Parquet, and 0.6 of it for CSV, whose bytes are the same as without it. Metadata
   * are those of `arrow`.
   */
  readonly export: {
    (
      path: string,
      universe: Universe,
      range: Range,
      options: ExportOptions,
    ): Effect.Effect<Written, ReadError | FileError, FileSystem>
    <Row extends TickRow>(
      path: string,
      universe: Ticks<Row>,
      range: Range,
      options: TickExportOptions,
    ): Effect.Effect<Written, ReadError | FileError, FileSystem>
  }
  /** Returns the rows of a query over the store, executed by DuckDB; for views and values see `Sql`. */
  readonly sql: (
    text: string,
    params?: Sql.Params,
    options?: Sql.Options,
  ) => Effect.Effect<ReadonlyArray<Sql.Row>, SqlError | StoreError>
  /**
   * Opens SQL over the store for several queries, which share their views; as rows, a stream or
   * columns. Closed with the scope.
   */
  readonly connect: (options?: Sql.Options) => Effect.Effect<Sql.Sql, SqlError | StoreError, Scope.Scope>
  /**
   * Saves the rows of a request under a day, in one file. Without `day` they are today's rows of an
   * endpoint (`Stocks.endpoints.ratios`, snapshots): a call each day builds a history of data that
   * the service shows only for the present. With `day` the request is about that day. A stored list is
   * not requested again. All its rows are in memory at once: trades and quotes are synced instead.
   *
   * ```ts
   * store.keep(Stocks.endpoints.ratios, {})
   * store.keep(Stocks.endpoints.dailyMarketSummary, { date: day }, { day })
   * ```
   */
  readonly keep: <E extends Endpoint.AnyRows>(
    endpoint: E,
    request: Endpoint.Request<E>,
    options?: KeepOptions,
  ) => Effect.Effect<Kept, StoreError | MarketDataError, MarketData>
}
