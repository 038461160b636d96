/**
 * Cheap check of the bars that a sync has just written: what is odd, and not wrong enough to refuse. One pass over
 * the prices in memory; only files with a jump are read again, to judge it by the stored splits as `Integrity` does.
 *
 * @module
 */
import type { Columns } from "@candela/core/Columns"
import type { Bar } from "@candela/market/Bar"
import { dateOf, dayOf, startOfDay } from "@candela/market/TimeZone"
import type { Split } from "@candela/stocks/Splits"
import * as Arr from "effect/Array"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { StoreError } from "../../../StoreError.js"
import * as Integrity from "../../../Integrity.js"
import type { Place } from "../commit/place.js"
import type * as Intervals from "../layout/intervals.js"
import type { Piece } from "../layout/format.js"
import type { Entry, Manifest } from "../layout/manifest.js"
import * as Partition from "../partition/partition.js"
import { type Source, zoneOf } from "../layout/source.js"
import type * as Store from "../model/store.js"

/** Factor from which a change of the price is a jump, as in `Integrity`. */
const jump = 1.4

/** Least number of bars of a session with one price that are doubtful: a rarely traded ticker has fewer. */
const fewestOfSession = 20

/** Least number of consecutive bars of a day or more with one price that are doubtful. */
const fewestInRow = 5

/** File with a jump. */
interface Suspect {
  readonly source: Source
  readonly entry: Entry
}

/** Bars that are judged together: those of a session, or longer ones at one price. */
interface Group {
  begin: number
  end: number
  count: number
  price: number
  isStill: boolean
  isIdle: boolean
}

/** Doubt about a day. */
export interface DayDoubt {
  readonly ticker: string
  readonly reason: Store.Doubt["reason"]
  readonly day: string
}

/** Groups doubts by ticker and reason, in the order of their names: folders are filled side by side. */
const grouped = (found: ReadonlyArray<DayDoubt>): ReadonlyArray<Store.Doubt> =>
  Object.entries(Arr.groupBy(found, ({ reason, ticker }) => `${ticker} ${reason}`))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, doubts]) => {
      const { reason, ticker } = doubts[0]
      return { ticker, reason, days: [...new Set(doubts.map(({ day }) => day))].sort() }
    })

/** Doubts of a sync. */
export class Doubts {
  private readonly all: Array<DayDoubt> = []
  /** By folder and period: a sync may write a file several times. */
  private readonly suspects = new Map<string, Suspect>()

  /** Checks the new rows of a written file. */
  add(source: Source, period: string, entry: Entry, pieces: ReadonlyArray<Piece>): void {
    const zone = zoneOf(source.market)
    const isOfSession = /(second|minute|hour)$/.test(source.timespan!)
    const fewest = isOfSession ? fewestOfSession : fewestInRow
    const note = (reason: Store.Doubt["reason"], instant: number) =>
      this.all.push({ ticker: source.ticker!, day: dateOf(zone, instant), reason })
    let group: Group | undefined
    const close = () => {
      if (group === undefined) return
      if (group.isStill && group.count >= fewest) note("still", group.begin)
      if (group.isIdle) note("volume", group.begin)
    }
    let last = NaN
    let hasJump = false
    for (const piece of pieces) {
      const { columns, length } = piece as unknown as Columns<Bar>
      const { close: closes, high, low, timestamp, volume } = columns
      for (let row = 0; row < length; row++) {
        const price = closes[row]!
        // protects: A jump that no split explains is told after a sync.
        // mutant: "is told, by ticker and day, and refused nowhere": jump || → jump &&
        if (price > last * jump || price * jump < last) hasJump = true
        last = price
        const isFlat = high[row] === price && low[row] === price
        const begin = timestamp[row]!
        const isIdle = volume[row] === 0
        if (
          group === undefined ||
          begin >= group.end ||
          (!isOfSession && !(isFlat && price === group.price && isIdle === group.isIdle))
        ) {
          close()
          const end = isOfSession ? startOfDay(zone, dayOf(zone, begin) + 1) : Infinity
          group = { begin, end, count: 0, price, isStill: true, isIdle }
        }
        group.count++
        group.isStill &&= isFlat && price === group.price
        group.isIdle &&= isIdle
      }
    }
    close()
    const file = `${source.folder.join("/")} ${period}`
    if (hasJump || this.suspects.has(file)) this.suspects.set(file, { source, entry })
  }

  /** Returns all doubts, with those found elsewhere. Files with a jump are judged by the splits that are stored now. */
  found(
    place: Place,
    manifestOf: ManifestOf,
    others: ReadonlyArray<DayDoubt>,
  ): Effect.Effect<ReadonlyArray<Store.Doubt>, StoreError> {
    return Effect.map(
      Effect.forEach(this.suspects.values(), (suspect) =>
        // Another writer may have replaced the file: its own sync checks it.
        Effect.catchIf(
          jumpsOf(place, manifestOf, suspect),
          ({ reason }) => place.isShared && reason === "file",
          () => Effect.succeed([]),
        ),
      ),
      (jumps) => grouped([...others, ...this.all, ...jumps.flat()]),
    )
  }
}

/** Returns the manifest of a ticker's list of splits, with its source; `undefined` if the market has none. */
export type ManifestOf = (ticker: string) => { readonly source: Source; readonly manifest: Manifest } | undefined

const rowsOf = (place: Place, source: Source, entries: ReadonlyArray<Entry>) =>
  Effect.map(
    Stream.runCollect(Stream.flatMap(Stream.fromIterable(entries), (entry) => Partition.read(place, source, entry))),
    Chunk.toReadonlyArray,
  )

/** Returns the jumps of a file that no split explains. */
const jumpsOf = (place: Place, manifestOf: ManifestOf, { entry, source }: Suspect) =>
  Effect.gen(function* () {
    const list = manifestOf(source.ticker!)
    const splits =
      list === undefined
        ? []
        : (yield* rowsOf(place, list.source, Object.values(list.manifest.files))).flatMap(
            (piece) => piece.toRows() as ReadonlyArray<Split>,
          )
    const pieces = yield* rowsOf(place, source, [entry])
    const request = source.request(entry.first, entry.last + 1)
    const report = Integrity.report(source.endpoint, request as never, { splits })
    // The request was accepted when these rows were fetched.
    const { tickers } = yield* Effect.orDie(Stream.run(Stream.fromIterable(pieces as ReadonlyArray<never>), report))
    return tickers.flatMap(({ days }) =>
      days.flatMap(({ date, findings }): ReadonlyArray<DayDoubt> =>
        findings.some(({ reason }) => reason === "jump") ? [{ ticker: source.ticker!, day: date, reason: "jump" }] : [],
      ),
    )
  })

/** Describes the sessions without bars on which two answers agree, although the ticker trades on those around. */
export const confirmedOf = (source: Source, confirmed: Intervals.Intervals): ReadonlyArray<DayDoubt> =>
  confirmed
    .flatMap(source.slots)
    .map(([start]) => ({ ticker: source.ticker!, day: dateOf(zoneOf(source.market), start), reason: "absent" }))
