/**
 * Fills the gaps of a ticker's folder with rows from the service, a period at a time.
 *
 * @module
 */
import * as Columns from "@candela/core/Columns"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { StoreError } from "../../../StoreError.js"
import type { Place } from "../commit/place.js"
import * as Absence from "../absence/absence.js"
import * as Beside from "../absence/beside.js"
import * as Changes from "./changes.js"
import type { Piece } from "../layout/format.js"
import * as Intervals from "../layout/intervals.js"
import type { Asked, Entry, Manifest } from "../layout/manifest.js"
import * as Order from "./order.js"
import * as Partition from "../partition/partition.js"
import * as Provisional from "../absence/provisional.js"
import { type Task, touches } from "./tasks.js"
import { type Period, periodOf, type Source } from "../layout/source.js"
import * as Settled from "../layout/settled.js"
import * as Damage from "../partition/damage.js"

/** Result of filling a period. */
export interface Written {
  readonly source: Source
  readonly period: Period
  /** Processed time, up to the end of the period. */
  readonly done: Intervals.Interval
  /** Rows from the service. */
  readonly pieces: ReadonlyArray<Piece>
  /** Written file; `undefined` if the rows are unchanged, or there are none. */
  readonly file: Entry | undefined
  /** Difference from the previously known rows of this time; `undefined` without one. */
  readonly difference: Changes.Difference | undefined
}

/** Input and callbacks of filling a folder. */
export interface Filling<R> {
  /** Streams the rows of some time from the service. */
  readonly rows: (gap: Intervals.Interval) => Stream.Stream<Piece, MarketDataError, R>
  /** Time of the sync, once the service has answered. */
  readonly moment: Effect.Effect<Moment>
  /** Time in which the whole market has no rows, although it was open. */
  readonly contradicted?: Intervals.Intervals | undefined
  /**
   * Whether a first answer without any rows is doubtful: nothing is known of the ticker, and the
   * service answers so now and then by mistake.
   */
  readonly doubtsFirst?: boolean | undefined
  readonly onWritten: (written: Written) => Effect.Effect<void>
  /** Returns the gap that some time is a part of, if a gap is filled in parts. */
  readonly wholeOf?: ((part: Intervals.Interval) => Whole) | undefined
}

/** Gap that may be filled in several parts, in ascending order. */
export interface Whole {
  readonly gap: Intervals.Interval
  /** Activity in the gap. */
  readonly watch: Absence.Watch
}

/** Begins a gap. */
export const wholeOf = (source: Source, gap: Intervals.Interval): Whole => ({
  gap,
  watch: new Absence.Watch(source.slots(gap)),
})

/** Time of a sync, for one source. */
export interface Moment {
  /** Time of the sync, epoch milliseconds: the earlier of the two clocks. */
  readonly now: number
  /** The same by the service's clock, if it is told. */
  readonly told: number
  /** Instant before which rows no longer change. */
  readonly settled: number
  /** Day (UTC, `yyyy-mm-dd`) on which the rows are fetched. */
  readonly knownAt: string
  /** The same in the market's zone, and by this machine's clock: what is recorded of a list. */
  readonly asked: Asked
  /**
   * Whether the service tells its time. If not, time after the ticker's last row is left open: it
   * may lie in the future of the service.
   */
  readonly isCertain: boolean
}

/** Result of filling gaps. */
export interface Filled {
  readonly manifest: Manifest
  /** Time without rows where some are expected. It is not settled. */
  readonly doubtful: Intervals.Intervals
  /** Part of it that has stored rows, which the service does not give any more. */
  readonly stored: Intervals.Intervals
  /** Time without rows where some are expected, on which two answers agree. It is settled. */
  readonly confirmed: Intervals.Intervals
  /** Time after the last row of which the service may not know yet. It is not settled. */
  readonly open: Intervals.Intervals
}

/** Fills one gap. */
const fillGap = <R>(
  place: Place,
  source: Source,
  planned: Task["manifest"],
  gap: Intervals.Interval,
  { contradicted = [], doubtsFirst = false, moment, onWritten, rows, ...filling }: Filling<R>,
) =>
  Effect.gen(function* () {
    let manifest = planned
    /** Start of the unprocessed time. */
    let cursor = gap[0]
    let current: { readonly period: Period; readonly pieces: Array<Piece> } | undefined
    const { gap: whole, watch } = filling.wholeOf?.(gap) ?? wholeOf(source, gap)
    const isList = source.requestOfMany !== undefined

    const beside = yield* Effect.cached(
      Effect.suspend(() => Beside.of(place, source, manifest, whole)).pipe(
        // Another writer may have replaced a file since.
        Effect.catchIf(
          ({ reason }) => reason === "file",
          () =>
            Effect.flatMap(Partition.find(place, source), ({ manifest }) => Beside.of(place, source, manifest, whole)),
        ),
      ),
    )
    /** Judges slots without rows. Stored rows are only read if there are some. */
    const judged = <A>(activity: Absence.Activity, judge: (beside: Absence.Beside) => ReadonlyArray<A>) =>
      activity.active.includes(false) ? Effect.map(beside, judge) : Effect.succeed([])
    /** Slots without rows, of those so far, that later ones may make doubtful. */
    const undecided = Effect.suspend(() => {
      const { soFar } = watch
      return judged(soFar, ({ before }) => Absence.undecided(soFar, before, contradicted))
    })

    /** Compares the rows of known time, even after the last stored row: a removed bar may come back there. */
    const differenceOf = (
      settled: number,
      last: number | undefined,
      before: ReadonlyArray<Piece>,
      after: ReadonlyArray<Piece>,
    ) => {
      const held = last === undefined ? Intervals.empty : Intervals.of(-Infinity, source.comparable(settled, last))
      // protects: Rows that the service gives back are told.
      // mutant: "are told where they come back": Intervals.union(held, planned.intervals) → held
      const time = Intervals.union(Intervals.union(held, planned.intervals), Settled.doubtfulTime(planned))
      const comparable = (pieces: ReadonlyArray<Piece>) =>
        time.flatMap((interval) => pieces.map((piece) => Partition.within(source, piece, interval)))
      return Changes.between(source, comparable(before), comparable(after))
    }

    /** Replaces the rows of the gap in a period. */
    const write = (period: Period, pieces: ReadonlyArray<Piece>) =>
      Effect.gen(function* () {
        const span: Intervals.Interval = [Math.max(gap[0], period.from), Math.min(gap[1], period.to)]
        let old: ReadonlyArray<Piece> = []
        const part = (interval: Intervals.Interval) => old.map((piece) => Partition.within(source, piece, interval))
        const rows = (before: Entry | undefined) =>
          Effect.gen(function* () {
            old =
              before === undefined
                ? []
                : Chunk.toReadonlyArray(yield* Stream.runCollect(Partition.read(place, source, before)))
            return [...part([-Infinity, span[0]]), ...pieces, ...part([span[1], Infinity])]
          })
        for (const piece of pieces) watch.add(piece.length, source.instants(piece))
        const { asked, knownAt, settled } = yield* moment
        // Slots without rows settle once it is known whether the ticker trades on both sides of them.
        const reach = Math.min(span[1], watch.next ?? Infinity)
        const held = yield* undecided
        const done: Intervals.Interval = [cursor, Math.max(cursor, Math.min(reach, held[0]?.[0] ?? Infinity))]
        const replacement = {
          period,
          rows,
          // protects: Days that may still change are asked for again.
          // mutant: "asks again for the days that may still change, and no more": settled) → (yield* moment).now)
          settled: Intervals.difference(Intervals.of(whole[0], Math.min(reach, settled)), held),
          knownAt,
          asked: isList ? asked : undefined,
        }
        const { before, ...replaced } = yield* Partition.replace(place, source, manifest, replacement)
        manifest = replaced.manifest
        const after = manifest.files[period.name]
        const isSame = after?.sha256 === before?.sha256
        cursor = done[1]
        yield* onWritten({
          source,
          period,
          done,
          pieces,
          file: isSame ? undefined : after,
          difference: isSame ? undefined : differenceOf(settled, before?.last, part(span), pieces),
        })
      })

    /** Removes the rows of periods for which the service no longer has any. */
    const clear = (from: number, until: number) =>
      Effect.forEach(
        Object.keys(manifest.files)
          .sort()
          .filter((name) => touches(source.market, name, Intervals.of(from, until))),
        (name) => write(periodOf(source.market, name)!, []),
        { discard: true },
      )

    /** End of the written periods. */
    let written = gap[0]
    const flush = Effect.suspend(() => {
      if (current === undefined) return Effect.void
      const { period, pieces } = current
      current = undefined
      const before = written
      written = Math.min(gap[1], period.to)
      return Effect.zipRight(clear(before, period.from), write(period, pieces))
    })

    yield* Stream.runForEach(Order.ascending(place, source)(rows(gap)), (answer) =>
      Effect.gen(function* () {
        let rest = Partition.within(source, answer, gap)
        while (rest.length > 0) {
          const period = source.period(source.instants(rest)(0))
          if (current?.period.name !== period.name) {
            yield* flush
            current = { period, pieces: [] }
          }
          const part = Partition.within(source, rest, [-Infinity, period.to])
          current.pieces.push(part)
          rest = Columns.slice(rest, part.length)
        }
      }),
    )
    yield* flush
    const { asked, isCertain, now, settled } = yield* moment
    const confirmed = Provisional.confirmed(planned, now)
    const isSilent = written === gap[0]
    const isFirst = doubtsFirst && isSilent && planned.intervals.length === 0 && !hasFiles(planned)
    // Stored rows stay until a second answer without them agrees.
    const slots = watch.slots.filter(([from, to]) => gap[0] <= from && to <= gap[1])
    const lost = Intervals.difference(isSilent ? yield* Beside.storedIn(place, source, planned, slots) : [], confirmed)
    // protects: Stored rows stay until a second answer without them agrees.
    // mutant: "stored rows stay where the service has none any more": always
    if (lost.length === 0) yield* clear(written, gap[1])
    // The rest of the gap shows whether the ticker trades after this part.
    const isWhole = gap[1] >= whole[1]
    const end = isWhole ? gap[1] : Math.min(gap[1], watch.next ?? Infinity)
    const activity = watch.until(settled, contradicted)
    // protects: A market's day without rows on a session is doubtful, whatever the tickers' activity.
    // mutant: "is doubtful for thin tickers, too": without , contradicted
    const runs = isWhole ? yield* judged(activity, (beside) => Absence.runs(activity, beside, contradicted)) : []
    const timeOf = (wanted: (run: Absence.EmptyRun) => boolean) => runs.filter(wanted).map(({ time }) => time)
    const absent = timeOf(({ isDoubtful }) => isDoubtful || isFirst).flatMap(source.slots)
    const doubtful = Intervals.union(Intervals.difference(absent, confirmed), lost)
    // protects: Without the service's clock nothing settles after the newest bar.
    // mutant: "by a month loses no row": ? [ → || whole ? [
    const open = isCertain ? [] : timeOf(({ isDoubtful, isTail }) => isTail && !isDoubtful && !isFirst)
    // protects: Days without rows that may still have some are asked for again.
    // mutant: "where the service has none of them yet": settled → now
    const rest = Intervals.difference(
      Intervals.of(whole[0], Math.min(end, settled)),
      [doubtful, open, isWhole ? [] : yield* undecided].reduce(Intervals.union),
    )
    if (Intervals.difference(rest, manifest.intervals).length > 0 || (isList && !Settled.isAskedAs(manifest, asked))) {
      manifest = yield* Partition.commit(place, source, (current) =>
        Settled.settle(current, rest, isList ? asked : undefined),
      )
    }
    if (cursor < gap[1]) {
      const period = source.period(gap[1] - 1)
      yield* onWritten({ source, period, done: [cursor, gap[1]], pieces: [], file: undefined, difference: undefined })
    }
    return {
      manifest,
      doubtful,
      stored: lost,
      confirmed: Intervals.intersection(absent, confirmed),
      open,
    } satisfies Filled
  })

/** Whether a folder has stored rows. */
export const hasFiles = ({ files }: Manifest) => Object.keys(files).length > 0

/**
 * Fills the gaps of a folder. Written periods stay, even if a later one fails. With one writer, the
 * caller holds its lock.
 */
export const fill = <R>(
  place: Place,
  { damaged, gaps, isOld, manifest, source, strays }: Task,
  filling: Filling<R>,
): Effect.Effect<Filled, StoreError | MarketDataError, R> =>
  Effect.gen(function* () {
    const folder = Partition.folderOf(place, source)
    yield* folder.remove(strays)
    if (gaps.length > 0) yield* folder.make
    const sound =
      Object.keys(damaged).length === 0 && !isOld
        ? manifest
        : yield* Partition.commit(place, source, (current) => Damage.forget(current, damaged))
    return yield* Effect.reduce(gaps, { manifest: sound, ...nothing } as Filled, (before, gap) =>
      Effect.map(
        fillGap(place, source, before.manifest, gap, filling),
        ({ confirmed, doubtful, manifest, open, stored }): Filled => ({
          manifest,
          doubtful: Intervals.union(before.doubtful, doubtful),
          stored: Intervals.union(before.stored, stored),
          confirmed: Intervals.union(before.confirmed, confirmed),
          open: Intervals.union(before.open, open),
        }),
      ),
    )
  })

/** Result of filling no gaps, but for the manifest. */
export const nothing = {
  doubtful: Intervals.empty,
  stored: Intervals.empty,
  confirmed: Intervals.empty,
  open: Intervals.empty,
}
