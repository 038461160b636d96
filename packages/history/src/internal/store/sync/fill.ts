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
import { StoreError } from "../../../StoreError.js"
import type { Place } from "../commit/place.js"
import * as Absence from "../absence/absence.js"
import * as Beside from "../absence/beside.js"
import * as Changes from "./changes.js"
import type { Piece } from "../layout/format.js"
import * as Intervals from "../layout/intervals.js"
import type { Asked, Entry, Manifest } from "../layout/manifest.js"
import * as Order from "./order.js"
import * as Names from "../layout/names.js"
import * as Partition from "../partition/partition.js"
import * as Parts from "../partition/parts.js"
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
  /** Number of rows from the service. */
  readonly rows: number
  /** Rows from the service; of a period of several files, those of the last one. */
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

/** A period of which no part is written. */
const unbegun = { isSettled: false, entries: [] }

/** Number of times that a gap is filled again from its start. */
const mostStarts = 5

/** Fills one gap. A period that an earlier process has begun is gone on with, or else fetched again. */
const fillGap = <R>(
  place: Place,
  source: Source,
  planned: Task["manifest"],
  gap: Intervals.Interval,
  filling: Filling<R>,
  isResumed = source.isInParts,
  starts = 0,
): Effect.Effect<Filled, StoreError | MarketDataError, R> =>
  Effect.catchTag(fillOnce(place, source, planned, gap, filling, isResumed), "Outdated", ({ reason }) =>
    Effect.flatMap(Partition.find(place, source), ({ manifest }) => {
      const isOvertaken = reason === "overtaken"
      const filesIn = ({ files }: Manifest) =>
        JSON.stringify(Object.entries(files).filter(([name]) => touches(source.market, name, [gap])))
      // What another writer has fetched meanwhile stands.
      if (isOvertaken && filesIn(manifest) !== filesIn(planned)) return Effect.succeed({ manifest, ...nothing })
      if (starts < mostStarts) return fillGap(place, source, manifest, gap, filling, isOvertaken, starts + 1)
      return Effect.fail(
        new StoreError({
          reason: "manifest",
          path: Partition.folderOf(place, source).path,
          detail:
            "another process fetches the same days, and removes again and again what is written here. Wait for its end, then sync again.",
        }),
      )
    }),
  )

/** Fills one gap; with `isResumed` it goes on after the rows that an earlier process has written. */
const fillOnce = <R>(
  place: Place,
  source: Source,
  planned: Task["manifest"],
  gap: Intervals.Interval,
  { contradicted = [], doubtsFirst = false, moment, onWritten, rows, ...filling }: Filling<R>,
  isResumed: boolean,
): Effect.Effect<Filled, StoreError | MarketDataError | Parts.Outdated, R> =>
  Effect.gen(function* () {
    let manifest = planned
    /** Start of the unprocessed time. */
    let cursor = gap[0]
    let current: { pieces: Array<Piece>; begun: Parts.Begun } | undefined
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

    /** Selects rows of known time, even after the last stored row: a removed bar may come back there. */
    const comparable = (settled: number, last: number | undefined) => {
      const held = last === undefined ? Intervals.empty : Intervals.of(-Infinity, source.comparable(settled, last))
      // protects: Rows that the service gives back are told.
      // mutant: "are told where they come back": Intervals.union(held, planned.intervals) → held
      const time = Intervals.union(Intervals.union(held, planned.intervals), Settled.doubtfulTime(planned))
      return (piece: Piece) => time.map((interval) => Partition.within(source, piece, interval))
    }

    /** Replaces the rows of the gap in the file of a period. */
    const replace = (
      period: Period,
      span: Intervals.Interval,
      pieces: ReadonlyArray<Piece>,
      written: Pick<Partition.Replacement, "asked" | "knownAt" | "settled">,
      settled: number,
    ) =>
      Effect.gen(function* () {
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
        const { before, ...replaced } = yield* Partition.replace(place, source, manifest, { period, rows, ...written })
        const after = replaced.manifest.files[period.name]
        const isSame = after?.sha256 === before?.sha256
        const compared = comparable(settled, before?.last)
        return {
          manifest: replaced.manifest,
          file: isSame ? undefined : after,
          difference: isSame
            ? undefined
            : Changes.between(source, part(span).flatMap(compared), pieces.flatMap(compared)),
        }
      })

    /** Writes the last part of a period, and compares all of its parts with the previous ones. */
    const finish = (
      begun: Parts.Begun,
      pieces: ReadonlyArray<Piece>,
      written: Pick<Partition.Replacement, "knownAt" | "settled">,
      settled: number,
    ) =>
      Effect.map(
        Parts.finish(place, source, manifest, begun, pieces, written, ({ after, before }) => {
          const isKnown = new Set(before.map(({ file }) => file))
          const isNew = new Set(after.map(({ file }) => file))
          const last = after.length > begun.entries.length ? after.at(-1) : undefined
          const of = (entries: ReadonlyArray<Entry>, others: ReadonlySet<string>) =>
            Stream.fromIterable(entries.filter(({ file }) => !others.has(file))).pipe(
              Stream.flatMap((entry) => Partition.read(place, source, entry)),
              Stream.mapConcat(comparable(settled, before.at(-1)?.last)),
            )
          const { from, to } = begun.period
          const known = Intervals.union(planned.intervals, Settled.doubtfulTime(planned))
          const isKnownTime = before.length > 0 || Intervals.intersection(known, [[from, to]]).length > 0
          return Effect.map(
            isKnownTime
              ? Changes.betweenStreams(source, of(before, isNew), of(after, isKnown))
              : Effect.succeed(undefined),
            (difference) => ({ difference, file: last && isKnown.has(last.file) ? undefined : last }),
          )
        }),
        ([manifest, result]) => ({ manifest, ...result }),
      )

    /** Replaces the rows of the gap in a period. */
    const write = (period: Period, pieces: ReadonlyArray<Piece>, begun: Parts.Begun = { period, ...unbegun }) =>
      Effect.gen(function* () {
        const span: Intervals.Interval = [Math.max(gap[0], period.from), Math.min(gap[1], period.to)]
        for (const piece of pieces) watch.add(piece.length, source.instants(piece))
        const { asked, knownAt, settled } = yield* moment
        // Slots without rows settle once it is known whether the ticker trades on both sides of them.
        const reach = Math.min(span[1], watch.next ?? Infinity)
        const held = yield* undecided
        const done: Intervals.Interval = [cursor, Math.max(cursor, Math.min(reach, held[0]?.[0] ?? Infinity))]
        const replacement = {
          // protects: Days that may still change are asked for again.
          // mutant: "asks again for the days that may still change, and no more": settled) → (yield* moment).now)
          settled: Intervals.difference(Intervals.of(whole[0], Math.min(reach, settled)), held),
          knownAt,
          asked: isList ? asked : undefined,
        }
        if (source.isInParts) yield* Parts.require(begun, settled)
        const { difference, file, ...written } = source.isInParts
          ? yield* finish(begun, pieces, replacement, settled)
          : yield* replace(period, span, pieces, replacement, settled)
        manifest = written.manifest
        cursor = done[1]
        yield* onWritten({ source, period, done, rows: Partition.rowsIn(pieces), pieces, file, difference })
      })

    /** Writes the parts of the current period that are complete. */
    const spill = Effect.gen(function* () {
      for (;;) {
        const taken = current && Parts.take(place, source, current.pieces)
        if (current === undefined || taken === undefined) return
        const { knownAt, settled } = yield* moment
        const { period } = current.begun
        yield* Parts.require(current.begun, settled)
        const own =
          current.begun.entries.length > 0 ? current.begun : { ...current.begun, isSettled: period.to <= settled }
        for (const piece of taken.part) watch.add(piece.length, source.instants(piece))
        const known = manifest.files
        const added = yield* Parts.add(place, source, manifest, own, taken.part, knownAt)
        manifest = added.manifest
        current = { begun: added.begun, pieces: [...taken.rest] }
        const last = added.begun.entries.at(-1)!
        const isKnown = Object.values(known).some(({ file }) => file === last.file)
        yield* onWritten({
          ...{ source, period, done: [cursor, cursor], rows: last.rows, pieces: [] },
          ...{ file: isKnown ? undefined : last, difference: undefined },
        })
      }
    })

    /** Removes the rows of periods for which the service no longer has any. */
    const clear = (from: number, until: number) =>
      Effect.forEach(
        Object.keys(manifest.files)
          .sort()
          .filter(
            (name) => name === Names.periodOfPart(name) && touches(source.market, name, Intervals.of(from, until)),
          ),
        (name) => write(periodOf(source.market, name)!, []),
        { discard: true },
      )

    /** End of the written periods. */
    let written = gap[0]
    const flush = Effect.suspend(() => {
      if (current === undefined) return Effect.void
      const { begun, pieces } = current
      const { period } = begun
      current = undefined
      const before = written
      written = Math.min(gap[1], period.to)
      return Effect.zipRight(clear(before, period.from), write(period, pieces, begun))
    })

    const resumed = isResumed ? yield* Parts.resume(place, source, manifest, source.period(gap[0])) : undefined
    if (resumed !== undefined) current = { begun: resumed, pieces: [] }
    let isResumable = resumed === undefined
    const first = resumed === undefined ? gap[0] : Parts.endOf(resumed)
    yield* Stream.runForEach(Order.ascending(place, source)(rows([first, gap[1]])), (answer) =>
      Effect.gen(function* () {
        isResumable ||= answer.length > 0
        let rest = Partition.within(source, answer, gap)
        while (rest.length > 0) {
          const period = source.period(source.instants(rest)(0))
          if (current?.begun.period.name !== period.name) {
            yield* flush
            current = { begun: { period, ...unbegun }, pieces: [] }
          }
          const part = Partition.within(source, rest, [-Infinity, period.to])
          current.pieces.push(part)
          rest = Columns.slice(rest, part.length)
          if (source.isInParts) yield* spill
        }
      }),
    )
    // protects: An answer without rows is not the end of a day that was begun: a part is written
    // when a later row is there.
    // mutant: "is fetched again from its start if nothing follows": never
    if (!isResumable) return yield* new Parts.Outdated({ reason: "unfit" })
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
      yield* onWritten({
        ...{ source, period, done: [cursor, gap[1]], rows: 0, pieces: [] },
        ...{ file: undefined, difference: undefined },
      })
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
