/**
 * Reads the bars of a store, file by file: adjusted, by session, as of a day.
 *
 * @module
 */
import * as Adjusted from "@candela/core/internal/Adjusted"
import * as Columns from "@candela/core/Columns"
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import type { Dividend } from "@candela/stocks/Dividends"
import type { Split } from "@candela/stocks/Splits"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type * as Adjust from "../../../Adjust.js"
import type { InvalidAction } from "../../../InvalidAction.js"
import { MissingError } from "../../../MissingError.js"
import * as Sessions from "../../../Sessions.js"
import { damagedManifest, type Place } from "../commit/place.js"
import type * as Store from "../model/store.js"
import { StoreError } from "../../../StoreError.js"
import type { TickerBar } from "../../../TickerBar.js"
import type { UnfitBars } from "../../../UnfitBars.js"
import type { AnyUniverse } from "../../../Universe.js"
import * as Apply from "../../adjust/apply.js"
import * as Factors from "../../adjust/factors.js"
import * as Steps from "../../adjust/steps.js"
import * as AsOf from "../layout/asOf.js"
import { ahead } from "./ahead.js"
import * as ByTime from "./byTime.js"
import type { Piece } from "../layout/format.js"
import * as Intervals from "../layout/intervals.js"
import * as Known from "./known.js"
import type { Entry, Manifest } from "../layout/manifest.js"
import * as Missing from "./missing.js"
import { timespan } from "../layout/names.js"
import * as Partition from "../partition/partition.js"
import { doubtfulOf } from "../absence/provisional.js"
import { isBars, isHistory, nameOf, periodOf, type Source } from "../layout/source.js"

type Bars = Columns.Columns<TickerBar>

/** Request of a read. */
export interface Wanted {
  readonly universe: AnyUniverse
  /** Folders of the universe. */
  readonly sources: ReadonlyArray<Source>
  readonly time: Intervals.Intervals
  /** Returns the instant before which the rows of a source no longer change, at a time. */
  readonly settledAt: (source: Source, now: number) => number
  readonly options: Store.ReadOptions
}

/** Folder with its manifest. */
interface Folder {
  readonly source: Source
  readonly manifest: Manifest
}

/** Folders of a ticker, by dataset. */
type Folders = Readonly<Partial<Record<string, Folder>>> & { readonly bars: Folder }

/** Bars of a ticker, with their adjustment. */
export interface Ticker {
  readonly bars: Folder
  readonly adjustment: Adjust.Adjustment
}

/** Whether a read needs a dataset: the history, and those that `adjust` requires. */
const needs = ({ adjust }: Store.ReadOptions, source: Source) =>
  isHistory(source) || adjust === "both" || adjust === source.dataset

/** Windows of more than a day can hold prices from both sides of a split. */
const check = (place: Place, { options, universe }: Wanted) => {
  const refuse = (detail: string) => Effect.fail(new StoreError({ reason: "request", path: place.root, detail }))
  if (!isBars(universe)) {
    const { adjust, order, session } = options
    return adjust === undefined && order !== "time" && session === undefined
      ? Effect.void
      : refuse("trades and quotes are read by ticker, as they are: without `adjust`, `session` and `order`")
  }
  if (options.adjust === undefined) return Effect.void
  if (universe.market !== "stocks")
    return refuse(`only stocks are adjusted; read ${universe.market} without \`adjust\``)
  const { multiplier, timespan } = universe
  // protects: Windows that can hold prices of both sides of a split are not adjusted.
  // mutant: "refuses to adjust what cannot be adjusted": Window.isClock(timespan) || (timespan === "day" && multiplier
  // === 1) → multiplier > 0
  return Window.isClock(timespan) || (timespan === "day" && multiplier === 1)
    ? Effect.void
    : refuse(
        `bars of ${multiplier} ${timespan} can hold prices of both sides of a split: read days with \`adjust\`, and make larger bars of them with \`Resample\``,
      )
}

const folderOf = (place: Place, source: Source): Effect.Effect<Folder, StoreError> =>
  Effect.flatMap(Partition.find(place, source), ({ damaged, manifest }) =>
    damaged === undefined
      ? Effect.succeed({ source, manifest })
      : Effect.fail(damagedManifest(Partition.folderOf(place, source).path, damaged)),
  )

/** Reads the folders of each ticker, in the order of the universe. */
const foldersOf = (place: Place, { options, sources }: Wanted) => {
  const byTicker = new Map<string | undefined, Record<string, Effect.Effect<Folder, StoreError>>>()
  for (const source of sources) {
    if (!needs(options, source)) continue
    const name = isHistory(source) ? "bars" : source.dataset
    byTicker.set(source.ticker, { ...byTicker.get(source.ticker), [name]: folderOf(place, source) })
  }
  return Effect.forEach(byTicker.values(), (folders) => Effect.all(folders), { concurrency: 8 }) as Effect.Effect<
    ReadonlyArray<unknown>,
    StoreError
  > as Effect.Effect<ReadonlyArray<Folders>, StoreError>
}

/** Splits and dividends must be known for the time of the bars. */
const requireWhole = (
  tickers: ReadonlyArray<Folders>,
  time: Intervals.Intervals,
  now: number,
  { options, settledAt }: Wanted,
) => {
  // protects: Days that the store lacks are told.
  // mutant: "are told by ticker": .gaps === "allow" → !== undefined
  if (options.gaps === "allow") return Effect.void
  const missing = tickers.flatMap((folders) =>
    Object.values(folders).flatMap((folder) => {
      const { manifest, source } = folder!
      const needed = folder === folders.bars ? time : Intervals.intersection(time, folders.bars.manifest.intervals)
      const days = Missing.days(source, manifest, needed, settledAt(source, now))
      if (days.length === 0) return []
      const absent = new Set(doubtfulOf(source, manifest).flatMap(({ days }) => days))
      const doubtful = days.filter((day) => absent.has(day))
      // protects: A read of doubtful days says that the service gave no rows.
      // mutant: "stays doubtful until a second answer, a day later, agrees": === → >=
      return [{ ...nameOf(source), days, ...(doubtful.length === 0 ? {} : { doubtful }) }]
    }),
  )
  const [first, ...others] = missing
  return first === undefined ? Effect.void : Effect.fail(new MissingError({ missing: [first, ...others] }))
}

/** Reads all rows of a list. */
const listOf = <A>(place: Place, folder: Folder | undefined): Effect.Effect<ReadonlyArray<A>, StoreError> =>
  folder === undefined
    ? Effect.succeed([])
    : filesOf(place, folder, Object.keys(folder.manifest.files), undefined).pipe(
        Stream.runFold([] as ReadonlyArray<A>, (rows, piece) => [...rows, ...(piece.toRows() as ReadonlyArray<A>)]),
      )

/** Reads the stored splits of a universe. */
export const splits = (place: Place, { sources }: Wanted): Effect.Effect<ReadonlyArray<Split>, StoreError> =>
  Effect.map(
    Effect.forEach(
      sources.filter(({ dataset }) => dataset === "splits"),
      (source) => Effect.flatMap(folderOf(place, source), (folder) => listOf<Split>(place, folder)),
      { concurrency: 8 },
    ),
    (lists) => lists.flat(),
  )

/**
 * Returns the day up to which the lists of all tickers are known, `yyyy-mm-dd`; `undefined` if one was never requested.
 */
export const knownAt = (place: Place, sources: ReadonlyArray<Source>): Effect.Effect<string | undefined, StoreError> =>
  Effect.map(
    Effect.forEach(
      sources.filter((source) => !isHistory(source)),
      (source) => Effect.map(folderOf(place, source), ({ manifest }) => Known.at(manifest)),
      { concurrency: 8 },
    ),
    (days) => (days.includes(undefined) ? undefined : [...days].sort()[0]),
  )

/** Loads the adjustment of a ticker's bars: by the lists whose folders the read needs. */
const tickerOf = (
  place: Place,
  { bars, dividends, splits }: Folders,
  dated: Steps.Dated,
): Effect.Effect<Ticker, StoreError | InvalidAction> =>
  Effect.gen(function* () {
    const actions = {
      splits: splits && (yield* listOf<Split>(place, splits)),
      dividends: dividends && (yield* listOf<Dividend>(place, dividends)),
    }
    yield* Factors.tell(actions.splits ?? [], dated)
    return { bars, adjustment: yield* Steps.of(actions, dated) }
  })

/**
 * Streams the rows of a period's file. If a sync has replaced the file since its manifest was read,
 * the new one is read, unless rows of the old one were already emitted.
 */
const fileOf = (
  place: Place,
  { manifest, source }: Folder,
  period: string,
  columns: ReadonlyArray<string> | undefined,
): Stream.Stream<Piece, StoreError> =>
  Stream.suspend(() => {
    let isUntouched = true
    const read = (entry: Entry) => Partition.read(place, source, entry, columns)
    const entry = manifest.files[period]!
    return read(entry).pipe(
      Stream.tap(() => Effect.sync(() => (isUntouched = false))),
      Stream.catchAll((error) =>
        Stream.unwrap(
          Effect.map(Partition.find(place, source), ({ manifest }) => {
            const fresh = manifest.files[period]
            // protects: A file that a sync has replaced is read anew.
            // mutant: "reads the new file where a sync has replaced one": isUntouched && fresh !== undefined &&
            // fresh.file !== entry.file → fresh === undefined
            return isUntouched && fresh !== undefined && fresh.file !== entry.file ? read(fresh) : Stream.fail(error)
          }),
        ),
      ),
    )
  })

/** Streams the rows of periods: together where an engine reads them, else file by file. */
const filesOf = (
  place: Place,
  folder: Folder,
  periods: ReadonlyArray<string>,
  columns: ReadonlyArray<string> | undefined,
): Stream.Stream<Piece, StoreError> => {
  const { fileOf: pathOf } = Partition.folderOf(place, folder.source)
  const files = periods
    .map((period) => folder.manifest.files[period]!)
    .map((entry) => [pathOf(entry.file), entry] as const)
  return Stream.unwrap(
    Effect.match(Partition.readTogether(place, folder.source, files, columns), {
      onSuccess: (piece) => Stream.make(piece),
      onFailure: () => Stream.flatMap(Stream.fromIterable(periods), (period) => fileOf(place, folder, period, columns)),
    }),
  )
}

/** Divides periods into those that are read together. */
const groupsOf = (
  { engine }: Place,
  { manifest }: Folder,
  periods: ReadonlyArray<string>,
): ReadonlyArray<ReadonlyArray<string>> => {
  if (engine === undefined) return periods.map((period) => [period])
  const groups: Array<Array<string>> = []
  let room = 0
  for (const period of periods) {
    const { rows } = manifest.files[period]!
    if (rows > room) {
      groups.push([])
      room = Partition.mostRows
    }
    room -= rows
    groups.at(-1)!.push(period)
  }
  return groups
}

/** Returns the names of the columns to read; the time is always included. */
const columnsOf = ({ columns }: Store.ReadOptions, { timeColumn }: Source): ReadonlyArray<string> | undefined =>
  columns && [...new Set([timeColumn, ...columns.filter((name) => name !== "ticker")])]

/** Returns the periods whose files have rows of some time, in order. */
export const periodsOf = ({ manifest }: Folder, time: Intervals.Intervals): ReadonlyArray<string> =>
  Object.keys(manifest.files)
    .sort()
    .filter((period) => {
      const { first, last } = manifest.files[period]!
      return Intervals.intersection(time, [[first, last + 1]]).length > 0
    })

/** Applies the options of a read to rows of files. */
const shape =
  ({ adjustment, bars: { source } }: Ticker, time: Intervals.Intervals, { options, universe }: Wanted) =>
  (self: Stream.Stream<Piece, StoreError>): Stream.Stream<Bars, StoreError | UnfitBars> => {
    const wanted: Stream.Stream<Piece, StoreError> = self.pipe(
      Stream.mapConcat((piece) => time.map((interval) => Partition.within(source, piece, interval))),
      Stream.filter(({ length }) => length > 0),
    )
    const stored = wanted as Stream.Stream<Bars, StoreError>
    // A store holds stocks as they were traded.
    const pieces =
      universe.market === "stocks" && isBars(universe)
        ? Stream.map(stored, (piece) => Columns.withAdjusted(piece, false))
        : stored
    const ofSession =
      options.session === undefined || !isBars(universe)
        ? pieces
        : Sessions.only(options.session, universe.market)(pieces)
    const ticker = source.ticker!
    // Rows of files are in arrays of this read alone.
    const adjusted =
      options.adjust === undefined
        ? ofSession
        : Stream.mapEffect(ofSession, Apply.columns(adjustment, "Adjust.columns", { inPlace: true }))
    return Stream.map(adjusted, (piece) =>
      Columns.extend<TickerBar, { readonly ticker: string }>(piece, {
        ticker: new Array<string>(piece.length).fill(ticker),
      }),
    )
  }

/** Bars to read, with what is applied to them. */
export interface Selection {
  readonly tickers: ReadonlyArray<Ticker>
  readonly time: Intervals.Intervals
}

/** Reads the manifests, and the splits and dividends that the read applies; fails for days that the store lacks. */
export const select = (
  place: Place,
  wanted: Wanted,
): Effect.Effect<Selection, StoreError | MissingError | InvalidAction> =>
  Effect.gen(function* () {
    const { options, universe } = wanted
    yield* check(place, wanted)
    const asOf = yield* AsOf.date(place.root, options.asOf)
    const time =
      asOf === undefined
        ? wanted.time
        : Intervals.intersection(wanted.time, [
            [-8.64e15, AsOf.endOfWindows(universe.market, isBars(universe) ? timespan(universe) : "1day", asOf)],
          ])
    const folders = yield* foldersOf(place, wanted)
    const known = folders.map(({ bars, ...lists }) => ({
      bars: bars.manifest,
      lists: Object.values(lists).flatMap((list) => list?.manifest ?? []),
    }))
    const now = yield* Known.now(known)
    yield* requireWhole(folders, time, now, wanted)
    yield* Known.warn(known, time.at(-1)?.[1] ?? -Infinity)
    const dated = { asOf, today: dateOf(stocks.zone, now) }
    const tickers = yield* Effect.forEach(folders, (folders) => tickerOf(place, folders, dated), { concurrency: 8 })
    return { tickers, time }
  })

/** Streams the bars as columns: one chunk for each file or row group; merged by time, chunks of some thousand rows. */
export const read = (
  place: Place,
  wanted: Wanted,
): Stream.Stream<Bars, StoreError | MissingError | UnfitBars | InvalidAction> =>
  Stream.unwrap(
    Effect.map(select(place, wanted), ({ tickers, time }) => {
      const barsOf = (ticker: Ticker, periods: ReadonlyArray<string>) =>
        ahead(groupsOf(place, ticker.bars, periods), (group) =>
          filesOf(place, ticker.bars, group, columnsOf(wanted.options, ticker.bars.source)),
        ).pipe(shape(ticker, time, wanted))
      const inOrder =
        wanted.options.order === "time"
          ? byTime(tickers, time, wanted.universe, barsOf)
          : Stream.flatMap(Stream.fromIterable(tickers), (ticker) => barsOf(ticker, periodsOf(ticker.bars, time)))
      // The next file is read while the consumer processes the current one.
      return Stream.bufferChunks(inOrder, { capacity: 1 })
    }),
  )

/** Merges the tickers by time. Their files have the same periods, so only one period of each is in memory at a time. */
const byTime = <E>(
  tickers: ReadonlyArray<Ticker>,
  time: Intervals.Intervals,
  { market }: AnyUniverse,
  barsOf: (ticker: Ticker, periods: ReadonlyArray<string>) => Stream.Stream<Bars, E>,
): Stream.Stream<Bars, E> => {
  const periods = new Set(tickers.flatMap(({ bars }) => periodsOf(bars, time)))
  const inOrder = [...periods].sort((one, other) => periodOf(market, one)!.from - periodOf(market, other)!.from)
  return Stream.flatMap(Stream.fromIterable(inOrder), (period) =>
    Effect.forEach(
      tickers.filter(({ bars }) => Object.hasOwn(bars.manifest.files, period)),
      (ticker) => Effect.map(Stream.runCollect(barsOf(ticker, [period])), Chunk.toReadonlyArray),
      { concurrency: 4 },
    ).pipe(
      Effect.map((pieces) => Stream.rechunk(Stream.fromIterable(ByTime.merge(pieces)), 1)),
      Stream.unwrap,
    ),
  )
}

/** Maximum rows of a chunk that Effect's folds and sinks process without a deep stack. */
const mostRows = 1024

/** Converts columns to rows, some at a time: many would live long, and cost several times as much. */
export const toRows = <E>(self: Stream.Stream<Bars, E>): Stream.Stream<TickerBar, E> =>
  Stream.flatMap(self, (piece) =>
    Stream.unfoldChunk(0, (start) =>
      start >= piece.length
        ? Option.none()
        : Option.some([Adjusted.toChunk(piece.toRows(start, start + mostRows)), start + mostRows] as const),
    ),
  )
