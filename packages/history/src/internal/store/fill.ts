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
import { StoreError } from "../../StoreError.js"
import * as Changes from "./changes.js"
import type { Piece } from "./format.js"
import * as Intervals from "./intervals.js"
import type { Entry, Manifest } from "./manifest.js"
import * as Partition from "./partition.js"
import { type Plan, touches } from "./plan.js"
import { type Period, periodOf, type Source } from "./source.js"

/** Result of filling a period. */
export interface Written {
  readonly source: Source
  readonly period: Period
  /** Processed time, up to the end of the period. */
  readonly done: Intervals.Interval
  /** Number of rows from the service. */
  readonly received: number
  /** Written file; `undefined` if the rows are unchanged, or there are none. */
  readonly file: Entry | undefined
  /** Difference from the previously known rows of this time; `undefined` without one. */
  readonly difference: Changes.Difference | undefined
}

/** Input and callbacks of filling a folder. */
export interface Filling<R> {
  /** Streams the rows of some time from the service. */
  readonly rows: (gap: Intervals.Interval) => Stream.Stream<Piece, MarketDataError, R>
  /** Instant before which rows no longer change. */
  readonly settled: number
  /** Day on which the rows are fetched, `yyyy-mm-dd`. */
  readonly knownAt: string
  readonly onWritten: (written: Written) => Effect.Effect<void>
}

/** Returns the instant of the first row that does not ascend; `undefined` if all do. */
const disorderIn = (source: Source, piece: Piece, before: number): number | undefined => {
  const instantAt = source.instants(piece)
  let last = before
  for (let index = 0; index < piece.length; index++) {
    const instant = instantAt(index)
    if (!(instant > last)) return instant
    last = instant
  }
  return undefined
}

/** Histories must ascend: their files are searched by time. */
const inOrder =
  (place: Partition.Place, source: Source) =>
  <E, R>(rows: Stream.Stream<Piece, E, R>): Stream.Stream<Piece, E | StoreError, R> =>
    source.endpoint.kind !== "history"
      ? rows
      : Stream.mapAccumEffect(rows, -Infinity, (last, piece) => {
          const disorder = disorderIn(source, piece, last)
          return disorder === undefined
            ? Effect.succeed([piece.length === 0 ? last : source.instants(piece)(piece.length - 1), piece] as const)
            : new StoreError({
                reason: "rows",
                path: Partition.folderOf(place, source).path,
                detail: `the service gave a row of ${new Date(disorder).toISOString()} twice, or after a later one. Nothing of its file was written. Sync again, and if it stays so, tell the service.`,
              })
        })

/** Fills one gap and returns the manifest. */
const fillGap = <R>(
  place: Partition.Place,
  source: Source,
  planned: Plan["manifest"],
  gap: Intervals.Interval,
  { knownAt, onWritten, rows, settled }: Filling<R>,
) =>
  Effect.gen(function* () {
    let manifest = planned
    /** Start of the unprocessed time. */
    let cursor = gap[0]
    let current: { readonly period: Period; readonly pieces: Array<Piece> } | undefined

    /** Compares the rows of known time, even after the last stored row: a removed bar may come back there. */
    const differenceOf = (last: number | undefined, before: ReadonlyArray<Piece>, after: ReadonlyArray<Piece>) => {
      const held = last === undefined ? Intervals.empty : Intervals.of(-Infinity, source.comparable(settled, last))
      const time = Intervals.union(held, planned.intervals)
      const comparable = (pieces: ReadonlyArray<Piece>) =>
        time.flatMap((interval) => pieces.map((piece) => Partition.within(source, piece, interval)))
      return Changes.between(source, comparable(before), comparable(after))
    }

    /** Replaces the rows of the gap in a period. */
    const write = (period: Period, pieces: ReadonlyArray<Piece>) =>
      Effect.gen(function* () {
        const span: Intervals.Interval = [Math.max(gap[0], period.from), Math.min(gap[1], period.to)]
        const done: Intervals.Interval = [cursor, span[1]]
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
        const replacement = { period, rows, settled: Intervals.of(done[0], Math.min(done[1], settled)), knownAt }
        const { before, ...replaced } = yield* Partition.replace(place, source, manifest, replacement)
        manifest = replaced.manifest
        const after = manifest.files[period.name]
        const isSame = after?.sha256 === before?.sha256
        cursor = span[1]
        yield* onWritten({
          source,
          period,
          done,
          received: Partition.rowsIn(pieces),
          file: isSame ? undefined : after,
          difference: isSame ? undefined : differenceOf(before?.last, part(span), pieces),
        })
      })

    /** Removes the rows of periods for which the service no longer has any. */
    const clear = (until: number) =>
      Effect.forEach(
        Object.keys(manifest.files)
          .sort()
          .filter((name) => touches(source.market, name, Intervals.of(cursor, until))),
        (name) => write(periodOf(source.market, name)!, []),
        { discard: true },
      )

    const flush = Effect.suspend(() => {
      if (current === undefined) return Effect.void
      const { period, pieces } = current
      current = undefined
      return Effect.zipRight(clear(period.from), write(period, pieces))
    })

    yield* Stream.runForEach(inOrder(place, source)(rows(gap)), (answer) =>
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
    yield* clear(gap[1])
    const rest = Intervals.of(cursor, Math.min(gap[1], settled))
    if (rest.length > 0) {
      manifest = yield* Partition.commit(place, source, (current) => Partition.settle(current, rest))
    }
    if (cursor < gap[1]) {
      const period = source.period(gap[1] - 1)
      yield* onWritten({ source, period, done: [cursor, gap[1]], received: 0, file: undefined, difference: undefined })
    }
    return manifest
  })

/** Fills the gaps of a folder and returns its manifest. Written periods stay, even if a later one fails. With one writer, the caller holds its lock. */
export const fill = <R>(
  place: Partition.Place,
  { damaged, gaps, isOld, manifest, source, strays }: Plan,
  filling: Filling<R>,
): Effect.Effect<Manifest, StoreError | MarketDataError, R> =>
  Effect.gen(function* () {
    const folder = Partition.folderOf(place, source)
    yield* folder.remove(strays)
    if (gaps.length > 0) yield* folder.make
    const sound =
      Object.keys(damaged).length === 0 && !isOld
        ? manifest
        : yield* Partition.commit(place, source, (current) => Partition.forget(current, damaged))
    return yield* Effect.reduce(gaps, sound, (manifest, gap) => fillGap(place, source, manifest, gap, filling))
  })
