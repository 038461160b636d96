/** The ways of reading that the law of lapses holds for. */
import * as Cache from "@candela/core/Cache"
import * as Checkpoints from "@candela/core/Checkpoints"
import type { MarketData } from "@candela/core/MarketData"
import * as Backfill from "@candela/backfill/Backfill"
import * as Database from "@candela/backfill/Database"
import * as Adjust from "@candela/history/Adjust"
import * as Many from "@candela/history/Many"
import { Store } from "@candela/history/Store"
import * as Universe from "@candela/history/Universe"
import { dateOf } from "@candela/market/TimeZone"
import { Stocks } from "@candela/stocks/Stocks"
import type * as Lapse from "@candela/testing/Lapse"
import type * as HttpClient from "@effect/platform/HttpClient"
import * as FileSystem from "@effect/platform/FileSystem"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Chunk, Effect, Layer, Option, Stream } from "effect"
import * as CommandLine from "./CommandLine.js"
import type { Day, EndedRead, Lapsing, ReadServices, Read } from "./World.js"
import * as World from "./World.js"

/** A way of reading. */
export interface Way {
  readonly name: string
  /** Lapses that it can meet, and for which the service has said what is right by its end. */
  readonly meets: ReadonlyArray<Lapse.Name>
  /** Those of them that nobody could know from what this way reads, and why. */
  readonly unknowable: { readonly [Name in Lapse.Name]?: string }
  readonly run: (client: HttpClient.HttpClient, lapsing: Lapsing) => Effect.Effect<EndedRead>
}

/** Makes a way that reads in this process. */
const way = (
  name: string,
  meets: Way["meets"],
  read: (day: Day) => Effect.Effect<Read, unknown, ReadServices>,
  begin?: "now",
): Way => ({ name, meets, unknowable: {}, run: (client, lapsing) => World.run(client, lapsing, read, begin) })

/** Marks a way that reads the bars of single tickers. */
const ofTicker = (way: Way): Way => ({ ...way, unknowable: { MissingDay: restingDay } })

const restingDay =
  "the answer is marked, in order, and has rows on both sides of the day: so is that of a ticker that was halted or did not trade, and one request shows no other ticker. A store, its backfill and Many.daily compare it with the calendar and the ticker's other days"

/** Makes a way that runs the command. */
const command = (name: string, meets: Way["meets"], ...args: ReadonlyArray<string>): Way => ({
  name,
  meets,
  unknowable: {},
  run: (_, lapsing) => CommandLine.run(args, lapsing),
})

/** Makes a way that runs the command into a file of Parquet. */
const file = (name: string, meets: Way["meets"], ...args: ReadonlyArray<string>): Way => ({
  name,
  meets,
  unknowable: {},
  run: (_, lapsing) => CommandLine.runToFile(args, lapsing),
})

/** Lapses of every document. */
const documents = ["Empty", "Unmarked", "Unavailable", "NotFoundStatus"] as const
/** Lapses of bars and of the market's day. */
const rows = ["ConflictingRow", "OtherYear", "OtherAdjustment", "Nanoseconds", "MissingDay"] as const
const bars = [...documents, ...rows, "DoubledDay", "Disordered", "OtherTicker"] as const
const marketDays = [...documents, ...rows, "DoubledTicker"] as const
const lists = [
  ...["AnnouncedSplit", "DoubledSplit", "SplitOfZero", "DividendWithoutFactor", "DoubledDividend"],
] as const as ReadonlyArray<Lapse.Name>
const clocks = ["ClockAhead", "ClockBehind"] as const

/** Sessions around NVIDIA's split of 2024-06-10. */
const split = { from: "2024-05-20", to: "2024-06-28" }
const range = { multiplier: 1, timespan: "day", adjusted: false, ...split } as const
/** Minutes of two days, in several pages. */
const minutes = { ...range, timespan: "minute", from: "2025-06-26", to: "2025-06-27" } as const
const pageSize = 500
const week = { from: "2025-06-23", to: "2025-06-27" }
const pair = ["AAPL", "NVDA"]
const dozen = ["AAPL", "AMZN", "BA", "CSCO", "DIS", "GOOGL", "HD", "IBM", "INTC", "JNJ", "JPM", "KO"]

const read = (rows: Iterable<unknown>, told: ReadonlyArray<string> = []): Read => ({ rows: [...rows], told })

/** Fields of a page that tell of lapses. */
const toldBy = (page: object): ReadonlyArray<string> =>
  Object.entries(page as { readonly invalid?: unknown; readonly repeated?: unknown }).flatMap(([field, value]) =>
    (field === "repeated" || field === "invalid") && value !== undefined ? [`${field} ${JSON.stringify(value)}`] : [],
  )

const ofPage = (page: { readonly results: ReadonlyArray<unknown> }) => read(page.results, toldBy(page))

const collected = <A, E, R>(stream: Stream.Stream<A, E, R>) =>
  Effect.map(Stream.runCollect(stream), (rows) => read(Chunk.toReadonlyArray(rows)))

/** Runs with a store and a database in a folder that is removed with the scope. */
const withStore = <A, E>(
  use: Effect.Effect<
    A,
    E,
    Store | Layer.Layer.Success<ReturnType<typeof Database.sqlite>> | Stocks | MarketData | FileSystem.FileSystem
  >,
) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped({ prefix: "candela-lapses-" })
    const layer = Layer.merge(Store.layer(`${folder}/store`), Database.sqlite(`${folder}/backfill.db`))
    return yield* Effect.provide(use, Layer.provideMerge(layer, NodeContext.layer))
  }).pipe(Effect.provide(NodeContext.layer))

const stored = Universe.bars(Stocks.endpoints.bars, { tickers: pair, timespan: "day" })
const market = Universe.bars(Stocks.endpoints.bars, { tickers: dozen, timespan: "day" })

/** What a summary says besides what it fetched. */
const doubtsOf = (summary: object): ReadonlyArray<string> =>
  Object.entries(summary).flatMap(([field, value]) =>
    ["changes", "failures", "empty", "doubtful", "doubts"].includes(field) && Array.isArray(value) && value.length > 0
      ? [`${field}: ${JSON.stringify(value).slice(0, 200)}`]
      : [],
  )

const sync = (universe: Universe.Universe, span: typeof split, options?: Store.SyncOptions) =>
  Effect.flatMap(Store, (store) => Effect.map(store.sync(universe, span, options), doubtsOf))

const readStore = (universe: Universe.Universe, span: Universe.Range, options?: Store.ReadOptions) =>
  Effect.flatMap(Store, (store) => Stream.runCollect(store.read(universe, span, options)))

/** Syncs and reads, and says what the summary said. */
const synced = (universe: Universe.Universe, span: typeof split, options?: Store.ReadOptions) =>
  Effect.gen(function* () {
    const told = yield* sync(universe, span)
    return read(yield* readStore(universe, span, options), told)
  })

/** Syncs, with or without success, syncs again a day later, and reads. */
const nextDay = (day: Day, options: Store.ReadOptions, then?: Store.SyncOptions) =>
  withStore(
    Effect.gen(function* () {
      yield* Effect.exit(sync(stored, split))
      yield* day.pass
      const told = yield* sync(stored, split, then)
      return read(yield* readStore(stored, split, options), told)
    }),
  )

const stocks = <A, E, R>(use: (stocks: Stocks.Service) => Effect.Effect<A, E, R>) => Effect.flatMap(Stocks, use)

/** Options of the command for days of bars. */
const barsOf = ({ from, to }: typeof split) => [
  ...["--multiplier", "1", "--timespan", "day", "--from", from, "--to", to, "--no-adjusted"],
]

/** All ways. */
export const ways: ReadonlyArray<Way> = [
  ofTicker(way("page", bars, () => stocks(({ bars }) => Effect.map(bars({ stocksTicker: "NVDA", ...range }), ofPage)))),
  ofTicker(
    way("stream", [...bars, "BlankLastPage"], () =>
      stocks(({ bars }) => collected(bars.stream({ stocksTicker: "AAPL", ...minutes }, { pageSize }))),
    ),
  ),
  ofTicker(
    way("columns", [...bars, "BlankLastPage"], () =>
      stocks(({ bars }) =>
        Effect.map(Stream.runCollect(bars.columns({ stocksTicker: "AAPL", ...minutes }, { pageSize })), (chunks) =>
          read(
            Chunk.toReadonlyArray(chunks).flatMap((columns) => columns.toRows()),
            Chunk.toReadonlyArray(chunks).flatMap(toldBy),
          ),
        ),
      ),
    ),
  ),
  way("market's day", marketDays, () =>
    stocks(({ dailyMarketSummary }) => Effect.map(dailyMarketSummary({ date: week.to }), ofPage)),
  ),
  way("previous day", [...documents, "OtherTicker", "OtherAdjustment", "Nanoseconds"], () =>
    stocks(({ previousDayBar }) => Effect.map(previousDayBar({ stocksTicker: "AAPL" }), ofPage)),
  ),
  way("previous day, by its date", ["PreviousDayClose"], () =>
    stocks(({ previousDayBar }) =>
      Effect.map(previousDayBar({ stocksTicker: "AAPL" }), (page) =>
        read(
          page.results.map(({ timestamp, ...bar }) => ({ date: dateOf("America/New_York", timestamp), ...bar })),
          toldBy(page),
        ),
      ),
    ),
  ),
  ofTicker(
    way("many", bars, () =>
      stocks(({ bars }) =>
        collected(
          Many.stream(
            bars,
            pair.map((stocksTicker) => ({ stocksTicker, ...range })),
          ),
        ),
      ),
    ),
  ),
  way("daily", marketDays, () =>
    stocks((stocks) => collected(Many.daily(stocks, { tickers: dozen, adjusted: false, ...week }))),
  ),
  way("adjusted", [...documents, ...lists], () =>
    stocks(({ bars }) =>
      Effect.flatMap(Adjust.loadAll(pair), (adjustments) =>
        collected(
          Many.stream(
            bars,
            pair.map((stocksTicker) => ({ stocksTicker, ...range })),
          ).pipe(Adjust.stream(adjustments)),
        ),
      ),
    ),
  ),
  way("store", [...bars, ...clocks], () => withStore(synced(stored, split))),
  way("store, by day", [...marketDays, ...clocks], () => withStore(synced(market, week))),
  way("store, adjusted", [...documents, ...lists, ...clocks], () =>
    withStore(synced(stored, split, { adjust: "both" })),
  ),
  way("store, next day", [...documents, ...clocks, "LateSplit"], (day) => nextDay(day, { adjust: "both" })),
  way("store, refreshed", ["CorrectedBar", "LateSplit"], (day) => nextDay(day, { adjust: "both" }, { refresh: split })),
  way("store, SQL", [...bars, ...clocks], () =>
    withStore(
      Effect.gen(function* () {
        const store = yield* Store
        const told = yield* sync(stored, split)
        return read(
          yield* store.sql(
            `SELECT * FROM bars WHERE timestamp >= TIMESTAMPTZ '${split.from}' ORDER BY ticker, timestamp`,
          ),
          told,
        )
      }),
    ),
  ),
  way("store, Arrow", documents, () =>
    withStore(
      Effect.gen(function* () {
        const store = yield* Store
        const told = yield* sync(stored, split)
        const bytes = yield* Stream.runCollect(store.arrow(stored, split))
        // The first part has the time of the request beside the schema.
        const [, ...parts] = Array.from(bytes, (part) => Buffer.from(part).toString("base64"))
        return read(parts, told)
      }),
    ),
  ),
  way("keep", documents, () =>
    withStore(
      Effect.flatMap(Store, (store) => Effect.map(store.keep(Stocks.endpoints.ratios, {}), ({ rows }) => read([rows]))),
    ),
  ),
  way(
    "backfill",
    [...bars, ...clocks],
    () =>
      withStore(
        Effect.gen(function* () {
          const { plan } = yield* Backfill.plan({ universe: stored, range: split, attempts: 1 })
          yield* Backfill.run(plan)
          const failures = yield* Backfill.failures(plan)
          const told = failures.length === 0 ? [] : [`failures: ${JSON.stringify(failures).slice(0, 200)}`]
          return read(yield* readStore(stored, split, { gaps: "allow" }), told)
        }),
      ),
    // Its database knows the time of the machine.
    "now",
  ),
  // The cache requests these minutes day by day: no answer has rows on both sides of a missing day.
  way("cache, second read", [...bars.filter((name) => name !== "MissingDay"), "BlankLastPage"], () =>
    Effect.gen(function* () {
      const { bars } = yield* Stocks
      const both = collected(bars.stream({ stocksTicker: "AAPL", ...minutes }, { pageSize }))
      yield* Effect.exit(both)
      return yield* both
    }).pipe(
      Effect.provide(Stocks.layer),
      Effect.provide(Cache.Cache.layer()),
      Effect.provide(KeyValueStore.layerMemory),
    ),
  ),
  ofTicker(
    way("resumed stream", [...bars, "BlankLastPage"], () =>
      Effect.gen(function* () {
        const { bars } = yield* Stocks
        const stream = bars.stream({ stocksTicker: "AAPL", ...minutes }, { pageSize, checkpoint: "lapses" })
        const begun = Chunk.toReadonlyArray(yield* Stream.runCollect(Stream.take(stream, pageSize + 100)))
        const taken = Option.match(yield* Checkpoints.Checkpoints.load("lapses"), {
          onNone: () => 0,
          onSome: ({ rows }) => rows,
        })
        return read([...begun.slice(0, taken), ...(yield* collected(stream)).rows])
      }).pipe(Effect.provide(Stocks.layer), Effect.provide(Checkpoints.Checkpoints.layerMemory)),
    ),
  ),
  ofTicker(command("command", bars, "stocks", "bars", "NVDA", ...barsOf(split), "--format", "ndjson")),
  ofTicker(command("command, CSV", bars, "stocks", "bars", "NVDA", ...barsOf(split), "--format", "csv")),
  ofTicker(file("command, Parquet file", bars, "stocks", "bars", "NVDA", ...barsOf(split))),
  command(
    "command, market's day",
    marketDays,
    "stocks",
    "daily-market-summary",
    "--date",
    week.to,
    "--format",
    "ndjson",
  ),
]
