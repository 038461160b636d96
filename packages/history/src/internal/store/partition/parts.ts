/**
 * Periods of several files, such as a day of trades, that are fetched part by part: each part is written, and named by
 * the manifest as `begun`, while the rest is still to come. Readers see a period when its last part is there. A process
 * that is killed leaves whole parts, and the next one goes on after the last row of the last one.
 *
 * A part ends where the millisecond changes. So a request for the time after it has all other rows, however many
 * share an instant, and none twice; and the same rows make the same parts, wherever fetching them was interrupted.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { StoreError } from "../../../StoreError.js"
import type { Place } from "../commit/place.js"
import type { Piece } from "../layout/format.js"
import type * as Intervals from "../layout/intervals.js"
import * as Manifest from "../layout/manifest.js"
import * as Names from "../layout/names.js"
import * as Settled from "../layout/settled.js"
import type { Period, Source } from "../layout/source.js"
import * as Damage from "./damage.js"
import * as Partition from "./partition.js"

/** Period whose parts are being written. */
export interface Begun {
  readonly period: Period
  /**
   * Whether it had settled when its fetching began: rows of a running day may be corrected before the next ones come.
   */
  readonly isSettled: boolean
  /** Parts so far. */
  readonly entries: ReadonlyArray<Manifest.Entry>
}

/**
 * The parts of a period cannot be gone on with. `overtaken`: another writer has removed or finished them. `unfit`: the
 * service has no rows after them, or the day has settled since, so it is to be fetched again from its start.
 */
export class Outdated extends Data.TaggedError("Outdated")<{ readonly reason: "overtaken" | "unfit" }> {}

/** Takes the rows of the next part from pieces, if those of more than a part are there. */
export const take = (
  { format: { rowsOfPart } }: Place,
  source: Source,
  pieces: ReadonlyArray<Piece>,
): { readonly part: ReadonlyArray<Piece>; readonly rest: ReadonlyArray<Piece> } | undefined => {
  if (Partition.rowsIn(pieces) <= rowsOfPart) return undefined
  const instantOf = (row: number) => {
    let left = row
    const piece = pieces.find(({ length }) => (left < length ? true : ((left -= length), false)))!
    return source.instants(piece)(left)
  }
  const split = (instant: number) => ({
    part: pieces.flatMap((piece) => some(Partition.within(source, piece, [-Infinity, instant]))),
    rest: pieces.flatMap((piece) => some(Partition.within(source, piece, [instant, Infinity]))),
  })
  const found = split(instantOf(rowsOfPart))
  if (found.part.length > 0) return found
  // More rows of one millisecond than a part has: it ends with them.
  const whole = split(instantOf(rowsOfPart) + 1)
  return whole.rest.length > 0 ? whole : undefined
}

const some = (piece: Piece): ReadonlyArray<Piece> => (piece.length === 0 ? [] : [piece])

const filesOf = ({ entries, period }: Pick<Begun, "entries" | "period">): Manifest.Manifest["files"] =>
  Object.fromEntries(entries.map((entry, index) => [Names.part(period.name, index), entry]))

/** Whether a manifest still names the parts. */
const isNamed = ({ begun }: Manifest.Manifest, own: Begun): boolean =>
  Object.entries(filesOf(own)).every(([name, { file }]) => begun?.files[name]?.file === file)

/**
 * Changes the manifest, runs an effect, and removes the files that the manifest named before, and does not any more.
 */
const change = <A>(
  place: Place,
  source: Source,
  own: Begun,
  next: (current: Manifest.Manifest) => Manifest.Manifest,
  between: Effect.Effect<A, StoreError>,
): Effect.Effect<readonly [manifest: Manifest.Manifest, result: A], StoreError | Outdated> =>
  Effect.gen(function* () {
    let before: Manifest.Manifest | undefined
    const after = yield* Partition.commit(place, source, (current) => {
      before = isNamed(current, own) ? current : undefined
      return before === undefined ? current : next(current)
    })
    if (before === undefined) return yield* new Outdated({ reason: "overtaken" })
    const result = yield* between
    const named = Manifest.filesOf(after)
    yield* Partition.folderOf(place, source).remove([...Manifest.filesOf(before)].filter((name) => !named.has(name)))
    return [after, result] as const
  })

const write = (
  place: Place,
  source: Source,
  manifest: Manifest.Manifest,
  { entries, period }: Begun,
  pieces: ReadonlyArray<Piece>,
  knownAt: string,
) => {
  const name = Names.part(period.name, entries.length)
  const rows = () => Effect.succeed(pieces)
  return Partition.write(place, source, { knownAt, period: { ...period, name }, rows }, manifest.files[name])
}

/** Result of writing a part. */
export interface Added {
  readonly manifest: Manifest.Manifest
  readonly begun: Begun
}

/** Writes the next part of a period. */
export const add = (
  place: Place,
  source: Source,
  manifest: Manifest.Manifest,
  own: Begun,
  pieces: ReadonlyArray<Piece>,
  knownAt: string,
): Effect.Effect<Added, StoreError | Outdated> =>
  Effect.gen(function* () {
    const entry = yield* write(place, source, manifest, own, pieces, knownAt)
    const begun = { ...own, entries: [...own.entries, ...(entry === undefined ? [] : [entry])] }
    const next = (current: Manifest.Manifest) =>
      isNamed(current, begun) ? current : { ...current, begun: { settled: own.isSettled, files: filesOf(begun) } }
    const [after] = yield* change(place, source, own, next, Effect.void)
    return { manifest: after, begun }
  })

/** Files of a period, before and after a change. */
export interface PeriodFiles {
  readonly before: ReadonlyArray<Manifest.Entry>
  readonly after: ReadonlyArray<Manifest.Entry>
}

/**
 * Writes the last part of a period, without rows none, and shows the period to readers in place of what was there.
 * `compare` runs while the previous files are still there.
 */
export const finish = <A>(
  place: Place,
  source: Source,
  manifest: Manifest.Manifest,
  own: Begun,
  pieces: ReadonlyArray<Piece>,
  { knownAt, settled }: { readonly knownAt: string; readonly settled: Intervals.Intervals },
  compare: (files: PeriodFiles) => Effect.Effect<A, StoreError>,
): Effect.Effect<readonly [manifest: Manifest.Manifest, result: A], StoreError | Outdated> =>
  Effect.gen(function* () {
    const last = yield* write(place, source, manifest, own, pieces, knownAt)
    const after = [...own.entries, ...(last === undefined ? [] : [last])]
    const fresh = filesOf({ period: own.period, entries: after })
    let before: ReadonlyArray<Manifest.Entry> = []
    const next = (current: Manifest.Manifest) => {
      const isOwn = ([name]: readonly [string, unknown]) => Names.periodOfPart(name) === own.period.name
      const old = Object.entries(current.files).filter(isOwn)
      before = old.map(([, entry]) => entry)
      const isSame =
        current.begun === undefined &&
        old.length === after.length &&
        old.every(([name, { file }]) => fresh[name]?.file === file)
      if (isSame) return Settled.settle(current, settled)
      const others = Object.fromEntries(Object.entries(current.files).filter((entry) => !isOwn(entry)))
      const { begun: _, ...rest } = current
      return Settled.settle({ ...rest, files: { ...others, ...fresh } }, settled)
    }
    return yield* change(
      place,
      source,
      own,
      next,
      Effect.suspend(() => compare({ before, after })),
    )
  })

/**
 * Returns the parts of a period that an earlier process has begun; `undefined` unless all are sound.
 */
export const resume = (
  place: Place,
  source: Source,
  { begun }: Manifest.Manifest,
  period: Period,
): Effect.Effect<Begun | undefined, StoreError> =>
  Effect.gen(function* () {
    const names = Object.keys(begun?.files ?? {}).sort()
    const [first] = names
    if (begun === undefined || first !== period.name) return undefined
    const entries = names.map((name) => begun.files[name]!)
    const metadata = yield* Partition.folderOf(place, source).metadata
    // protects: A damaged part of a day is not gone on with.
    // mutant: "is fetched again from its start if a part is damaged": "digest" → "size"
    const problems = yield* Effect.forEach(entries, (entry) => Damage.of(place, metadata, entry, "digest"))
    return problems.every((problem) => problem === undefined)
      ? { period, isSettled: begun.settled, entries }
      : undefined
  })

/**
 * Fails if a period has settled since its parts were fetched: its rows may have been corrected meanwhile. `settled` is
 * the instant before which rows no longer change.
 */
export const require = ({ entries, isSettled, period }: Begun, settled: number): Effect.Effect<void, Outdated> =>
  // protects: Parts of a day that had not settled are fetched again when it has.
  // mutant: "is fetched again from its start once it has settled": entries.length > 0 → entries.length < 0
  entries.length > 0 && !isSettled && period.to <= settled
    ? Effect.fail(new Outdated({ reason: "unfit" }))
    : Effect.void

/** Returns the first instant after the parts. */
// protects: No row of a part is fetched a second time.
// mutant: "go on after the last part of a day": - 1) + 1 → - 1)
export const endOf = ({ entries, period }: Begun): number => (entries.at(-1)?.last ?? period.from - 1) + 1
