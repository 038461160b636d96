/**
 * Updates the folders of a universe.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { dateOf, dayMillis, dayOf, startOfDay, type Zone } from "@candela/market/TimeZone"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import type * as Store from "../model/store.js"
import { StoreError } from "../../../StoreError.js"
import * as Ask from "./ask.js"
import * as Batches from "./batches.js"
import * as Beside from "../absence/beside.js"
import { Absences } from "./absences.js"
import * as Days from "./days.js"
import { type Filling, fill, hasFiles, type Moment, nothing, wholeOf } from "./fill.js"
import type { Piece } from "../layout/format.js"
import * as Intervals from "../layout/intervals.js"
import type { Asked } from "../layout/manifest.js"
import { commit, folderOf } from "../partition/partition.js"
import type { Place } from "../commit/place.js"
import * as Tasks from "./tasks.js"
import type { Task } from "./tasks.js"
import type { Present } from "./present.js"
import { tally } from "./tally.js"
import { confirmedOf } from "./doubts.js"
import { doubtfulOf, isConfirmed, joined, provisionalOf } from "../absence/provisional.js"
import { always, isHistory, nameOf, type Source, zoneOf } from "../layout/source.js"
import { isFelt, warningsOf } from "./told.js"
import * as TradedDays from "../absence/tradedDays.js"
import * as Settled from "../layout/settled.js"

/**
 * Returns what is recorded of a list that is asked for now: its day, and that of this machine's
 * clock if it is another one.
 */
const askedAt = (zone: Zone, now: number, clock: number): Asked => {
  const [knownAt, askedOn] = [dateOf(zone, now), dateOf(zone, clock)]
  return { knownAt, askedOn: askedOn === knownAt ? undefined : askedOn }
}

/** Returns the end of the day of an instant. */
const endOfDay = ({ market }: Source, instant: number): number =>
  startOfDay(zoneOf(market), dayOf(zoneOf(market), instant) + 1)

/** Maximum number of repetitions of a sync whose results other writers remove again. */
const mostRounds = 5

/** Input of a sync run. */
export interface SyncInput {
  readonly tasks: ReadonlyArray<Task>
  readonly present: Present
  /** Returns the instant before which no rows of a source change any more, at a time. */
  readonly settledAt: (source: Source, now: number) => number
  /**
   * Tasks for time that is missing at the end although it was fetched: other writers may have
   * removed it. Absent without other writers.
   */
  readonly missing: Effect.Effect<ReadonlyArray<Task>, StoreError> | undefined
}

/** Executes tasks. With one writer, the caller holds its lock. */
export const run = (
  place: Place,
  { missing, tasks, present, settledAt }: SyncInput,
  { by, concurrency = 4, onFailure = "fail", onProgress }: Store.SyncOptions,
): Effect.Effect<Store.Summary, StoreError | MarketDataError, MarketData> =>
  Effect.gen(function* () {
    const now = present.now()
    const [busy, idle] = Arr.partition(tasks, Tasks.isIdle)
    const batches = Batches.of(busy, now, by)
    const { damages, doubts, failures, onFailed, onWritten, summary } = tally(
      batches.flatMap(({ tasks }) => tasks),
      onProgress,
    )
    const absences = new Absences()
    for (const task of idle) absences.note(task, { manifest: task.manifest, ...nothing })
    const splits = new Map(
      tasks.filter(({ source }) => source.dataset === "splits").map((task) => [task.source.ticker!, task]),
    )
    const splitsOf = (ticker: string) => {
      const task = splits.get(ticker)
      return task && { source: task.source, manifest: absences.manifestOf(task) }
    }

    const momentOf = (source: Source): Effect.Effect<Moment> =>
      Effect.map(present.listen, () => {
        const now = present.now()
        return {
          now,
          // protects: Two answers without rows of one day do not agree because a clock was behind.
          // mutant: "does not make two answers of one day agree": present.told() → now
          told: present.told(),
          settled: settledAt(source, now),
          knownAt: dateOf("UTC", now),
          asked: askedAt(zoneOf(source.market), now, present.clock),
          isCertain: present.ahead() !== undefined,
        }
      })

    const collect =
      (sources: ReadonlyArray<Source>) =>
      <A, R>(operation: Effect.Effect<A, StoreError | MarketDataError, R>) =>
        onFailure === "fail"
          ? operation
          : Effect.catchAll(operation, (error) =>
              Effect.sync(() => sources.forEach((source) => onFailed(source, error))),
            )

    /** Fills a folder and returns its task without gaps; `undefined` if it failed and the others continue. */
    const fillOne = (
      task: Task,
      rows: Filling<MarketData>["rows"],
      isFirst: boolean,
      options: Pick<Filling<MarketData>, "contradicted" | "doubtsFirst" | "wholeOf"> = {},
    ) =>
      fill(place, task, {
        ...{ rows, moment: momentOf(task.source), ...options },
        onWritten: (written) => onWritten(written, isFirst),
      }).pipe(
        Effect.map((filled): Task => {
          absences.note(task, filled)
          return { ...task, manifest: filled.manifest, damaged: {}, damages: [], isOld: false, strays: [], gaps: [] }
        }),
        collect([task.source]),
      )

    const fillByTicker = (
      task: Task,
      isFirst: boolean,
      options: Pick<Filling<MarketData>, "contradicted" | "wholeOf"> = {},
    ) =>
      fillOne(task, ([from, to]) => Ask.rows(task.source.endpoint, task.source.request(from, to)), isFirst, {
        ...{ doubtsFirst: isFirst, ...options },
      })

    /** Fills a folder of which a period has several files, such as trades: a request for each day. */
    const fillInParts = (task: Task, isFirst: boolean) =>
      Effect.gen(function* () {
        const { gaps, source } = task
        const wholes = gaps.map((gap) => wholeOf(source, gap))
        let left = task
        for (const whole of wholes) {
          const contradicted = yield* TradedDays.of(place, source, whole.watch.slots)
          for (const part of Batches.daysOf(source, whole.gap)) {
            const filled = yield* fillByTicker({ ...left, gaps: [part] }, isFirst, {
              ...{ contradicted, wholeOf: () => whole },
            })
            if (filled === undefined) return
            left = filled
          }
        }
      })

    const fillByList = (tasks: ReadonlyArray<Task>) =>
      Effect.gen(function* () {
        const { endpoint, requestOfMany } = tasks[0]!.source
        const ask = (tasks: ReadonlyArray<Task>) =>
          Ask.byTicker(endpoint, requestOfMany!(tasks.map(({ source }) => source.ticker!)))
        const isIn = (pieces: ReadonlyMap<string, Piece>) => (task: Task) => pieces.has(task.source.ticker!)
        const first = yield* ask(tasks)
        // An empty list is doubtful where there are stored rows, or where nothing was known of any ticker.
        const isNew = first.size === 0 && tasks.some(({ manifest }) => manifest.intervals.length === 0)
        const lost = tasks.filter((task) => !isIn(first)(task) && (isNew || hasFiles(task.manifest)))
        const pieces = lost.length === 0 ? first : new Map([...first, ...(yield* ask(lost))])
        const { now } = yield* momentOf(tasks[0]!.source)
        yield* Effect.forEach(
          tasks,
          (task) => {
            const { manifest, source } = task
            // protects: An empty list removes no stored rows before a second answer agrees.
            // mutant: "where there are stored rows is asked for again": now) → Infinity) && now < 0
            const isDoubtful = !isIn(pieces)(task) && hasFiles(manifest) && !isConfirmed(manifest, now)
            if (!isDoubtful) {
              return fillOne(task, () => Stream.fromIterable([pieces.get(source.ticker!) ?? []].flat()), true)
            }
            absences.note(task, { manifest, doubtful: [always], stored: [always], confirmed: [], open: [] })
            return Effect.void
          },
          { discard: true },
        )
      })

    const fillByDay = (batch: Batches.DayBatch, isFirst: boolean) =>
      Effect.gen(function* () {
        let left = batch.tasks
        const wholes = new Map(batch.tasks.map(({ gaps, source }) => [source, gaps.map((gap) => wholeOf(source, gap))]))
        const wholeIn =
          ({ source }: Task) =>
          ([from]: Intervals.Interval) =>
            wholes.get(source)!.find(({ gap }) => gap[0] <= from && from < gap[1])!
        let contradicted: Intervals.Intervals = []
        let isBeforeRecords = !batch.tasks.some(({ manifest }) => hasFiles(manifest))
        for (const { days, time } of Batches.slicesOf(batch)) {
          const sources = left.map(({ source }) => source)
          const answer = yield* Effect.either(Days.fetch(sources, days, { concurrency, again: isFirst }))
          if (Either.isLeft(answer)) {
            if (!Days.isOfSummary(answer.left)) return yield* answer.left
            yield* Effect.logWarning(`Bars are requested ticker by ticker: ${answer.left.message}`)
            const rest: Intervals.Intervals = [[time[0]![0], Infinity]]
            return yield* Effect.forEach(
              left,
              (task) => {
                // Days without rows before may have waited for those that follow.
                const waiting = Intervals.difference(task.gaps, task.manifest.intervals)
                const gaps = Intervals.union(waiting, Intervals.intersection(task.gaps, rest))
                return fillByTicker({ ...task, gaps }, isFirst, { wholeOf: wholeIn(task) })
              },
              { concurrency, discard: true },
            )
          }
          const { empty, rowsOf } = answer.right
          const expected = isBeforeRecords ? Days.expected(days, empty) : empty
          isBeforeRecords &&= empty.length === days.length
          contradicted = Intervals.union(
            contradicted,
            expected.flatMap(({ midnight }) =>
              batch.tasks[0]!.source.slots([midnight, midnight + 2 * dayMillis]).slice(0, 1),
            ),
          )
          const filled = yield* Effect.forEach(
            left,
            (task) =>
              Effect.map(
                fillOne(
                  { ...task, gaps: Intervals.intersection(task.gaps, time) },
                  () => Stream.suspend(() => Stream.fromIterable(rowsOf(task.source.ticker!))),
                  isFirst,
                  { contradicted, wholeOf: wholeIn(task) },
                ),
                (after) => after && { ...after, gaps: task.gaps },
              ),
            { concurrency },
          )
          left = filled.filter((task) => task !== undefined)
          if (left.length === 0) return
        }
      })

    const fillBatch = (batch: Batches.Batch, isFirst: boolean) => {
      if (batch.by === "ticker") {
        const [task] = batch.tasks
        return task.source.isInParts ? fillInParts(task, isFirst) : fillByTicker(task, isFirst)
      }
      return (batch.by === "list" ? fillByList(batch.tasks) : fillByDay(batch, isFirst)).pipe(
        collect(batch.tasks.map(({ source }) => source)),
      )
    }

    const fillAll = (batches: ReadonlyArray<Batches.Batch>, isFirst: boolean) =>
      Effect.forEach(batches, (batch) => fillBatch(batch, isFirst), { concurrency, discard: true })

    /** Asks again for rows whose absence is doubtful, then records what stays so. */
    const confirm = Effect.gen(function* () {
      const doubted = absences.doubtful.filter(({ task }) => isHistory(task.source))
      const again = doubted.map(({ task, time }): Task => ({ ...task, gaps: joined(task.source, time, time) }))
      // protects: Bars whose absence is doubtful are asked for again at once.
      // mutant: "a first answer without any rows is asked for again at once": , now → .slice(again.length), now
      yield* fillAll(Batches.of(again, now, by), false)
      const newest = absences.newest
      yield* Effect.forEach(
        absences.all.filter(
          ({ doubtful, manifest, open }) => doubtful.length + open.length + (manifest.provisional?.length ?? 0) > 0,
        ),
        ({ doubtful, manifest, open, task: { source }, stored }) =>
          Effect.gen(function* () {
            const { told } = yield* momentOf(source)
            const end = newest === undefined ? Infinity : endOfDay(source, newest)
            const before = Intervals.difference(Settled.doubtfulTime(manifest), doubtful)
            const settled = Intervals.union(
              Intervals.intersection(open, [[-Infinity, end]]),
              yield* Beside.noMoreDoubtful(place, source, manifest, before),
            )
            const provisional = provisionalOf(source, manifest, doubtful, told)
            if (settled.length === 0 && provisional.length === 0) return
            yield* folderOf(place, source).make
            const after = yield* commit(place, source, (current) =>
              Settled.doubt(Settled.settle(current, settled), provisional, stored),
            )
            absences.replace(source, after)
          }),
        { concurrency, discard: true },
      )
    })

    /**
     * Removes settled time that lies in the future of the service's clock; of this machine's, if
     * the service has told none.
     */
    const cutFuture = Effect.suspend(() => {
      // protects: A clock that is set back cuts nothing that the service's clock allows.
      // mutant: "by being set back cuts nothing": told → now
      const now = present.told()
      const cuts = tasks.flatMap((task) => {
        const settled = Intervals.union(task.future, absences.manifestOf(task).intervals)
        const future = Intervals.intersection(settled, [[now, Infinity]])
        // protects: Settled time that lies in the future is cut, and told.
        // mutant: "settled time in the future is cut": === 0 → >= 0
        return future.length === 0 ? [] : [{ source: task.source, future }]
      })
      return Effect.forEach(
        cuts,
        ({ future, source }) =>
          Effect.map(
            commit(place, source, (current) => Settled.cut(current, settledAt(source, now))),
            (manifest) => {
              absences.replace(source, manifest)
              return future.map(([from, to]): Store.Cut => ({ ...nameOf(source), from, to }))
            },
          ),
        { concurrency },
      )
    })

    /** Fetches rows again that were removed meanwhile. */
    const again = (rounds: number): Effect.Effect<void, StoreError | MarketDataError, MarketData> =>
      Effect.flatMap(missing ?? Effect.succeed([]), (tasks) => {
        const failed = new Set(failures.map(({ dataset, ticker }) => `${dataset} ${ticker}`))
        const left = tasks
          .map((task) => ({ ...task, gaps: absences.unexcused(task) }))
          .filter(({ gaps, source }) => gaps.length > 0 && !failed.has(`${source.dataset} ${source.ticker}`))
        const [first] = left
        if (first === undefined) return Effect.void
        return rounds < mostRounds
          ? Effect.zipRight(fillAll(Batches.of(left, now, by), true), again(rounds + 1))
          : Effect.fail(
              new StoreError({
                reason: "manifest",
                path: folderOf(place, first.source).path,
                detail: `another process takes out again and again what is written here. End it, or wait for its end, then sync again.`,
              }),
            )
      })

    yield* Effect.forEach(
      damages,
      ({ file, folder, problem }) =>
        Effect.logWarning(
          `${place.root}/${folder}/${file} was damaged (${problem}), and is taken out of the store: its rows are fetched again.`,
        ),
      { discard: true },
    )
    yield* fillAll(batches, true)
    yield* again(0)
    yield* confirm
    const cuts = (yield* cutFuture).flat()
    const ahead = present.ahead()
    const found = {
      ...summary(tasks, (task) => absences.manifestOf(task)),
      doubtful: tasks.flatMap((task) => doubtfulOf(task.source, absences.manifestOf(task))),
      doubts: yield* doubts.found(
        place,
        splitsOf,
        absences.all.flatMap(({ confirmed, task }) => confirmedOf(task.source, confirmed)),
      ),
      cuts,
      ...(ahead !== undefined && isFelt(tasks, present.clock, ahead, settledAt) ? { clockAhead: ahead } : {}),
    }
    yield* Effect.forEach(warningsOf(found), (warning) => Effect.logWarning(warning), { discard: true })
    return found
  })
