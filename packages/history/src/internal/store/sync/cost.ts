/**
 * Cost of a sync, computed without requests.
 *
 * @module
 */
import * as Preview from "@candela/core/Preview"
import type * as Request from "@candela/core/Request"
import * as Effect from "effect/Effect"
import type { Universe } from "../../../Universe.js"
import type { Interval } from "../layout/intervals.js"
import type { Source } from "../layout/source.js"
import type * as Store from "../model/store.js"
import * as Batches from "./batches.js"
import type { Task } from "./tasks.js"

/** Size of a Parquet file of bars without its rows, in bytes. */
const bytesOfFile = 3400

/**
 * Returns the size of a bar in a Parquet file, in bytes, measured over the sandbox: prices of
 * longer windows differ more from row to row, and volumes of cryptocurrencies have many digits.
 */
const bytesOfBar = ({ market, timespan = "" }: Source): number => {
  if (market === "crypto") return 38
  return timespan.endsWith("second") ? 8 : timespan.endsWith("minute") ? 16 : 34
}

const nothing: Store.Cost = { requests: 0, rows: 0, expectedRows: 0, bytes: 0 }

/** Returns the cost of a gap in one folder. */
const make = (source: Source, [from, to]: Interval): Effect.Effect<Store.Cost, Request.Refusal> =>
  Effect.map(
    Preview.of(source.endpoint as Universe["endpoint"], source.request(from, to) as never),
    ({ expectedRows, requests, rows }) => {
      const records = Math.max(from, Date.parse(source.endpoint.recordsFrom ?? "1970-01-01"))
      const files = Math.min(expectedRows, Batches.periodsOf(source, [[records, to]]).length)
      return { requests, rows, expectedRows, bytes: files * bytesOfFile + expectedRows * bytesOfBar(source) }
    },
  )

/** Returns the cost of tasks by the `Clock`. Without `by`, requests go by day where that takes fewer of them. */
export const of = (
  tasks: ReadonlyArray<Task>,
  now: number,
  by: Store.SyncOptions["by"],
): Effect.Effect<Store.Cost, Request.Refusal> =>
  Effect.gen(function* () {
    // Bars of the same time cost the same for every ticker.
    const known = new Map<string, Store.Cost>()
    const costOf = (source: Source, [from, to]: Interval) =>
      Effect.gen(function* () {
        const time = `${from} ${to}`
        const cost = known.get(time) ?? (yield* make(source, [from, to]))
        known.set(time, cost)
        return cost
      })
    const costs = yield* Effect.forEach(Batches.of(tasks, now, by), (batch) => {
      if (batch.by === "list") return Effect.succeed([{ ...nothing, requests: 1 }])
      const bars = Effect.forEach(
        batch.tasks.flatMap(({ gaps, source }) => gaps.map((gap) => [source, gap] as const)),
        ([source, gap]) => costOf(source, gap),
      )
      if (batch.by === "ticker") return bars
      const request = { ...nothing, requests: batch.sessions.length }
      return Effect.map(bars, (bars) => [request, ...bars.map((cost) => ({ ...cost, requests: 0 }))])
    })
    const sum = (key: keyof Store.Cost) => costs.flat().reduce((sum, cost) => sum + cost[key], 0)
    return { requests: sum("requests"), rows: sum("rows"), expectedRows: sum("expectedRows"), bytes: sum("bytes") }
  })
