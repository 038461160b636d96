/**
 * Folder of a ticker: one file per period, and the manifest that lists them. The manifest is authoritative: a file
 * is in place and flushed before the manifest lists it, and the replaced file is removed after that. A process
 * killed in between leaves an unlisted file, which the next writer removes, or `compact` if there are many writers.
 *
 * @module
 */
import * as Columns from "@candela/core/Columns"
import { FileSystem } from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { StoreError } from "../../../StoreError.js"
import * as Checked from "../commit/checked.js"
import * as Durable from "../commit/durable.js"
import type { Piece } from "../layout/format.js"
import type * as Intervals from "../layout/intervals.js"
import * as Manifest from "../layout/manifest.js"
import { type Folder, manifestOf, type Place } from "../commit/place.js"
import * as Settled from "../layout/settled.js"
import type { Period, Source } from "../layout/source.js"

/** Returns the folder of a source. */
export const folderOf = (place: Place, { folder }: Source): Folder => place.folder(folder.join("/"))

/** Makes an empty manifest. */
export const emptyManifest = ({ dataset, market, ticker, timespan }: Source): Manifest.Manifest => ({
  version: 1,
  dataset,
  market,
  ...(timespan === undefined ? {} : { timespan }),
  ...(ticker === undefined ? {} : { ticker }),
  intervals: [],
  files: {},
})

/** Parses the manifest of a source; without a text, an empty one. */
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

/** Result of reading a folder's manifest. */
export interface FoundManifest {
  /** Manifest; empty if it is absent or damaged. */
  readonly manifest: Manifest.Manifest
  /** Error of a damaged manifest. */
  readonly damaged: string | undefined
  /** Whether the manifest has the name of older stores. */
  readonly isOld: boolean
}

/** Reads the manifest of a source's folder. */
export const find = (place: Place, source: Source): Effect.Effect<FoundManifest, StoreError> =>
  Effect.map(manifestOf(folderOf(place, source)), (found) => {
    const parsed = parse(source, found?.text)
    return {
      isOld: found?.isOld === true,
      manifest: Either.getOrElse(parsed, () => emptyManifest(source)),
      damaged: Either.match(parsed, { onLeft: (reason) => reason, onRight: () => undefined }),
    }
  })

/** File names that only this store uses: such files outside the manifest were left by a killed process. */
const ours = new RegExp(`^(\\d{4}(-\\d\\d){0,2}(\\.\\d{3,})?|all)\\.[0-9a-f]{8}\\.\\w+$`)

/**
 * Returns the store's files that are not in the manifest, and a manifest with the old name beside
 * the present one. Files with other names are not the store's.
 */
export const strays = (
  manifest: Pick<Manifest.Manifest, "begun" | "files">,
  names: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const named = Manifest.filesOf(manifest)
  const isReplaced = (name: string) => name === Manifest.oldName && names.includes(Manifest.fileName)
  // protects: Files of others are left alone.
  // mutant: "removes what no manifest names, and nothing of somebody else's": ours.test(name) → name !==
  // Manifest.fileName
  return names.filter((name) => Durable.isTemporary(name) || isReplaced(name) || (ours.test(name) && !named.has(name)))
}

/** Streams the rows of an entry's file, with only the given columns if there are any. */
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

/** Most rows that are read together: those of a row group. */
export const mostRows = 131_072

/**
 * Reads the rows of several files by the engine of the place, in one piece. Fails without an engine, for files that it
 * cannot read, and for those that are not sound: {@link read} reads them one by one, or says why not.
 */
export const readTogether = (
  { engine, local }: Place,
  source: Source,
  paths: ReadonlyArray<readonly [path: string, entry: Manifest.Entry]>,
  columns: ReadonlyArray<string> | undefined,
): Effect.Effect<Piece, unknown> =>
  Effect.gen(function* () {
    const rows = paths.reduce((sum, [, { rows }]) => sum + rows, 0)
    if (engine === undefined || local === undefined || rows === 0 || rows > mostRows) {
      return yield* Effect.fail("read one by one")
    }
    // protects: A file that an engine reads is checked before, as one that is decoded here.
    // mutant: "names a damaged file, and gives none of its rows": removed
    yield* Effect.forEach(paths, ([path, entry]) => Checked.ensure(local, path, entry), {
      concurrency: 4,
      discard: true,
    })
    const piece = yield* engine.read(
      paths.map(([path]) => local.path.resolve(path)),
      source.endpoint,
      columns,
    )
    return piece.length === rows ? piece : yield* Effect.fail("read one by one")
  })

/** Returns the index of the first row at or after an instant. */
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

/** Returns the rows of a piece within an interval. */
export const within = (source: Source, piece: Piece, [from, to]: Intervals.Interval): Piece => {
  const first = lowerBound(source, piece, from)
  const end = lowerBound(source, piece, to)
  return first === 0 && end === piece.length ? piece : Columns.slice(piece, first, end)
}

export const rowsIn = (pieces: ReadonlyArray<Piece>) => pieces.reduce((sum, { length }) => sum + length, 0)

/** Encodes the rows of a period. */
const encode = (place: Place, source: Source, period: Period, pieces: ReadonlyArray<Piece>, time: number) =>
  place.format
    .encode(source.endpoint, { request: source.request(period.from, period.to), time })(pieces)
    .pipe(
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

/**
 * Changes the manifest of a source with an existing folder and returns the result. `change` returns
 * the same one if there is nothing to change.
 */
export const commit = (
  place: Place,
  source: Source,
  change: (manifest: Manifest.Manifest) => Manifest.Manifest,
): Effect.Effect<Manifest.Manifest, StoreError> =>
  folderOf(place, source).commit((text) => Either.getOrElse(parse(source, text), () => emptyManifest(source)), change)

/** Change of a period's rows. */
export interface Replacement {
  readonly period: Period
  /** Returns all rows of the period, given the file with the previous ones. */
  readonly rows: (before: Manifest.Entry | undefined) => Effect.Effect<ReadonlyArray<Piece>, StoreError>
  /** Time that needs no further requests. */
  readonly settled: Intervals.Intervals
  /** Day on which the rows were fetched, `yyyy-mm-dd`. */
  readonly knownAt: string
  /** For lists, the same day in the market's zone. */
  readonly asked?: Manifest.Asked | undefined
}

/** Result of a change of a period's rows. */
export interface Replaced {
  readonly manifest: Manifest.Manifest
  /** Previous file of the period. */
  readonly before: Manifest.Entry | undefined
}

/** Writes the file of a period durably, if there are rows. Unchanged rows write nothing. */
export const write = (
  place: Place,
  source: Source,
  { knownAt, period, rows }: Pick<Replacement, "knownAt" | "period" | "rows">,
  before: Manifest.Entry | undefined,
): Effect.Effect<Manifest.Entry | undefined, StoreError> =>
  Effect.gen(function* () {
    const pieces = (yield* rows(before)).filter(({ length }) => length > 0)
    const last = pieces.at(-1)
    if (last === undefined) return undefined
    const ends = { first: source.instants(pieces[0]!)(0), last: source.instants(last)(last.length - 1) }
    const bytes = yield* encode(place, source, period, pieces, ends.last)
    const sha256 = yield* Durable.digest(bytes)
    if (before?.sha256 === sha256) return before
    const file = `${period.name}.${sha256.slice(0, 8)}.${place.format.extension}`
    // protects: The manifest names a file that is there already.
    // mutant: "before any of its changes of files leaves a store that reads": folderOf(place, source).put(file, bytes →
    // Effect.forkDaemon(Effect.delay(folderOf(place, source).put(file, bytes), 1)
    yield* folderOf(place, source).put(file, bytes)
    return { file, rows: rowsIn(pieces), bytes: bytes.length, sha256, ...ends, knownAt }
  })

/**
 * Replaces the rows of a period durably, based on the given manifest. If another writer has
 * replaced them meanwhile, its rows become the previous ones, and the change is repeated.
 */
export const replace = (
  place: Place,
  source: Source,
  given: Manifest.Manifest,
  replacement: Replacement,
): Effect.Effect<Replaced, StoreError> =>
  Effect.gen(function* () {
    const { asked, period, settled } = replacement
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
    // protects: A file is removed when the manifest names it no more.
    // mutant: "before any of its changes of files leaves a store that reads": const → if (before !== undefined) yield*
    // folderOf(place, source).remove([before.file]); const
    const change = { isMade: false }
    const manifest = yield* commit(place, source, (current) => {
      change.isMade = Option.isSome(entry) && isStill(current)
      if (Option.isNone(entry) || !change.isMade) return current
      const named = before === entry.value ? current : Manifest.withFile(current, period.name, entry.value)
      return Settled.settle(named, settled, asked)
    })
    if (!change.isMade) return yield* replace(place, source, manifest, replacement)
    if (before !== undefined && before.file !== manifest.files[period.name]?.file) {
      yield* folderOf(place, source).remove([before.file])
    }
    return { manifest, before }
  })
