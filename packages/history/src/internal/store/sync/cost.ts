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

/** Size of a bar in a Parquet file, in bytes: 250,000 bars took 3.3 MB. */
const bytesOfBar = 13

/** Base aggregates, the unit of a page's limit, per window of a timespan; days count if they have trades. */
const baseAggregates = { second: 1, minute: 1, hour: 60, day: 1, week: 5, month: 21, quarter: 63, year: 252 } as const

/** Returns the cost of tasks by the `Clock`. Without `by`, requests go by day where that takes fewer of them. */
export const of = (
  universe: Universe,
  tasks: ReadonlyArray<Task>,
  now: number,
  by: Store.SyncOptions["by"],
): Effect.Effect<Store.Cost, Request.Refusal> =>
  Effect.gen(function* () {
    // Bars of the same time cost the same for every ticker.
    const known = new Map<string, Omit<Store.Cost, "bytes">>()
    const costOf = ({ endpoint, request }: Source, [from, to]: Interval) =>
      Effect.gen(function* () {
        const time = `${from} ${to}`
        const cost =
          known.get(time) ?? (yield* Preview.of(endpoint as Universe["endpoint"], request(from, to) as never))
        known.set(time, cost)
        return cost
      })
    const costs = yield* Effect.forEach(Batches.of(tasks, now, by), (batch) => {
      if (batch.by === "list") return Effect.succeed([{ requests: 1, rows: 0, expectedRows: 0 }])
      const bars = Effect.forEach(
        batch.tasks.flatMap(({ gaps, source }) => gaps.map((gap) => [source, gap] as const)),
        ([source, gap]) => costOf(source, gap),
      )
      if (batch.by === "ticker") return bars
      const request = { requests: batch.sessions.length, rows: 0, expectedRows: 0 }
      return Effect.map(bars, (bars) => [request, ...bars.map((cost) => ({ ...cost, requests: 0 }))])
    })
    const sum = (key: "requests" | "rows" | "expectedRows") => costs.flat().reduce((sum, cost) => sum + cost[key], 0)
    const expectedRows = sum("expectedRows")
    return {
      requests: sum("requests"),
      rows: sum("rows"),
      expectedRows,
      bytes: Math.round((expectedRows / universe.multiplier / baseAggregates[universe.timespan]) * bytesOfBar),
    }
  })
