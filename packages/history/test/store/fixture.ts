import * as Columns from "@candela/core/Columns"
import { Crypto } from "@candela/crypto"
import type { Bar } from "@candela/market/Bar"
import type { Timespan } from "@candela/market/Timespan"
import { Stocks } from "@candela/stocks"
import type { Dividend } from "@candela/stocks/Dividends"
import type { Split } from "@candela/stocks/Splits"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import { Effect, Either } from "effect"
import type { StoreError } from "../../src/StoreError.js"
import * as Universe from "../../src/Universe.js"
import * as Folder from "../../src/internal/store/commit/folder.js"
import type { Format, Piece } from "../../src/internal/store/layout/format.js"
import type { Interval } from "../../src/internal/store/layout/intervals.js"
import { parquet } from "../../src/internal/store/partition/parquet.js"
import type { Place } from "../../src/internal/store/commit/place.js"
import * as Partition from "../../src/internal/store/partition/partition.js"
import * as Source from "../../src/internal/store/layout/source.js"

/** What a store has of a ticker. */
export interface History {
  readonly ticker: string
  readonly market?: "stocks" | "crypto"
  readonly timespan?: Timespan
  /** In the order of time. */
  readonly bars: ReadonlyArray<Bar>
  readonly splits?: ReadonlyArray<Split>
  readonly dividends?: ReadonlyArray<Dividend>
  /** Time that needs no asking. Default all time. */
  readonly settled?: Interval
}

export const universe = (history: Pick<History, "market" | "timespan">, tickers: ReadonlyArray<string>) =>
  Universe.bars(history.market === "crypto" ? Crypto.endpoints.bars : Stocks.endpoints.bars, {
    tickers,
    timespan: history.timespan ?? "minute",
  })

const rowsOf = ({ dataset }: Source.Source, history: History): ReadonlyArray<unknown> =>
  dataset === "bars" ? history.bars : ((dataset === "splits" ? history.splits : history.dividends) ?? [])

/** Writes a store, as a sync does. */
export const write = (
  root: string,
  histories: ReadonlyArray<History>,
  format: Format = parquet(),
): Effect.Effect<void, StoreError, FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const [fs, path] = yield* Effect.all([FileSystem.FileSystem, Path.Path])
    const place: Place = { ...Folder.make({ fs, path, root }), format }
    for (const history of histories) {
      for (const source of Either.getOrThrow(Source.of(universe(history, [history.ticker])))) {
        yield* Partition.folderOf(place, source).make
        const rows = rowsOf(source, history)
        const instantAt = source.instants(Columns.fromRows(source.endpoint.row, rows) as Piece)
        const byPeriod = new Map<string, Array<unknown>>()
        rows.forEach((row, index) => {
          const { name } = source.period(instantAt(index))
          const rows = byPeriod.get(name)
          if (rows === undefined) byPeriod.set(name, [row])
          else rows.push(row)
        })
        const settled = [history.settled ?? Source.always]
        let { manifest } = yield* Partition.find(place, source)
        if (byPeriod.size === 0)
          yield* Partition.commit(place, source, (manifest) => ({ ...manifest, intervals: settled }))
        for (const [name, rows] of byPeriod) {
          const replaced = yield* Partition.replace(place, source, manifest, {
            period: Source.periodOf(source.market, name)!,
            rows: () => Effect.succeed([Columns.fromRows(source.endpoint.row, rows) as Piece]),
            settled,
            knownAt: "2024-06-03",
          })
          manifest = replaced.manifest
        }
      }
    }
  })

/** An empty folder for a store, which is removed at the end of the test. */
export const folder = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  fs.makeTempDirectoryScoped({ prefix: "candela-history-" }),
)

/** A bar of a minute or a day. */
export const bar = (timestamp: number | string, price = 100, fields: Partial<Bar> = {}): Bar => ({
  timestamp: typeof timestamp === "number" ? timestamp : Date.parse(timestamp),
  open: price,
  high: price + 0.25,
  low: price - 0.25,
  close: price + 0.1,
  volume: 1234,
  vwap: price + 0.05,
  transactions: 17,
  ...fields,
})
