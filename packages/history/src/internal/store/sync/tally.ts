/**
 * What a sync has done so far.
 *
 * @module
 */
import { dateOf, dayMillis } from "@candela/market/TimeZone"
import * as Effect from "effect/Effect"
import type * as Store from "../model/store.js"
import * as Doubts from "./doubts.js"
import type { Written } from "./fill.js"
import type * as Intervals from "../layout/intervals.js"
import type { Manifest } from "../layout/manifest.js"
import type { Task } from "./tasks.js"
import { isHistory, nameOf, type Source, zoneOf } from "../layout/source.js"

/** Returns the total length of gaps, in milliseconds. A list counts as a day. */
const lengthOf = (source: Source, gaps: Intervals.Intervals): number =>
  source.requestOfMany === undefined ? gaps.reduce((sum, [from, to]) => sum + to - from, 0) : gaps.length * dayMillis

/** Counts written rows and files, and reports progress. */
export const tally = (tasks: ReadonlyArray<Task>, onProgress: Store.SyncOptions["onProgress"]) => {
  const whole = tasks.reduce((sum, { gaps, source }) => sum + lengthOf(source, gaps), 0)
  let [done, lists, files, bytes] = [0, 0, 0, 0]
  const changes: Array<Store.Change> = []
  const failures: Array<Store.Failure> = []
  const damages = tasks.flatMap(({ damages }) => damages)
  const rows = new Map<string, number>()
  const doubts = new Doubts.Doubts()
  return {
    damages,
    doubts,
    /** Returns the summary but for what is known at the end of a sync. */
    summary: (tasks: ReadonlyArray<Task>, manifestOf: (task: Task) => Manifest) => {
      const tickers = tasks.flatMap((task): ReadonlyArray<Store.TickerSummary> => {
        const { market, ticker } = task.source
        if (!isHistory(task.source)) return []
        // protects: A ticker whose bars another writer has written is not without bars.
        // mutant: "names no ticker as without bars whose bars another writer has written": manifestOf(task) →
        // task.manifest
        const ends = Object.values(manifestOf(task).files).map(({ last }) => last)
        const last = ends.length === 0 ? undefined : dateOf(zoneOf(market), Math.max(...ends))
        return [{ ticker: ticker!, rows: rows.get(ticker!) ?? 0, last }]
      })
      return {
        rows: tickers.reduce((sum, { rows }) => sum + rows, 0),
        lists,
        files,
        bytes,
        tickers,
        changes,
        failures,
        damages,
        empty: tickers.flatMap(({ last, ticker }) => (last === undefined ? [ticker] : [])),
      }
    },
    failures,
    onFailed: (source: Source, error: Store.Failure["error"]) => {
      failures.push({ ...nameOf(source), error })
    },
    /** Counts a part. A part that is fetched again tells of its rows alone: its time was told before. */
    onWritten: ({ difference, done: part, file, period, pieces, rows: received, source }: Written, isFirst: boolean) =>
      Effect.suspend(() => {
        const name = { ...nameOf(source), period: period.name }
        if (isFirst) done += lengthOf(source, [part])
        if (isHistory(source)) rows.set(source.ticker!, (rows.get(source.ticker!) ?? 0) + received)
        else lists += received
        files += file === undefined ? 0 : 1
        bytes += file?.bytes ?? 0
        if (file !== undefined && source.dataset === "bars") doubts.add(source, period.name, file, pieces)
        if (difference !== undefined) changes.push({ ...name, ...difference })
        if (!isFirst && received === 0) return Effect.void
        return onProgress?.({ ...name, rows: received, to: part[1], done: Math.min(1, done / whole) }) ?? Effect.void
      }),
  }
}
