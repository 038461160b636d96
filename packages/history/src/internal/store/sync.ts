/**
 * Updates the folders of a universe.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { dateOf, dayMillis, dayOf, startOfDay, type Zone } from "@candela/market/TimeZone"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import type * as Store from "./types.js"
import { StoreError } from "../../StoreError.js"
import * as Ask from "./ask.js"
import * as Batches from "./batches.js"
import * as Beside from "./beside.js"
import { Absences } from "./absences.js"
import * as Days from "./days.js"
import { type Filling, fill, hasFiles, type Moment, wholeOf } from "./fill.js"
import type { Piece } from "./format.js"
import * as Intervals from "./intervals.js"
import type { Asked } from "./manifest.js"
import { commit, folderOf, type Place } from "./partition.js"
import type { Plan } from "./plan.js"
import type { Present } from "./present.js"
import { tally } from "./tally.js"
import { confirmedOf, doubtfulOf, isConfirmed, joined, provisionalOf } from "./provisional.js"
import { always, nameOf, type Source, zoneOf } from "./source.js"
import { isFelt, warningsOf } from "./told.js"
import * as Settled from "./settled.js"

/** Returns what is recorded of a list that is asked for now: its day, and that of this machine's clock if it is another one. */
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
export interface Run {
  readonly plans: ReadonlyArray<Plan>
  readonly present: Present
  /** Returns the instant before which no rows of a source change any more, at a time. */
  readonly settledAt: (source: Source, now: number) => number
  /** Plans for time that is missing at the end although it was fetched: other writers may have removed it. Absent without other writers. */
  readonly missing: Effect.Effect<ReadonlyArray<Plan>, StoreError> | undefined
}

/** Executes plans. With one writer, the caller holds its lock. */
export const run = (
  place: Place,
  { missing, plans, present, settledAt }: Run,
  { by, concurrency = 4, onFailure = "fail", onProgress }: Store.SyncOptions,
): Effect.Effect<Store.Summary, StoreError | MarketDataError, MarketData> =>
  Effect.gen(function* () {
    const now = present.now()
    const batches = Batches.of(plans, now, by)
    const { damages, doubts, failures, onFailed, onWritten, summary } = tally(
      batches.flatMap(({ plans }) => plans),
      onProgress,
    )
    const absences = new Absences()
    const splits = new Map(
      plans.filter(({ source }) => source.dataset === "splits").map((plan) => [plan.source.ticker!, plan]),
    )
    const splitsOf = (ticker: string) => {
      const plan = splits.get(ticker)
      return plan && { source: plan.source, manifest: absences.manifestOf(plan) }
    }

    const momentOf = (source: Source): Effect.Effect<Moment> =>
      Effect.map(present.listen, () => {
        const now = present.now()
        return {
          now,
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

    /** Fills a folder and returns its plan without gaps; `undefined` if it failed and the others continue. */
    const fillOne = (
      plan: Plan,
      rows: Filling<MarketData>["rows"],
      isFirst: boolean,
      options: Pick<Filling<MarketData>, "contradicted" | "doubtsFirst" | "wholeOf"> = {},
    ) =>
      fill(place, plan, {
        ...{ rows, moment: momentOf(plan.source), ...options },
        onWritten: (written) => onWritten(written, isFirst),
      }).pipe(
        Effect.map((filled): Plan => {
          absences.note(plan, filled)
          return { ...plan, manifest: filled.manifest, damaged: {}, damages: [], isOld: false, strays: [], gaps: [] }
        }),
        collect([plan.source]),
      )

    const fillByTicker = (plan: Plan, isFirst: boolean) =>
      fillOne(plan, ([from, to]) => Ask.rows(plan.source.endpoint, plan.source.request(from, to)), isFirst, {
        doubtsFirst: isFirst,
      })

    const fillByList = (plans: ReadonlyArray<Plan>) =>
      Effect.gen(function* () {
        const { endpoint, requestOfMany } = plans[0]!.source
        const ask = (plans: ReadonlyArray<Plan>) =>
          Ask.byTicker(endpoint, requestOfMany!(plans.map(({ source }) => source.ticker!)))
        const isIn = (pieces: ReadonlyMap<string, Piece>) => (plan: Plan) => pieces.has(plan.source.ticker!)
        const first = yield* ask(plans)
        // An empty list is doubtful where there are stored rows, or where nothing was known of any ticker.
        const isNew = first.size === 0 && plans.some(({ manifest }) => manifest.intervals.length === 0)
        const lost = plans.filter((plan) => !isIn(first)(plan) && (isNew || hasFiles(plan.manifest)))
        const pieces = lost.length === 0 ? first : new Map([...first, ...(yield* ask(lost))])
        const { now } = yield* momentOf(plans[0]!.source)
        yield* Effect.forEach(
          plans,
          (plan) => {
            const { manifest, source } = plan
            const isDoubtful = !isIn(pieces)(plan) && hasFiles(manifest) && !isConfirmed(manifest, now)
            if (!isDoubtful) {
              return fillOne(plan, () => Stream.fromIterable([pieces.get(source.ticker!) ?? []].flat()), true)
            }
            absences.note(plan, { manifest, doubtful: [always], stored: [always], confirmed: [], open: [] })
            return Effect.void
          },
          { discard: true },
        )
      })

    const fillByDay = (batch: Batches.ByDay, isFirst: boolean) =>
      Effect.gen(function* () {
        let left = batch.plans
        const wholes = new Map(batch.plans.map(({ gaps, source }) => [source, gaps.map((gap) => wholeOf(source, gap))]))
        let contradicted: Intervals.Intervals = []
        let isBeforeRecords = !batch.plans.some(({ manifest }) => hasFiles(manifest))
        for (const { days, time } of Batches.slicesOf(batch)) {
          const sources = left.map(({ source }) => source)
          const answer = yield* Effect.either(Days.fetch(sources, days, { concurrency, again: isFirst }))
          if (Either.isLeft(answer)) {
            if (!Days.isOfSummary(answer.left)) return yield* answer.left
            yield* Effect.logWarning(`Bars are asked for ticker by ticker: ${answer.left.message}`)
            const rest: Intervals.Intervals = [[time[0]![0], Infinity]]
            return yield* Effect.forEach(
              left,
              (plan) => {
                // Days without rows before may have waited for those that follow.
                const waiting = Intervals.difference(plan.gaps, plan.manifest.intervals)
                const gaps = Intervals.union(waiting, Intervals.intersection(plan.gaps, rest))
                return fillByTicker({ ...plan, gaps }, isFirst)
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
              batch.plans[0]!.source.slots([midnight, midnight + 2 * dayMillis]).slice(0, 1),
            ),
          )
          const filled = yield* Effect.forEach(
            left,
            (plan) =>
              Effect.map(
                fillOne(
                  { ...plan, gaps: Intervals.intersection(plan.gaps, time) },
                  () => Stream.suspend(() => Stream.fromIterable(rowsOf(plan.source.ticker!))),
                  isFirst,
                  {
                    contradicted,
                    wholeOf: ([from]) => wholes.get(plan.source)!.find(({ gap }) => gap[0] <= from && from < gap[1])!,
                  },
                ),
                (after) => after && { ...after, gaps: plan.gaps },
              ),
            { concurrency },
          )
          left = filled.filter((plan) => plan !== undefined)
          if (left.length === 0) return
        }
      })

    const fillBatch = (batch: Batches.Batch, isFirst: boolean) => {
      if (batch.by === "ticker") return fillByTicker(batch.plans[0], isFirst)
      return (batch.by === "list" ? fillByList(batch.plans) : fillByDay(batch, isFirst)).pipe(
        collect(batch.plans.map(({ source }) => source)),
      )
    }

    const fillAll = (batches: ReadonlyArray<Batches.Batch>, isFirst: boolean) =>
      Effect.forEach(batches, (batch) => fillBatch(batch, isFirst), { concurrency, discard: true })

    /** Asks again for bars whose absence is doubtful, then records what stays so. */
    const confirm = Effect.gen(function* () {
      const doubted = absences.doubtful.filter(({ plan }) => plan.source.dataset === "bars")
      const again = doubted.map(({ plan, time }): Plan => ({ ...plan, gaps: joined(plan.source, time, time) }))
      yield* fillAll(Batches.of(again, now, by), false)
      const newest = absences.newest
      yield* Effect.forEach(
        absences.all,
        ({ doubtful, manifest, open, plan: { source }, stored }) =>
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

    /** Removes settled time that lies in the future of the service's clock; of this machine's, if the service has told none. */
    const cutFuture = Effect.forEach(
      plans,
      (plan) =>
        Effect.gen(function* () {
          const { source } = plan
          const now = present.told()
          const settled = Intervals.union(plan.future, absences.manifestOf(plan).intervals)
          const future = Intervals.intersection(settled, [[now, Infinity]])
          if (future.length === 0) return []
          absences.replace(
            source,
            yield* commit(place, source, (current) => Settled.cut(current, settledAt(source, now))),
          )
          return future.map(([from, to]): Store.Cut => ({ ...nameOf(source), from, to }))
        }),
      { concurrency },
    )

    /** Fetches rows again that were removed meanwhile. */
    const again = (rounds: number): Effect.Effect<void, StoreError | MarketDataError, MarketData> =>
      Effect.flatMap(missing ?? Effect.succeed([]), (plans) => {
        const failed = new Set(failures.map(({ dataset, ticker }) => `${dataset} ${ticker}`))
        const left = plans
          .map((plan) => ({ ...plan, gaps: absences.unexcused(plan) }))
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
      ...summary(plans, (plan) => absences.manifestOf(plan)),
      doubtful: plans.flatMap((plan) => doubtfulOf(plan.source, absences.manifestOf(plan))),
      doubts: yield* doubts.found(
        place,
        splitsOf,
        absences.all.flatMap(({ confirmed, plan }) => confirmedOf(plan.source, confirmed)),
      ),
      cuts,
      ...(ahead !== undefined && isFelt(plans, present.clock, ahead, settledAt) ? { clockAhead: ahead } : {}),
    }
    yield* Effect.forEach(warningsOf(found), (warning) => Effect.logWarning(warning), { discard: true })
    return found
  })
