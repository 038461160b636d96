/**
 * Data of the sandbox: sets of bars made by a deterministic generator and kept in files. The
 * symbols and names are real, every price and volume is synthetic.
 *
 * @module
 */
import * as Field from "@candela/core/declare/Field"
import * as Foreign from "@candela/core/internal/Foreign"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import { Cause, Context, Effect, ExecutionStrategy, Exit, Layer, Schema, Scope } from "effect"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { all } from "./all.js"
import { digest } from "./digest.js"
import type { Extent, MinuteSpan } from "../generate/Extent.js"
import * as Generator from "../generate/Generator.js"
import { firstTickers as firstPairs } from "../subjects/pairs/profiles.js"
import * as Random from "../numbers/random.js"
import { firstTickers as firstStocks } from "../subjects/companies/profiles.js"
import * as Building from "./building.js"
import { defaultSeed, type Name, names } from "../internal/DatasetNames.js"
import type { StoreError } from "../store/Store.js"
import { Store } from "../store/Store.js"
import * as Table from "../store/Table.js"

export { defaultSeed, type Name, names }

/** Default end of the data sets and present of the sandbox: 2025-06-30 16:00 New York, in epoch milliseconds. */
export const defaultNow = Date.parse("2025-06-30T16:00:00-04:00")

/** Spans of the first instruments of a market; all others have only the last days, which snapshots show. */
const firstOf = (
  tickers: ReadonlyArray<string>,
  spans: ReadonlyArray<Exclude<MinuteSpan, "tickers">>,
): ReadonlyArray<MinuteSpan> => [...spans.map((span) => ({ tickers, ...span })), { lastSessions: 2 }]

const last40 = { lastSessions: 40 }
const weeksOfMinutes: ReadonlyArray<MinuteSpan> = [{ from: "2024-02-26", to: "2024-03-15" }, last40]
const last5 = { lastSessions: 5 }

/**
 * Contents of each data set.
 *
 * - `small`: day bars of 111 stocks, 50 forex and 83 crypto pairs from 2023-07-03; of 30 stocks, 25 forex and 25
 *   crypto pairs minutes of 2024-02-26 to 2024-03-15 and of the last 40 sessions (days, for pairs), of the others
 *   those of the last two; forex quotes of 2024-03-04 to 2024-03-08 and of the last 5 days, of the others those
 *   of the last two; session bars of the contracts of 6 futures products, and the minutes of the front ones; day
 *   bars of 3 indices and their minutes of the last 10 sessions; the option chains of AAPL and the S&P 500.
 * - `demo`: the same days, and minutes of the last 40 sessions; two years of minutes for six stocks.
 * - `quickstart`: a million minutes, those of eight stocks since October 2024.
 */
export const extents: Readonly<Record<Name, Extent>> = {
  small: {
    from: "2023-07-03",
    markets: {
      stocks: { tickers: "all", minutes: firstOf(firstStocks, weeksOfMinutes) },
      forex: {
        tickers: "all",
        minutes: firstOf(firstPairs.forex, weeksOfMinutes),
        quotes: firstOf(firstPairs.forex, [{ from: "2024-03-04", to: "2024-03-08" }, last5]),
      },
      crypto: { tickers: "all", minutes: firstOf(firstPairs.crypto, weeksOfMinutes) },
      futures: { tickers: "all", minutes: weeksOfMinutes },
      indices: { tickers: "all", minutes: [{ lastSessions: 10 }] },
    },
  },
  demo: {
    from: "2023-07-03",
    markets: {
      stocks: {
        tickers: "all",
        minutes: [
          { tickers: ["AAPL", "BRK.B", "MSFT", "NVDA", "SPY", "TSLA"], from: "2023-07-03" },
          ...firstOf(firstStocks, [last40]),
        ],
      },
      forex: {
        tickers: "all",
        minutes: firstOf(firstPairs.forex, [last40]),
        quotes: firstOf(firstPairs.forex, [last5]),
      },
      crypto: { tickers: "all", minutes: firstOf(firstPairs.crypto, [last40]) },
      futures: { tickers: "all", minutes: [last40] },
      indices: { tickers: "all", minutes: [{ lastSessions: 10 }] },
    },
  },
  quickstart: {
    from: "2024-10-01",
    markets: {
      stocks: {
        tickers: ["AAPL", "AMZN", "GOOGL", "META", "MSFT", "NVDA", "SPY", "TSLA"],
        minutes: [{ from: "2024-10-01" }],
      },
    },
  },
}

/** A data set could not be made or opened. */
export class DatasetError extends Schema.TaggedError<DatasetError>("@candela/sandbox/DatasetError")("DatasetError", {
  /** The file, directory or setting at fault. */
  subject: Schema.String,
  /** Fault. */
  detail: Schema.String,
}) {
  override get message() {
    return Foreign.lines(`${this.subject}: ${this.detail}`)
  }
}

/** Facts of a data set. */
export interface Info {
  /** Name of the data set; `empty` when it began without rows. */
  readonly name: Name | "empty"
  /** Seed of its prices. */
  readonly seed: number
  /** End of its data, epoch milliseconds. */
  readonly now: number
}

/** Options of a data set. */
export interface Options {
  /** Directory of the files; created when missing. */
  readonly directory: string
  /** Seed; another one gives other prices (default 1). */
  readonly seed?: number | undefined
  /** End of the data, epoch milliseconds (default 2025-06-30 16:00 New York). */
  readonly now?: number | undefined
  /** Generators of its tables (default all of the sandbox). */
  readonly generators?: ReadonlyArray<Generator.Generator> | undefined
  /** Called while the data set is made, at most a hundred times, with the share that is done: from 0 to 1. */
  readonly onProgress?: Generator.OnProgress | undefined
}

/** An open data set. */
export interface Opened extends Info {
  /** Its tables. */
  readonly store: Store.Service
}

/** The data set that is served. */
export class Dataset extends Context.Tag("@candela/sandbox/Dataset")<Dataset, Info>() {}

const onFiles = <A, R>(
  subject: string,
  use: (files: FileSystem.FileSystem) => Effect.Effect<A, { readonly message: string }, R>,
) =>
  FileSystem.FileSystem.pipe(
    Effect.flatMap(use),
    Effect.mapError((error) => new DatasetError({ subject, detail: error.message })),
    Effect.provide(NodeFileSystem.layer),
  )

const Meta = Field.struct({
  dataset: Field.required(Schema.Literal(...names)),
  seed: Field.required(Schema.Int),
  now: Field.required(Schema.Int),
  digest: Field.required(Schema.String),
})

/** Metadata of a file, in one row. The digest identifies its rows. */
const meta = Table.of("meta", { row: Meta, key: ["dataset"] })

const infoOf = (store: Store.Service, generators: ReadonlyArray<Generator.Generator>) =>
  Effect.gen(function* () {
    const subject = store.path ?? "memory"
    const [row] = yield* Effect.orElseSucceed(store.query(`SELECT ${meta.select} FROM meta`), () => [])
    if (!Schema.is(Meta)(row)) {
      return yield* new DatasetError({ subject, detail: "this is no data set of the sandbox" })
    }
    const { dataset: name, now, seed } = row
    if (row.digest !== digest({ generators, extent: extents[name], seed, now })) {
      return yield* new DatasetError({ subject, detail: "other tables or generators made it: make it anew" })
    }
    const info: Info = { name, seed, now }
    return info
  })

/** Share of the time until all rows are written; then the database puts them into its file. */
const generated = 0.9

const isWhole = (path: string, generators: ReadonlyArray<Generator.Generator>) =>
  Effect.scoped(Effect.flatMap(Store.make({ path, readOnly: true }), (store) => infoOf(store, generators))).pipe(
    Effect.as(true),
    Effect.orElseSucceed(() => false),
  )

/** Path of a data set's file, and the digest in its name. */
const fileOf = (name: Name, { directory, generators = all, now = defaultNow, seed = defaultSeed }: Options) =>
  Effect.gen(function* () {
    const extent = extents[name]
    const earliest = Date.parse(`${extent.from}T16:00:00-05:00`)
    if (!(now >= earliest && now < Date.UTC(2036, 0, 1))) {
      return yield* new DatasetError({
        subject: "now",
        detail: `the data set ${name} begins on ${extent.from}, and the market's calendar ends with 2035; got ${now}`,
      })
    }
    const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.000/g, "")
    const made = digest({ generators, extent, seed, now })
    return { path: join(directory, `${name}-seed${seed}-${stamp}-${made}.duckdb`), made }
  })

/**
 * Makes a data set and returns the path of its file, whose name follows from the tables, the generators, the seed
 * and the clock. An existing file is reused. A new one is written beside it and then renamed: readers find all of it
 * or nothing, and several processes may make the same one. Leftovers of killed builds in the directory are removed.
 */
export const make = (name: Name, options: Options): Effect.Effect<string, DatasetError | StoreError> =>
  Effect.gen(function* () {
    const { directory, generators = all, now = defaultNow, seed = defaultSeed } = options
    const { onProgress = () => Effect.void } = options
    const { made, path } = yield* fileOf(name, options)
    yield* onFiles(directory, () => Building.sweep("building", directory))
    if (yield* isWhole(path, generators)) return path
    yield* onFiles(directory, (files) => files.makeDirectory(directory, { recursive: true }))
    yield* Effect.scoped(
      Effect.gen(function* () {
        const built = yield* onFiles(directory, () => Building.make("building", directory))
        yield* Effect.scoped(
          Effect.gen(function* () {
            const store = yield* Store.make({ path: built })
            yield* store.transaction((statements) =>
              Effect.gen(function* () {
                const today = dateOf(stocks.zone, now)
                const random = (key: string, index: number) => Random.make(seed, key, index)
                const world = { seed, now, today, extent: extents[name], statements, random }
                yield* Generator.run(generators, world, (share) => onProgress(generated * share))
                yield* statements.run(meta.ddl)
                yield* meta.append(statements, [{ dataset: name, seed, now, digest: made }])
              }),
            )
            yield* store.run("CHECKPOINT")
            yield* onProgress(1)
          }),
        )
        yield* onFiles(path, (files) => files.rename(built, path))
      }),
    )
    return path
  })

/**
 * Opens a data set's file for the scope: read-only, or (`writable`) as a copy that imports may
 * write to and that is removed with the scope. Copies of killed processes are removed. A file made
 * by other tables or generators is rejected.
 */
export const open = (
  path: string,
  options: { readonly writable?: boolean } & Pick<Options, "generators"> = {},
): Effect.Effect<Opened, DatasetError | StoreError, Scope.Scope> =>
  Effect.gen(function* () {
    const store =
      options.writable === true
        ? yield* onFiles(path, (files) =>
            Effect.gen(function* () {
              yield* Building.sweep("candela-import", tmpdir())
              const copy = yield* Building.make("candela-import", tmpdir())
              yield* files.copyFile(path, copy)
              return copy
            }),
          ).pipe(Effect.flatMap((copy) => Store.make({ path: copy })))
        : yield* Store.make({ path, readOnly: true })
    return { ...(yield* infoOf(store, options.generators ?? all)), store }
  })

/** {@link make} and {@link open} in one: an existing file is opened once instead of twice. */
export const ready = (
  name: Name,
  options: Options & { readonly writable?: boolean },
): Effect.Effect<Opened, DatasetError | StoreError, Scope.Scope> =>
  Effect.gen(function* () {
    const opened = Effect.flatMap(make(name, options), (path) => open(path, options))
    if (options.writable === true) return yield* opened
    const { path } = yield* fileOf(name, options)
    const { directory } = options
    const scope = yield* Scope.fork(yield* Effect.scope, ExecutionStrategy.sequential)
    const exit = yield* Effect.exit(Scope.extend(open(path, options), scope))
    if (Exit.isSuccess(exit)) {
      yield* onFiles(directory, () => Building.sweep("building", directory))
      return exit.value
    }
    // A file that is no complete data set is closed before another takes its place.
    yield* Scope.close(scope, exit)
    return Cause.isInterruptedOnly(exit.cause) ? yield* exit : yield* opened
  })

/** Opens a data set without any rows, in memory, for imports alone. */
export const empty = (options: { readonly now: number }): Effect.Effect<Opened, StoreError, Scope.Scope> =>
  Effect.gen(function* () {
    const store = yield* Store.make({})
    const info: Info = { name: "empty", seed: 0, now: options.now }
    yield* Generator.createTables(store, all)
    return { ...info, store }
  })

/** Provides the store and the facts of the data set, from any of the ways to open one. */
export const layer = <E, R>(
  opened: Effect.Effect<Opened, E, R>,
): Layer.Layer<Store | Dataset, E, Exclude<R, Scope.Scope>> =>
  Layer.scopedContext(
    Effect.map(opened, ({ store, ...info }) => Context.make(Store, store).pipe(Context.add(Dataset, info))),
  )
