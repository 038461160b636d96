/**
 * A ticker's folder: one file per period, and the manifest that names them. The manifest is the truth: a file is in its place and flushed before the manifest names it,
 * and the file that it replaces goes after that. A process that is killed in between leaves a file without a name, which the next writer removes, or `compact` where there are many.
 *
 * @module
 */
import * as Columns from "@candela/core/Columns"
import { FileSystem } from "@effect/platform/FileSystem"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { StoreError } from "../../StoreError.js"
import * as Durable from "./durable.js"
import type { Format, Piece } from "./format.js"
import * as Intervals from "./intervals.js"
import * as Manifest from "./manifest.js"
import type * as Places from "./place.js"
import { type Period, periodOf, type Source } from "./source.js"

/** Where a store's files are, and their format. */
export interface Place extends Places.Place {
  readonly format: Format
}

/** The folder of a source. */
export const folderOf = (place: Place, { folder }: Source): Places.Folder => place.folder(folder.join("/"))

/** A manifest that names nothing. */
export const emptyManifest = ({ dataset, market, ticker, timespan }: Source): Manifest.Manifest => ({
  version: 1,
  dataset,
  market,
  ...(timespan === undefined ? {} : { timespan }),
  ...(ticker === undefined ? {} : { ticker }),
  intervals: [],
  files: {},
})

/** The text of a folder's manifest; `undefined` if it has none. */
export const manifestOf = (folder: Places.Folder): Effect.Effect<string | undefined, StoreError> =>
  Effect.map(folder.read(Manifest.fileName), (bytes) => bytes && new TextDecoder().decode(bytes))

/** The manifest that a text is for a source; without a text, one that names nothing. */
const parse = (source: Source, text: string | undefined): Either.Either<Manifest.Manifest, string> =>
  text === undefined
    ? Either.right(emptyManifest(source))
    : Either.filterOrLeft(
        Manifest.parse(text),
        ({ dataset, ticker, timespan, market }) =>
          dataset === source.dataset &&
          ticker === source.ticker &&
          timespan === source.timespan &&
          market === source.market,
        () => "it belongs to another folder",
      )

/** What was found in a folder. */
export interface Found {
  /** What the manifest says; nothing if there is none, or a damaged one. */
  readonly manifest: Manifest.Manifest
  /** Why the manifest cannot be read. */
  readonly damaged: string | undefined
}

/** Reads the manifest of a source's folder. */
export const find = (place: Place, source: Source): Effect.Effect<Found, StoreError> =>
  Effect.map(manifestOf(folderOf(place, source)), (text) => {
    const parsed = parse(source, text)
    return {
      manifest: Either.getOrElse(parsed, () => emptyManifest(source)),
      damaged: Either.match(parsed, { onLeft: (reason) => reason, onRight: () => undefined }),
    }
  })

/** Names that only this store gives: what is not among the manifest's files is left from a process that was killed. */
const ours = new RegExp(`^(\\d{4}(-\\d\\d){0,2}|all)\\.[0-9a-f]{8}\\.\\w+$`)

/** Files that the manifest does not name. Files of other names are somebody else's. */
export const strays = (files: Manifest.Manifest["files"], names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const named = new Set(Object.values(files).map(({ file }) => file))
  return names.filter((name) => Durable.isTemporary(name) || (ours.test(name) && !named.has(name)))
}

/** What is wrong with a file: it is not there, or its size, its bytes or its number of rows are not those of its entry. */
export type Problem = "lost" | "size" | "digest" | "rows"

/** Why a file is not what its entry says: it is lost, or has another size, or with `digest` other bytes or another number of rows. */
export const damageOf = (
  { format }: Place,
  listing: Places.Listing,
  entry: Manifest.Entry,
  check: "size" | "digest",
): Effect.Effect<Problem | undefined, StoreError> =>
  Effect.gen(function* () {
    const info = yield* listing.info(entry.file)
    if (info === undefined) return "lost"
    if (info.bytes !== entry.bytes) return "size"
    if (check === "size") return undefined
    const bytes = yield* listing.folder.read(entry.file)
    if (bytes === undefined) return "lost"
    const digest = yield* Durable.digest(bytes)
    if (digest !== entry.sha256) return "digest"
    const { fileSystem, path } = listing.folder.open(entry)
    // Rows that cannot be counted are not those of the entry, whatever the digest says.
    const rows = yield* Effect.orElseSucceed(
      Effect.provideService(format.count(path), FileSystem, fileSystem),
      () => -1,
    )
    return rows === entry.rows ? undefined : "rows"
  })

/** Names of damaged files, by their periods. */
export type Damaged = Readonly<Record<string, string>>

/** The manifest without damaged files: neither they nor the time of their periods. A file that has been replaced since counts for nothing. */
export const forget = (self: Manifest.Manifest, damaged: Damaged): Manifest.Manifest =>
  Object.entries(damaged).reduce((manifest, [name, file]) => {
    if (manifest.files[name]?.file !== file) return manifest
    const period = periodOf(manifest.market, name)
    const intervals = period ? Intervals.difference(manifest.intervals, [[period.from, period.to]]) : manifest.intervals
    return { ...Manifest.withFile(manifest, name, undefined), intervals }
  }, self)

/** The rows of a file, as its entry names it; of columns with some names, if they are given. */
export const read = (
  place: Place,
  source: Source,
  entry: Manifest.Entry,
  columns?: ReadonlyArray<string>,
): Stream.Stream<Piece, StoreError> => {
  const { failure, fileSystem, path } = folderOf(place, source).open(entry)
  return place.format.read(path, source.endpoint, columns).pipe(
    Stream.provideService(FileSystem, fileSystem),
    Stream.mapError(({ detail, message, reason }) =>
      reason === "library"
        ? new StoreError({ reason, path, detail })
        : (failure() ??
          new StoreError({
            reason: "file",
            path,
            detail: `its rows cannot be read (${message}). \`verify\` takes it out of the store if it is damaged; the next sync fetches it again.`,
          })),
    ),
  )
}

/** The number of the first row at an instant or after it. */
const lowerBound = (source: Source, piece: Piece, instant: number): number => {
  const instantAt = source.instants(piece)
  let [low, high] = [0, piece.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (instantAt(middle) < instant) low = middle + 1
    else high = middle
  }
  return low
}

/** The rows of a piece from one instant up to another, exclusive. */
export const within = (source: Source, piece: Piece, [from, to]: Intervals.Interval): Piece => {
  const first = lowerBound(source, piece, from)
  const end = lowerBound(source, piece, to)
  return first === 0 && end === piece.length ? piece : Columns.slice(piece, first, end)
}

export const rowsIn = (pieces: ReadonlyArray<Piece>) => pieces.reduce((sum, { length }) => sum + length, 0)

/** Puts the bytes of a file beside each other. */
const join = (parts: Chunk.Chunk<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(Chunk.reduce(parts, 0, (size, part) => size + part.length))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** The bytes of a period's rows. */
const encode = (place: Place, source: Source, period: Period, pieces: ReadonlyArray<Piece>, time: number) =>
  Stream.fromIterable(pieces).pipe(
    place.format.encode(source.endpoint, { request: source.request(period.from, period.to), time }),
    Stream.runCollect,
    Effect.map(join),
    Effect.mapError(({ detail, message, reason }) => {
      const path = folderOf(place, source).fileOf(period.name)
      return reason === "library"
        ? new StoreError({ reason, path, detail })
        : new StoreError({
            reason: "rows",
            path,
            detail: `the rows cannot be written as ${place.format.extension} (${message})`,
          })
    }),
  )

/** Changes the manifest of a source, which has a folder, and returns the one that stands then. `change` returns the same one where there is nothing to change. */
export const commit = (
  place: Place,
  source: Source,
  change: (manifest: Manifest.Manifest) => Manifest.Manifest,
): Effect.Effect<Manifest.Manifest, StoreError> =>
  folderOf(place, source).commit((text) => Either.getOrElse(parse(source, text), () => emptyManifest(source)), change)

/** Adds time that needs no asking from now on. */
export const settle = (self: Manifest.Manifest, time: Intervals.Intervals): Manifest.Manifest =>
  Intervals.difference(time, self.intervals).length === 0
    ? self
    : { ...self, intervals: Intervals.union(self.intervals, time) }

/** A change of a period's rows. */
export interface Replacement {
  readonly period: Period
  /** All the rows that the period has now, where those before are in this file. */
  readonly rows: (before: Manifest.Entry | undefined) => Effect.Effect<ReadonlyArray<Piece>, StoreError>
  /** Time that needs no asking from now on. */
  readonly settled: Intervals.Intervals
  /** The day, `yyyy-mm-dd`, on which the rows came. */
  readonly knownAt: string
}

/** What became of a change of a period's rows. */
export interface Replaced {
  readonly manifest: Manifest.Manifest
  /** The file that the period had before. */
  readonly before: Manifest.Entry | undefined
}

/** Puts the file of a period in its place, durably, if there are rows. Rows as they were before change nothing. */
const write = (
  place: Place,
  source: Source,
  { knownAt, period, rows }: Replacement,
  before: Manifest.Entry | undefined,
) =>
  Effect.gen(function* () {
    const pieces = (yield* rows(before)).filter(({ length }) => length > 0)
    const last = pieces.at(-1)
    if (last === undefined) return undefined
    const ends = { first: source.instants(pieces[0]!)(0), last: source.instants(last)(last.length - 1) }
    const bytes = yield* encode(place, source, period, pieces, ends.last)
    const sha256 = yield* Durable.digest(bytes)
    if (before?.sha256 === sha256) return before
    const file = `${period.name}.${sha256.slice(0, 8)}.${place.format.extension}`
    yield* folderOf(place, source).put(file, bytes)
    return { file, rows: rowsIn(pieces), bytes: bytes.length, sha256, ...ends, knownAt }
  })

/**
 * Replaces the rows of a period, durably, as the given manifest has them. If another writer has replaced them meanwhile, what it wrote is taken as the rows before, and the change is
 * made again.
 */
export const replace = (
  place: Place,
  source: Source,
  given: Manifest.Manifest,
  replacement: Replacement,
): Effect.Effect<Replaced, StoreError> =>
  Effect.gen(function* () {
    const { period, settled } = replacement
    const before = given.files[period.name]
    const isStill = (manifest: Manifest.Manifest) => manifest.files[period.name]?.file === before?.file
    const entry = yield* write(place, source, replacement, before).pipe(
      Effect.asSome,
      Effect.catchIf(
        ({ reason }) => reason === "file",
        (error) =>
          Effect.flatMap(find(place, source), ({ manifest }) =>
            isStill(manifest) ? Effect.fail(error) : Effect.succeedNone,
          ),
      ),
    )
    const change = { isMade: false }
    const manifest = yield* commit(place, source, (current) => {
      change.isMade = Option.isSome(entry) && isStill(current)
      if (Option.isNone(entry) || !change.isMade) return current
      const named = before === entry.value ? current : Manifest.withFile(current, period.name, entry.value)
      return settle(named, settled)
    })
    if (!change.isMade) return yield* replace(place, source, manifest, replacement)
    if (before !== undefined && before.file !== manifest.files[period.name]?.file) {
      yield* folderOf(place, source).remove([before.file])
    }
    return { manifest, before }
  })
