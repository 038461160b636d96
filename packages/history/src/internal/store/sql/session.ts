/** Views of one database: each is created when a query first names it. */
import type { Dividend } from "@candela/stocks/Dividends"
import type { Split } from "@candela/stocks/Splits"
import { dateOf, dayNumber, startOfDay } from "@candela/market/TimeZone"
import type { DuckDBConnection } from "@duckdb/node-api"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Adjust from "../../../Adjust.js"
import * as Database from "../../../Database.js"
import type { Params, Row } from "../model/sql.js"
import type { SqlError } from "../../../SqlError.js"
import type { InvalidAction } from "../../../InvalidAction.js"
import { StoreError } from "../../../StoreError.js"
import * as Factors from "../../adjust/factors.js"
import { today } from "../../adjust/today.js"
import * as Checked from "../commit/checked.js"
import * as Durable from "../commit/durable.js"
import type { Files } from "../commit/place.js"
import * as Names from "../layout/names.js"
import * as Known from "../read/known.js"
import * as Catalog from "./catalog.js"
import * as Engine from "./engine.js"
import * as Scans from "./scans.js"
import * as Sessions from "./sessions.js"
import * as Views from "./views.js"

/** Files of a store, and the day (`yyyy-mm-dd`) as of which they are read. */
export interface DatedFiles {
  readonly files: Files
  readonly local: Checked.CheckedFolder
  readonly asOf: string | undefined
}

/** Views of a database. */
export interface StoreViews {
  /** Names of all views, created or not. */
  readonly names: Effect.Effect<ReadonlyArray<string>, StoreError>
  /** Creates the views that a query names, unless they exist. */
  readonly prepare: (text: string) => Effect.Effect<void, SqlError | StoreError>
  /** Fails if a file that a query reads is damaged: DuckDB checks no digests. The views must be prepared. */
  readonly check: (
    connection: DuckDBConnection,
    text: string,
    params: Params,
  ) => Effect.Effect<void, SqlError | StoreError>
  /** Fails if a file of the views is lost, whether a query reads it or not. */
  readonly present: Effect.Effect<void, StoreError>
  /** Makes the views be recreated from the manifests on their next use. */
  readonly refresh: Effect.Effect<void>
}

interface View {
  /** Views that its definition uses. */
  readonly needs: ReadonlyArray<string>
  readonly make: Effect.Effect<void, SqlError | StoreError>
}

type Actions = "splits" | "dividends"

/** Runs an internal query and returns its rows. */
const run = (
  database: Database.Database,
  text: string,
  params: Params = [],
): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* Database.connect(database)
      const result = yield* Engine.query(database, connection, text, params)
      return yield* Engine.rest(database, connection, text, result)
    }),
  )

/** Whether a file is one of trades or quotes, not of lists under a name. */
const isOfTicker = ({ ticker }: Catalog.DatasetFile) => ticker !== ""

/** Removes SQL nulls from a row: the library leaves such fields out. */
const withoutNulls = (row: Row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** Converts the steps of many adjustments to parameters of their table. */
const paramsOf = (adjustments: Iterable<readonly [ticker: string, Adjust.Adjustment]>): Params => {
  const steps = Array.from(adjustments, ([ticker, { steps }]) => steps.map((step) => ({ ticker, ...step }))).flat()
  return {
    tickers: steps.map(({ ticker }) => ticker),
    untils: steps.map(({ until }) => until),
    froms: steps.map(({ from }) => from),
    tos: steps.map(({ to }) => to),
    factors: steps.map(({ factor }) => factor),
  }
}

/** Queries that list views rather than naming them. */
const listing =
  /\bshow\s+(?:all\s+)?tables\b|^\s*(?:show|describe)\s*;?\s*$|\binformation_schema\b|\bduckdb_(?:views|tables|columns)\b/i

/** Names of the views of every store, and of its functions. */
export const names: ReadonlyArray<string> = [
  ...["bars", "bars_adjusted", "bars_adjusted_dividends", "splits", "dividends", "sessions", "session_part"],
]

/** Makes the views of a store. Other processes may write to it meanwhile. */
export const make = (
  database: Database.Database,
  { asOf, files: store, local }: DatedFiles,
): Effect.Effect<StoreViews> =>
  Effect.map(Effect.makeSemaphore(1), (semaphore) => {
    const made = new Set<string>()
    /** Day as of which the adjusted views were made, unless `asOf` fixes it. */
    let madeOn: string | undefined

    /** Files of the bars, as of the time when their view was made. */
    let bars: ReadonlyArray<Catalog.DatasetFile> = []

    /** Files of the other views, by dataset. */
    const listed = new Map<string, ReadonlyArray<Catalog.DatasetFile>>()

    const pathsOf = (files: ReadonlyArray<Catalog.DatasetFile>) => files.map(({ path }) => path)

    const require = (files: ReadonlyArray<Catalog.DatasetFile>) =>
      Effect.forEach(
        files,
        ({ entry, path }) =>
          Effect.mapError(Checked.ensure(local, path, entry), (error) =>
            error._tag === "StoreError" ? error : Durable.lost(path)(error),
          ),
        { concurrency: 4, discard: true },
      )

    /** Finds the files of a dataset. */
    const list = (dataset: string) =>
      Effect.map(Catalog.folders(store, dataset), (folders) => {
        const files = Catalog.filesOf(folders)
        listed.set(dataset, files)
        return files
      })

    /** Finds the files of a dataset, all of them sound. */
    const filesOf = (dataset: string) => Effect.map(Effect.tap(list(dataset), require), pathsOf)

    const define = (text: string) => Effect.asVoid(run(database, text))

    const makeBars = Effect.flatMap(Catalog.folders(store, "bars"), (folders) => {
      const sizes = new Map(
        folders.map(({ manifest: { market, timespan = "" } }) => [`${market} ${timespan}`, { market, timespan }]),
      )
      bars = Catalog.filesOf(folders)
      // The first file provides the types. The others are checked when a query reads them.
      return Effect.zipRight(require(bars.slice(0, 1)), define(Views.bars(pathsOf(bars), asOf, [...sizes.values()])))
    })

    const actions = (name: Actions): View => ({
      needs: [],
      make: Effect.flatMap(filesOf(name), (files) => define(Views.actions(name, files, asOf))),
    })

    /** Loads all rows, even as of a day: the factors of later dividends are divided out. */
    const load = <A>(name: Actions) =>
      Effect.map(
        Effect.flatMap(filesOf(name), (files) => run(database, Views.allActions(name, files))),
        (rows) => rows.map(withoutNulls) as unknown as ReadonlyArray<A>,
      )

    /** Warns where bars are younger than the lists that adjust them, and returns today's date. */
    const datedBy = (by: ReadonlyArray<Actions>) =>
      Effect.gen(function* () {
        const lists = (yield* Effect.forEach(by, (name) => Catalog.folders(store, name))).flat()
        const byTicker = Arr.groupBy(lists, ({ manifest }) => manifest.ticker ?? "")
        const bars = yield* Catalog.folders(store, "bars")
        const known = bars.flatMap(({ manifest }) =>
          manifest.market === "stocks"
            ? [{ bars: manifest, lists: (byTicker[manifest.ticker ?? ""] ?? []).map(({ manifest }) => manifest) }]
            : [],
        )
        yield* Known.warn(known, asOf === undefined ? Infinity : startOfDay("America/New_York", dayNumber(asOf) + 1))
        return { asOf, today: dateOf("America/New_York", yield* Known.now(known)) }
      })

    const adjusted = (name: string, by: ReadonlyArray<Actions>): View => ({
      needs: ["bars"],
      make: Effect.gen(function* () {
        const splits = yield* load<Split>("splits")
        const dividends = by.includes("dividends") ? yield* load<Dividend>("dividends") : []
        const dated = yield* datedBy(by)
        yield* Factors.tell(splits, dated)
        const adjustments = yield* Effect.try({
          try: () => {
            const adjustmentOf = Adjust.byTicker({ splits, dividends }, dated)
            const tickers = new Set([...splits, ...dividends].flatMap(({ ticker }) => ticker ?? []))
            return Array.from(tickers, (ticker) => [ticker, adjustmentOf(ticker)] as const)
          },
          catch: (error) =>
            new StoreError({
              reason: "rows",
              path: store.root,
              detail: `${name}: ${(error as InvalidAction).message}`,
            }),
        })
        yield* define(Views.attach)
        yield* run(database, Views.steps(name), paramsOf(adjustments))
        yield* define(Views.adjusted(name))
      }),
    })

    const views = new Map<string, View>([
      ["bars", { needs: [], make: makeBars }],
      ["splits", actions("splits")],
      ["dividends", actions("dividends")],
      ["bars_adjusted", adjusted("bars_adjusted", ["splits"])],
      ["bars_adjusted_dividends", adjusted("bars_adjusted_dividends", ["splits", "dividends"])],
      [
        "sessions",
        {
          needs: [],
          make: Effect.suspend(() => Effect.asVoid(run(database, Views.sessions("sessions"), Sessions.columns()))),
        },
      ],
      [
        "session_part",
        { needs: [], make: Effect.suspend(() => define(Views.sessionPart("session_part", Sessions.exceptions()))) },
      ],
    ])
    const adjustedNames = ["bars_adjusted", "bars_adjusted_dividends"]

    /** Lists saved by day, under the names of their endpoints. */
    const kept = Effect.map(store.within(""), (names) =>
      [...names].filter((name) => /^\w+(\.\w+)+$/.test(name) && !/^_?lock\./.test(name)),
    )

    const viewOf = (name: string): View =>
      views.get(name) ?? {
        needs: [],
        make: Effect.gen(function* () {
          const files = yield* list(name)
          const ticks = files.filter(isOfTicker)
          if (ticks.length === 0) {
            yield* require(files)
            return files.length === 0 ? undefined : yield* define(Views.kept(name, pathsOf(files), asOf))
          }
          // The first file provides the types. The others are checked when a query reads them.
          yield* require(ticks.slice(0, 1))
          const dated = ticks.filter(({ period }) => asOf === undefined || Names.periodOfPart(period) <= asOf)
          return yield* define(Views.ticks(name, pathsOf(dated), pathsOf(ticks)[0]!))
        }),
      }

    const ensure = (name: string): Effect.Effect<void, SqlError | StoreError> =>
      Effect.suspend(() => {
        if (made.has(name)) return Effect.void
        const { make, needs } = viewOf(name)
        return Effect.forEach(needs, ensure, { discard: true }).pipe(
          Effect.zipRight(make),
          Effect.tap(() => Effect.sync(() => made.add(name))),
        )
      })

    return {
      names: Effect.map(kept, (lists) => [...views.keys(), ...lists.sort()]),
      prepare: (text) =>
        Effect.gen(function* () {
          const isListing = listing.test(text)
          const lists = isListing || text.includes(".") ? yield* kept : []
          const lower = text.toLowerCase()
          // A connection may live for days, and a split applies from its day on.
          // protects: The views of a connection that lives for days apply a split from its day on.
          // mutant: "apply an announced split from its day on": never
          if (asOf === undefined && madeOn !== today()) for (const name of adjustedNames) made.delete(name)
          madeOn = today()
          // protects: A query that lists the views lists those that no query has named yet.
          // mutant: "are listed before a query names them": isListing || → false ||
          const named = [...views.keys(), ...lists].filter((name) => isListing || lower.includes(name.toLowerCase()))
          yield* Effect.forEach(named, ensure, { discard: true })
        }).pipe(semaphore.withPermits(1)),
      check: (connection, text, params) =>
        Effect.gen(function* () {
          if (bars.length > 0) yield* require(yield* Scans.filesOf(database, connection, text, params, bars))
          const lower = text.toLowerCase()
          for (const [name, files] of listed) {
            if (!lower.includes(name.toLowerCase())) continue
            const isOfTicks = name.includes(".") && files.some(isOfTicker)
            yield* require(isOfTicks ? yield* Scans.filesOf(database, connection, text, params, files) : files)
          }
        }),
      present: Effect.suspend(() =>
        Effect.forEach(
          [...bars, ...[...listed.values()].flat()],
          ({ path }) => Effect.mapError(local.fs.stat(path), Durable.lost(path)),
          { discard: true },
        ),
      ),
      refresh: Effect.sync(() => made.clear()),
    }
  })
