/**
 * Brings a ticker's folder up to date: finds the time that is missing or may still change, and replaces it with what the service gives.
 *
 * @module
 */
import * as Client from "@candela/core/Client"
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { StoreError } from "../../StoreError.js"
import * as Changes from "./changes.js"
import * as Durable from "./durable.js"
import type { Piece } from "./format.js"
import * as Intervals from "./intervals.js"
import type { Manifest } from "./manifest.js"
import * as Partition from "./partition.js"
import { type Period, periodOf, type Source } from "./source.js"

/** What is to be complete in a folder. */
export interface Goal {
  /** Time whose rows are wanted. */
  readonly time: Intervals.Intervals
  /** Time that is asked for again though it is known. */
  readonly refresh: Intervals.Intervals
  /** The instant before which rows change no more. */
  readonly settled: number
}

/** What a folder needs. */
export interface Plan {
  readonly source: Source
  /** The manifest without the files that are lost or damaged. */
  readonly manifest: Manifest
  /** Time to ask for. */
  readonly gaps: Intervals.Intervals
  /** Files that a process left when it was killed. */
  readonly strays: ReadonlyArray<string>
}

const touches = (market: string, name: string, time: Intervals.Intervals): boolean => {
  const period = periodOf(market, name)
  return period !== undefined && Intervals.intersection([[period.from, period.to]], time).length > 0
}

/**
 * Finds what a folder needs. Files of the wanted time that are lost or have another size are forgotten, so that they are asked for again; of those that will be
 * rewritten in part the digest is checked as well.
 */
export const plan = (place: Partition.Place, source: Source, goal: Goal): Effect.Effect<Plan, StoreError> =>
  Effect.gen(function* () {
    const folder = Partition.folderOf(place, source)
    const found = yield* Partition.find(place, source)
    if (found.damaged !== undefined) {
      yield* Effect.logWarning(`${folder}: the manifest is damaged (${found.damaged}); its rows are fetched again`)
    }
    const gapsOf = (manifest: Manifest) =>
      source.gaps(goal.time, Intervals.difference(manifest.intervals, goal.refresh), goal.settled)
    const withoutDamaged = (manifest: Manifest, time: Intervals.Intervals, check: "size" | "digest") =>
      Effect.map(
        Effect.filter(
          Object.keys(manifest.files).filter((name) => touches(source.market, name, time)),
          (name) =>
            Effect.map(
              Partition.damageOf(place, folder, manifest.files[name]!, check),
              (problem) => problem !== undefined,
            ),
        ),
        (damaged) => Partition.forget(manifest, damaged),
      )
    const present = yield* withoutDamaged(found.manifest, goal.time, "size")
    const manifest = yield* withoutDamaged(present, gapsOf(present), "digest")
    return { source, manifest, gaps: gapsOf(manifest), strays: Partition.strays(manifest.files, found.names) }
  })

/** What became of a period. */
export interface Written {
  readonly source: Source
  readonly period: Period
  /** The time that has been dealt with, up to the end of the period. */
  readonly done: Intervals.Interval
  /** Rows that the service gave. */
  readonly received: number
  /** The file that was written; `undefined` if the rows are as they were, or there are none. */
  readonly file: { readonly name: string; readonly rows: number; readonly bytes: number } | undefined
  /** What is different from the rows of this time that were kept before; `undefined` if nothing is, or none were kept. */
  readonly difference: Changes.Difference | undefined
}

/** The forms of a method that gives rows, as far as they are used here. */
interface Rows {
  (request: object): Effect.Effect<{ readonly results: ReadonlyArray<unknown> }, MarketDataError>
  readonly stream?: (request: object) => Stream.Stream<unknown, MarketDataError>
  readonly columns?: (request: object) => Stream.Stream<Piece, MarketDataError>
}

/** The rows of a request, from the service. */
export const ask = (endpoint: Endpoint.AnyRows, request: object): Stream.Stream<Piece, MarketDataError, MarketData> => {
  const toPiece = (rows: ReadonlyArray<unknown>): Piece => Columns.fromRows(endpoint.row, rows)
  return Stream.unwrap(
    Effect.map(Client.make({ rows: endpoint }), (methods) => {
      const rows = methods.rows as Rows
      if (rows.columns !== undefined) return rows.columns(request)
      return rows.stream === undefined
        ? Stream.map(Stream.fromEffect(rows(request)), ({ results }) => toPiece(results))
        : Stream.mapChunks(rows.stream(request), (chunk) => Chunk.of(toPiece(Chunk.toReadonlyArray(chunk))))
    }),
  )
}

/** What happens while a folder is filled. */
export interface Filling {
  readonly settled: number
  /** The day, `yyyy-mm-dd`, on which the rows come. */
  readonly knownAt: string
  readonly onWritten: (written: Written) => Effect.Effect<void>
}

/**
 * Fills the gaps of a folder, a period at a time: what was written stays, whatever happens to the next one. The caller holds the lock.
 */
export const fill = (
  place: Partition.Place,
  { gaps, manifest: planned, source, strays }: Plan,
  filling: Filling,
): Effect.Effect<void, StoreError | MarketDataError, MarketData> =>
  Effect.gen(function* () {
    const folder = Partition.folderOf(place, source)
    yield* Durable.removeAll(place, folder, strays)
    if (gaps.length === 0) return
    yield* Effect.mapError(place.fs.makeDirectory(folder, { recursive: true }), Durable.failed("write", folder))
    let manifest = planned
    for (const gap of gaps) {
      /** Where the time begins that has not been dealt with. */
      let cursor = gap[0]
      let current: { readonly period: Period; readonly pieces: Array<Piece> } | undefined

      const compare = (last: number, before: ReadonlyArray<Piece>, after: ReadonlyArray<Piece>) => {
        const end = source.comparable(filling.settled, last)
        const old = (piece: Piece) => Partition.within(source, piece, [-Infinity, end])
        return Changes.between(source, before.map(old), after.map(old))
      }

      /** Replaces the rows of the gap in a period. */
      const write = (period: Period, pieces: ReadonlyArray<Piece>) =>
        Effect.gen(function* () {
          const span: Intervals.Interval = [Math.max(gap[0], period.from), Math.min(gap[1], period.to)]
          const before = manifest.files[period.name]
          const old =
            before === undefined
              ? []
              : Chunk.toReadonlyArray(yield* Stream.runCollect(Partition.read(place, source, before)))
          const part = (interval: Intervals.Interval) => old.map((piece) => Partition.within(source, piece, interval))
          const next = yield* Partition.replace(place, source, manifest, {
            period,
            pieces: [...part([-Infinity, span[0]]), ...pieces, ...part([span[1], Infinity])],
            settled: Intervals.of(gap[0], Math.min(span[1], filling.settled)),
            knownAt: filling.knownAt,
          })
          const after = next.files[period.name]
          const isNew = after !== undefined && after.sha256 !== before?.sha256
          yield* filling.onWritten({
            source,
            period,
            done: [cursor, span[1]],
            received: Partition.rowsIn(pieces),
            file: isNew ? { name: after.file, rows: after.rows, bytes: after.bytes } : undefined,
            difference:
              before === undefined || after?.sha256 === before.sha256
                ? undefined
                : compare(before.last, part(span), pieces),
          })
          manifest = next
          cursor = span[1]
        })

      /** Takes out the rows of periods in which the service has none any more. */
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
        return Effect.zipRight(clear(Math.max(cursor, period.from)), write(period, pieces))
      })

      yield* Stream.runForEach(ask(source.endpoint, source.request(gap[0], gap[1])), (answer) =>
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
      const settled = Intervals.of(gap[0], Math.min(gap[1], filling.settled))
      const intervals = Intervals.union(manifest.intervals, settled)
      if (Intervals.difference(settled, manifest.intervals).length > 0) {
        manifest = { ...manifest, intervals }
        yield* Partition.writeManifest(place, folder, manifest)
      }
      if (cursor < gap[1]) {
        yield* filling.onWritten({
          source,
          period: source.period(gap[1] - 1),
          done: [cursor, gap[1]],
          received: 0,
          file: undefined,
          difference: undefined,
        })
      }
    }
  })
