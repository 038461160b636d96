/** A store of the daily bars of a service, and the comparison of two of them. */
import * as FileSystem from "@effect/platform/FileSystem"
import type { PlatformError } from "@effect/platform/Error"
import { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { Store } from "@candela/history/Store"
import type { StoreError } from "@candela/history/StoreError"
import type { TickerBar } from "@candela/history/TickerBar"
import * as Universe from "@candela/history/Universe"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Stocks } from "@candela/stocks/Stocks"
import { Chunk, Clock, Effect, Layer, Stream } from "effect"
import * as Clients from "../Clients.js"
import * as Quotes from "./Quotes.js"
import * as Service from "./Service.js"

/** Service that a store is synced from, and folder of the store. */
export interface StoreSettings {
  readonly url: string
  readonly apiKey: string
  /** The folder of the store. */
  readonly folder: string
  /** Whether the day of quotes is synced, of the service that has one; otherwise years of bars are. */
  readonly isOfQuotes?: boolean
}

/** All bars of the service. */
export const universe = Universe.bars(Stocks.endpoints.bars, { tickers: Service.tickers, timespan: "day" })

/** A day of quotes. */
export const quotes = Universe.ticks(Stocks.endpoints.quotes, { tickers: [Quotes.ticker] })

/** Range of the day of quotes. */
const dayOfQuotes = { from: Quotes.day, to: Quotes.day }

/** A clock whose date stands still, long after the last bar: manifests tell the day on which rows came. */
const clock = (() => {
  const now = Date.parse("2025-06-30T12:00:00Z")
  return Object.assign(Clock.make(), {
    currentTimeMillis: Effect.succeed(now),
    unsafeCurrentTimeMillis: () => now,
  })
})()

/** Runs what needs the store in a folder. */
const withStore = <A, E, R>(folder: string, use: (store: Store.Service) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(Store, use).pipe(
    Effect.provide(Layer.orDie(Layer.provide(Store.layer(folder), NodeContext.layer))),
    Effect.withClock(clock),
  )

/** Syncs all that the service has. */
export const sync = (
  { apiKey, folder, isOfQuotes = false, url }: StoreSettings,
  options?: Store.SyncOptions,
): Effect.Effect<Store.Summary, StoreError | MarketDataError> =>
  withStore(folder, (store) =>
    isOfQuotes ? store.sync(quotes, dayOfQuotes, options) : store.sync(universe, Service.range, options),
  ).pipe(Effect.provide(Layer.provide(Layer.orDie(MarketData.layer({ baseUrl: url, apiKey })), Clients.node)))

/** Checks the files of a store. */
export const verify = (folder: string): Effect.Effect<Store.Report, StoreError> =>
  withStore(folder, (store) => store.verify())

/** Number of quotes that a store gives of its day. */
export const countQuotes = (folder: string): Effect.Effect<number, Store.ReadError> =>
  withStore(folder, (store) =>
    Stream.runFold(store.columns(quotes, dayOfQuotes, { gaps: "allow" }), 0, (sum, { length }) => sum + length),
  )

/** The time that a sync would ask for. */
export const missing = (folder: string): Effect.Effect<ReadonlyArray<Store.Missing>, StoreError> =>
  withStore(folder, (store) => store.missing(universe, Service.range))

/** All files of a store but its locks, as hexadecimal text, by their paths. */
export const contents = (
  folder: string,
): Effect.Effect<ReadonlyMap<string, string>, PlatformError, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const found = new Map<string, string>()
    for (const name of (yield* files.readDirectory(folder, { recursive: true })).sort()) {
      const path = `${folder}/${name}`
      if (/^_?lock\.\d+$/.test(name) || (yield* files.stat(path)).type !== "File") continue
      found.set(name, Buffer.from(yield* files.readFile(path)).toString("hex"))
    }
    return found
  })

/** The files that two stores do not have alike. */
export const different = (
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): ReadonlyArray<string> =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name))

/** What the bars of a store are, beside those of the service. */
export interface Difference {
  /** Number of bars that the store lacks. */
  readonly lost: number
  /** Number of bars that it gives again. */
  readonly repeated: number
  /** Number of bars with other values, that the service does not have, or out of order. */
  readonly wrong: number
}

/** A bar as the store gives it. */
type Row = Pick<
  TickerBar,
  "ticker" | "timestamp" | "open" | "high" | "low" | "close" | "volume" | "vwap" | "transactions"
>

const valuesOf = ({ close, high, low, open, transactions, volume, vwap }: Omit<Row, "ticker" | "timestamp">): string =>
  [open, high, low, close, volume, vwap, transactions].join(" ")

/** Compares bars, ticker by ticker, with those of the service. */
export const difference = (
  rows: ReadonlyArray<Row>,
  stocks: ReadonlyMap<string, Pick<Service.Stock, "bars">>,
): Difference => {
  const expected = new Map<string, string>()
  for (const [ticker, { bars }] of stocks)
    for (const { c: close, h: high, l: low, n: transactions, o: open, t, v: volume, vw: vwap } of bars)
      expected.set(`${ticker} ${t}`, valuesOf({ open, high, low, close, volume, vwap, transactions }))
  const latest = new Map<string, number>()
  const seen = new Set<string>()
  let [repeated, wrong] = [0, 0]
  for (const row of rows) {
    const name = `${row.ticker} ${row.timestamp}`
    if (seen.has(name)) repeated += 1
    else if (row.timestamp < (latest.get(row.ticker) ?? -Infinity) || expected.get(name) !== valuesOf(row)) wrong += 1
    seen.add(name)
    expected.delete(name)
    latest.set(row.ticker, row.timestamp)
  }
  return { lost: expected.size, repeated, wrong }
}

/** Ways of reading a store. Each gives the number of wrong bars. */
export const ways = (folder: string, service: Service.Service) => {
  const wrongOf = (self: Effect.Effect<Difference, unknown>) =>
    Effect.map(self, ({ lost, repeated, wrong }) => lost + repeated + wrong)
  return {
    rows: wrongOf(compare(folder, service)),
    columns: wrongOf(
      withStore(folder, (store) =>
        Stream.runCollect(
          Stream.map(store.columns(universe, Service.range, { gaps: "allow" }), (part) => part.toRows()),
        ),
      ).pipe(Effect.map((parts) => difference(Chunk.toReadonlyArray(parts).flat(), service.stocks))),
    ),
    sql: wrongOf(
      withStore(folder, (store) => store.sql("SELECT * FROM bars ORDER BY ticker, timestamp")).pipe(
        Effect.map((rows) => difference(rows as unknown as ReadonlyArray<Row>, service.stocks)),
      ),
    ),
  }
}

/** Compares the bars of a store with those of its service. Time that the store lacks counts as lost. */
export const compare = (folder: string, { stocks }: Service.Service): Effect.Effect<Difference, Store.ReadError> =>
  withStore(folder, (store) => Stream.runCollect(store.read(universe, Service.range, { gaps: "allow" }))).pipe(
    Effect.map((rows) => difference(Chunk.toReadonlyArray(rows), stocks)),
  )
